// The clusters of a point, and their names. Package frontier computes the same in Go: Point.Names.

import { ASSIGNED, type Aside, type Data } from "../data";
import { named } from "../dom";
import { apart, hasLeftward, visible } from "../format";
import { rangesOf, shownRange, type Range } from "./ranges";

export interface Cluster {
  number: number;
  rows: number[]; // heaviest first, if masses are known
  ranges: Range[]; // in the order of the table
  name: string;
  shown: string; // the name as text of the page: labels that are written from right to left stay in their places
  mass: number; // NaN if it is not known
}

/** assignment returns the cluster of every row; null where it is not known. */
export function assignment(d: Data, j: number): ArrayLike<number> | null {
  const a = d.later?.assignments, n = d.about.n;
  if (!a || j < 0 || !(d.flags[j]! & ASSIGNED)) return null;
  const at = d.order ? d.order[j]! : j;
  return a.subarray(at * n, (at + 1) * n);
}

/** What missing values are called. */
export const MISSING = "(missing)";

/** missingIn returns the cluster of a missing value, as package encode does it: its number is k if it is one of its own. */
export function missingIn(d: Data, j: number): { number: number; name: string } | null {
  const aside = d.about.aside, clusters = aside ? clustersOf(d, j) : null;
  if (!aside || !clusters || aside.treatment === "drop") return null;
  if (aside.treatment === "own") return { number: clusters.length, name: unused(clusters.map((c) => c.name)) };
  const number = nearestTo(d, j, aside);
  return number < 0 ? null : clusters[number]!;
}

function unused(names: string[]): string {
  let name = MISSING;
  for (let n = 2; names.includes(name); n++) name = `${MISSING} (${n})`;
  return name;
}

/** nearestTo returns the cluster that takes some records in at the smallest loss of information; -1 if none has one of their columns. */
function nearestTo(d: Data, j: number, aside: Aside): number {
  const a = assignment(d, j), { cellX, cellY, cellWeight } = d.later ?? {};
  if (!a || !cellX || !cellY || !cellWeight) return -1;
  const k = d.k[j]!, m = d.about.yLabels.length, joint = new Float64Array(k * m), mass = new Float64Array(k);
  const total = cellWeight.reduce((sum, v) => sum + v, 0), all = aside.counts.reduce((sum, v) => sum + v, 0);
  cellWeight.forEach((v, n) => {
    joint[a[cellX[n]!]! * m + cellY[n]!]! += v / total;
    mass[a[cellX[n]!]!]! += v / total;
  });
  const weight = aside.share / (1 - aside.share), place = new Map(d.about.yLabels.map((label, y) => [label, y]));
  const own = aside.y.flatMap((label, n) => (place.has(label) ? [{ y: place.get(label)!, w: weight * aside.counts[n]! / all }] : []));
  const xlog = (v: number) => (v > 0 ? v * Math.log2(v) : 0), joined = (u: number, v: number) => xlog(u) + xlog(v) - xlog(u + v);
  let best = -1, least = Infinity;
  for (let c = 0; c < k && own.length > 0; c++) {
    const loss = own.reduce((sum, { y, w }) => sum + joined(w, joint[c * m + y]!), 0) - joined(weight, mass[c]!);
    if (mass[c]! > 0 && loss < least - 1e-12 * weight) [best, least] = [c, loss];
  }
  return best;
}

const latest = new Map<number, Cluster[]>(), remembered = 4; // several parts of the page ask for those of the same few points

/** keyOf identifies a set of rows. */
export function keyOf(rows: number[]): string {
  let least = Infinity, mixed = 0;
  for (const x of rows) {
    least = Math.min(least, x);
    mixed ^= Math.imul(Math.imul(x + 1, 0x9e3779b1) ^ ((x + 1) >>> 7), 0x85ebca6b); // in any order
  }
  return [rows.length, least, mixed >>> 0].map((v) => v.toString(36)).join("-");
}

/** given returns the names that people gave to groups, each with the labels of the group. It looks for the groups in a point first, and then in all. */
export function given(d: Data, first: number): string[][] {
  const list: string[][] = [], left = new Set(d.names.keys());
  for (let j = -1; j < d.total && left.size > 0; j++) {
    const a = assignment(d, j < 0 ? first : j);
    if (!a) continue;
    const rows: number[][] = [];
    for (let x = 0; x < a.length; x++) (rows[a[x]!] ??= []).push(x);
    for (const own of rows) {
      const key = keyOf(own);
      if (left.delete(key)) list.push([d.names.get(key)!, ...own.map((x) => d.about.xLabels[x]!)]);
    }
  }
  return list;
}

/** forget forgets clusters with the names that they had. */
export function forget(): void {
  latest.clear();
}

/** clustersOf returns the clusters of a point by number; null where they are not known. Callers do not change them. */
export function clustersOf(d: Data, j: number): Cluster[] | null {
  const a = assignment(d, j);
  if (!a) return null;
  const clusters = latest.get(j) ?? clustersBy(d, a, d.k[j]!);
  latest.delete(j);
  latest.set(j, clusters);
  if (latest.size > remembered) latest.delete(latest.keys().next().value!);
  return clusters;
}

function clustersBy(d: Data, a: ArrayLike<number>, k: number): Cluster[] {
  const clusters: Cluster[] = Array.from({ length: k }, (_, number) => ({ number, rows: [], ranges: [], name: "", shown: "", mass: NaN }));
  for (let x = 0; x < a.length; x++) clusters[a[x]!]!.rows.push(x);
  const mass = d.later?.mass, ranges = rangesOf(d, a, clusters.length), plus = d.about.order || d.about.several ? " + " : "+";
  for (const c of clusters) {
    if (mass) {
      c.rows.sort((x, y) => mass[y]! - mass[x]! || x - y);
      c.mass = c.rows.reduce((sum, x) => sum + mass[x]!, 0);
    }
    c.ranges = ranges[c.number]!;
    const labels = heaviestFirst(c.ranges, mass).map((r) => (d.about.scales?.[0]?.whole ? r.text : shownRange(d, r)));
    c.name = nameOf(labels, plus);
    const given = d.names.size > 0 ? d.names.get(keyOf(c.rows)) : undefined;
    if (given !== undefined) c.shown = c.name = given;
    else c.shown = labels.length > 1 && hasLeftward(c.name) ? nameOf(labels, plus, apart) : c.name;
  }
  makeUnique(clusters);
  return clusters;
}

/** namedCluster shows the name of a cluster as an element. */
export function namedCluster(c: Cluster, letters?: number): HTMLElement {
  const made = named(c.shown, letters);
  if (c.shown !== c.name) made.dir = "ltr";
  return made;
}

/** nameIn returns the name of a cluster for a text, of which it does not change the order. */
export function nameIn(c: Cluster, letters?: number): string {
  return `\u2068${visible(c.shown, letters)}\u2069`;
}

const longest = 24; // the most letters of a name that is made of several labels

/** heaviestFirst returns ranges by decreasing mass, if masses are known. */
function heaviestFirst(ranges: Range[], mass: Float64Array | undefined): Range[] {
  if (!mass) return ranges;
  const weigh = (r: Range) => r.rows.reduce((sum, x) => sum + mass[x]!, 0);
  const weights = new Map(ranges.map((r) => [r, weigh(r)]));
  return [...ranges].sort((a, b) => weights.get(b)! - weights.get(a)! || a.rows[0]! - b.rows[0]!);
}

/** nameOf joins as many labels as fit with "+", each as a function writes it, and counts the rest. */
export function nameOf(labels: string[], plus = "+", write = (label: string) => label): string {
  if (labels.length === 1) return write(labels[0]!);
  let name = write(labels[0]!), letters = length(labels[0]!), used = 1;
  while (used < labels.length && letters + plus.length + length(labels[used]!) <= longest) {
    name += plus + write(labels[used]!);
    letters += plus.length + length(labels[used]!);
    used++;
  }
  const rest = labels.length - used;
  return rest > 0 ? `${name}${plus}${rest} more` : name;
}

function length(text: string): number {
  let n = 0;
  for (const _ of text) n++;
  return n;
}

/** makeUnique adds numbers to names that occur again. The first cluster of a name keeps it. */
function makeUnique(clusters: Cluster[]): void {
  const taken = new Set(clusters.map((c) => c.name)), used = new Map<string, number>();
  if (taken.size === clusters.length) return;
  for (const c of clusters) {
    const plain = c.name;
    let n = (used.get(plain) ?? 0) + 1;
    if (n > 1) {
      while (taken.has(`${plain} (${n})`)) n++;
      c.name = `${plain} (${n})`;
      c.shown += ` (${n})`;
      taken.add(c.name);
    }
    used.set(plain, n);
  }
}

/** sorted returns the clusters in the order in which they are shown: in that of X, if it has one, or else by mass. */
export function sorted(d: Data, clusters: Cluster[]): Cluster[] {
  return d.about.order ? [...clusters].sort((a, b) => a.ranges[0]!.rows[0]! - b.ranges[0]!.rows[0]!) : byMass(clusters);
}

/** byMass returns the clusters by decreasing mass or, if masses are not known, by decreasing size. */
function byMass(clusters: Cluster[]): Cluster[] {
  const weight = (c: Cluster) => (Number.isNaN(c.mass) ? c.rows.length : c.mass);
  return [...clusters].sort((a, b) => weight(b) - weight(a) || a.number - b.number);
}
