// Frontiers for tests.

import { ASSIGNED, type About, type Data, type Later } from "../data";
import type { Order } from "../groups/ranges";

/** A point of a frontier for tests: its objectives and the group of each row. */
export interface Given { h: number; i: number; groups: number[] }

/** frontierOf returns a frontier of points, with counts by row and then by value of Y. */
export function frontierOf(points: Given[], counts: number[][], about: Partial<About> = {}, later: Partial<Later> = {}): Data {
  const n = counts.length, m = counts[0]?.length ?? 0, total = counts.flat().reduce((sum, v) => sum + v, 0);
  const cells = counts.flatMap((row, x) => row.flatMap((w, y) => (w > 0 ? [{ x, y, w }] : [])));
  const numbers = (of: (p: Given) => number) => Float64Array.from(points, of);
  const h = numbers((p) => p.h), i = numbers((p) => p.i), none = new Float32Array(points.length);
  return {
    about: { n, m, xLabels: counts.map((_, x) => "x" + x), yLabels: Array.from({ length: m }, (_, y) => "y" + y), order: null, several: false,
      samples: total, h: { name: "H(Z)", symbol: "H(Z)", unit: "bits", share: false, clusters: false }, i: { name: "I(Z;Y)", symbol: "I(Z;Y)", unit: "bits", share: false, clusters: false }, best: [], searched: true, compared: "groups", values: `${n} values`, means: false, yOrder: "", layers: "", aside: null, missing: "", shares: true, ixy: 1, start: 0, all: points.length, ...about } as About,
    count: points.length, layered: points.length, hidden: points.length, total: points.length, order: null, s: undefined, free: null, h, i, frontH: h, frontI: i, names: new Map(),
    k: Uint8Array.from(points, (p) => Math.max(...p.groups) + 1), flags: new Uint8Array(points.length).fill(ASSIGNED),
    heldOut: undefined, heldOutSE: undefined,
    later: {
      prominence: new Float64Array(points.length), kink: none, ties: new Uint32Array(points.length),
      mass: Float64Array.from(counts, (row) => row.reduce((sum, v) => sum + v, 0) / total),
      cellX: Uint8Array.from(cells, (c) => c.x), cellY: Uint8Array.from(cells, (c) => c.y), cellWeight: Float64Array.from(cells, (c) => c.w),
      assignments: Uint8Array.from(points.flatMap((p) => p.groups)), ...later,
    },
  };
}

/** line is an order of n rows of numbers. */
export function line(n: number, circular = false): Order {
  const places = Array.from({ length: n }, (_, at) => at);
  return { circular, rows: places, begins: places.map(String), ends: places.map((at) => String(at + 1)), between: " - ", cuts: places.slice(1), comma: false };
}
