// The frame, its ticks and the names of the axes.

import type { ScaleLinear } from "d3-scale";

import type { About, Axis } from "./data";
import { axisTitle, widthOf } from "./format";
import type { Pen } from "./pen";
import type { Colours } from "./theme";
import type { View } from "./view";

const tickFont = "12px system-ui, sans-serif", nameFont = "13px system-ui, sans-serif";

/** drawAxes paints the frame around the plot. */
export function drawAxes(c: Pen, col: Colours, view: View, about: About): void {
  const f = view.frame(), px = (v: number) => Math.round(v) + 0.5;
  c.strokeStyle = col.ink;
  c.fillStyle = col.ink;
  c.lineWidth = 1;
  c.strokeRect(px(f.left), px(f.top), Math.round(f.right - f.left), Math.round(f.bottom - f.top));
  c.font = tickFont;
  c.beginPath();
  c.textAlign = "center";
  c.textBaseline = "top";
  ticks(shown(view.x, f.left, f.right), Math.max(2, (f.right - f.left) / 90), (at, text) => {
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
  names(c, view, about);
  c.textBaseline = "alphabetic";
}

function ticksY(view: View, each: (at: number, text: string) => void): void {
  const f = view.frame();
  ticks(shown(view.y, f.bottom, f.top), Math.max(2, (f.bottom - f.top) / 60), each);
}

/** widestY returns the width of the longest label on the vertical axis. */
export function widestY(view: View): number {
  let widest = 0;
  ticksY(view, (_at, text) => { widest = Math.max(widest, widthOf(text, tickFont)); });
  return widest;
}

function names(c: Pen, view: View, about: About): void {
  const f = view.frame();
  c.font = nameFont;
  c.textAlign = "center";
  c.textBaseline = "bottom";
  // Names of columns may have no room.
  const title = (axis: Axis, room: number) => {
    const long = axisTitle(axis, about.estimator);
    return widthOf(long + " →", nameFont) <= room ? long : axisTitle({ ...axis, name: axis.symbol }, about.estimator);
  };
  c.fillText("← " + title(about.h, f.right - f.left), (f.left + f.right) / 2, view.height - 4, f.right - f.left);
  c.save();
  c.translate(4, (f.top + f.bottom) / 2);
  c.rotate(-Math.PI / 2);
  c.textBaseline = "top";
  c.fillText(title(about.i, f.bottom - f.top) + " →", 0, 0, f.bottom - f.top);
  c.restore();
}

/** drawBalanced draws lines at the entropies of k equally probable clusters, where there is room for their labels. */
export function drawBalanced(c: Pen, col: Colours, view: View): void {
  const f = view.frame(), most = view.x.invert(f.left), least = Math.max(view.x.invert(f.right), 0);
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
    if (x - f.left > room / 3) c.fillText(`k=${k}`, x, f.top - 5);
    k = Math.max(k + 1, Math.ceil(2 ** view.x.invert(x - room)));
  }
  c.setLineDash([]);
}

/** shown returns an axis over the whole frame: the scale of the points continued to the edges of the frame. */
function shown(scale: ScaleLinear<number, number>, from: number, to: number): ScaleLinear<number, number> {
  return scale.copy().domain([scale.invert(from), scale.invert(to)]).range([from, to]);
}

function ticks(scale: ScaleLinear<number, number>, count: number, each: (at: number, text: string) => void): void {
  const format = scale.tickFormat(count);
  const [from, to] = scale.range();
  for (const at of scale.ticks(count)) {
    const place = scale(at);
    // A label at the end of an axis would overlap the corner.
    if (Math.abs(place - from) < 1 || Math.abs(place - to) < 1) continue;
    each(at, format(at));
  }
}
