// The way of one label along the frontier.

import type { Data } from "../data";
import { assignment } from "./clusters";

export interface Fate {
  row: number;
  /** For every point, the number of values in the cluster of the label; 0 if it is not known. */
  size: Uint32Array;
  /** The first point at which the label is alone, and the first from which on it always is; -1 if there is none. */
  alone: number;
  always: number;
  /** For every row, the share of budgets at which it is in the cluster of the label. */
  together: Float64Array;
  /** For every row, the first point at which it is in another cluster; -1 if there is none. */
  apart: Int32Array;
}

/** follow returns what becomes of a row along the frontier; null if clusterings are not known. O(points x n). */
export function follow(d: Data, row: number): Fate | null {
  const n = d.about.n;
  if (!d.later?.assignments || row < 0) return null;
  const fate: Fate = {
    row, size: new Uint32Array(d.count), alone: -1, always: -1,
    together: new Float64Array(n), apart: new Int32Array(n).fill(-1),
  };
  let budgets = 0;
  for (let j = 0; j < d.count; j++) {
    const a = assignment(d, j);
    if (!a) continue;
    const gap = j + 1 < d.count ? d.h[j + 1]! - d.h[j]! : Math.max(d.about.hx - d.h[j]!, 0);
    const mine = a[row];
    budgets += gap;
    let size = 0;
    for (let x = 0; x < n; x++) {
      if (a[x] === mine) {
        size++;
        fate.together[x]! += gap;
      } else if (fate.apart[x]! < 0) fate.apart[x] = j;
    }
    fate.size[j] = size;
    if (size === 1 && fate.alone < 0) fate.alone = j;
  }
  for (let j = d.count - 1; j >= 0 && fate.size[j] === 1; j--) fate.always = j;
  for (let x = 0; x < n; x++) fate.together[x] = budgets > 0 ? fate.together[x]! / budgets : 0;
  return fate;
}

/** companions returns the rows that are in the cluster of the label for the largest shares of budgets, largest first. */
export function companions(fate: Fate, count: number): number[] {
  const rows: number[] = []; // by decreasing share, at most as many as asked for
  for (let x = 0; x < fate.together.length; x++) {
    const share = fate.together[x]!;
    if (x === fate.row || !(share > 0) || (rows.length === count && share <= fate.together[rows[count - 1]!]!)) continue;
    let at = rows.length;
    while (at > 0 && fate.together[rows[at - 1]!]! < share) at--;
    rows.splice(at, 0, x);
    rows.length = Math.min(rows.length, count);
  }
  return rows;
}
