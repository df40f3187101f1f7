// Ranges of neighbours in the order of X. Package frontier computes the same in Go: Point.Ranges.

import type { Data } from "../data";
import { fill, words } from "../words";

/** The order of X: at every place a row, or -1, and the texts with which a range begins and ends there. */
export interface Order { circular: boolean; rows: number[]; begins: string[]; ends: string[]; between: string; cuts: number[] | null; comma: boolean }

/** A part of a cluster: neighbours, from one place in the order to another, or a row that has none. Its rows are in the order of the table. */
export interface Range { text: string; rows: number[]; run?: Run }

interface Run { first: number; last: number }

/** rangesOf divides k groups of rows into ranges, in the order of the table. A row that is in no group has -1. O(n). */
export function rangesOf(d: Data, of: ArrayLike<number>, k: number): Range[][] {
  const ranges: Range[][] = Array.from({ length: k }, () => []);
  const order = d.about.order, placed = new Uint8Array(of.length);
  if (order) {
    const runs = runsOf(order.rows.map((x) => (x < 0 ? -1 : of[x]!)), order.circular, k);
    runs.forEach((list, c) => { for (const run of list) ranges[c]!.push(rangeOf(d, order, run)); });
    for (const x of order.rows) if (x >= 0) placed[x] = 1;
  }
  for (let x = 0; x < of.length; x++) if (!placed[x] && of[x]! >= 0) ranges[of[x]!]!.push({ text: d.about.xLabels[x]!, rows: [x] });
  for (const list of ranges) list.sort((a, b) => a.rows[0]! - b.rows[0]!);
  return ranges;
}

/** runsOf returns the runs of every group. A place with -1 interrupts no run. */
function runsOf(group: number[], circular: boolean, k: number): Run[][] {
  const runs: Run[][] = Array.from({ length: k }, () => []);
  let before = -1, first = -1;
  group.forEach((g, at) => {
    if (g < 0) return;
    if (g === before) runs[g]![runs[g]!.length - 1]!.last = at;
    else runs[g]!.push({ first: at, last: at });
    if (first < 0) first = g;
    before = g;
  });
  if (circular && first >= 0 && first === before && runs[first]!.length > 1) {
    const own = runs[first]!;
    own[own.length - 1]!.last = own[0]!.last;
    own.shift();
  }
  return runs;
}

function rangeOf(d: Data, order: Order, run: Run): Range {
  const rows: number[] = [];
  for (let at = run.first; ; at = (at + 1) % order.rows.length) {
    if (order.rows[at]! >= 0) rows.push(order.rows[at]!);
    if (at === run.last) break;
  }
  const text = run.first === run.last ? d.about.xLabels[rows[0]!]! : `${order.begins[run.first]}${order.between}${order.ends[run.last]}`;
  return { text, rows: rows.sort((x, y) => x - y), run };
}

/** shownRange says in words which end of a range of numbers belongs. Package groupview does the same in Go: RangeTexts. */
export function shownRange(d: Data, { text, run }: Range): string {
  const order = d.about.order, scale = d.about.scales?.[0], at = order ? text.indexOf(order.between) : -1;
  if (!order?.cuts || scale?.type !== "number" || !run || at < 0) return text;
  const ends = { from: text.slice(0, at), to: text.slice(at + order.between.length) };
  const first = run.first === 0, last = run.last === order.cuts.length, w = words.ranges;
  if (!scale.whole && first && last) return text;
  return fill(scale.whole ? w.closed : first ? w.below : last ? w.from : w.under, ends);
}

/** binOf returns the row of the bin that a number is in; -1 if the text is no number, X is none, or the bin has no records. */
export function binOf(order: Order | null, text: string): number {
  const plain = order?.comma ? text.replace(",", ".") : text, v = Number(plain);
  if (!order?.cuts || plain.trim() === "" || Number.isNaN(v)) return -1;
  const place = order.cuts.findIndex((cut) => v < cut);
  return order.rows[place < 0 ? order.cuts.length : place]!;
}
