// The page says of groupings the same as package groupview: TestViews of package report writes views.json.

import { dataOf, HULL, recommended, type About, type Data, type Later } from "../data";
import { clustersOf, forget } from "../groups/clusters";
import { inOrder, jointOf, shapeOf } from "../groups/levels";
import { State } from "../state";
import { shownRange } from "../groups/ranges";
import { below, sentence } from "../words";
import { equal, test } from "./check";
import cases from "./views.json";

/** frontierOf returns the frontier of a case. */
function frontierOf(c: (typeof cases)[number]): Data {
  const numbers = Object.entries(c.arrays as Record<string, (number | null)[]>).map(([name, list]) => [name, Float64Array.from(list, (v) => v ?? NaN)] as const);
  const arrays = Object.fromEntries(numbers), d = dataOf(c.about as unknown as About, arrays);
  d.later = { ...arrays, assignments: Uint8Array.from(c.groups.flat()) } as unknown as Later;
  return d;
}

/** plain removes what keeps lines and writing directions together. */
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "").replaceAll("\u00a0", " ");

for (const c of cases) {
  test(`${c.name}: sentences and rows are those of package groupview`, () => {
    const d = frontierOf(c);
    c.want.forEach((want, j) => {
      forget();
      const rows = inOrder(d, j, clustersOf(d, j)!).map((r) => r.number);
      const ranges = (want as { ranges?: string[][] }).ranges;
      if (ranges) equal(clustersOf(d, j)!.map((r) => r.ranges.map((part) => shownRange(d, part))), ranges, `ranges of point ${j}:`);
      const mixed = shapeOf(d) === "few" ? jointOf(d, j)!.order : null;
      equal([plain(sentence(d, j)), plain(below(d, j)), rows, mixed], [plain(want.sentence), want.below, want.rows, want.mixed], `point ${j}:`);
    });
    forget();
  });
  const limits = (c as { limits?: Limit[] }).limits;
  if (limits) {
    test(`${c.name}: the frontiers within limits are those of package second`, () => {
      const d = frontierOf(c), state = new State(d), free = d.about.second!.aim === "also" ? -Infinity : Infinity;
      for (const want of [...limits, ...limits.toReversed()]) {
        state.limitTo(want.limit);
        const front = Array.from(d.frontH, (h, j) => [h, d.i[j]!, d.flags[j]! & HULL ? 1 : 0]);
        const best = d.about.best.map((j) => [d.k[j]!, d.h[j]!, d.i[j]!]), layers = Array.from({ length: d.hidden - d.count }, (_, n) => d.count + n);
        equal([front, best, layers.length], [want.points, want.best, want.layers], `within ${want.limit}:`);
        equal(want.points.map((_, j) => plain(sentence(d, j))), want.sentences, `within ${want.limit}:`);
        equal([d.heldOut, d.about.validation, recommended(d, d.about.start)], [undefined, null, false], `within ${want.limit}:`);
        equal(clustersOf(d, state.selected)!.length, d.k[state.selected], `within ${want.limit}:`);
      }
      state.limitTo(free);
      equal([Array.from(d.h), d.about.start, state.selected], [Array.from(frontierOf(c).h), c.about.start, c.about.start]);
    });
  }
}

interface Limit { limit: number; points: number[][]; best: number[][]; layers: number; sentences: string[] }
