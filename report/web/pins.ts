// The table of pinned points.

import { kept, type Data } from "./data";
import { button, byId, el, renew } from "./dom";
import { number, percent } from "./format";
import type { State } from "./state";

interface Column { name: string; value: (d: Data, j: number, n: number) => number; text: (v: number) => string }

const every: Column[] = [
  { name: "pin", value: (_d, _j, n) => n + 1, text: String },
  { name: "h", value: (d, j) => d.h[j]!, text: number },
  { name: "i", value: (d, j) => d.i[j]!, text: number },
  { name: "k", value: (d, j) => d.k[j]!, text: String },
  { name: "keeps", value: kept, text: percent },
  { name: "leak", value: (d, j) => d.s?.[j] ?? NaN, text: number },
  { name: "held out", value: (d, j) => d.heldOut?.[j] ?? NaN, text: number },
  { name: "prominence", value: (d, j) => d.later?.prominence[j] ?? NaN, text: number },
];

/** startPins keeps the table up to date. */
export function startPins(state: State): void {
  const { heldOut, s, about } = state.data;
  const columns = every.filter((c) => (c.name !== "held out" || heldOut) && (c.name !== "leak" || s)).map((c) => (c.name === "leak" ? { ...c, name: about.second!.aim } : c));
  let by = 0, down = false;
  const show = () => renew(byId("pins"), ...(state.pins.length ? [table()] : [empty()]));
  const sort = (column: number) => {
    down = column === by ? !down : false;
    by = column;
    show();
  };

  function table(): HTMLElement {
    const d = state.data;
    const order = state.pins.map((j, n) => ({ j, n })).sort((a, b) => {
      const difference = columns[by]!.value(d, a.j, a.n) - columns[by]!.value(d, b.j, b.n);
      return (down ? -difference : difference) || a.n - b.n;
    });
    const heads = columns.map((c, n) => el("th", { scope: "col", "aria-sort": n !== by ? "none" : down ? "descending" : "ascending" },
      button(c.name + (n !== by ? "" : down ? " ↓" : " ↑"), () => sort(n), { "data-key": c.name })));
    return el("div", { class: "wide" }, el("table", {},
      el("thead", {}, el("tr", {}, ...heads, el("th", { scope: "col" }, el("span", { class: "sr" }, "remove")))),
      el("tbody", {}, ...order.map(({ j, n }) => row(j, n)))));
  }

  function row(j: number, n: number): HTMLElement {
    const cells = columns.slice(1).map((c) => el("td", {}, c.text(c.value(state.data, j, n))));
    const line = el("tr", {}, el("th", { scope: "row" }, button(`${n + 1}`, () => state.select(j),
      { class: "pin", "aria-label": `Choose pinned point ${n + 1}` })), ...cells,
      el("td", {}, button("×", () => state.pin(j), { class: "remove", "aria-label": `Unpin point ${n + 1}` })));
    if (j === state.selected) line.setAttribute("aria-current", "true");
    return line;
  }

  function empty(): HTMLElement {
    return el("p", { class: "quiet" }, "None yet. Pin the chosen grouping with the key p, or with the button below the trade-off.");
  }

  state.on(["pins", "selected", "later"], show);
  show();
}
