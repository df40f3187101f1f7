// The frame, its ticks and the names of the axes.

import type { ScaleLinear } from "d3-scale";

import { total, type Axis, type Data } from "./data";
import { widthOf } from "./format";
import type { Pen } from "./pen";
import type { Colours } from "./theme";
import type { View } from "./view";
import { fill, namesOf, words } from "./words";

const tickFont = "12px system-ui, sans-serif", nameFont = "13px system-ui, sans-serif";

/** drawAxes paints the frame around the plot. */
export function drawAxes(c: Pen, col: Colours, view: View): void {
  const f = view.frame(), px = (v: number) => Math.round(v) + 0.5;
  c.strokeStyle = col.ink;
  c.fillStyle = col.ink;
  c.lineWidth = 1;
  c.strokeRect(px(f.left), px(f.top), Math.round(f.right - f.left), Math.round(f.bottom - f.top));
  c.font = tickFont;
  c.beginPath();
  c.textAlign = "center";
  c.textBaseline = "top";
  ticks(shown(view.x, f.left, f.right), Math.max(2, (f.right - f.left) / 90), "", (at, text) => {
    const x = px(view.x(at));
    c.moveTo(x, f.bottom);
    c.lineTo(x, f.bottom + 5);
    c.fillText(text, x, f.bottom + 8);
  });
  c.textAlign = "right";
  c.textBaseline = "middle";
  ticksY(view, (at, text) => {
    const y = px(view.y(at));
    c.moveTo(f.left, y);
    c.lineTo(f.left - 5, y);
    c.fillText(text, f.left - 8, y);
  });
  c.stroke();
  names(c, view);
  c.textBaseline = "alphabetic";
}

/** Titles of the axes, and the i that is all, if the vertical axis shows shares of it. */
export interface Titles { h: string[]; i: string[]; all: number }

/** titlesOf returns the titles of the axes of a frontier, the longest first. */
export function titlesOf(d: Data): Titles {
  const a = d.about, all = a.shares || a.i.share ? total(d) : NaN;
  const named = (axis: Axis) => [axis.name, axis.symbol].map((name) => (axis.unit ? `${name} [${axis.unit}${a.estimator ? ", by " + a.estimator : ""}]` : name));
  const bits = a.h.symbol === "H(Z)", told = a.i.symbol === "I(Z;Y)", shares = (told || a.i.share) && all > 0;
  return {
    h: bits ? [words.axes.bits + (a.estimator ? `, by ${a.estimator}` : "")] : named(a.h), all: shares ? all : NaN,
    i: a.i.share ? [words.axes.variance] : !told ? named(a.i) : shares ? [words.axes.kept] : [fill(words.axes.told, namesOf(d)), ...named(a.i)],
  };
}

function ticksY(view: View, each: (at: number, text: string) => void): void {
  const f = view.frame(), count = Math.max(2, (f.bottom - f.top) / 60), scale = shown(view.y, f.bottom, f.top), { all } = view.titles;
  if (Number.isNaN(all)) return ticks(scale, count, "", each);
  ticks(scale.domain(scale.domain().map((v) => v / all)), count, "%", (at, text) => each(at * all, text.replace("%", "\u00a0%")));
}

/** widestY returns the width of the longest label on the vertical axis. */
export function widestY(view: View): number {
  let widest = 0;
  ticksY(view, (_at, text) => { widest = Math.max(widest, widthOf(text, tickFont)); });
  return widest;
}

function names(c: Pen, view: View): void {
  const f = view.frame(), { h, i } = view.titles;
  c.font = nameFont;
  c.textAlign = "center";
  c.textBaseline = "bottom";
  // Names of columns may have no room.
  const title = (list: string[], room: number) => list.find((text) => widthOf(text + " →", nameFont) <= room) ?? list[list.length - 1]!;
  c.fillText(title(h, f.right - f.left) + " →", (f.left + f.right) / 2, view.height - 4, f.right - f.left);
  c.save();
  c.translate(4, (f.top + f.bottom) / 2);
  c.rotate(-Math.PI / 2);
  c.textBaseline = "top";
  c.fillText(title(i, f.bottom - f.top) + " →", 0, 0, f.bottom - f.top);
  c.restore();
}

/** drawBalanced draws lines at the entropies of k equally probable clusters, where there is room for their labels. */
export function drawBalanced(c: Pen, col: Colours, view: View): void {
  const f = view.frame(), most = view.x.invert(f.right), least = Math.max(view.x.invert(f.left), 0);
  c.strokeStyle = c.fillStyle = col.quiet;
  c.lineWidth = 1;
  c.font = "11px system-ui, sans-serif";
  c.textAlign = "center";
  c.textBaseline = "alphabetic";
  c.setLineDash([1, 3]);
  for (let k = Math.max(2, Math.ceil(2 ** least)); Math.log2(k) <= most;) {
    const x = view.x(Math.log2(k)), room = 24 + 7 * String(k).length;
    c.beginPath();
    c.moveTo(x, f.top);
    c.lineTo(x, f.bottom);
    c.stroke();
    if (f.right - x > room / 3) c.fillText(`k=${k}`, x, f.top - 5);
    k = Math.max(k + 1, Math.ceil(2 ** view.x.invert(x + room)));
  }
  c.setLineDash([]);
}

/** shown returns an axis over the whole frame: the scale of the points continued to the edges of the frame. */
function shown(scale: ScaleLinear<number, number>, from: number, to: number): ScaleLinear<number, number> {
  return scale.copy().domain([scale.invert(from), scale.invert(to)]).range([from, to]);
}

function ticks(scale: ScaleLinear<number, number>, count: number, form: string, each: (at: number, text: string) => void): void {
  const format = form ? scale.tickFormat(count, form) : scale.tickFormat(count);
  const [from, to] = scale.range() as [number, number];
  for (const at of scale.ticks(count)) {
    const place = scale(at);
    // A label at the end of an axis would overlap the corner.
    if (Math.abs(place - from) < 1 || Math.abs(place - to) < 1) continue;
    each(at, format(at));
  }
}
