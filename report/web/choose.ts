// Ways to choose a point of the frontier: a budget, and the most prominent points.

import { within, type Data } from "./data";
import { button, byId, el, renew } from "./dom";
import { inWords, keeps, many, number, placeOf, prominenceIs } from "./format";
import { target } from "./keys";
import type { State } from "./state";
import { whileShown } from "./tabs";

const prominentPoints = 10;

/** startBudget keeps the slider, the number and the chosen point consistent. */
export function startBudget(state: State): void {
  const d = state.data, axis = d.about.h;
  const slider = byId<HTMLInputElement>("budget"), field = byId<HTMLInputElement>("budget-number");
  byId("budget-label").textContent = axis.symbol === "H(Z)" ? "Best grouping within" : `Best grouping with ${axis.name} within`;
  byId("budget-unit").textContent = axis.unit;
  const ends = () => {
    slider.min = field.min = String(d.count ? d.h[0] : 0);
    slider.max = String(d.count ? d.h[d.count - 1] : 1);
  };
  ends();
  state.on(["limit"], ends);
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
    says.textContent = `, since no grouping is within ${number(asked)}${says.textContent}`;
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
    byId("budget-says").textContent = ` ${axis.unit ? "" : " "}→ ${many(d.k[j]!, "group")}${keeps(d, j)} (${lower(placeOf(d, j).replace(/ of \d+( shown)?$/, ""))})`;
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

/** startChoose fills the list of prominent points once they are unpacked. */
export function startChoose(state: State): void {
  byId("prominence-is").textContent = prominenceIs;
  whileShown(state, "details", ["later", "shown"], () => listProminent(state));
  whileShown(state, "details", ["selected", "later", "shown"], () => {
    for (const item of byId("prominent").querySelectorAll("button")) item.setAttribute("aria-current", String(item.value === String(state.selected)));
  });
}

/** mostProminent returns shown points by decreasing prominence, without those of prominence 0. */
export function mostProminent(state: State, count: number): number[] {
  const p = state.data.later?.prominence;
  if (!p) return [];
  const points = Array.from(p.keys()).filter((j) => p[j]! > 0 && state.shows(j));
  return points.sort((a, b) => p[b]! - p[a]! || a - b).slice(0, count);
}

function listProminent(state: State): void {
  const d = state.data, points = mostProminent(state, prominentPoints);
  renew(byId("prominent"), ...points.map((j) => {
    const text = `h ${number(d.h[j]!)}  i ${number(d.i[j]!)}  k ${d.k[j]}`; // the name that is heard begins with what is seen
    return el("li", {},
      button(text, () => state.select(j), { value: j, "aria-label": `${text}. ${inWords(d, j)}` }),
      el("span", { class: "quiet" }, ` ${number(d.later!.prominence[j]!)}`));
  }));
  if (points.length === 0) renew(byId("prominent"), el("li", { class: "quiet" }, "no point stands out"));
}
