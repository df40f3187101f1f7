// The chosen point: the way to its neighbours, and the numbers of a specialist.

import { bestOf, DMC, EXACT, HULL, kept, keptHeldOut, ROBUST, thinned, type Data } from "./data";
import { button, byId, el, renew, soon } from "./dom";
import { boundSays, many, number, ordered, percent, prominenceIs, signed, value } from "./format";
import type { State } from "./state";
import { whileShown } from "./tabs";

/** startPanel keeps both up to date. */
export function startPanel(state: State): void {
  const d = state.data;
  whileShown(state, "trade-off", ["selected", "pins", "later", "shown"], () => {
    if (state.selected >= 0) renew(byId("steps"), ...steps(state, state.selected));
  });
  const show = () => {
    const j = state.selected;
    renew(byId("chosen-body"), ...(j < 0 ? [el("p", {}, "This frontier has no points.")] : [marks(d, j), numbers(d, j)]));
  };
  state.on(["selected", "later", "limit"], soon(show));
  show();
}

/** steps are the buttons that lead to the next points, and pin this one. */
function steps(state: State, j: number): HTMLElement[] {
  const pinned = state.pins.includes(j);
  // Not disabled, which would take the focus away at the last point.
  const step = (text: string, by: number, title: string) => button(text, () => state.select(state.step(state.selected, by)),
    { title, "aria-disabled": String(state.step(j, by) === j) });
  return [step("← coarser", -1, "Next point to the left"), step("finer →", 1, "Next point to the right"),
    button(pinned ? "Unpin" : "Pin", () => state.pin(state.selected), { id: "pin", "aria-pressed": String(pinned), title: "Pinned points are marked, and can be compared" }),
    marks(state.data, j)];
}

/** numbers returns the numbers of a point as a list of terms. */
function numbers(d: Data, j: number): HTMLElement {
  const a = d.about, later = d.later;
  const off = (spread: Float32Array | undefined) => (spread && !Number.isNaN(spread[j]!) ? ` ± ${number(spread[j]!)}` : "");
  const rows: [term: string, text: string, meaning?: string][] = [
    [a.h.name, number(d.h[j]!) + off(later?.dh) + (a.h.unit ? " " + a.h.unit : "")],
    [a.i.name, number(d.i[j]!) + off(later?.di) + (a.i.unit ? " " + a.i.unit : "")],
    ["groups", String(d.k[j])],
  ];
  if (!Number.isNaN(kept(d, j))) {
    rows.splice(2, 0, ["keeps", percent(kept(d, j)) + (a.i.share ? " of the variance" : a.ixy > 0 ? " of the information" : " of the most")]);
  }
  if (a.second && d.s) rows.push([`about ${ordered(a.second.name)}`, `${number(d.s[j]!)} bits`, `What the groups tell about ${a.second.name} in these records, of ${number(a.second.ixs)} bits that X tells`]);
  if (a.ceiling) rows.push(["upper bound", boundSays(d, j), `No grouping of this ${a.h.name} or less, found or not, has more ${a.i.name}`]);
  if (d.heldOut && d.heldOutSE && j < d.layered) {
    const share = keptHeldOut(d, j);
    rows.push(["on held-out records", `${value(d.heldOut[j]!, a.i)} ± ${number(d.heldOutSE[j]!)}` + (Number.isNaN(share) ? "" : `, keeps ${percent(share)}`),
      "Information of the groups about records that did not help to make them, with its standard error. It may be below zero."]);
  }
  if (later && (later.prominence[j]! > 0)) rows.push(["prominence", number(later.prominence[j]!), prominenceIs]);
  if (later && later.kink[j]! > 0) rows.push(["kink", later.kink[j]!.toFixed(1) + "°"]);
  if (later && later.ties[j]! > 0) rows.push(["ties", many(later.ties[j]!, "other grouping")]);
  if (j + 1 < d.count) rows.push(["next point", `${signed(d.h[j + 1]! - d.h[j]!)}, ${signed(d.i[j + 1]! - d.i[j]!)}`]);
  return el("dl", { class: "numbers" }, ...rows.map(([term, text, meaning]) => el("div", { title: meaning ?? false }, el("dt", {}, term), el("dd", {}, text))));
}

function marks(d: Data, j: number): HTMLElement {
  const said: string[] = [], groups = many(d.k[j]!, "group");
  const best = d.about.best.length > 0 && bestOf(d).get(d.k[j]!) === j;
  if (j < d.count) said.push(`point ${j + 1} of ${d.count}${thinned(d) ? " shown" : ""}`, d.flags[j]! & HULL ? "on the concave hull" : "below the concave hull");
  else said.push("below the frontier", ...(j < d.layered ? [] : [`a best trade-off for ${groups}`]));
  if (best) said.push(`best for ${groups} (${d.flags[j]! & EXACT ? "proved" : "found"})`);
  else if (d.flags[j]! & DMC && d.about.best.length === 0 && !d.about.h.clusters) said.push(`the best of the frontier for ${groups}`);
  if (d.about.uncertain) said.push(d.flags[j]! & ROBUST ? "apart by resampling" : "not apart by resampling");
  const v = d.about.validation;
  if (v && d.k[j]! > v.clusters && d.h[j]! > v.h) said.push("more than held-out records support");
  return el("p", { class: "quiet" }, said.join(", "));
}
