// The words that all views of a grouping share, in Go and here: package vocabulary.

import { bound, EXACT, keptHeldOut, kept, within, type Data } from "./data";
import { many, ordered, percent, value } from "./format";
import english from "../../internal/vocabulary/words.json";

export const words = english;

/** fill puts values in the places of names in braces. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

const groups = (n: number) => many(n, "group");

/** namesOf returns the names of X and Y in a sentence. */
export function namesOf(d: Data): { x: string; y: string } {
  return { x: ordered(d.about.x || "X"), y: ordered(d.about.y || "Y") };
}

/** sentence says what a grouping is and how good it is. */
export function sentence(d: Data, j: number): string {
  const a = d.about, s = words.sentence, share = kept(d, j), points = a.i.share && !a.y;
  const values = { ...namesOf(d), groups: groups(d.k[j]!), values: many(a.n, "value"), kept: percent(share), bits: value(d.i[j]!, a.i) };
  if (d.k[j] === 1) return fill(s.one, values) + ".";
  const form = Number.isNaN(share) ? s.tells : points ? s.explainsPoints : a.i.share ? s.explains : s.keeps;
  const told = keptHeldOut(d, j), heldOut = Number.isNaN(told) ? "" : fill(s.heldOut, { heldOut: percent(told) });
  return fill(form, values) + heldOut + fill(s.claim, { claim: claim(d, j) }) + ".";
}

/** claim says how good a grouping is for its number of groups or, if it is none of the best, as a trade-off. */
export function claim(d: Data, j: number): string {
  const c = words.claim, values = { groups: groups(d.k[j]!) };
  if (d.flags[j]! & EXACT) return fill(c.best, values);
  if (d.about.best.includes(j)) return fill(c.found, values);
  return d.about.complete ? c.tradeOff : c.tradeOffFound;
}

/** below says why a grouping is below the curve; nothing if it is on it. */
export function below(d: Data, j: number): string {
  const over = within(d, d.h[j]!);
  if (j < d.count || over < 0) return "";
  return fill(words.sentence.below, { groups: groups(d.k[j]!), more: groups(d.k[over]!) });
}

/** unreachable is the label of the area above the curve. */
export function unreachable(d: Data): string {
  return d.about.complete && Number.isNaN(bound(d, 0)) ? words.legend.unreachable : words.legend.notFound;
}
