// A band on the axis that shows where along the frontier a label is alone.

import type { Data } from "./data";
import type { Fate } from "./groups/fate";
import type { Pen } from "./pen";
import type { Colours } from "./theme";
import type { View } from "./view";

/** drawBand paints a band that is fully opaque at budgets at which a label is alone, and fainter the more labels share its cluster. */
export function drawBand(c: Pen, col: Colours, view: View, d: Data, fate: Fate): void {
  const f = view.frame(), height = 8;
  c.fillStyle = col.paper;
  c.fillRect(f.left, f.bottom - height - 2, f.right - f.left, height + 2);
  c.fillStyle = col.orange;
  // Neighbouring strips of one opacity are joined, and strips narrower than half a pixel are joined
  // with their mean opacity.
  let left = NaN, right = NaN, ink = 0, last = NaN;
  const paint = () => {
    if (!(ink > 0)) return;
    c.globalAlpha = Math.min(ink / (right - left), 1);
    c.fillRect(left, f.bottom - height, right - left, height);
  };
  for (let j = 0; j < d.count; j++) {
    const from = Math.max(view.x(d.h[j]!), f.left), to = Math.min(j + 1 < d.count ? view.x(d.h[j + 1]!) : f.right, f.right);
    if (!(to > from)) continue;
    const share = fate.size[j]! > 0 ? 1 / fate.size[j]! : 0, opacity = share === 1 ? 1 : 0.6 * share;
    const mixed = right - left < 0.5 && to - from < 0.5;
    if (Number.isNaN(left) || (opacity !== last && !mixed)) {
      paint();
      [left, ink] = [from, 0];
    }
    last = opacity === last || ink === 0 ? opacity : NaN;
    right = to;
    ink += opacity * (to - from);
  }
  paint();
  c.globalAlpha = 1;
}
