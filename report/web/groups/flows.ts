// How the clusters of one point split and merge into the clusters of another: the sizes and places
// of the bands.

import { assignment, clustersOf, sorted, type Cluster } from "./clusters";
import type { Data } from "../data";

/** A band: the values that are in one cluster on the left and in one on the right. */
export interface Flow { from: number; to: number; rows: number[]; mass: number }

/** A side of the diagram, with the clusters from top to bottom. */
export interface Side { clusters: Cluster[]; order: number[]; mass: Float64Array }

export interface Flows { left: Side; right: Side; flows: Flow[]; known: boolean }

/** flowsOf compares two points; null if their clusters are not known. O(n + clusters log clusters). */
export function flowsOf(d: Data, from: number, to: number): Flows | null {
  const a = assignment(d, from), b = assignment(d, to);
  const left = clustersOf(d, from), right = clustersOf(d, to);
  if (!a || !b || !left || !right) return null;
  const mass = d.later?.mass, n = d.about.n;
  const byPair = new Map<number, Flow>();
  for (let x = 0; x < n; x++) {
    const pair = a[x]! * right.length + b[x]!;
    let flow = byPair.get(pair);
    if (!flow) byPair.set(pair, (flow = { from: a[x]!, to: b[x]!, rows: [], mass: 0 }));
    flow.rows.push(x);
    flow.mass += mass ? mass[x]! : 1 / n;
  }
  const flows = [...byPair.values()];
  if (mass && !d.about.order) for (const f of flows) f.rows.sort((x, y) => mass[y]! - mass[x]! || x - y);
  const result: Flows = { left: side(left, flows, "from"), right: side(right, flows, "to"), flows, known: mass !== undefined };
  if (d.about.order) for (const s of [result.left, result.right]) s.order = sorted(d, s.clusters).map((c) => c.number);
  else arrange(result);
  return result;
}

function side(clusters: Cluster[], flows: Flow[], end: "from" | "to"): Side {
  const mass = new Float64Array(clusters.length);
  for (const f of flows) mass[f[end]]! += f.mass;
  const order = Array.from(clusters.keys()).sort((a, b) => mass[b]! - mass[a]! || a - b);
  return { clusters, order, mass };
}

/** arrange orders each side by the places of its bands on the other side, so that few bands cross. */
function arrange({ left, right, flows }: Flows): void {
  for (let round = 0; round < 6; round++) {
    follow(right, left, flows, "to", "from");
    follow(left, right, flows, "from", "to");
  }
}

/** follow orders the clusters of a side by the mean place that their values have on the other side. */
function follow(moved: Side, fixed: Side, flows: Flow[], end: "from" | "to", other: "from" | "to"): void {
  const place = new Float64Array(fixed.order.length);
  let above = 0;
  for (const c of fixed.order) {
    place[c] = above + fixed.mass[c]! / 2;
    above += fixed.mass[c]!;
  }
  const mean = new Float64Array(moved.order.length);
  for (const f of flows) mean[f[end]]! += (f.mass / moved.mass[f[end]]!) * place[f[other]]!;
  moved.order.sort((a, b) => mean[a]! - mean[b]! || a - b);
}

/** relation says how two clusterings are nested. */
export function relation({ left, right, flows }: Flows): string {
  const pairs = flows.length, finer = right.clusters.length === pairs, coarser = left.clusters.length === pairs;
  if (finer && coarser) return "Both group the values in the same way.";
  if (finer) return "The second refines the first: it only splits groups.";
  if (coarser) return "The second coarsens the first: it only merges groups.";
  return "Neither refines the other: some values leave one group for another.";
}
