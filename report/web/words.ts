// The words that all views of a grouping share, in Go and here: package vocabulary.

import { bound, DMC, EXACT, within, type Data } from "./data";
import { many, ordered } from "./format";
import english from "../../internal/vocabulary/words.json";

export const words = english;

/** fill puts values in the places of names in braces. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

const groups = (n: number) => many(n, "group"), tolerance = 2 ** -30;

/** namesOf returns the names of X and Y in a sentence. */
export function namesOf(d: Data): { x: string; y: string } {
  return { x: ordered(d.about.x || "X"), y: ordered(d.about.y || "Y") };
}

/** fixed writes a number with some decimals as Go does: of two that are equally near, the even one. */
function fixed(v: number, digits: number): string {
  const unit = 10 ** digits, under = Math.floor(v * unit), tie = (v * 2 ** (digits + 1)) % 2 === 1;
  return tie && under % 2 === 0 ? (under / unit).toFixed(digits) : v.toFixed(digits);
}

/** inPercent writes a share in whole percent, and with a decimal below 10 % and from 99 % on. Only all is 100 %. */
function inPercent(share: number): string {
  const digits = share < 0.1 || share >= 0.99 ? 1 : 0, most = share < 1 - 1e-9 ? Math.min(share, 1 - 10 ** (-2 - digits)) : share;
  return fixed(100 * most, digits).replace("100.0", "100") + "\u00a0%";
}

/** told returns a part of what X says about Y as a share; NaN if that is not known. */
function told(d: Data, part: number): number {
  const { ixy, shares } = d.about;
  return ixy > 0 && shares && part >= -tolerance && part <= ixy + tolerance ? Math.min(Math.max(part / ixy, 0), 1) : NaN;
}

/** sentence says what a grouping is and how good it is; nothing for problems of other modules. It is that of package groupview. */
export function sentence(d: Data, j: number): string {
  const a = d.about, s = words.sentence, points = a.i.share && !a.means, share = points ? d.i[j]! : told(d, d.i[j]!), unknown = Number.isNaN(share);
  if (a.n === 0 || (a.i.unit === "" && !a.i.share)) return "";
  const values = { ...namesOf(d), groups: groups(d.k[j]!), values: a.values, kept: inPercent(share || 0), bits: fixed(d.i[j]!, 4) + "\u00a0bits" };
  if (d.k[j] === 1) return fill(s.one, values) + ".";
  const form = a.means ? s.explains : points ? s.explainsPoints : unknown ? s.tells : s.keeps;
  const heldOut = unknown ? "" : heldOutSays(d, j), said = claim(d, j);
  return fill(form, values) + (heldOut && fill(s.heldOut, { heldOut })) + secondSays(d, j) + (said && fill(s.claim, { claim: said })) + ".";
}

/** secondSays says what a grouping tells about the second variable; nothing without one. */
function secondSays(d: Data, j: number): string {
  const second = d.about.second, s = words.sentence;
  if (!second || !d.s) return "";
  const values = { ...namesOf(d), s: ordered(second.name), bits: fixed(d.s[j]!, 4) + "\u00a0bits", kept: inPercent(Math.min(Math.max(d.s[j]! / second.ixs, 0), 1)) };
  return fill(s.second, values) + (second.ixs > 0 ? fill(s.secondShare, values) : "");
}

/** limitSays puts the limit on what groupings tell about the second variable into a text. */
export function limitSays(d: Data, text: string, more: Record<string, string> = {}): string {
  const { aim, name, limit } = d.about.second!;
  return fill(text, { ...more, limit: aim === "also" ? words.claim.atLeast : words.claim.atMost, bits: `${Number(limit!.toPrecision(4))}\u00a0bits`, s: ordered(name) });
}

/** heldOutSays writes the share that a grouping keeps on held-out records, whose numbers have 24 bits; nothing if that is not known. */
function heldOutSays(d: Data, j: number): string {
  const v = d.heldOut?.[j] ?? NaN, { ixy, shares } = d.about;
  if (Number.isNaN(v) || !shares || !(ixy > 0)) return "";
  return v <= 0 ? "none" : v > ixy * (1 + 1e-7) ? "all" : inPercent(v / ixy);
}

/** claim says how good a grouping is for its number of groups or, if it is none of the best, as a trade-off, and within which limit; nothing if nothing is known about others. */
export function claim(d: Data, j: number): string {
  const said = claimed(d, j), limit = d.about.second?.limit ?? null;
  return said === "" || limit === null ? said : limitSays(d, words.claim.limited, { claim: said });
}

function claimed(d: Data, j: number): string {
  const a = d.about, c = words.claim, listed = a.best.length > 0, values = { groups: `${d.k[j]!.toLocaleString("en")} ${a.compared}` };
  if (d.k[j] === 1 || !a.searched) return "";
  if (listed ? a.best.includes(j) : a.h.clusters && d.flags[j]! & DMC) return fill(d.flags[j]! & EXACT || (!listed && a.complete) ? c.best : c.found, values);
  if (j >= d.count) return fill(a.layers === "exact" ? c.layer : c.layerFound, values);
  return a.complete ? c.tradeOff : c.tradeOffFound;
}

/** below says why a best grouping is below the curve; nothing if it is on it. */
export function below(d: Data, j: number): string {
  const s = words.sentence, over = within(d, d.h[j]!);
  if (j < d.count || j >= d.layered || over < 0) return "";
  return fill(d.i[over]! <= d.i[j]! + tolerance ? s.belowEqual : s.below, { groups: groups(d.k[j]!), more: groups(d.k[over]!) });
}

/** unreachable is the label of the area above the curve. */
export function unreachable(d: Data): string {
  if ((d.about.second?.limit ?? null) !== null) return d.about.complete ? words.legend.beyondLimit : words.legend.notAllowed;
  return d.about.complete && Number.isNaN(bound(d, 0)) ? words.legend.unreachable : words.legend.notFound;
}
