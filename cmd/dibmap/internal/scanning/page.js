"use strict";
// A click on the head of a column sorts the rows by it, and a second click turns the order around.
const table = document.querySelector(".columns"), body = table.tBodies[0];
for (const button of table.querySelectorAll("thead button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement, key = button.dataset.key, before = head.getAttribute("aria-sort");
    const order = before === null ? button.dataset.first : before === "ascending" ? "descending" : "ascending";
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    const compare = (a, b) => key === "name" ? a.dataset.name.localeCompare(b.dataset.name, undefined, { numeric: true })
      : Number(a.dataset[key]) - Number(b.dataset[key]);
    body.append(...[...body.rows].sort((a, b) => sign * compare(a, b)));
  });
}
