// The middle column of a group: what it says about Y, drawn.

import type { Data } from "../data";
import { el, named } from "../dom";
import { number, percent } from "../format";
import type { Contribution, Explained } from "./explain";
import { sum, type Level } from "./levels";

/** span makes a part of a bar, from a share of its width to another. */
function span(name: string, from: number, to: number): HTMLElement {
  const made = el("span", { class: name });
  made.style.left = `${100 * from}%`;
  made.style.width = `${100 * Math.max(to - from, 0)}%`;
  return made;
}

/** share draws a share, which is written beside it. most is the share of the full width. */
export function share(v: number, most: number, text: string): HTMLElement {
  return el("div", { class: "share" }, el("span", { class: "figure" }, text), el("span", { class: "track", "aria-hidden": "true" }, span("fill", 0, Math.min(v / most, 1))));
}

/** A Range of an axis, from left to right. */
export interface Extent { from: number; to: number; share: boolean }

/** extentOf returns the axis on which some levels are drawn: from 0 on for rates. */
export function extentOf(levels: Level[], rates: boolean): Extent {
  const ends = levels.flatMap((l) => [l.value, l.low, l.high]).filter((v) => !Number.isNaN(v));
  const low = Math.min(...ends), high = Math.max(...ends), edge = 0.04 * (high - low || Math.abs(high) || 1);
  return rates ? { from: 0, to: Math.min(1, Math.max(high * 1.04, 1e-9)), share: true } : { from: low - edge, to: high + edge, share: false };
}

/** rounded writes a mean with as many digits as its interval, half as wide as given, leaves sense. */
export function rounded(v: number, half: number): string {
  if (Number.isNaN(v) || !(half > 0)) return number(v);
  return v.toFixed(Math.min(Math.max(1 - Math.floor(Math.log10(half)), 0), 12));
}

/** level draws a rate or a mean as a dot with its interval, and a line at the level of all records. */
export function level(l: Level, all: number, on: Extent): HTMLElement {
  const at = (v: number) => Math.min(Math.max((v - on.from) / (on.to - on.from), 0), 1);
  const known = !Number.isNaN(l.low), write = on.share ? percent : (v: number) => rounded(v, known ? l.high - l.value : NaN);
  const track = el("span", { class: "track level", "aria-hidden": "true" }, span("average", at(all), at(all)));
  if (on.share) track.append(span("fill", 0, at(l.value)));
  if (known) track.append(span("interval", at(l.low), at(l.high)));
  track.append(span("dot", at(l.value), at(l.value)));
  return el("div", { class: "level-row" }, el("span", { class: "figure" }, el("b", {}, write(l.value)),
    ...(known ? [el("span", { class: "quiet" }, ` ${write(l.low).replace("\u00a0%", "")} to ${write(l.high)}`)] : [])), track);
}

/** stack draws the shares of a few values of Y, in a given order and in colours from a number on, each with its label where there is room: see fitLabels. */
export function stack(d: Data, weights: ArrayLike<number>, order: number[], hue: number): HTMLElement {
  const total = sum(weights), said = order.map((y) => `${d.about.yLabels[y]} ${percent(weights[y]! / total)}`);
  const made = el("div", { class: "stack", role: "img", "aria-label": said.join(", ") });
  order.forEach((y, n) => {
    if (!(weights[y]! > 0)) return;
    const part = el("span", { class: `piece hue${(n + hue) % 8}`, title: said[n]! }, el("span", { class: "fits" }, el("b", {}, named(d.about.yLabels[y]!, 24)), ` ${Math.round((100 * weights[y]!) / total)}\u00a0%`));
    part.style.flexGrow = String(weights[y]! / total);
    made.append(part);
  });
  return made;
}

/** fitLabels hides the labels that have no room in their parts of bars. */
export function fitLabels(place: HTMLElement): void {
  const parts = Array.from(place.querySelectorAll<HTMLElement>(".piece > .fits"));
  const fits = parts.map((p) => p.scrollWidth <= p.parentElement!.clientWidth - 6);
  parts.forEach((p, n) => p.classList.toggle("unseen", !fits[n]));
}

/** apart draws the values of Y that set a group apart: those that are more frequent in it than on average, and beside them those that are less. */
export function apart(d: Data, why: Explained, most: number): HTMLElement {
  const at = (v: number) => Math.min(v / most, 1);
  const line = (c: Contribution) => {
    const more = c.p > c.overall, low = at(Math.min(c.p, c.overall)), high = at(Math.max(c.p, c.overall));
    return el("li", { title: `${d.about.yLabels[c.y]}: ${percent(c.p)}, ${percent(c.overall)} on average` }, el("span", { class: "label" }, named(d.about.yLabels[c.y]!, 28)),
      el("span", { class: "track apart", "aria-hidden": "true" }, span("fill", 0, low), span(more ? "over" : "under", low, high), span("average", at(c.overall), at(c.overall))),
      el("span", { class: "figure" }, percent(c.p), el("span", { class: "sr" }, `, ${percent(c.overall)} on average`)));
  };
  const list = (name: string, of: Contribution[]) => el("ul", { class: "apart-list", "aria-label": name }, ...of.map(line));
  return el("div", { class: "two" }, list("more often", why.tells), list("less often", why.tellsNot));
}
