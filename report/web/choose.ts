// Ways to choose a point: a budget, a number of clusters, the most prominent ones.

import { bestOf, within, type Data } from "./data";
import { button, byId, el, renew } from "./dom";
import { inWords, keeps, keepsHeldOut, many, number, placeOf, prominenceIs } from "./format";
import { target } from "./keys";
import type { State } from "./state";

const prominentPoints = 10;

/** startBudget keeps the slider, the number and the chosen point consistent. */
export function startBudget(state: State): void {
  const d = state.data, axis = d.about.h;
  const slider = byId<HTMLInputElement>("budget"), field = byId<HTMLInputElement>("budget-number");
  byId("budget-label").textContent = `Best point with ${axis.name} within`;
  byId("budget-unit").textContent = axis.unit;
  slider.min = field.min = String(d.count ? d.h[0] : 0);
  slider.max = String(d.count ? d.h[d.count - 1] : 1);
  slider.disabled = field.disabled = d.count === 0;
  slider.addEventListener("input", () => state.spend(slider.valueAsNumber));
  slider.addEventListener("keydown", (event) => {
    // An arrow key goes to the next point, however near it is.
    const to = target(event.key, state);
    if (to < 0) return;
    event.preventDefault();
    state.select(to);
  });
  field.addEventListener("change", () => {
    const asked = field.valueAsNumber, says = byId("budget-says");
    state.spend(asked);
    if (!(within(d, asked) < 0 || state.selected > within(d, asked))) return; // NaN is within all
    put();
    says.textContent = `, since no point is within ${number(asked)}${says.textContent}`;
  });
  const put = () => {
    field.value = exactly(d, state.budget);
    makeRoom(field);
  };
  const show = () => {
    const j = state.selected;
    if (j < 0) return;
    slider.valueAsNumber = state.budget;
    slider.setAttribute("aria-valuetext", `${axis.name} within ${number(state.budget)} ${axis.unit}`);
    if (document.activeElement !== field) put();
    byId("budget-says").textContent = ` ${axis.unit ? "" : " "}→ ${lower(placeOf(d, j).replace(/ of \d+( shown)?$/, ""))}: h ${number(d.h[j])}${keeps(d, j)}`;
  };
  field.addEventListener("input", () => makeRoom(field));
  state.on(["selected"], show);
  show();
}

/** makeRoom makes a field as wide as its number, with room for its arrows. */
function makeRoom(field: HTMLInputElement): void {
  field.style.width = `calc(${Math.max(field.value.length, 6)}ch + 3.4em)`;
}

/** exactly returns a budget with six decimals, or with more if the point within the rounded budget would be another. */
function exactly(d: Data, budget: number): string {
  for (let digits = 6; digits < 15; digits++) {
    const rounded = Number(budget.toFixed(digits));
    if (within(d, rounded) === within(d, budget)) return String(rounded);
  }
  return String(budget);
}

/** lower begins a text with a small letter. */
function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** startAdvice shows what is recommended and why, and the alternatives. */
function startAdvice(state: State): void {
  const { data: d } = state, a = d.about;
  const list: [j: number, text: string][] = [[a.coarser, "Coarser: "], [a.start, "Recommended: "], [a.finer, "Finer: "]];
  const buttons = list.filter(([j]) => j >= 0).map(([j, text]) => button(text + many(d.k[j], "group"), () => state.select(j),
    { value: j, "aria-label": `${text}${many(d.k[j], "group")}. ${inWords(d, j)}` }));
  byId("advice").hidden = buttons.length === 0;
  byId("advice").replaceChildren(el("p", { class: "buttons" }, ...buttons), el("p", {}, a.reason.replaceAll(" %", "\u00a0%")));
  const show = () => {
    for (const b of buttons) b.setAttribute("aria-pressed", b.value === String(state.selected) ? "true" : "false");
  };
  state.on(["selected"], show);
  show();
}

/** startChoose fills the list of numbers of clusters and, once they are unpacked, that of prominent points. */
export function startChoose(state: State): void {
  startAdvice(state);
  const d = state.data, best = bestOf(d), list = byId<HTMLSelectElement>("by-k");
  // The list shows an entry only if its point is the chosen one.
  const none = el("option", { value: "", disabled: true, hidden: true }, "best of …");
  list.replaceChildren(none, ...Array.from(best, ([k, j]) => el("option", { value: j }, k + keeps(d, j) + keepsHeldOut(d, j))));
  list.disabled = d.count === 0;
  list.title = d.about.best.length > 0 ? "Of all groupings into so many groups, the one that keeps most"
    : "Of all points of the frontier with so many groups, the one that keeps most";
  byId("prominence-is").textContent = prominenceIs;
  list.addEventListener("change", () => state.select(Number(list.value)));
  const show = () => {
    const j = state.selected;
    list.value = j >= 0 && best.get(d.k[j]) === j ? String(j) : "";
    for (const item of byId("prominent").querySelectorAll("button")) {
      item.setAttribute("aria-current", item.value === String(j) ? "true" : "false");
    }
  };
  state.on(["selected"], show);
  state.on(["later", "shown"], () => { listProminent(state); show(); });
  show();
}

/** mostProminent returns shown points by decreasing prominence, without those of prominence 0. */
export function mostProminent(state: State, count: number): number[] {
  const p = state.data.later?.prominence;
  if (!p) return [];
  const points = Array.from(p.keys()).filter((j) => p[j] > 0 && state.shows(j));
  return points.sort((a, b) => p[b] - p[a] || a - b).slice(0, count);
}

function listProminent(state: State): void {
  const d = state.data, points = mostProminent(state, prominentPoints);
  renew(byId("prominent"), ...points.map((j) => {
    const text = `h ${number(d.h[j])}  i ${number(d.i[j])}  k ${d.k[j]}`; // the name that is heard begins with what is seen
    return el("li", {},
      button(text, () => state.select(j), { value: j, "aria-label": `${text}. ${inWords(d, j)}` }),
      el("span", { class: "quiet" }, ` ${number(d.later!.prominence[j])}`));
  }));
  if (points.length === 0) renew(byId("prominent"), el("li", { class: "quiet" }, "no point stands out"));
}
