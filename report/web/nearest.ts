// The point nearest to a place on the screen.

import type { View } from "./view";
import { firstAbove } from "./data";
import type { State } from "./state";

/**
 * nearest returns the shown point that is drawn nearest to a place, within a distance in pixels, or -1. Both
 * coordinates grow along a frontier, so only a range of its points is near enough. The few others are all tried.
 */
export function nearest(state: State, view: View, px: number, py: number, reach: number): number {
  const d = state.data;
  const { x, y } = view;
  const [xa, xb] = linear(x(0), x(1)), [ya, yb] = linear(y(0), y(1));
  const lo = Math.max(firstAbove(d.frontH, x.invert(px - reach)), firstAbove(d.frontI, y.invert(py + reach)));
  const hi = Math.min(firstAbove(d.frontH, x.invert(px + reach)), firstAbove(d.frontI, y.invert(py - reach)));
  let best = -1, least = reach * reach;
  const offer = (j: number) => {
    const dx = xa + xb * d.h[j]! - px, dy = ya + yb * d.i[j]! - py;
    const distance = dx * dx + dy * dy;
    if (distance <= least && state.shows(j)) {
      best = j;
      least = distance;
    }
  };
  for (let j = lo; j < hi; j++) offer(j);
  for (let j = d.count; j < d.total; j++) offer(j);
  return best;
}

function linear(at0: number, at1: number): [number, number] {
  return [at0, at1 - at0];
}
