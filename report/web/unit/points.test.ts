// Points: which one is nearest, within a budget, and best, and what is said of it.

import { cut } from "../format";
import { bestOf, DMC, EXACT, labelled, within } from "../data";
import { stepsOf } from "../groups/kept";
import { mapOf } from "../groups/heat";
import { forget } from "../groups/clusters";
import { nearest } from "../nearest";
import { State } from "../state";
import type { View } from "../view";
import { below, claim, fill, sentence } from "../words";
import { scaleLinear } from "d3-scale";
import { equal, near, test } from "./check";
import { frontierOf } from "./data";

/** random returns numbers from 0 to 1, the same each time. */
function random(seed: number): () => number {
  return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

test("the nearest point is that of a search through all", () => {
  const next = random(1), points = Array.from({ length: 300 }, () => ({ h: 0, i: 0, groups: [0, 1] }));
  points.forEach((p, n) => Object.assign(p, n === 0 ? {} : { h: points[n - 1]!.h + next(), i: points[n - 1]!.i + next() * next() }));
  const state = new State(frontierOf(points, [[1], [1]])), last = points[299]!;
  const view = { x: scaleLinear([0, last.h], [60, 940]), y: scaleLinear([0, last.i], [560, 20]) } as unknown as View;
  for (let n = 0; n < 300; n++) {
    const [px, py] = [60 + 880 * next(), 20 + 540 * next()], apart = (p: { h: number; i: number }) => Math.hypot(view.x(p.h) - px, view.y(p.i) - py);
    const least = Math.min(...points.map(apart)), found = nearest(state, view, px, py, 60);
    if (least > 60) equal(found, -1);
    else near(apart(points[found]!), least);
  }
});

test("a budget is spent on the last point within it", () => {
  const d = frontierOf([0, 0.5, 1.5].map((h) => ({ h, i: h, groups: [0, 1] })), [[1], [1]]);
  equal([-1, 0, 0.49, 0.5, 9].map((budget) => within(d, budget)), [-1, 0, 0, 1, 2]);
  const state = new State(d);
  state.select(2);
  equal([state.step(2, -1), state.step(2, 1), state.step(0, 5)], [1, 2, 2]);
});

test("groupings of the layers are shown while their number of groups is chosen", () => {
  const d = frontierOf([[0, 0, 0], [0, 1, 2], [0, 1, 0], [0, 1, 1], [0, 1, 2]].map((groups, h) => ({ h, i: h, groups })), [[1], [1], [1]]);
  [d.count, d.layered, d.about.best] = [2, 3, [0, 2, 1]];
  d.frontH = d.h.subarray(0, 2);
  const state = new State(d), shown = () => [0, 1, 2, 3, 4].filter((j) => state.shows(j));
  equal(shown(), [0, 1, 2]);
  state.toggle("layers");
  equal(shown(), [0, 1, 2]); // of one group there is no other
  state.select(2);
  equal(shown(), [0, 1, 2, 3]);
  state.select(1);
  equal(shown(), [0, 1, 2, 4]);
  state.select(4);
  state.toggle("layers");
  equal([shown(), state.selected], [[0, 1, 2], 1]);
});

test("groups are told apart by their heaviest rows", () => {
  equal(Array.from(labelled(Uint8Array.of(1, 1, 2, 0, 0, 255), 3)), [0, 0, 1, 0, 0, 0]);
});

test("the sentence has the numbers, the claim, and why the curve is above", () => {
  const d = frontierOf([{ h: 0, i: 0, groups: [0, 0] }, { h: 1, i: 0.66, groups: [0, 1] }], [[1], [1]], { x: "dest", y: "carrier", others: 1 });
  const plain = (text: string) => text.replace(/[\u2068\u2069]/g, "").replaceAll("\u00a0", " ");
  d.heldOut = Float32Array.of(0, 0.5);
  equal(plain(sentence(d, 1)), "2 groups of 2 values of dest keep 66 % of what dest says about carrier, 50 % on records held out; no grouping found keeps more in as few bits.");
  d.flags[1]! |= EXACT;
  d.about.best = [0, 1];
  equal(claim(d, 1), "proved best for 2 groups");
  equal(plain(sentence(d, 0)), "One group of all 2 values of dest says nothing about carrier.");
  equal(below(d, 1), "");
  d.count = 1;
  d.k[0] = 12;
  d.i[0] = 0.7;
  d.frontH = d.h.subarray(0, 1);
  equal(below(d, 1), "It is the best for 2 groups; the curve passes above it because 12 groups keep more in as few bits.");
  d.i[0] = d.i[1]!;
  equal(below(d, 1), "It is the best for 2 groups; the curve passes above it because 12 groups keep as much in fewer bits.");
  equal(fill("{a} {b}", { a: "{b}" }), "{b} {b}");
});

test("the curve of what is kept has the best of each number of groups", () => {
  const d = frontierOf([{ h: 0, i: 0, groups: [0, 0, 0] }, { h: 0.5, i: 0.3, groups: [0, 0, 1] }, { h: 1, i: 0.5, groups: [0, 0, 1] }, { h: 1.5, i: 1, groups: [0, 1, 2] }], [[1], [1], [1]]);
  for (const j of [0, 2, 3]) d.flags[j]! |= DMC;
  equal([...bestOf(d)], [[1, 0], [2, 2], [3, 3]]);
  equal(stepsOf(d).map((s) => [s.k, s.kept]), [[1, 0], [2, 0.5], [3, 1]]);
});

test("the heat map has shares of each row, by group", () => {
  const d = frontierOf([{ h: 1, i: 1, groups: [0, 1, 0] }], [[3, 1], [0, 4], [1, 1]]);
  forget();
  const map = mapOf(d, 0)!; // the second group has the larger rate
  equal([map.rows, map.columns, Array.from(map.shares), map.most], [[1, 0, 2], [1, 0], [1, 0, 0.25, 0.75, 0.5, 0.5], 1]);
  equal(map.groups.map((g) => [g.from, g.to]), [[0, 1], [1, 3]]);
  d.about.yOrder = "linear";
  equal(mapOf(d, 0)!.columns, [0, 1]);
  forget();
});

test("a text is cut at its end, or in the middle so that what differs stays", () => {
  equal([cut("Town 26", 7), cut("Town 26", 5), cut("Town 26", 5, true), cut("Town 26", 2, true)], ["Town 26", "Town…", "To…26", "T…"]);
  equal([cut("\u2068אב\u2069+Oslo+2", 4), cut("Oslo+\u2068אב\u2069+2", 7, true)], ["\u2068אב…\u2069", "Osl…\u2068\u2069+2"]);
});
