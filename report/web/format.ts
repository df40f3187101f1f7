// Numbers and texts as people read them.

import type { Axis, Data } from "./data";
import { bound, kept, keptHeldOut, thinned } from "./data";

/** number writes a number with three decimals, or with two digits if it is too small for that. */
export function number(v: number): string {
  if (Number.isNaN(v)) return "not known";
  if (v !== 0 && Math.abs(v) < 0.0005) return v.toPrecision(2);
  if (Math.abs(v) >= 1e6) return v.toPrecision(6);
  return v.toFixed(3);
}

/** atMost writes an upper bound: it is rounded up. */
export function atMost(v: number): string {
  return (Math.ceil(v * 1000 - 1e-6) / 1000).toFixed(3);
}

/** boundSays writes the upper bound on all clusterings of the h of a point or less, and how far it is above the point. */
export function boundSays(d: Data, j: number): string {
  const most = bound(d, d.h[j]!);
  return `${atMost(most)} bits, ${atMost(Math.max(most - d.i[j]!, 0))} above`;
}

/** signed writes a number with its sign. */
export function signed(v: number): string {
  return (v < 0 ? "−" : "+") + number(Math.abs(v));
}

/** percent writes a share in percent, with enough digits that small shares differ from 0 and large ones from all. */
export function percent(share: number): string {
  const v = 100 * share;
  if (Number.isNaN(v)) return "not known";
  if (v === 0 || Math.abs(v - 100) < 1e-7) return Math.round(v) + "\u00a0%"; // except for rounding errors
  if (v >= 99.95 && v < 100) return Math.min(v, 99.99).toFixed(2) + "\u00a0%";
  return (v !== 0 && v < 0.1 ? v.toPrecision(1) : v.toFixed(1)) + "\u00a0%";
}

/** value writes a value of an objective with its unit. */
export function value(v: number, axis: Axis): string {
  return number(v) + (axis.unit ? " " + axis.unit : "");
}

/** capital begins a text with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** many writes a number with its noun. */
export function many(n: number, one: string, more = one + "s"): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : more}`;
}

/** inShort names a point. */
export function inShort(d: Data, j: number): string {
  const best = d.about.best.includes(j) || d.about.best.length === 0 ? "" : `, ${value(d.h[j]!, d.about.h)}`;
  return many(d.k[j]!, "group") + best + keeps(d, j);
}

/** inWords describes a point for people who hear the page. */
export function inWords(d: Data, j: number): string {
  const a = d.about;
  return `${placeOf(d, j)}: ${a.h.name} ${value(d.h[j]!, a.h)}, ${a.i.name} ${value(d.i[j]!, a.i)}, ` +
    many(d.k[j]!, "group") + keeps(d, j);
}

/** placeOf says where a point is. */
export function placeOf(d: Data, j: number): string {
  const below = j < d.layered ? "Best" : "A best trade-off";
  return j < d.count ? `Point ${j + 1} of ${d.count}${thinned(d) ? " shown" : ""}` : `${below} for ${many(d.k[j]!, "group")}, below the frontier`;
}

/** shownOf says how many points the page shows and, if it leaves some out, how much of the frontier is lost with them. */
export function shownOf(d: Data): string {
  const all = many(d.about.all, "point");
  if (!thinned(d)) return all;
  return `${d.count.toLocaleString("en")} of ${all}, whose staircase covers ${percent(1 - d.about.lost)} of the area under that of all`;
}

/** keeps says which share of the information a point keeps, after a comma; nothing if that is not known. */
export function keeps(d: Data, j: number): string {
  const share = kept(d, j);
  return Number.isNaN(share) ? "" : `, keeps ${percent(share)}`;
}

/** keepsHeldOut says which share it keeps on held-out records, after a comma; nothing if that is not known. */
export function keepsHeldOut(d: Data, j: number): string {
  const share = keptHeldOut(d, j);
  return Number.isNaN(share) ? "" : `, held out ${percent(share)}`;
}

/** cut shortens a text to a number of letters, at its end or in the middle, which keeps labels apart that begin alike. What kept writing directions apart still does. */
export function cut(text: string, letters: number, middle = false): string {
  const all = Array.from(text);
  if (all.length <= letters) return text;
  const last = middle ? (letters - 1) >> 1 : 0, head = all.slice(0, letters - 1 - last).join(""), tail = all.slice(all.length - last).join("");
  const open = (part: string) => (part.match(/[\u2066-\u2068]/g)?.length ?? 0) - (part.match(/\u2069/g)?.length ?? 0);
  return head + "…" + "\u2069".repeat(Math.max(open(head), 0)) + "\u2068".repeat(Math.max(-open(tail), 0)) + tail;
}

let ruler: CanvasRenderingContext2D | null = null;

/** widthOf returns the width of a text in pixels. */
export function widthOf(text: string, font: string): number {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return 8 * text.length;
  ruler.font = font;
  return ruler.measureText(text).width;
}

const diagramFont = "13px system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', Arial, sans-serif";

/** fit shortens a text to a width in pixels as cut does. Without a font, it is one of a diagram. */
export function fit(text: string, width: number, font = diagramFont, inside = false): string {
  if (widthOf(text, font) <= width) return text;
  const brief = inside ? text.replace(/(\+\d+) more(\u2069?)$/, "$1$2") : text; // of a name of a group
  if (brief !== text) return fit(brief, width, font, inside);
  let low = 1, high = Math.min(Array.from(text).length, 200);
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (widthOf(cut(text, middle, inside), font) <= width) low = middle;
    else high = middle;
  }
  return cut(text, low, inside);
}

// Spaces and control characters, which show nothing by themselves.
const nothing = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

// Letters of scripts that are written from right to left, and texts of them.
const leftwards = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const leftward = new RegExp(`[${leftwards}]`, "u"), leftwardText = new RegExp(`[${leftwards}](?:[${leftwards}\\p{M}\\p{N}\\s_.'"-]*[${leftwards}\\p{M}\\p{N}])?`, "gu");

/** hasLeftward reports whether a text has letters that are written from right to left. */
export function hasLeftward(text: string): boolean {
  return leftward.test(text);
}

/** ordered keeps names of columns in a formula in its order, though they may be written from right to left. */
export function ordered(formula: string): string {
  return formula.replace(leftwardText, apart);
}

/** apart returns a text between marks that keep its writing direction from changing that of the text around it. */
export function apart(text: string): string {
  return `\u2068${text.replace(/[\u2066-\u2069]/g, "")}\u2069`;
}

/** visible returns a label as it is shown: "(blank)" if it would show nothing, and cut if it is very long. */
export function visible(label: string, letters = 80): string {
  return nothing.test(label) ? "(blank)" : cut(label, letters);
}

/** prominenceIs explains prominence where it is shown. */
export const prominenceIs = "How far a point stands out as a corner of the frontier, from 0 to 1: the area that it alone covers, " +
  "minus that of the pocket on its other side, as a share of the whole picture; the square root of this.";
