// What the theme leaves out for those who use a keyboard or a screen reader.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
for (const wide of document.querySelectorAll(".md-typeset__scrollwrap, .output")) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}

// A minus would mean that the word after it must not be there: who looks for --min-mass wants it.
document.querySelector(".md-search__input")?.addEventListener("input", (event) => {
  event.target.value = event.target.value.replace(/(^|\s)--?(?=\w)/g, "$1");
}, true);
