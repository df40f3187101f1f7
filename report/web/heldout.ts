// What held-out records say of the points: a curve with a band of one standard error, and marks for the best clusterings.

import type { Data } from "./data";
import type { State } from "./state";
import type { Colours } from "./theme";
import type { View } from "./view";

/** drawHeldOut paints them, and a line at the largest h that the records support. */
export function drawHeldOut(c: CanvasRenderingContext2D, col: Colours, view: View, state: State): void {
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
  for (const j of d.about.best) if (state.shows(j)) diamond(c, view.x(d.h[j]), view.y(heldOut[j]), 5);
}

/** range returns the points whose h is in view, and one on either side of them. */
function range(view: View, d: Data): [number, number] {
  const [lo, hi] = view.across();
  return [Math.max(lo - 1, 0), Math.min(hi + 1, d.count)];
}

function band(c: CanvasRenderingContext2D, view: View, d: Data, of: Float32Array, se: Float32Array): void {
  const [lo, hi] = range(view, d);
  c.beginPath();
  for (let j = lo; j < hi; j++) c.lineTo(view.x(d.h[j]), view.y(of[j] + se[j]));
  for (let j = hi - 1; j >= lo; j--) c.lineTo(view.x(d.h[j]), view.y(of[j] - se[j]));
  c.globalAlpha = 0.16;
  c.fill();
  c.globalAlpha = 1;
}

function curve(c: CanvasRenderingContext2D, view: View, d: Data, of: Float32Array): void {
  const [lo, hi] = range(view, d);
  c.beginPath();
  for (let j = lo; j < hi; j++) c.lineTo(view.x(d.h[j]), view.y(of[j]));
  c.stroke();
}

function diamond(c: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  c.beginPath();
  c.moveTo(x, y - r);
  c.lineTo(x + r, y);
  c.lineTo(x, y + r);
  c.lineTo(x - r, y);
  c.closePath();
  c.stroke();
}
