// The trade-off while it is found, drawn as the page of a result draws its own.

import { scaleLinear } from "d3-scale";

import { drawAxes } from "../../../report/web/axes";
import { colours } from "../../../report/web/theme";
import type { View } from "../../../report/web/view";
import words from "../../vocabulary/words.json";

type Point = [h: number, i: number];

/**
 * drawCurve draws points by increasing h as a staircase, of groupings that are to tell about y. The bits to record the
 * group grow to the right, as everywhere.
 */
export function drawCurve(canvas: HTMLCanvasElement, points: Point[], y: string): void {
  const c = canvas.getContext("2d"), last = points.at(-1);
  if (!c || !last) return;
  const dots = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = Math.round(width * dots);
  canvas.height = Math.round(height * dots);
  c.setTransform(dots, 0, 0, dots, 0, 0);
  const col = colours();
  const frame = { left: 58, top: 10, right: width - 12, bottom: height - 46 };
  const x = scaleLinear([0, Math.max(last[0], 1e-9)], [frame.left, frame.right - 14]);
  const up = scaleLinear([0, Math.max(last[1], 1e-9)], [frame.bottom, frame.top + 14]);
  const titles = { h: [words.axes.bits], i: [words.axes.told.replace("{y}", () => y)], all: NaN };
  const view = { frame: () => frame, x, y: up, width, height, titles } as unknown as View; // what axes need of it
  c.fillStyle = col.paper;
  c.fillRect(0, 0, width, height);
  c.beginPath();
  points.forEach(([h, i], n) => {
    if (n > 0) c.lineTo(x(h), up(points[n - 1]![1]));
    c.lineTo(x(h), up(i));
  });
  c.strokeStyle = col.blue;
  c.lineWidth = 1.5;
  c.stroke();
  drawAxes(c, col, view);
}
