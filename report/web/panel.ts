// The chosen point: its numbers, its clusters, and what distinguishes them.

import { assignment, clustersOf, explain, missingIn, type Cluster, type Contribution, type Explained, namedCluster, sorted } from "./clusters";
import { bestOf, DMC, EXACT, HULL, kept, keptHeldOut, ROBUST, thinned, type Data } from "./data";
import { button, byId, el, focusOn, named, patch, renew, soon } from "./dom";
import { fileName, mappingCSV, mappingJSON, save } from "./download";
import { boundSays, many, number, percent, prominenceIs, signed, value } from "./format";
import type { Range } from "./ranges";
import type { State } from "./state";

const fewClusters = 24, fewLabels = 40; // the most that are shown at first
const mostClusters = 500, mostLabels = 2000; // and at all: a browser is slow with tens of thousands of elements
const columns = 3; // the most contributions in each direction

/** startPanel keeps the panel up to date. */
export function startPanel(state: State): void {
  let allOf = -1; // the point of which all clusters are shown
  const show = () => renew(byId("chosen-body"), ...body(state, allOf === state.selected, () => {
    allOf = state.selected;
    show();
  }));
  state.on(["selected", "pins", "label", "later", "shown"], soon(show));
  show();
}

function body(state: State, all: boolean, showAll: () => void): Node[] {
  const { data: d, selected: j } = state;
  if (j < 0) return [el("p", {}, "This frontier has no points.")];
  const nodes: Node[] = [numbers(d, j), marks(d, j), buttons(state, j)];
  const clusters = clustersOf(d, j);
  if (!clusters) {
    nodes.push(el("p", { class: "quiet" }, d.about.missing ? `There are no clusters here: ${d.about.missing}.`
      : d.later ? "The clusters of this point are not known." : "Unpacking the clusters …"));
    return nodes;
  }
  const explained = explain(d, j, columns);
  const list = sorted(d, clusters), shown = list.slice(0, all ? mostClusters : fewClusters);
  if (state.label >= 0) { // the cluster of the found label is always shown
    const its = list.find((c) => c.rows.includes(state.label));
    if (its && !shown.includes(its)) shown.push(its);
  }
  nodes.push(el("h3", {}, many(clusters.length, "cluster")));
  nodes.push(el("ul", { class: "clusters" }, ...shown.map((c) => card(state, c, explained?.[c.number]))));
  nodes.push(...aside(d, j));
  const rest = list.length - shown.length;
  if (rest > 0 && all) nodes.push(el("p", { class: "quiet" }, `and ${many(rest, "more cluster")}, which the downloads have`));
  else if (rest > 0) nodes.push(el("p", {}, button(list.length > mostClusters ? `Show ${mostClusters} of ${many(list.length, "cluster")}` : `Show all ${list.length} clusters`, showAll)));
  return nodes;
}

/** aside says what becomes of the records without a value of X. */
function aside(d: Data, j: number): Node[] {
  const a = d.about.aside, missing = missingIn(d, j);
  if (!a) return [];
  const share = `${percent(a.share)} of all records`;
  if (missing && a.treatment === "own") {
    return [el("ul", { class: "clusters", id: "missing" }, el("li", { class: "cluster" },
      el("p", { class: "name" }, patch(missing.number), el("strong", {}, missing.name), el("span", { class: "quiet" }, ` ${share}, beside these`)), bar(a.share)))];
  }
  const fate = missing ? `are in ${missing.name}` : a.treatment === "nearest" ? "are like no cluster" : "are left out";
  return [el("p", { class: "quiet", id: "missing" }, `The records without a value, ${share}, ${fate}. All numbers are of the others.`)];
}

/** numbers returns the numbers of a point as a list of terms. */
function numbers(d: Data, j: number): HTMLElement {
  const a = d.about, later = d.later;
  const off = (spread: Float32Array | undefined) => (spread ? ` ± ${number(spread[j])}` : "");
  const rows: [term: string, text: string, meaning?: string][] = [
    [a.h.name, number(d.h[j]) + off(later?.dh) + (a.h.unit ? " " + a.h.unit : "")],
    [a.i.name, number(d.i[j]) + off(later?.di) + (a.i.unit ? " " + a.i.unit : "")],
    ["clusters", String(d.k[j])],
  ];
  if (!Number.isNaN(kept(d, j))) {
    rows.splice(2, 0, ["keeps", percent(kept(d, j)) + (a.i.share ? " of the variance" : a.ixy > 0 ? " of the information" : " of the most")]);
  }
  if (a.ceiling) rows.push(["upper bound", boundSays(d, j), `No grouping of this ${a.h.name} or less, found or not, has more ${a.i.name}`]);
  if (d.heldOut && d.heldOutSE) {
    const share = keptHeldOut(d, j);
    rows.push(["on held-out records", `${value(d.heldOut[j], a.i)} ± ${number(d.heldOutSE[j])}` + (Number.isNaN(share) ? "" : `, keeps ${percent(share)}`),
      "Information of the clusters about records that did not help to make them, with its standard error. It may be below zero."]);
  }
  if (later && (later.prominence[j] > 0)) rows.push(["prominence", number(later.prominence[j]), prominenceIs]);
  if (later && later.kink[j] > 0) rows.push(["kink", later.kink[j].toFixed(1) + "°"]);
  if (later && later.ties[j] > 0) rows.push(["ties", many(later.ties[j], "other clustering")]);
  if (j + 1 < d.count) rows.push(["next point", `${signed(d.h[j + 1] - d.h[j])}, ${signed(d.i[j + 1] - d.i[j])}`]);
  return el("dl", { class: "numbers" }, ...rows.map(([term, text, meaning]) => el("div", { title: meaning ?? false }, el("dt", {}, term), el("dd", {}, text))));
}

function marks(d: Data, j: number): HTMLElement {
  const said: string[] = [], groups = many(d.k[j], "group");
  const best = d.about.best.length > 0 && bestOf(d).get(d.k[j]) === j;
  if (j < d.count) said.push(`point ${j + 1} of ${d.count}${thinned(d) ? " shown" : ""}`, d.flags[j] & HULL ? "on the concave hull" : "below the concave hull");
  else said.push("below the frontier");
  if (best) said.push(`best for ${groups} (${d.flags[j] & EXACT ? "proved" : "found"})`);
  else if (d.flags[j] & DMC && d.about.best.length === 0 && !d.about.h.clusters) said.push(`the best of the frontier for ${groups}`);
  if (d.about.uncertain) said.push(d.flags[j] & ROBUST ? "apart by resampling" : "not apart by resampling");
  const v = d.about.validation;
  if (v && d.k[j] > v.clusters && d.h[j] > v.h) said.push("more than held-out records support");
  return el("p", { class: "quiet" }, said.join(", "));
}

function buttons(state: State, j: number): HTMLElement {
  const d = state.data, mapped = assignment(d, j) !== null;
  const pinned = state.pins.includes(j);
  // Not disabled, which would take the focus away at the last point.
  const step = (text: string, by: number, title: string) => button(text, () => state.select(state.step(state.selected, by)),
    { title, "aria-disabled": state.step(j, by) === j ? "true" : "false" });
  return el("p", { class: "buttons" },
    step("← finer", 1, "Next point to the left"), step("coarser →", -1, "Next point to the right"),
    button(pinned ? "Unpin" : "Pin", () => state.pin(state.selected), { id: "pin", "aria-pressed": pinned ? "true" : "false" }),
    button("CSV", () => save(mappingCSV(d, j), fileName(d, j, "csv"), "text/csv"),
      { id: "csv", disabled: !mapped, "aria-label": "Download the mapping as CSV", title: "Download the mapping" }),
    button("JSON", () => save(mappingJSON(d, j), fileName(d, j, "json"), "application/json"),
      { id: "json", disabled: !mapped, "aria-label": "Download the mapping as JSON", title: "Download the mapping" }));
}

/** card shows one cluster. */
function card(state: State, c: Cluster, why: Explained | undefined): HTMLElement {
  const d = state.data, holds = state.label >= 0 && c.rows.includes(state.label);
  const share = Number.isNaN(c.mass) ? c.rows.length / d.about.n : c.mass;
  const size = Number.isNaN(c.mass) ? many(c.rows.length, "value") : percent(c.mass);
  const card = el("li", { class: holds ? "cluster holds" : "cluster" },
    el("p", { class: "name" }, patch(c.number), el("strong", {}, namedCluster(c)),
      el("span", { class: "quiet" }, ` ${size}` + (why ? `, ${value(why.info, d.about.i)}` : ""))),
    bar(share));
  if (c.ranges.length > 1) card.append(labels(state, c));
  else if (c.rows.length > 1) card.append(el("p", { class: "quiet" }, many(c.rows.length, d.about.order?.cuts ? "bin" : "value")));
  if (why && why.tells.length > 0) card.append(contributions(d, "more often", why.tells));
  if (why && why.tellsNot.length > 0) card.append(contributions(d, "less often", why.tellsNot));
  return card;
}

/** bar draws a share, which is written beside it. */
function bar(share: number): HTMLElement {
  const inner = el("span");
  inner.style.width = `${Math.min(Math.max(100 * share, 0.3), 100)}%`;
  return el("div", { class: "bar", "aria-hidden": "true" }, inner);
}

function labels(state: State, c: Cluster): HTMLElement {
  const own = (r: Range) => state.label >= 0 && r.rows.includes(state.label);
  const chip = (r: Range) => el("span", { class: own(r) ? "chip found" : "chip", title: r.text.length > 80 && r.text }, named(r.text));
  // Rows without an order are shown by mass.
  const names = state.data.about.xLabels, ordered = state.data.about.order !== null, count = ordered ? c.ranges.length : c.rows.length;
  const some = (from: number, to?: number) => (ordered ? c.ranges.slice(from, to) : c.rows.slice(from, to).map((x): Range => ({ text: names[x], rows: [x] })));
  const line = el("p", { class: "chips" }, ...some(0, fewLabels).map(chip));
  const rest = count - fewLabels, place = ordered ? c.ranges.findIndex(own) : c.rows.indexOf(state.label);
  if (place >= fewLabels) line.append(...some(place, place + 1).map(chip));
  if (rest > 0) {
    const more = button(`${rest.toLocaleString("en")} more`, () => {
      const left = rest - mostLabels;
      more.replaceWith(...some(fewLabels, fewLabels + mostLabels).map(chip), ...(left > 0 ? [el("span", { class: "quiet" }, `and ${left.toLocaleString("en")} more`)] : []));
      focusOn(line);
    });
    line.append(more);
  }
  return line;
}

/** contributions lists the columns that are more, or less, probable in a cluster than overall. */
function contributions(d: Data, how: string, list: Contribution[]): HTMLElement {
  const line = el("p", { class: "tells" }, el("span", { class: "quiet" }, how + ": "));
  list.forEach((t, n) => {
    if (n > 0) line.append(", ");
    line.append(el("span", { title: `p(y|cluster) ${percent(t.p)}, p(y) ${percent(t.overall)}` + (t.p > 0 ? `, ${signed(t.bits)} bits` : "") },
      el("b", {}, named(d.about.yLabels[t.y], 40)), ` ${percent(t.p)} instead of ${percent(t.overall)}`));
  });
  return line;
}
