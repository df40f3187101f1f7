// Where points are on the screen: axes, zoom and pan.

import { scaleLinear, type ScaleLinear } from "d3-scale";
import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";

import { titlesOf, widestY, type Titles } from "./axes";
import type { Data } from "./data";
import { firstAbove } from "./data";
import { byId } from "./dom";
import type { State } from "./state";

const inset = 14, above = 24; // between the frame and the extreme points, and above them, where the numbers of groups are
const farthest = 1e5; // the largest magnification

export class View {
  readonly margin = { top: 22, right: 16, bottom: 46, left: 70 };
  width = 300;
  height = 200;
  /** The axes as they are now. */
  x: ScaleLinear<number, number> = scaleLinear();
  y: ScaleLinear<number, number> = scaleLinear();
  /** True while a gesture goes on. */
  moving = false;
  transform: ZoomTransform = zoomIdentity;
  readonly titles: Titles;

  private baseX = scaleLinear();
  private baseY = scaleLinear();
  private behaviour: ZoomBehavior<HTMLCanvasElement, unknown>;
  private over = byId<HTMLCanvasElement>("over");

  constructor(private state: State) {
    this.titles = titlesOf(state.data);
    const [h0, h1, i0, i1] = extent(state.data);
    this.baseX.domain([h0, h1]);
    this.baseY.domain([i0, i1]);
    this.behaviour = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent([1, farthest])
      .filter((event: Event) => this.wants(event))
      .wheelDelta((event: WheelEvent) => -Math.sign(event.deltaY) * Math.min(Math.abs(0.02 * event.deltaY), 0.5)) // smooth for two fingers, a step for a wheel
      .on("start", () => { this.moving = true; })
      .on("zoom", (event: D3ZoomEvent<HTMLCanvasElement, unknown>) => this.move(event.transform))
      .on("end", () => { this.moving = false; this.makeRoom(); this.state.tell("view"); });
    select(this.over).call(this.behaviour).on("dblclick.zoom", () => this.reset());
  }

  /** wants reports whether a gesture is for the plot: the wheel scrolls the page without Ctrl or Cmd, and so does one finger unless the plot is zoomed. */
  private wants(event: Event): boolean {
    if (event.type === "wheel") return (event as WheelEvent).ctrlKey || (event as WheelEvent).metaKey;
    const touches = (event as TouchEvent).touches;
    if (touches && touches.length === 1 && this.transform.k === 1) return false;
    return !(event as MouseEvent).button;
  }

  private move(to: ZoomTransform): void {
    this.transform = to;
    this.x = to.rescaleX(this.baseX);
    this.y = to.rescaleY(this.baseY);
    this.over.style.touchAction = to.k === 1 ? "pan-y" : "none";
    this.state.tell("view");
  }

  /** resize lays the axes out for a size in CSS pixels, and keeps what is in view. */
  resize(width: number, height: number): void {
    const share = this.window();
    this.width = width;
    this.height = height;
    this.margin.left = this.room();
    const { left, top, right, bottom } = this.frame();
    this.baseX.range([left + inset, right - inset]);
    this.baseY.range([bottom - inset, top + above]);
    this.behaviour.extent([[left, top], [right, bottom]]).translateExtent([[left, top], [right, bottom]]);
    this.show(share.k, share.x, share.y);
  }

  /** room is the left margin, which the longest label there needs. */
  private room(): number {
    return Math.max(this.width < 480 ? 64 : 70, Math.ceil(widestY(this)) + 28);
  }

  /** makeRoom lays the axes out again if, at the end of a gesture, labels are longer or shorter than before. */
  private makeRoom(): void {
    if (this.room() !== this.margin.left) this.resize(this.width, this.height);
  }

  frame(): { left: number; top: number; right: number; bottom: number } {
    const m = this.margin;
    return { left: m.left, top: m.top, right: this.width - m.right, bottom: this.height - m.bottom };
  }

  /** window returns the magnification, and the part of the frontier in the middle of the frame. */
  window(): { k: number; x: number; y: number } {
    const f = this.frame();
    const [x, y] = this.transform.invert([(f.left + f.right) / 2, (f.top + f.bottom) / 2]);
    return { k: this.transform.k, x: (x - f.left) / (f.right - f.left), y: (y - f.top) / (f.bottom - f.top) };
  }

  /** show sets what window returns. */
  show(k: number, x: number, y: number): void {
    const f = this.frame();
    const at: [number, number] = [f.left + x * (f.right - f.left), f.top + y * (f.bottom - f.top)];
    const to = zoomIdentity.translate((f.left + f.right) / 2, (f.top + f.bottom) / 2).scale(k).translate(-at[0], -at[1]);
    const held = this.behaviour.constrain()(to, [[f.left, f.top], [f.right, f.bottom]], [[f.left, f.top], [f.right, f.bottom]]);
    select(this.over).call(this.behaviour.transform, held);
  }

  reset(): void {
    select(this.over).call(this.behaviour.transform, zoomIdentity);
  }

  scaleBy(factor: number): void {
    const j = this.state.selected;
    const centre: [number, number] | undefined = j >= 0 && this.sees(j) ? this.place(j) : undefined;
    select(this.over).call(this.behaviour.scaleBy, factor, centre);
  }

  place(j: number): [number, number] {
    const d = this.state.data;
    return [this.x(d.h[j]!), this.y(d.i[j]!)];
  }

  sees(j: number): boolean {
    const f = this.frame();
    const [x, y] = this.place(j);
    return x >= f.left && x <= f.right && y >= f.top && y <= f.bottom;
  }

  /** reveal moves a point into view if it is not. */
  reveal(j: number): void {
    if (j < 0 || this.sees(j)) return;
    const d = this.state.data;
    select(this.over).call(this.behaviour.translateTo, this.baseX(d.h[j]!), this.baseY(d.i[j]!));
  }

  /** empty reports whether no point is in view, though there are some. */
  empty(): boolean {
    const d = this.state.data, [lo, hi] = this.range();
    if (d.total === 0) return false;
    for (let j = Math.max(lo, 0); j < hi; j++) if (this.state.shows(j) && this.sees(j)) return false;
    for (let j = d.count; j < d.total; j++) if (this.state.shows(j) && this.sees(j)) return false;
    return true;
  }

  /** range returns the points that may be in view: the first, and the one behind the last. */
  range(): [number, number] {
    const d = this.state.data;
    const f = this.frame();
    const lo = Math.max(firstAbove(d.frontH, this.x.invert(f.left - 8)), firstAbove(d.frontI, this.y.invert(f.bottom + 8)));
    const hi = Math.min(firstAbove(d.frontH, this.x.invert(f.right + 8)), firstAbove(d.frontI, this.y.invert(f.top - 8)));
    return [lo, Math.max(lo, hi)];
  }

  /** across returns the points whose h may be in view, whatever their i is. */
  across(): [number, number] {
    const f = this.frame(), h = this.state.data.frontH;
    return [firstAbove(h, this.x.invert(f.left - 8)), firstAbove(h, this.x.invert(f.right + 8))];
  }
}

/** extent returns what the axes show, from 0 on for objectives that begin at 0. */
function extent(d: Data): [number, number, number, number] {
  const a = d.about, last = d.count - 1;
  if (last < 0) return [0, 1, 0, 1];
  let h0 = a.known ? Math.min(0, d.h[0]!) : d.h[0]!, h1 = d.h[last]!;
  let i0 = a.known ? Math.min(0, d.i[0]!) : d.i[0]!, i1 = a.i.share ? Math.max(1, d.i[last]!) : d.i[last]!;
  for (let j = d.count; j < d.total; j++) {
    [h0, h1] = [Math.min(h0, d.h[j]!), Math.max(h1, d.h[j]!)];
    [i0, i1] = [Math.min(i0, d.i[j]!), Math.max(i1, d.i[j]!)];
  }
  // Held-out values may be far below zero: only a part of that is shown.
  const floor = i0 - 0.5 * (i1 - i0);
  if (d.heldOut) for (const v of d.heldOut.subarray(0, d.layered)) i0 = Math.min(i0, Math.max(v, floor));
  return [h0, wide(h0, h1), i0, wide(i0, i1)];
}

/** wide returns the end of an axis, which must differ from its beginning. */
function wide(from: number, to: number): number {
  return to - from > 1e-9 * Math.max(Math.abs(from), Math.abs(to), 1e-3) ? to : from + 1;
}
