// A limit on what groupings tell about a second variable: the page then shows the frontier of those within it.

import { DMC, EXACT, HULL, type Data, type Later } from "./data";
import { byId } from "./dom";
import { number, ordered } from "./format";
import type { State } from "./state";
import { limitSays, words } from "./words";

const tolerance = 2 ** -30; // as in package pareto

/** unlimited returns the limit that all groupings satisfy. */
function unlimited(d: Data): number {
  return d.about.second?.aim === "also" ? -Infinity : Infinity;
}

/** usualLimit returns the limit that the groupings of a page are within at first. */
export function usualLimit(d: Data): number {
  return d.about.second?.limit ?? unlimited(d);
}

/**
 * limiter returns a function that puts the groupings of a frontier within a limit in the places of its points, its best
 * groupings and its layers, as package second does in Go, and returns the new place of each grouping. O(n log n).
 */
export function limiter(d: Data): (limit: number, later?: Later | null) => Int32Array {
  const all: Data = { ...d, about: { ...d.about } };
  let at = Int32Array.from({ length: all.total }, (_, j) => j); // the places of the groupings of the page
  return (limit, later = all.later) => {
    const before = at, order = arranged(all, limit);
    at = new Int32Array(all.total);
    if (order) order.order.forEach((j, n) => { at[j] = n; });
    else at.forEach((_, j) => { at[j] = j; });
    all.later = later;
    const about = Object.assign(d.about, all.about);
    Object.assign(d, all, { about, free: null }, order && limited(all, order, at));
    Object.assign(about, order && aboutLimited(all, order, at, limit));
    const moved = new Int32Array(all.total);
    before.forEach((n, j) => { moved[n] = at[j]!; });
    return moved;
  };
}

/** An order of the groupings: the frontier, the best for their k that are not on it, the rest of the layers, and all others. */
interface Arranged { order: Uint32Array; count: number; layered: number; hidden: number; best: Map<number, number> }

/** arranged returns the order of groupings within a limit; null for those of the page. */
function arranged(all: Data, limit: number): Arranged | null {
  const { s, h, i, k } = all, least = all.about.second?.aim === "also";
  if (!s || limit === usualLimit(all)) return null;
  const inside = Array.from(s.keys()).filter((j) => (least ? s[j]! >= limit - tolerance : s[j]! <= limit + tolerance)).sort((a, b) => h[a]! - h[b]! || i[b]! - i[a]! || (least ? s[b]! - s[a]! : s[a]! - s[b]!) || a - b);
  const front: number[] = [], layers = new Map<number, number[]>();
  const add = (list: number[], j: number) => {
    const last = list[list.length - 1];
    if (last !== undefined && i[j]! <= i[last]! + tolerance) return;
    if (last !== undefined && h[j]! <= h[last]! + tolerance) list.pop();
    list.push(j);
  };
  for (const j of inside) {
    add(front, j);
    if (!layers.has(k[j]!)) layers.set(k[j]!, []);
    add(layers.get(k[j]!)!, j);
  }
  const ks = [...layers.keys()].sort((a, b) => a - b), taken = new Set(front), best = new Map<number, number>();
  let most = -Infinity;
  for (const n of ks) {
    const j = layers.get(n)!.at(-1)!;
    if (i[j]! <= most + tolerance) continue; // fewer groups are as good
    best.set(n, j);
    most = i[j]!;
  }
  const take = (list: number[]) => list.filter((j) => !taken.has(j) && taken.add(j));
  const off = take([...best.values()]), rest = take(ks.flatMap((n) => layers.get(n)!)), others = take(Array.from(s.keys()));
  return { order: Uint32Array.from([...front, ...off, ...rest, ...others]), count: front.length, layered: front.length + off.length, hidden: front.length + off.length + rest.length, best };
}

/** limited returns what changes of a frontier with a limit, at which groupings have new places. */
function limited(all: Data, { order, count, layered, hidden, best }: Arranged, at: Int32Array): Partial<Data> {
  const pick = <T extends { [n: number]: number; length: number; slice: () => T }>(list: T): T => {
    const made = list.slice();
    order.forEach((j, n) => { made[n] = list[j]!; });
    return made;
  };
  const h = pick(all.h), i = pick(all.i), flags = pick(all.flags).map((bits) => bits & ~(HULL | DMC | EXACT)), l = all.later;
  for (const j of hullOf(h, i, count)) flags[j]! |= HULL;
  for (const j of best.values()) flags[at[j]!]! |= DMC | (all.about.second!.exact ? EXACT : 0);
  const none = (list: Float64Array | Float32Array | Uint32Array) => list.slice().fill(0);
  const later = l && {
    ...l, prominence: none(l.prominence) as Float64Array, kink: none(l.kink) as Float32Array, ties: none(l.ties) as Uint32Array,
    ...(l.dh && l.di ? { dh: pick(l.dh), di: pick(l.di) } : {}),
  };
  return {
    h, i, flags, later, order, count, layered, hidden, k: pick(all.k), s: pick(all.s!), frontH: h.subarray(0, count), frontI: i.subarray(0, count),
    heldOut: undefined, heldOutSE: undefined, free: all.about.second!.limit === null ? all : null,
  };
}

/** aboutLimited returns what the page says of a frontier with a limit. */
function aboutLimited(all: Data, { count, best, layered, hidden }: Arranged, at: Int32Array, limit: number): Partial<Data["about"]> {
  const a = all.about, second = a.second!, like = (j: number) => (j < 0 ? -1 : at[best.get(all.k[j]!) ?? -1] ?? -1);
  return {
    points: count, all: count, lost: 0, best: [...best.values()].map((j) => at[j]!), complete: second.exact, layers: second.exact ? "exact" : "found", layered: hidden - layered,
    start: like(a.start), coarser: like(a.coarser), finer: like(a.finer), reason: "", validation: null, // these are of the frontier without a limit
    second: { ...second, limit: Number.isFinite(limit) ? limit : null },
  };
}

/** hullOf returns the vertices of the upper concave hull of the first points. */
function hullOf(h: Float64Array, i: Float64Array, count: number): number[] {
  const hull: number[] = [], above = (a: number, b: number, c: number) => (h[b]! - h[a]!) * (i[c]! - i[a]!) - (h[c]! - h[a]!) * (i[b]! - i[a]!);
  for (let j = 0; j < count; j++) {
    while (hull.length > 1 && above(hull[hull.length - 2]!, hull[hull.length - 1]!, j) >= 0) hull.pop();
    hull.push(j);
  }
  return hull;
}

/** startLimit keeps the slider and the number of the limit up to date. */
export function startLimit(state: State): void {
  const d = state.data, second = d.about.second, slider = byId<HTMLInputElement>("limit"), field = byId<HTMLInputElement>("limit-number");
  byId("limit-row").hidden = !second || d.about.beyond === 0;
  if (!second || !d.s) return;
  const also = second.aim === "also", none = unlimited(d), most = d.s.reduce((high, v) => Math.max(high, v), 0), power = 10 ** Math.floor(Math.log10(most / 50 || 1));
  const step = power * (most / 50 / power < 2 ? 1 : most / 50 / power < 5 ? 2 : 5), end = Math.ceil(most / step) * step;
  byId("limit-label").textContent = `Groupings that tell ${also ? words.claim.atLeast : words.claim.atMost}`;
  byId("limit-unit").textContent = `bits about ${ordered(second.name)}`;
  [slider.step, slider.max, field.step, field.min] = [String(step), String(end), "any", "0"];
  const set = (v: number) => state.limitTo(Number.isNaN(v) || (also ? v <= 0 : v >= end) ? none : also ? Math.min(v, most) : Math.max(v, 0));
  slider.addEventListener("input", () => set(slider.valueAsNumber));
  field.addEventListener("change", () => set(field.valueAsNumber));
  const show = () => {
    const free = state.limit === none;
    slider.valueAsNumber = free ? (also ? 0 : end) : state.limit;
    slider.setAttribute("aria-valuetext", free ? "no limit" : limitSays(d, words.legend.limit));
    field.value = free ? "" : number(state.limit).replace(/0+$/, "").replace(/\.$/, "");
  };
  state.on(["limit"], show);
  show();
}
