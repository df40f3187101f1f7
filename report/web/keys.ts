// The keyboard.

import { byId, el } from "./dom";
import { switches } from "./legend";
import type { State } from "./state";
import type { View } from "./view";

const help: [string, string][] = [
  ["k", "choose a number of groups"],
  ["/", "find a value"],
  ["c", "compare two groupings"],
  ["p", "pin or unpin the chosen grouping"],
  ["t", "light or dark"],
  ["?", "this list"],
  ["← →", "on the trade-off: the next point to the left or to the right"],
  ["Page Up, Page Down", "a tenth of the points at once"],
  ["Home, End", "the leftmost and the rightmost point"],
  ["+ − 0", "zoom in, out, and show all"],
  ["b", "set the most bits"],
];

const ctrl = /^(Mac|iP)/.test(navigator.platform) ? "Cmd" : "Ctrl";

/** startKeys handles keys on the whole page, except while text is typed. */
export function startKeys(state: State, view: View): void {
  byId("help").replaceChildren(el("h2", {}, "Keys"), el("dl", { class: "keys" },
    ...[...help, ...switches(state.data, state.groups).map(({ key, name }): [string, string] => [key, name + ", on or off"])].map(([key, what]) => el("div", {}, el("dt", {}, key), el("dd", {}, what)))),
    el("p", { class: "quiet" }, `On the trade-off: the wheel with ${ctrl}, or two fingers, zoom; a drag moves, a double click shows all, ` +
      "and a click chooses the nearest point."));
  byId("key-line").textContent = `← → next point · + − 0 or ${ctrl} + wheel zoom · p pin · c compare · ? all keys`;
  startHint(state);
  byId("help-button").addEventListener("click", toggleHelp);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target as HTMLElement;
    const typing = at instanceof HTMLInputElement && !["checkbox", "range"].includes(at.type);
    if (typing || at instanceof HTMLSelectElement) return;
    const shown = state.tab === "trade-off"; // whose keys are of no use elsewhere
    // Arrow keys are for the plot, and for the page if nothing else has the focus.
    const onPlot = shown && (at === document.body || byId("plot").contains(at));
    if ((onPlot && walk(event.key, state, view)) || act(event.key, state) || (shown && actOnPlot(event.key, state, view))) event.preventDefault();
  });
}

/** startHint points to the line about keys when the wheel turns over the plot without the key that makes it zoom. */
function startHint(state: State): void {
  const line = byId("key-line");
  byId("over").addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) line.classList.add("hint");
  }, { passive: true });
  state.on(["view"], () => line.classList.remove("hint"));
}

function toggleHelp(): void {
  const card = byId("help");
  card.hidden = !card.hidden;
  byId("help-button").setAttribute("aria-expanded", String(!card.hidden));
}

/** walk steps along the frontier if the key is for that, and reports whether it is. */
function walk(key: string, state: State, view: View): boolean {
  const to = ["ArrowUp", "ArrowDown"].includes(key) ? -1 : target(key, state); // up and down scroll the page
  if (to < 0) return false;
  state.select(to);
  view.reveal(state.selected);
  return true;
}

/** target returns the point that a key leads to, on the plot and on the slider; -1 if the key is for something else. */
export function target(key: string, state: State): number {
  const d = state.data, at = state.selected, far = Math.max(2, Math.round((d.count - 1) / 10));
  if (at < 0) return -1;
  switch (key) {
    case "ArrowRight": case "ArrowUp": return state.step(at, 1);
    case "ArrowLeft": case "ArrowDown": return state.step(at, -1);
    case "PageUp": return state.step(at, far);
    case "PageDown": return state.step(at, -far);
    case "Home": return Math.max(state.step(-1, 1), 0);
    case "End": return state.last(d.count - 1);
  }
  return -1;
}

/** act does the action of a letter, and reports whether it has one. */
function act(key: string, state: State): boolean {
  switch (key) {
    case "p": state.pin(state.selected); return true;
    case "c": return comparePins(state);
    case "/": state.view("groups"); byId("search").focus(); return true;
    case "k": byId("by-k").focus(); return true;
    case "b": state.view("trade-off"); byId("budget-number").focus(); return true;
    case "t": byId("theme").click(); return true;
    case "?": toggleHelp(); return true;
  }
  return false;
}

/** actOnPlot does the same for letters of the trade-off. */
function actOnPlot(key: string, state: State, view: View): boolean {
  const box = switches(state.data, state.groups).find((s) => s.key === key);
  if (box) {
    state.toggle(box.what);
    return true;
  }
  switch (key) {
    case "+": case "=": view.scaleBy(1.5); return true;
    case "-": view.scaleBy(1 / 1.5); return true;
    case "0": view.reset(); return true;
  }
  return false;
}

/** comparePins compares the last pin that is not the chosen point with that point, if there is one. */
function comparePins(state: State): boolean {
  const other = state.pins.findLast((j) => j !== state.selected);
  if (other !== undefined) state.compare(other, -1);
  state.view("compare");
  return true;
}
