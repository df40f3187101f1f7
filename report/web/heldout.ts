// Held-out values of the points: a curve with a band of one standard error, and marks for the best
// clusterings.

import type { Data } from "./data";
import type { Pen } from "./pen";
import type { State } from "./state";
import type { Colours } from "./theme";
import type { View } from "./view";

/** drawHeldOut paints them, and a line at the largest h that the records support. */
export function drawHeldOut(c: Pen, col: Colours, view: View, state: State): void {
  const d = state.data, { heldOut, heldOutSE } = d, v = d.about.validation;
  if (!heldOut || !heldOutSE || !v) return;
  c.strokeStyle = c.fillStyle = col.held;
  c.lineWidth = 1.2;
  band(c, view, d, heldOut, heldOutSE);
  curve(c, view, d, heldOut);
  const f = view.frame(), x = view.x(v.h);
  c.setLineDash([7, 4]);
  c.beginPath();
  c.moveTo(x, f.top);
  c.lineTo(x, f.bottom);
  c.stroke();
  c.setLineDash([]);
  if (!state.shown.dmc) return;
  c.lineWidth = 1.6;
  for (const j of d.about.best) if (state.shows(j)) diamond(c, view.x(d.h[j]!), view.y(heldOut[j]!), 5);
}

/** places returns where values at the points in view are drawn, and one on either side, without those that look like the one before. */
function places(view: View, d: Data, value: (j: number) => number): [number, number][] {
  const [lo, hi] = view.across(), found: [number, number][] = [];
  let px = Infinity, py = Infinity;
  for (let j = Math.max(lo - 1, 0); j < Math.min(hi + 1, d.count); j++) {
    const x = view.x(d.h[j]!), y = view.y(value(j));
    if (Math.abs(x - px) < 0.5 && Math.abs(y - py) < 0.5) continue;
    found.push([x, y]);
    [px, py] = [x, y];
  }
  return found;
}

function band(c: Pen, view: View, d: Data, of: Float32Array, se: Float32Array): void {
  c.beginPath();
  for (const [x, y] of places(view, d, (j) => of[j]! + se[j]!)) c.lineTo(x, y);
  for (const [x, y] of places(view, d, (j) => of[j]! - se[j]!).reverse()) c.lineTo(x, y);
  c.globalAlpha = 0.16;
  c.fill();
  c.globalAlpha = 1;
}

function curve(c: Pen, view: View, d: Data, of: Float32Array): void {
  c.beginPath();
  for (const [x, y] of places(view, d, (j) => of[j]!)) c.lineTo(x, y);
  c.stroke();
}

function diamond(c: Pen, x: number, y: number, r: number): void {
  c.beginPath();
  c.moveTo(x, y - r);
  c.lineTo(x + r, y);
  c.lineTo(x, y + r);
  c.lineTo(x - r, y);
  c.closePath();
  c.stroke();
}
