// This file reads the content of the page, which package report writes.

import { bisectRight } from "d3-array";

import { ordered } from "./format";
import { keyOf } from "./groups/clusters";
import type { Order } from "./groups/ranges";

export type Whole = Uint8Array | Uint16Array | Uint32Array;
type Numbers = Whole | Float32Array | Float64Array;

/** Bits of a point's flags, as in array.go. */
export const HULL = 1, DMC = 2, ROBUST = 4, ASSIGNED = 8, EXACT = 16;

export interface Axis { name: string; symbol: string; unit: string; share: boolean; clusters: boolean }
export interface Validation { method: string; name?: string; folds: number; records: number; new_x: number; new_y: number; clusters: number; h: number }
/** Aside are the records without a value of X, which are not among those of the page: a cluster of their own, left out, or with the nearest cluster. */
export interface Aside { treatment: "own" | "drop" | "nearest"; share: number; y: string[]; counts: number[] }
/** Second is a second variable S: its name, whether groupings are to tell little about it ("leak") or much ("also"), H(S), I(X;S), and the limit in bits that the points satisfy. */
export interface Second { name: string; aim: "leak" | "also"; labels: string[]; hs: number; ixs: number; exact: boolean; limit: number | null }
interface Place { type: "u8" | "u16" | "u32" | "f32" | "f64"; offset: number; length: number }

export interface About {
  title: string; table: string; n: number; m: number;
  xLabels: string[]; yLabels: string[];
  scales: { type?: string; cuts?: number[]; low?: number[]; whole?: boolean }[] | null; order: Order | null; several: boolean; // several: X is of several columns
  whole: string; column: string; x: string; y: string; hx: number; ixy: number; shares: boolean; samples: number | null; estimator: string;
  h: Axis; i: Axis; points: number; others: number; best: number[];
  layered: number; layers: "" | "exact" | "found"; // groupings of the layers that are neither on the frontier nor best, and what is known of these
  all: number; lost: number; // points of the frontier, of which the page may show only some, and the part of the area that these leave out
  searched: boolean; compared: string; values: string; means: boolean; yOrder: string; // for the sentence and the rows: package groupview
  complete: boolean; // the frontier is proved to have every grouping that no other beats
  known: boolean; uncertain: boolean; missing: string; rest: string;
  groupNames: { name: string; rows: number[] }[] | null; // that the file has
  aside: Aside | null;
  start: number; reason: string; coarser: number; finer: number; validation: Validation | null; independent: number | null;
  ceiling: { h: number; i: number }[] | null; headroom: [most: number, mean: number]; // an upper bound on all clusterings, and how far it is above the frontier
  soft: { h: number; i: number }[] | null; // the curve of soft encoders
  second: Second | null; // a second variable, and how many groupings come last that are of interest only within a limit on what they tell about it
  beyond: number;
  first: Record<string, Place>; later: Record<string, Place>;
}

/** What is unpacked after the first picture. */
export interface Later {
  prominence: Float64Array; kink: Float32Array; ties: Uint32Array;
  dh?: Float32Array; di?: Float32Array; // standard deviations
  mass?: Float64Array; // of rows
  mean?: Float64Array; variance?: Float64Array; // of the numbers Y in each row
  cellX?: Whole; cellY?: Whole; cellWeight?: Float64Array;
  secondX?: Whole; secondS?: Whole; secondWeight?: Float64Array; // the table of X and S
  assignments?: Whole; // the clusters of the n rows, those of point j from index j*n on, or from order[j]*n on
}

/** A frontier: its points by increasing h, then the best clusterings that are not on it, by increasing k, and then others that are Pareto-optimal for their k. */
export interface Data {
  about: About;
  count: number; // points of the frontier
  layered: number; // where the groupings begin that are Pareto-optimal for their k, but neither on the frontier nor best
  hidden: number; // where the groupings begin that are not shown: they do not satisfy the limit, or others are better
  total: number; // and of others
  order: Uint32Array | null; // the places of the points in the page, if a limit puts them in another order
  s: Float64Array | undefined; // I(Z;S) in bits
  free: Data | null; // without the limit, if there is one
  h: Float64Array; i: Float64Array; k: Whole; flags: Uint8Array;
  frontH: Float64Array; frontI: Float64Array; // those of the frontier
  heldOut: Float32Array | undefined; heldOutSE: Float32Array | undefined; // information on held-out records in bits, and its standard error
  later: Later | null;
  names: Map<string, string>; // that people gave to groups, by groups/clusters.ts:keyOf
}

/** readFirst reads what the first picture needs. */
export function readFirst(): Data {
  const about = JSON.parse(text("about")) as About;
  for (const axis of [about.h, about.i]) axis.name = ordered(axis.name);
  [about.whole, about.reason] = [ordered(about.whole), ordered(about.reason)];
  const block = bytesOf(text("first")).buffer as ArrayBuffer;
  return dataOf(about, unpack(block, about.first));
}

/** dataOf returns a frontier of what the page says and of the arrays of the first picture. */
export function dataOf(about: About, arrays: Record<string, Numbers>): Data {
  const count = about.points, h = arrays.h as Float64Array, i = arrays.i as Float64Array;
  return {
    about, count, layered: count + about.best.filter((j) => j >= count).length, hidden: count + about.others - about.beyond, total: count + about.others,
    later: null, names: namesIn(about), order: null, s: arrays.s as Float64Array | undefined, free: null, h, i, frontH: h.subarray(0, count), frontI: i.subarray(0, count),
    k: arrays.k as Whole, flags: arrays.flags as Uint8Array,
    heldOut: arrays.heldOut as Float32Array | undefined, heldOutSE: arrays.heldOutSE as Float32Array | undefined,
  };
}

/** namesIn returns the names of groups that the file has. */
export function namesIn(about: About): Map<string, string> {
  return new Map((about.groupNames ?? []).map(({ name, rows }) => [keyOf(rows), name]));
}

/** readLater reads the rest, which is compressed. */
export async function readLater(about: About): Promise<Later> {
  const stream = new Blob([bytesOf(text("later"))]).stream().pipeThrough(new DecompressionStream("gzip"));
  const block = await new Response(stream).arrayBuffer();
  const arrays = unpack(block, about.later);
  const heads = arrays.heads as Whole | undefined;
  if (heads) arrays.assignments = labelled(heads, about.n);
  return arrays as unknown as Later;
}

/** secondOf returns the frontier with the second variable in the place of Y; null without one. */
export function secondOf(d: Data): Data | null {
  const s = d.about.second, l = d.later;
  if (!s || !l?.secondX || !l.secondS || !l.secondWeight) return null;
  const { mean: _mean, variance: _variance, ...later } = l;
  return { ...d, about: { ...d.about, y: s.name, yLabels: s.labels, yOrder: "", means: false, aside: null }, later: { ...later, cellX: l.secondX, cellY: l.secondS, cellWeight: l.secondWeight } };
}

/**
 * labelled turns the clusterings of package report into those of package partition, in place. Of every row, the page holds
 * the number of the heaviest row of its cluster, as the difference from that in the clustering before. Clusters become
 * 0, 1, 2, ... in the order of their first rows.
 */
export function labelled(heads: Whole, n: number): Whole {
  const head = heads.slice(0, n).fill(0), label = new Int32Array(n);
  for (let base = 0; base < heads.length; base += n) {
    label.fill(-1);
    let k = 0;
    for (let x = 0; x < n; x++) {
      head[x]! += heads[base + x]!; // which overflows as intended
      const h = head[x]!;
      if (label[h]! < 0) label[h] = k++;
      heads[base + x] = label[h]!;
    }
  }
  return heads;
}

function text(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  // Newer browsers have a function for this, which is many times faster.
  const quick = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;
  if (quick) return quick.call(Uint8Array, base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let n = 0; n < binary.length; n++) bytes[n] = binary.charCodeAt(n);
  return bytes;
}

function unpack(block: ArrayBuffer, places: Record<string, Place>): Record<string, Numbers> {
  const make = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };
  const arrays: Record<string, Numbers> = {};
  for (const [name, at] of Object.entries(places)) {
    arrays[name] = new make[at.type](block, at.offset, at.length);
  }
  return arrays;
}

/** thinned tells whether the page shows only some of the points of the frontier. */
export function thinned(d: Data): boolean {
  return d.count < d.about.all;
}

/** bestOf returns for each number of clusters its best clustering or, if these are not known, the point of the frontier with the highest i. */
export function bestOf(d: Data): Map<number, number> {
  if (d.about.best.length > 0) return new Map(d.about.best.map((j) => [d.k[j]!, j]));
  const best = new Map<number, number>();
  // If points are left out, the best one shown may not be the best of the frontier.
  for (let j = 0; j < d.count; j++) if (!thinned(d) || d.flags[j]! & DMC) best.set(d.k[j]!, j);
  return new Map([...best].sort((a, b) => a[0] - b[0]));
}

/** within returns the last point of the frontier whose h is at most the budget plus the tie tolerance; -1 if there is none. */
export function within(d: Data, budget: number): number {
  return firstAbove(d.frontH, budget + 1e-9) - 1;
}

/** firstAbove returns the first index of an increasing array whose element is larger than a value. */
export function firstAbove(sorted: Float64Array, value: number): number {
  return bisectRight(sorted, value);
}

/** bound returns the upper bound on i for all clusterings whose h is at most as large as a value; NaN if there is none. */
export function bound(d: Data, h: number): number {
  const corners = d.about.ceiling;
  if (!corners) return NaN;
  const n = corners.findIndex((c) => c.h > h);
  if (n < 0) return corners[corners.length - 1]!.i;
  if (n === 0) return corners[0]!.i;
  const a = corners[n - 1]!, b = corners[n]!;
  return a.i + ((h - a.h) / (b.h - a.h)) * (b.i - a.i);
}

/** total returns the largest possible i: I(X;Y) or, if that is not known, the largest of the frontier. */
export function total(d: Data): number {
  if (d.about.i.share) return 1;
  if (d.about.ixy > 0) return d.about.ixy;
  return d.count > 0 ? d.i[d.count - 1]! : 0;
}

/** kept returns the share of the information that a point keeps; NaN if that is not known. */
export function kept(d: Data, j: number): number {
  return share(d, d.i[j]!);
}

/** recommended reports whether a grouping is the recommended one, which is not known within another limit. */
export function recommended({ about }: Data, j: number): boolean {
  return j === about.start && about.reason !== "";
}

/** keptHeldOut returns the share that a point keeps on held-out records; NaN if that is not known. */
export function keptHeldOut(d: Data, j: number): number {
  return d.heldOut ? share(d, d.heldOut[j]!) : NaN;
}

/**
 * share returns a part of all information; NaN if that is an estimate that is not above its error, or if the part is none,
 * as estimates may be below 0 or above all.
 */
function share(d: Data, part: number): number {
  const all = total(d), v = part / all;
  return all > 0 && d.about.shares && v > -1e-9 && v < 1 + 1e-9 ? Math.min(Math.max(v, 0), 1) : NaN;
}
