// The upper canvas, the actions of the pointer, and the note next to it.

import { clustersOf, namedCluster, sorted } from "./groups/clusters";
import { byId, el, named, patch } from "./dom";
import { boundSays, keeps, keepsHeldOut, many, number, percent, placeOf, value } from "./format";
import { nearest } from "./nearest";
import type { Pen } from "./pen";
import type { State } from "./state";
import type { Colours } from "./theme";
import type { View } from "./view";

const reach = 60; // the largest distance, in pixels, from the pointer to the point that it selects
const rows = 8; // the most clusters in a note

/** startHover listens to the pointer over the plot. */
export function startHover(state: State, view: View): void {
  const over = byId<HTMLCanvasElement>("over");
  let at: [x: number, y: number] | null = null; // where the pointer is
  const under = () => { if (at) state.point(nearest(state, view, ...at, reach)); };
  over.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || event.buttons) return;
    at = [event.offsetX, event.offsetY];
    under();
  });
  over.addEventListener("pointerleave", () => {
    at = null;
    state.point(-1);
  });
  state.on(["view"], under); // another point is under a pointer that rests
  over.addEventListener("click", (event) => {
    // The pointer is known to a part of a pixel, and the place of a click is rounded.
    const j = nearest(state, view, ...(at ?? [event.offsetX, event.offsetY]), reach);
    if (j >= 0) state.select(j);
  });
}

/** overlay paints the chosen and pinned points, and the hovered one. */
export function overlay(c: Pen, col: Colours, state: State, view: View, hover: number): void {
  const f = view.frame(), d = state.data;
  c.save();
  c.beginPath();
  c.rect(f.left, f.top, f.right - f.left, f.bottom - f.top);
  c.clip();
  if (d.count > 0) {
    const x = view.x(state.budget), [px, py] = view.place(state.selected);
    c.strokeStyle = col.ink;
    c.lineWidth = 1;
    c.globalAlpha = 0.5;
    c.setLineDash([5, 4]);
    stroke(c, x, f.top, x, f.bottom);
    stroke(c, f.left, py, px, py);
    c.setLineDash([]);
    c.globalAlpha = 1;
    state.pins.forEach((j, n) => {
      const place = view.place(j), low = place[1] + 24 > f.bottom; // no room for the number below the diamond
      pinMark(c, place, String(n + 1), col, low ? -16 : 0);
    });
    chosenMark(c, px, py, col);
    if (hover >= 0) {
      const [hx, hy] = view.place(hover);
      c.strokeStyle = col.ink;
      c.lineWidth = 2;
      c.beginPath();
      c.arc(hx, hy, 8, 0, 2 * Math.PI);
      c.stroke();
    }
  }
  c.restore();
}

function stroke(c: Pen, x0: number, y0: number, x1: number, y1: number): void {
  c.beginPath();
  c.moveTo(x0, y0);
  c.lineTo(x1, y1);
  c.stroke();
}

/** chosenMark draws the disc of the chosen point. */
export function chosenMark(c: Pen, x: number, y: number, col: Colours): void {
  c.beginPath();
  c.arc(x, y, 6, 0, 2 * Math.PI);
  c.fillStyle = col.ink;
  c.strokeStyle = col.paper;
  c.lineWidth = 2;
  c.fill();
  c.stroke();
}

/** pinMark draws a diamond with the number that the pin has in the table, below it or so far beside it. */
export function pinMark(c: Pen, [x, y]: [number, number], text: string, col: Colours, beside = 0): void {
  c.beginPath();
  c.moveTo(x, y - 8);
  c.lineTo(x + 8, y);
  c.lineTo(x, y + 8);
  c.lineTo(x - 8, y);
  c.closePath();
  c.fillStyle = col.green;
  c.strokeStyle = col.paper;
  c.lineWidth = 2;
  c.fill();
  c.stroke();
  c.font = "bold 12px system-ui, sans-serif";
  c.textAlign = "center";
  c.lineWidth = 3;
  const at: [number, number] = beside ? [x + beside, y + 4] : [x, y + 21];
  c.strokeText(text, ...at);
  c.fillStyle = col.ink;
  c.fillText(text, ...at);
}

/** note fills the note about the hovered point, and places it. */
export function note(state: State, view: View): void {
  const tip = byId("tip"), j = state.hover, d = state.data;
  tip.hidden = j < 0;
  if (j < 0) return;
  const lines: Node[] = [
    el("p", { class: "numbers" }, `${many(d.k[j]!, "group")}${keeps(d, j)}`),
    el("p", { class: "quiet" }, `${value(d.h[j]!, d.about.h)}${keepsHeldOut(d, j)}`),
    ...(d.s && d.about.second ? [el("p", { class: "quiet" }, `${number(d.s[j]!)} bits about `, named(d.about.second.name, 32))] : []),
    ...(d.about.ceiling && state.shown.bound ? [el("p", {}, "upper bound " + boundSays(d, j))] : []),
    ...(j >= d.count ? [el("p", {}, placeOf(d, j))] : []),
  ];
  const clusters = clustersOf(d, j);
  if (clusters) {
    const list = sorted(d, clusters);
    for (const c of list.slice(0, rows)) {
      lines.push(el("p", {}, patch(c.number), namedCluster(c, 32),
        el("span", { class: "quiet" }, Number.isNaN(c.mass) ? ` ${c.rows.length}` : ` ${percent(c.mass)}`)));
    }
    if (list.length > rows) lines.push(el("p", { class: "quiet" }, `and ${list.length - rows} more groups`));
  }
  tip.replaceChildren(...lines);
  const [x, y] = view.place(j), width = tip.offsetWidth, height = tip.offsetHeight;
  // There are no points up and to the left of this one, nor down and to the right, so the note hides
  // no points there.
  const above = y - 12 - height >= 2 && x - 16 - width >= 2;
  const left = above ? x - 16 - width : x + 16, top = above ? y - 12 - height : y + 12;
  tip.style.left = `${Math.max(2, Math.min(left, view.width - width - 2))}px`;
  tip.style.top = `${Math.max(2, Math.min(top, view.height - height - 2))}px`;
}
