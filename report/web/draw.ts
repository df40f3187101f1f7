// The lower canvas: areas, lines and points. It is painted when the view changes.

import { drawAxes, drawBalanced } from "./axes";
import { drawBand } from "./band";
import type { Fate } from "./groups/fate";
import { drawHeldOut } from "./heldout";
import { bound, DMC, HULL, ROBUST, within, type Data } from "./data";
import { widthOf } from "./format";
import type { Pen } from "./pen";
import type { State } from "./state";
import type { Colours } from "./theme";
import type { View } from "./view";
import { unreachable } from "./words";

type Place = [number, number];

/** thin returns the places of a range of points, without those that look like the one before. */
function thin(view: View, state: State, lo: number, hi: number, spot: number, keep: (j: number) => boolean): Place[] {
  const d = state.data, xa = view.x(0), xb = view.x(1) - xa, ya = view.y(0), yb = view.y(1) - ya;
  const places: Place[] = [];
  let px = Infinity, py = Infinity;
  for (let j = lo; j < hi; j++) {
    if (!keep(j)) continue;
    const x = xa + xb * d.h[j]!, y = ya + yb * d.i[j]!;
    if (Math.abs(x - px) < spot && Math.abs(y - py) < spot) continue;
    places.push([x, y]);
    px = x;
    py = y;
  }
  return places;
}

const all = () => true;

/** paint paints all of the lower canvas. */
export function paint(c: Pen, col: Colours, state: State, view: View, fate: Fate | null): void {
  const f = view.frame();
  c.fillStyle = col.paper;
  c.fillRect(0, 0, view.width, view.height);
  c.save();
  c.beginPath();
  c.rect(f.left, f.top, f.right - f.left, f.bottom - f.top);
  c.clip();
  const [lo, hi] = view.range();
  // One more point on either side, so that lines reach the edges of the frame.
  const from = Math.max(lo - 1, 0), to = Math.min(hi + 1, state.data.count);
  if (to > from) {
    const stairs = staircase(view, thin(view, state, from, to, 0.5, all));
    const hull = hullPlaces(view, state, from, to);
    paintAreas(c, col, view, state, stairs, hull);
    if (state.shown.held) drawHeldOut(c, col, view, state);
    if (state.shown.bars) paintBars(c, col, view, state, lo, hi);
    if (state.shown.stairs && state.data.free) paintFree(c, col, view, state.data.free);
    if (state.shown.stairs) line(c, stairs, col.blue, 0.8);
    if (state.shown.hull) line(c, hull, col.blue, 1.2);
    if (state.shown.bound) paintBound(c, col, view, state);
    if (state.shown.soft) paintSoft(c, col, view, state);
    if (state.shown.layers) paintLayer(c, col, view, state);
    paintPoints(c, col, view, state, lo, hi);
    if (state.shown.dmc) paintRings(c, col, view, state, lo, hi);
  }
  labelBeyond(c, col, state, view);
  if (fate) drawBand(c, col, view, state.data, fate);
  c.restore();
  if (state.shown.balanced && state.data.about.known) drawBalanced(c, col, view);
  drawAxes(c, col, view);
}

/** labelBeyond says what the area above the curve is, if there is room for it. */
function labelBeyond(c: Pen, col: Colours, state: State, view: View): void {
  const f = view.frame(), d = state.data, text = unreachable(d), font = "12px system-ui, sans-serif", x = f.left + 12, y = f.top + 22;
  const under = within(d, view.x.invert(x + widthOf(text, font) + 16));
  if (d.count < 2 || (under >= 0 && view.y(d.i[under]!) < y + 16)) return;
  c.font = font;
  c.fillStyle = col.quiet;
  c.textAlign = "left";
  c.textBaseline = "alphabetic";
  c.fillText(text, x, y);
}

/** staircase returns the corners of the bound of what the points dominate. */
function staircase(view: View, places: Place[]): Place[] {
  const f = view.frame();
  const stairs: Place[] = [];
  let level = f.bottom + 9;
  for (const [x, y] of places) {
    stairs.push([x, level], [x, y]);
    level = y;
  }
  stairs.push([f.right + 9, level]);
  return stairs;
}

/** hullPlaces returns the vertices of the hull in view, and one on either side of it. */
function hullPlaces(view: View, state: State, lo: number, hi: number): Place[] {
  const flags = state.data.flags;
  while (lo > 0 && !(flags[lo]! & HULL)) lo--;
  while (hi < flags.length && !(flags[hi - 1]! & HULL)) hi++;
  return thin(view, state, lo, hi, 0.5, (j) => (flags[j]! & HULL) !== 0);
}

function paintAreas(c: Pen, col: Colours, view: View, state: State, stairs: Place[], hull: Place[]): void {
  const f = view.frame();
  c.fillStyle = col.beyond;
  c.fillRect(f.left, f.top, f.right - f.left, f.bottom - f.top);
  if (state.shown.hull && hull.length > 1) {
    c.fillStyle = col.hull;
    polygon(c, [...hull, [hull[hull.length - 1]![0], hull[0]![1]]]);
  }
  c.fillStyle = col.paper;
  polygon(c, [...stairs, [f.right + 9, f.bottom + 9]]);
}

function trace(c: Pen, places: Place[]): void {
  c.beginPath();
  for (const [x, y] of places) c.lineTo(x, y);
}

function polygon(c: Pen, corners: Place[]): void {
  trace(c, corners);
  c.closePath();
  c.fill();
}

function line(c: Pen, places: Place[], colour: string, width: number): void {
  trace(c, places);
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.stroke();
}

/** paintBound draws the upper bound on all clusterings, as far as the frontier goes. */
function paintBound(c: Pen, col: Colours, view: View, state: State): void {
  const d = state.data, corners = d.about.ceiling;
  if (!corners) return;
  const end = d.h[d.count - 1]!;
  const places = corners.filter((p) => p.h < end).map((p): Place => [view.x(p.h), view.y(p.i)]);
  c.setLineDash([6, 4]);
  line(c, [...places, [view.x(end), view.y(bound(d, end))]], col.ink, 1);
  c.setLineDash([]);
}

/** paintSoft draws the curve of soft encoders, as far as the frontier goes. */
function paintSoft(c: Pen, col: Colours, view: View, state: State): void {
  const d = state.data, end = d.h[d.count - 1]! + 1e-9;
  line(c, (d.about.soft ?? []).filter((p) => p.h <= end).map((p): Place => [view.x(p.h), view.y(p.i)]), col.vermilion, 1.4);
}

/** paintFree draws the staircase of all groupings, if the points are within a limit. */
function paintFree(c: Pen, col: Colours, view: View, free: Data): void {
  const places = Array.from(free.frontH, (h, j): Place => [view.x(h), view.y(free.frontI[j]!)]);
  line(c, staircase(view, places), col.quiet, 0.8);
}

/** shadesOf returns the colours of points by what they tell about the second variable, from little to much. */
function shadesOf(col: Colours): string[] {
  const mixed = (a: string, b: string) => "#" + [1, 3, 5].map((n) => ((parseInt(a.slice(n, n + 2), 16) + parseInt(b.slice(n, n + 2), 16)) >> 1).toString(16).padStart(2, "0")).join("");
  return [col.blue, mixed(col.blue, col.held), col.held, mixed(col.held, col.vermilion), col.vermilion];
}

/** paintLayer draws the groupings that are Pareto-optimal for the chosen number of groups, and their staircase. */
function paintLayer(c: Pen, col: Colours, view: View, state: State): void {
  const { data: d, groups } = state, own: number[] = [];
  for (let j = 0; j < d.hidden; j++) if (d.k[j] === groups) own.push(j);
  if (d.layered === d.hidden) return;
  const places = own.sort((a, b) => d.h[a]! - d.h[b]!).map((j) => view.place(j));
  line(c, places.flatMap(([x, y], n): Place[] => (n > 0 ? [[x, places[n - 1]![1]], [x, y]] : [[x, y]])), col.green, 1);
  marks(c, own.filter((j) => j >= d.layered && state.shows(j)).map((j) => view.place(j)), own.length <= 60 ? 3 : 2, col.green, view.moving);
}

/** paintBars draws one standard deviation to either side of robust points. */
function paintBars(c: Pen, col: Colours, view: View, state: State, lo: number, hi: number): void {
  const d = state.data, dh = d.later?.dh, di = d.later?.di;
  if (!dh || !di) return;
  c.strokeStyle = col.quiet;
  c.lineWidth = 1;
  c.beginPath();
  const inView = Array.from({ length: hi - lo }, (_, n) => lo + n);
  for (let j = d.count; j < d.total; j++) if (state.shows(j)) inView.push(j);
  for (const j of inView) {
    if (!(d.flags[j]! & ROBUST)) continue;
    const [x, y] = view.place(j);
    const left = view.x(d.h[j]! - dh[j]!), right = view.x(d.h[j]! + dh[j]!);
    const top = view.y(d.i[j]! + di[j]!), bottom = view.y(d.i[j]! - di[j]!);
    c.moveTo(left, y);
    c.lineTo(right, y);
    c.moveTo(x, top);
    c.lineTo(x, bottom);
    for (const end of [left, right]) { c.moveTo(end, y - 3); c.lineTo(end, y + 3); }
    for (const end of [top, bottom]) { c.moveTo(x - 3, end); c.lineTo(x + 3, end); }
  }
  c.stroke();
}

/** paintPoints draws circles, hollow ones for points that are not apart, whatever colours a reader tells apart, or, while the view moves, squares, which are faster. */
function paintPoints(c: Pen, col: Colours, view: View, state: State, lo: number, hi: number): void {
  const { data: d, shown } = state;
  const isRobust = (j: number) => (d.flags[j]! & ROBUST) !== 0;
  const some = d.about.uncertain;
  const n = hi - lo, radius = n <= 60 ? 3.6 : n <= 400 ? 2.6 : 1.8;
  const spot = view.moving ? 1 : 0.5;
  if (d.s && shown.leak && !some) {
    const shades = shadesOf(col), whole = d.about.second!.ixs, shade = (j: number) => Math.min(Math.max(Math.floor((d.s![j]! / whole) * shades.length), 0), shades.length - 1);
    shades.forEach((colour, at) => { marks(c, thin(view, state, lo, hi, spot, (j) => shade(j) === at), radius, colour, view.moving); });
    return;
  }
  if (some && !shown.robust) {
    marks(c, thin(view, state, lo, hi, spot, (j) => !isRobust(j)), radius * 0.75, col.faint, view.moving, true);
  }
  marks(c, thin(view, state, lo, hi, spot, some ? isRobust : all), radius, col.blue, view.moving);
}

function marks(c: Pen, places: Place[], radius: number, colour: string, square: boolean, hollow = false): void {
  c.fillStyle = c.strokeStyle = colour;
  c.lineWidth = 1.2;
  if (square && places.length > 400) {
    for (const [x, y] of places) c.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    return;
  }
  // A few circles at a time: a path with many thousands of them is slow to fill.
  for (let from = 0; from < places.length; from += 64) {
    c.beginPath();
    for (const [x, y] of places.slice(from, from + 64)) {
      c.moveTo(x + radius, y);
      c.arc(x, y, radius, 0, 2 * Math.PI);
    }
    if (hollow) c.stroke();
    else c.fill();
  }
}

/** rings returns the best clusterings of each number of clusters or, if these are not known, those of the frontier in view. */
function rings(state: State, lo: number, hi: number): number[] {
  const d = state.data, list = d.about.best;
  if (list.length > 0) return list.filter((j) => state.shows(j));
  const found: number[] = [];
  for (let j = lo; j < hi; j++) if (d.flags[j]! & DMC && state.shows(j)) found.push(j);
  return found;
}

/** paintRings marks the best clusterings, with their numbers of clusters if there is room. */
function paintRings(c: Pen, col: Colours, view: View, state: State, lo: number, hi: number): void {
  const d = state.data;
  if (d.about.h.clusters) return; // every point would have one
  c.strokeStyle = col.vermilion;
  c.fillStyle = col.ink;
  c.lineWidth = 1.4;
  c.font = "11px system-ui, sans-serif";
  let px = Infinity, py = Infinity, lx = Infinity, ly = Infinity;
  for (const j of rings(state, lo, hi)) {
    const [x, y] = view.place(j), under = j >= d.count;
    if (Math.hypot(x - px, y - py) < 2) continue;
    c.beginPath();
    c.arc(x, y, 5.5, 0, 2 * Math.PI);
    c.stroke();
    [px, py] = [x, y];
    if (Math.hypot(x - lx, y - ly) < 22) continue;
    // There is room under a point below the curve, which rises to the right, and over others.
    c.textAlign = under ? "left" : "center";
    c.fillText(String(d.k[j]), under ? x + 5 : x, under ? y + 16 : y - 9);
    [lx, ly] = [x, y];
  }
}
