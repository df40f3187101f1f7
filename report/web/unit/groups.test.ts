// Groups: their order, names, ranges, flows, and what they say about Y.

import { clustersOf, forget, given, keyOf, nameOf } from "../groups/clusters";
import { flowsOf, relation } from "../groups/flows";
import { inOrder, jointOf, levelsOf, missingLevel, shapeOf, student, wilson } from "../groups/levels";
import { binOf, rangesOf } from "../groups/ranges";
import { State } from "../state";
import { equal, near, test } from "./check";
import { frontierOf, line } from "./data";

const rows = (list: { rows: number[] }[]) => list.map((r) => r.rows);

test("ranges are neighbours in the order", () => {
  const d = frontierOf([{ h: 1, i: 1, groups: [0, 0, 1, 0, 1] }], [[1], [1], [1], [1], [1]], { order: line(5) });
  const [first, second] = rangesOf(d, [0, 0, 1, 0, 1], 2);
  equal(first!.map((r) => r.text), ["0 - 2", "x3"]);
  equal(rows(second!), [[2], [4]]);
});

test("a circle has no ends, and an empty place interrupts no range", () => {
  const order = { ...line(5, true), rows: [0, 1, -1, 2, 3] };
  const d = frontierOf([{ h: 1, i: 1, groups: [0, 1, 1, 0] }], [[1], [1], [1], [1]], { order });
  equal(rangesOf(d, [0, 1, 1, 0], 2).map(rows), [[[0, 3]], [[1, 2]]]);
});

test("a number is found in its bin", () => {
  equal(["0.5", "1", "9", "x", ""].map((text) => binOf(line(4), text)), [0, 1, 3, -1, -1]);
  equal(binOf({ ...line(4), comma: true }, "1,5"), 1);
});

test("names have the heaviest labels, and are told apart", () => {
  equal(nameOf(["a", "b", "c"]), "a+b+c");
  equal(nameOf(["a".repeat(20), "bbbbbb", "c"]), `${"a".repeat(20)}+2 more`);
  const d = frontierOf([{ h: 1, i: 1, groups: [0, 1, 1] }], [[1], [1], [3]], { xLabels: ["u", "v", "w"] });
  equal(clustersOf(d, 0)!.map((c) => c.name), ["u", "w+v"]);
  d.names.set(keyOf([2, 1]), "u"); // in any order of rows
  forget();
  equal(clustersOf(d, 0)!.map((c) => c.name), ["u", "u (2)"]);
  equal(given(d, 0), [["u", "v", "w"]]);
  d.about.groupNames = [{ name: "of the file", rows: [2, 1] }];
  const state = new State(d);
  state.nameAll([]);
  equal([...d.names.values()], ["of the file"]);
  state.nameAll([[keyOf([1, 2]), ""]]); // taken back
  equal(given(d, 0), []);
  d.names.clear();
  forget();
});

test("a rate is the share of the last of two values, with Wilson's interval", () => {
  const d = frontierOf([{ h: 1, i: 1, groups: [0, 1, 1] }], [[90, 10], [10, 30], [10, 30]]);
  forget();
  equal(shapeOf(d), "rate");
  const [a, b, all] = levelsOf(d, 0)!;
  near(a!.value, 0.1);
  near(b!.value, 0.75);
  near(all!.value, 70 / 180);
  // Of 10 of 100, Wilson 1927 has 5.52 % to 17.44 %.
  near(a!.low, 0.0552, 5e-5);
  near(a!.high, 0.1744, 5e-5);
  equal(wilson(1, 2, false), { value: 0.5, low: NaN, high: NaN });
});

test("a mean has an interval by Student's t", () => {
  for (const [freedom, want] of [[1, 12.7062], [5, 2.5706], [6, 2.4469], [10, 2.2281], [30, 2.0423], [1000, 1.9623]] as const) near(student(freedom), want, 2e-4);
  const d = frontierOf([{ h: 1, i: 1, groups: [0, 0, 1] }], [[1], [1], [2]], {}, { mean: Float64Array.of(1, 3, 10), variance: Float64Array.of(0, 0, 1) });
  forget();
  const [a, b] = levelsOf(d, 0)!;
  near(a!.value, 2);
  near(a!.high - a!.value, 12.7062 * Math.sqrt(2 / 2), 1e-3);
  near(b!.value, 10);
});

test("records without a value have their own rate", () => {
  const d = frontierOf([{ h: 1, i: 1, groups: [0, 1] }], [[1, 1], [1, 3]], { aside: { treatment: "own", share: 0.1, y: ["y1", "new"], counts: [3, 1] } });
  near(missingLevel(d)!.value, 0.75);
});

test("groups are in the order of X, or by rate, or by share", () => {
  const counts = [[10, 0], [20, 20], [1, 29]], d = frontierOf([{ h: 1, i: 1, groups: [0, 1, 2] }], counts);
  const order = () => inOrder(d, 0, clustersOf(d, 0)!).map((c) => c.number);
  forget();
  equal(order(), [2, 1, 0]); // rates 97 %, 50 % and 0
  d.about.order = line(3);
  forget();
  equal(order(), [0, 1, 2]);
  const e = frontierOf([{ h: 1, i: 1, groups: [0, 1, 2] }], counts.map((row) => [...row, 1]));
  forget();
  equal([shapeOf(e), levelsOf(e, 0)], ["few", null]);
  const listed = () => inOrder(e, 0, clustersOf(e, 0)!).map((c) => c.number);
  equal(listed(), [1, 2, 0]); // 41, 31 and 11 records
  e.about.yOrder = "circular";
  equal(listed(), [1, 2, 0]);
  e.about.yOrder = "linear";
  equal(listed(), [2, 1, 0]); // mean places 31/31, 22/41 and 2/11
  e.about.yOrder = "";
  equal(jointOf(e, 0)!.order, [1, 0, 2]); // 49, 31 and 3
  forget();
});

test("flows have all values, and refinement is seen", () => {
  const d = frontierOf([{ h: 1, i: 1, groups: [0, 0, 1, 1] }, { h: 2, i: 2, groups: [0, 1, 2, 2] }, { h: 3, i: 3, groups: [0, 1, 0, 1] }], [[4], [3], [2], [1]]);
  forget();
  const finer = flowsOf(d, 0, 1)!, other = flowsOf(d, 1, 2)!;
  equal(finer.flows.map((f) => [f.from, f.to, f.rows]), [[0, 0, [0]], [0, 1, [1]], [1, 2, [2, 3]]]);
  near(finer.flows.reduce((sum, f) => sum + f.mass, 0), 1);
  equal([relation(finer), relation(flowsOf(d, 1, 0)!), relation(other), relation(flowsOf(d, 0, 0)!)].map((text) => text.split(" ").slice(0, 3).join(" ")),
    ["The second refines", "The second coarsens", "Neither refines the", "Both group the"]);
  equal(finer.left.order, [0, 1]);
  forget();
});
