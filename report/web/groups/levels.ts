// What a group says about Y: the share of an event, the mean of numbers, or the shares of all values, and the order of
// the groups. Packages binning and describe compute the same numbers in Go.

import type { Data } from "../data";
import { assignment, clustersOf, MISSING, type Cluster } from "./clusters";

/** What is shown of Y beside a group: a mean, the rate of an event, the shares of a few values, those of many values that set the group apart, or nothing. */
export type Shape = "mean" | "rate" | "few" | "many" | "none";

/** shapeOf returns what is shown of Y. */
export function shapeOf(d: Data): Shape {
  const values = d.later?.cellX ? d.about.yLabels.length : 0;
  if (d.later?.mean) return "mean";
  return values < 2 ? "none" : values === 2 ? "rate" : values <= 8 ? "few" : "many";
}

/** A rate or a mean, with the ends of its 95 % interval, which are NaN if they are not known. */
export interface Level { value: number; low: number; high: number }

const normal = 1.959964; // the quantile of the normal distribution for intervals of 95 %

/** wilson returns the rate of an event in records (Wilson 1927, doi:10.1080/01621459.1927.10502953). */
export function wilson(events: number, records: number, counted: boolean): Level {
  const p = events / records, z = (normal * normal) / records;
  if (!counted) return { value: p, low: NaN, high: NaN };
  const middle = (p + z / 2) / (1 + z), half = (normal / (1 + z)) * Math.sqrt((p * (1 - p)) / records + z / (4 * records));
  return { value: p, low: middle - half, high: middle + half };
}

/** Moments add up the numbers of records. */
class Moments {
  private weight = 0;
  private mean = 0;
  private scatter = 0;

  /** join adds records of a weight, a mean and a variance (Chan, Golub and LeVeque 1979, equations 2.1). */
  join(weight: number, mean: number, variance: number): void {
    if (weight === 0) return;
    const off = mean - this.mean, before = this.weight;
    this.weight += weight;
    this.mean += off * (weight / this.weight);
    this.scatter += weight * variance + off * off * ((before * weight) / this.weight);
  }

  /** level returns the mean, with an interval by Student's t if there is more than one record. */
  level(records: number): Level {
    if (this.weight === 0) return { value: NaN, low: NaN, high: NaN };
    const half = records < 2 ? NaN : (student(records - 1) * Math.sqrt((this.scatter / this.weight) * (records / (records - 1)))) / Math.sqrt(records);
    return { value: this.mean, low: this.mean - half, high: this.mean + half };
  }
}

const few = [12.706204736432095, 4.302652729696142, 3.182446305284263, 2.776445105197793, 2.570581835636314];

/** student returns the 97.5 % quantile of Student's t: beyond 5 degrees of freedom, by the expansion of Fisher and Cornish (Abramowitz and Stegun 1964, 26.7.5). */
export function student(freedom: number): number {
  const known = few[Math.floor(freedom) - 1];
  if (known !== undefined) return known;
  const z = 1.959963984540054, n = 1 / freedom;
  const powers = [0, 1, 2, 3, 4].map((e) => z ** (2 * e + 1)) as [number, number, number, number, number];
  const [z1, z3, z5, z7, z9] = powers;
  return z + n * ((z3 + z1) / 4 + n * ((5 * z5 + 16 * z3 + 3 * z1) / 96 + n * ((3 * z7 + 19 * z5 + 17 * z3 - 15 * z1) / 384 +
    n * ((79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z1) / 92160))));
}

/** A table of the groups of a point and the values of Y: weights by group and then by value, and their sums. */
export interface Joint { weights: Float64Array[]; all: Float64Array; order: number[] }

/** jointOf returns the table of a point, and the values of Y in their order or, without one, by decreasing weight; null if the cells are not known. O(cells + k m). */
export function jointOf(d: Data, j: number): Joint | null {
  const a = assignment(d, j), { cellX, cellY, cellWeight } = d.later ?? {};
  if (!a || !cellX || !cellY || !cellWeight) return null;
  const m = d.about.yLabels.length, all = new Float64Array(m);
  const weights = Array.from({ length: d.k[j]! }, () => new Float64Array(m));
  for (let n = 0; n < cellX.length; n++) {
    weights[a[cellX[n]!]!]![cellY[n]!]! += cellWeight[n]!;
    all[cellY[n]!]! += cellWeight[n]!;
  }
  return { weights, all, order: d.about.yOrder !== "" ? Array.from(all.keys()) : Array.from(all.keys()).sort((y, z) => all[z]! - all[y]! || y - z) };
}

/** sum adds numbers up. */
export function sum(list: ArrayLike<number>): number {
  let total = 0;
  for (let n = 0; n < list.length; n++) total += list[n]!;
  return total;
}

/** levelsOf returns the rate or the mean of every group, then of all; null if Y has other values. The event is the last of two values. */
export function levelsOf(d: Data, j: number): Level[] | null {
  const shape = shapeOf(d), clusters = clustersOf(d, j);
  if (!clusters || (shape !== "rate" && shape !== "mean")) return null;
  if (shape === "mean") return [...clusters.map((c) => c.rows), Array.from(d.about.xLabels.keys())].map((rows) => meanOf(d, rows));
  const joint = jointOf(d, j);
  return joint && [...joint.weights, joint.all].map((w) => wilson(w[1]!, sum(w), d.about.samples !== null));
}

function meanOf(d: Data, rows: number[]): Level {
  const { mass, mean, variance } = d.later ?? {}, moments = new Moments();
  if (!mass || !mean || !variance) return moments.level(0);
  for (const x of rows) moments.join(mass[x]!, mean[x]!, variance[x]!);
  return moments.level(Math.round(rows.reduce((total, x) => total + mass[x]!, 0) * (d.about.samples ?? 0)));
}

/** missingLevel returns the rate or the mean of the records without a value of X. */
export function missingLevel(d: Data): Level | null {
  const aside = d.about.aside, shape = shapeOf(d), counted = d.about.samples !== null;
  if (!aside || (shape !== "rate" && shape !== "mean")) return null;
  if (shape === "rate") {
    const event = d.about.yLabels[1]!, at = aside.y.indexOf(event);
    return wilson(at < 0 ? 0 : aside.counts[at]!, sum(aside.counts), counted);
  }
  const moments = new Moments();
  aside.y.forEach((label, n) => moments.join(aside.counts[n]!, Number(label), 0));
  return moments.level(counted ? sum(aside.counts) : 0);
}

/**
 * placesOf returns what groups are listed by: the rate or the mean of every group, or the mean place of Y in its order if
 * that is linear; null for their shares.
 */
function placesOf(d: Data, j: number): number[] | null {
  const levels = levelsOf(d, j), joint = !levels && d.about.yOrder === "linear" ? jointOf(d, j) : null, missing = d.about.yLabels.indexOf(MISSING);
  const place = (own: Float64Array) => sum(own.map((w, y) => (y === missing ? 0 : w * y))) / (sum(own) - (own[missing] ?? 0));
  return joint ? joint.weights.map(place) : levels && levels.map((l) => l.value);
}

/**
 * inOrder returns groups in the order in which package groupview lists them: in that of X, if it has one, or else by
 * falling rate, mean or place of Y, or else by falling share. A group of missing values is last.
 */
export function inOrder(d: Data, j: number, clusters: Cluster[]): Cluster[] {
  const levels = placesOf(d, j), labels = d.about.xLabels, place = new Map(d.about.order?.rows.map((x, at) => [x, at]));
  const keys = new Map(clusters.map((c) => {
    const level = levels ? levels[c.number]! : c.mass;
    return [c, { last: Number(c.rows.length === 1 && labels[c.rows[0]!] === MISSING), first: Math.min(...c.rows.map((x) => place.get(x) ?? Infinity)), level: Number.isNaN(level) ? -Infinity : level }];
  }));
  return [...clusters].sort((a, b) => {
    const [u, v] = [keys.get(a)!, keys.get(b)!];
    return u.last - v.last || u.first - v.first || v.level - u.level || a.number - b.number;
  });
}
