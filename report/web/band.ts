// A band on the axis that shows where along the frontier a label is alone.

import type { Data } from "./data";
import type { Fate } from "./fate";
import type { Pen } from "./pen";
import type { Colours } from "./theme";
import type { View } from "./view";

/** drawBand paints a band that is fully opaque at budgets at which a label is alone, and fainter the more labels share its cluster. */
export function drawBand(c: Pen, col: Colours, view: View, d: Data, fate: Fate): void {
  const f = view.frame(), height = 8;
  c.fillStyle = col.paper;
  c.fillRect(f.left, f.bottom - height - 2, f.right - f.left, height + 2);
  c.fillStyle = col.orange;
  for (let j = 0; j < d.count; j++) {
    // Neighbouring points with clusters of one size are drawn with one stroke.
    let end = j;
    while (end + 1 < d.count && fate.size[end + 1] === fate.size[j]) end++;
    const from = view.x(d.h[j]), to = end + 1 < d.count ? view.x(d.h[end + 1]) : f.left;
    if (fate.size[j] > 0 && from >= f.left && to <= f.right) {
      const share = 1 / fate.size[j];
      c.globalAlpha = share === 1 ? 1 : 0.6 * share;
      c.fillRect(to, f.bottom - height, from - to, height);
    }
    j = end;
  }
  c.globalAlpha = 1;
}
