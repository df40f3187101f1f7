// What the theme leaves out for those who use a keyboard or a screen reader.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
for (const wide of document.querySelectorAll(".md-typeset__scrollwrap, .output")) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}
