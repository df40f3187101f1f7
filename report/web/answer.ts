// The answer: a sentence about the chosen grouping, and ways to choose another number of groups.

import { bestOf, recommended } from "./data";
import { button, byId, renew } from "./dom";
import { inShort, inWords, keeps, keepsHeldOut, many } from "./format";
import type { State } from "./state";
import { below, sentence } from "./words";

/** startAnswer keeps the sentence, the buttons and the slider up to date. */
export function startAnswer(state: State): void {
  const d = state.data, a = d.about, slider = byId<HTMLInputElement>("by-k");
  let best: [k: number, j: number][] = [], buttons: HTMLButtonElement[] = [];
  const renewed = () => { // another limit has others
    best = [...bestOf(d)];
    const list = [a.coarser, a.start, a.finer].filter((j) => j >= 0).map((j) => [j, recommended(d, j) ? " (recommended)" : ""] as const);
    buttons = list.map(([j, text]) => button(many(d.k[j]!, "group") + text, () => state.select(j),
      { value: j, "aria-label": `${many(d.k[j]!, "group")}${text}. ${inWords(d, j)}` }));
    renew(byId("advice"), ...buttons);
    byId("why").textContent = a.start >= 0 ? `Why ${d.k[a.start]}?` : "";
    byId("why").hidden = a.reason === "";
    slider.max = String(Math.max(best.length - 1, 0));
    byId("other").hidden = best.length < 2;
  };
  renewed();
  state.on(["limit"], renewed);
  byId("why").addEventListener("click", () => {
    state.view("how-many");
    byId("tab-how-many").focus();
  });
  slider.addEventListener("input", () => {
    const at = best[slider.valueAsNumber];
    if (at) state.select(at[1]);
  });
  const show = () => {
    const j = state.selected;
    byId("sentence").textContent = j < 0 ? "This frontier has no points." : j === a.start && d.k[j] === 1 && a.reason ? a.reason : sentence(d, j) || inShort(d, j);
    byId("below").textContent = j < 0 ? "" : below(d, j);
    byId("below").hidden = byId("below").textContent === "";
    for (const b of buttons) b.setAttribute("aria-pressed", String(b.value === String(j)));
    if (j < 0) return;
    const at = best.findIndex(([k]) => k >= d.k[j]!);
    slider.valueAsNumber = at < 0 ? best.length - 1 : at;
    const text = many(d.k[j]!, "group");
    slider.setAttribute("aria-valuetext", text + keeps(d, j) + keepsHeldOut(d, j));
    byId("by-k-says").textContent = text;
  };
  state.on(["selected"], show);
  show();
}
