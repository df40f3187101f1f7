// What distinguishes the clusters of a point. Package describe computes the same in Go.

import type { Data } from "../data";
import { assignment } from "./clusters";

const tolerance = 1e-9; // smaller values are rounding errors, as in package pareto

/** What a column tells about a cluster. */
export interface Contribution {
  y: number;
  p: number; // p(y|c)
  overall: number; // p(y)
  bits: number; // p(c,y) log2(p(y|c)/p(y)), and 0 where p(y|c) is 0
}

export interface Explained {
  info: number; // the cluster's part of I(Z;Y)
  tells: Contribution[]; // columns that are more probable in the cluster, by bits, largest first
  tellsNot: Contribution[]; // columns that are less probable in the cluster, by p(c) (p(y) - p(y|c)), largest first
}

/** explain returns for every cluster of a point the columns that distinguish it; null if the cells are not known. O(cells + m log m). */
export function explain(d: Data, j: number, top: number): Explained[] | null {
  const a = assignment(d, j), later = d.later;
  if (!a || !later?.cellX || !later.cellY || !later.cellWeight) return null;
  const { cellX, cellY, cellWeight } = later, k = d.k[j]!, m = d.about.yLabels.length;
  const overall = new Float64Array(m), mass = new Float64Array(k);
  const starts = new Uint32Array(k + 1);
  let sum = 0;
  for (let n = 0; n < cellX.length; n++) {
    const c = a[cellX[n]!]!;
    overall[cellY[n]!]! += cellWeight[n]!;
    mass[c]! += cellWeight[n]!;
    starts[c + 1]!++;
    sum += cellWeight[n]!;
  }
  for (let y = 0; y < m; y++) overall[y]! /= sum;
  const frequent = Uint32Array.from(overall.keys()).sort((y, z) => overall[z]! - overall[y]! || y - z);
  for (let c = 0; c < k; c++) starts[c + 1]! += starts[c]!;
  const order = new Uint32Array(cellX.length), at = starts.slice();
  for (let n = 0; n < cellX.length; n++) order[at[a[cellX[n]!]!]!++] = n;
  const joint = new Float64Array(m); // the weights of one cluster; all 0 again after it
  return Array.from({ length: k }, (_, c) => {
    const columns: number[] = [];
    for (let n = starts[c]!; n < starts[c + 1]!; n++) {
      const y = cellY[order[n]!]!;
      if (joint[y] === 0) columns.push(y);
      joint[y]! += cellWeight[order[n]!]!;
    }
    const parts = columns.sort((y, z) => y - z).map((y): Contribution => {
      const p = joint[y]! / mass[c]!, bits = p > 0 && overall[y]! > 0 ? (joint[y]! / sum) * Math.log2(p / overall[y]!) : 0;
      return { y, p, overall: overall[y]!, bits };
    });
    const share = mass[c]! / sum;
    const less = parts.filter((part) => share * (part.overall - part.p) > tolerance);
    less.push(...absent(frequent, overall, joint, share, top));
    for (const y of columns) joint[y] = 0;
    return {
      info: parts.reduce((total, part) => total + part.bits, 0),
      tells: parts.filter((part) => part.bits > tolerance).sort((p, q) => q.bits - p.bits).slice(0, top),
      tellsNot: less.sort((p, q) => q.overall - q.p - (p.overall - p.p)).slice(0, top),
    };
  });
}

/** absent returns the most frequent columns among those that never occur with a cluster. */
function absent(frequent: Uint32Array, overall: Float64Array, joint: Float64Array, share: number, top: number): Contribution[] {
  const found: Contribution[] = [];
  for (const y of frequent) {
    if (found.length >= top || !(share * overall[y]! > tolerance)) break;
    if (joint[y] === 0) found.push({ y, p: 0, overall: overall[y]!, bits: 0 });
  }
  return found;
}
