// The diagram of two points: clusters as bars, and bands of the values that they share.

import { namedCluster, nameIn } from "./clusters";
import { bestOf, recommended, type Data } from "../data";
import { byId, el, renew, soon, svg } from "../dom";
import { flowsOf, relation, type Flow, type Flows, type Side } from "./flows";
import { apart, fit, inShort, many, percent, visible } from "../format";
import { rangesOf } from "./ranges";
import type { State } from "../state";
import { whileShown } from "../tabs";
import { words } from "../words";

const mostListed = 100; // numbers of groups to choose from
const mostBands = 400; // more cannot be told apart
const bar = 12; // the width of a bar
const least = 1.5; // the least height of a band

/** startCompare keeps the diagram and the two lists of points up to date. */
export function startCompare(state: State): void {
  const from = byId<HTMLSelectElement>("from"), to = byId<HTMLSelectElement>("to");
  for (const list of [from, to]) {
    list.addEventListener("change", () => state.compare(Number(from.value), Number(to.value)));
  }
  const show = () => {
    const [a, b] = pair(state);
    fill(from, state, a);
    fill(to, state, b);
    draw(state, a < 0 ? state.selected : a, b < 0 ? state.selected : b);
  };
  whileShown(state, "compare", ["pins", "pair", "selected", "later", "label", "names"], show);
  let width = 0;
  new ResizeObserver(soon(() => {
    if (state.tab === "compare" && width !== (width = byId("compare").clientWidth)) show();
  })).observe(byId("compare"));
}

/** pair returns the points compared: those asked for, or the last pin or an alternative, and the chosen point. */
function pair(state: State): [number, number] {
  const there = (j: number) => (j >= 0 && j < state.data.total ? j : -1);
  if (state.from >= 0 || state.to >= 0) return [there(state.from), there(state.to)];
  const { coarser, start, finer, best } = state.data.about;
  const others = [...state.pins.toReversed(), coarser, start, finer, ...best];
  return [others.find((j) => there(j) >= 0 && j !== state.selected) ?? -1, -1];
}

function fill(list: HTMLSelectElement, state: State, chosen: number): void {
  const d = state.data, best = [...bestOf(d).values()].slice(0, mostListed).filter((j) => !state.pins.includes(j));
  const options = [el("option", { value: -1 }, "the chosen grouping"),
    ...state.pins.map((j, n) => el("option", { value: j }, `pin ${n + 1}: ${inShort(d, j)}`)),
    ...best.map((j) => el("option", { value: j }, inShort(d, j) + (recommended(d, j) ? ` (${words.legend.recommended})` : "")))];
  if (chosen >= 0 && !state.pins.includes(chosen) && !best.includes(chosen)) options.push(el("option", { value: chosen }, inShort(d, chosen)));
  list.replaceChildren(...options);
  list.value = String(chosen);
}

function draw(state: State, from: number, to: number): void {
  const place = byId("alluvial"), splits = byId("splits");
  byId("band-says").textContent = "";
  if (from < 0 || from === to) {
    renew(place, el("p", { class: "quiet" }, "Choose two groupings: the diagram shows how the groups of the first split and merge into those of the second."));
    splits.replaceChildren();
    return;
  }
  const flows = flowsOf(state.data, from, to);
  if (!flows) {
    renew(place, el("p", { class: "quiet" }, "The groups of these points are not known."));
    splits.replaceChildren();
    return;
  }
  renew(place, diagram(state, flows, from, to, place.clientWidth));
  renew(splits, ...inWords(flows));
}

interface Bars { top: Float64Array; height: Float64Array }

/** stack places the bars of a side one below the other. */
function stack(side: Side, height: number, gap: number): Bars {
  const scale = height - gap * (side.order.length - 1);
  const bars = { top: new Float64Array(side.order.length), height: new Float64Array(side.order.length) };
  let y = 0;
  for (const c of side.order) {
    bars.top[c] = y;
    bars.height[c] = side.mass[c]! * scale;
    y += bars.height[c] + gap;
  }
  return bars;
}

function diagram(state: State, flows: Flows, from: number, to: number, width: number): SVGElement {
  const most = Math.max(flows.left.order.length, flows.right.order.length);
  const height = Math.min(Math.max(260, most * 22), 1600), gap = Math.min(6, height / 3 / most);
  const side = Math.min(Math.max(70, width * 0.29), Math.max(170, width * 0.2)); // room for names
  const x0 = side, x1 = Math.max(width - side, x0 + 40), head = 22;
  const left = stack(flows.left, height, gap), right = stack(flows.right, height, gap);
  const picture = svg("svg", { class: "alluvial", viewBox: `0 0 ${x1 + side} ${height + head + 4}`, width: x1 + side, height: height + head + 4,
    role: "group", "aria-label": `From ${inShort(state.data, from)} to ${inShort(state.data, to)}` });
  picture.append(
    svg("text", { x: 0, y: 13, class: "quiet" }, fit(inShort(state.data, from), (x1 + side) / 2 - 6)),
    svg("text", { x: x1 + side, y: 13, "text-anchor": "end", class: "quiet" }, fit(inShort(state.data, to), (x1 + side) / 2 - 6)));
  const body = svg("g", { transform: `translate(0 ${head})` });
  body.append(bands(state, flows, left, right, x0, x1),
    nodes(flows.left, left, x0, -1, side, flows), nodes(flows.right, right, x1, 1, side, flows));
  picture.append(body);
  return picture;
}

/** coloured returns the side with fewer clusters: its bars have colours, and bands have those of their bars. */
function coloured(flows: Flows): Side {
  return flows.left.order.length <= flows.right.order.length ? flows.left : flows.right;
}

function bands(state: State, flows: Flows, left: Bars, right: Bars, x0: number, x1: number): SVGElement {
  const placeOf = (side: Side) => {
    const at = new Uint32Array(side.order.length);
    side.order.forEach((c, n) => { at[c] = n; });
    return at;
  };
  const l = placeOf(flows.left), r = placeOf(flows.right);
  const sorted = [...flows.flows].sort((a, b) => l[a.from]! - l[b.from]! || r[a.to]! - r[b.to]!);
  const outY = left.top.slice();
  const tops = new Map<Flow, { a: number; b: number }>();
  for (const f of sorted) {
    tops.set(f, { a: outY[f.from]!, b: 0 });
    outY[f.from]! += (left.height[f.from]! * f.mass) / flows.left.mass[f.from]!;
  }
  const inY = right.top.slice();
  for (const f of [...sorted].sort((a, b) => r[a.to]! - r[b.to]! || l[a.from]! - l[b.from]!)) {
    tops.get(f)!.b = inY[f.to]!;
    inY[f.to]! += (right.height[f.to]! * f.mass) / flows.right.mass[f.to]!;
  }
  const group = svg("g", {});
  const drawn = sorted.length <= mostBands ? sorted : [...sorted].sort((a, b) => b.mass - a.mass).slice(0, mostBands);
  const paths = drawn.map((f) => band(state, flows, f, tops.get(f)!, left, right, x0 + bar, x1 - bar));
  rove(paths);
  group.append(...paths);
  return group;
}

function band(state: State, flows: Flows, f: Flow, top: { a: number; b: number }, left: Bars, right: Bars, x0: number, x1: number): SVGElement {
  const a = Math.max((left.height[f.from]! * f.mass) / flows.left.mass[f.from]!, least);
  const b = Math.max((right.height[f.to]! * f.mass) / flows.right.mass[f.to]!, least);
  const m = (x0 + x1) / 2;
  const shape = `M${x0} ${top.a}C${m} ${top.a} ${m} ${top.b} ${x1} ${top.b}V${top.b + b}C${m} ${top.b + b} ${m} ${top.a + a} ${x0} ${top.a + a}Z`;
  const holds = state.label >= 0 && f.rows.includes(state.label);
  const text = sentence(state, flows, f);
  const say = () => { byId("band-says").textContent = text; };
  return svg("path", { d: shape, class: `band hue${(coloured(flows) === flows.left ? f.from : f.to) % 8}${holds ? " holds" : ""}`, role: "img", "aria-label": text,
    pointerenter: say, focus: say, click: say });
}

/** sentence says what a band is. */
function sentence(state: State, flows: Flows, f: Flow): string {
  const d = state.data, parts = d.about.order ? rangesAmong(d, f.rows) : f.rows.map((x) => d.about.xLabels[x]!);
  const few = parts.slice(0, 30).map((text) => apart(visible(text, 40))).join(d.about.order || d.about.several ? ", " : " ");
  const more = parts.length > 30 ? ` and ${parts.length - 30} more` : "";
  const size = flows.known ? percent(f.mass) : many(f.rows.length, "value");
  return `${few}${more} (${size}): from ${nameIn(flows.left.clusters[f.from]!)} to ${nameIn(flows.right.clusters[f.to]!)}`;
}

/** rangesAmong returns the names of the ranges that some rows make. */
function rangesAmong(d: Data, rows: number[]): string[] {
  const of = new Int32Array(d.about.n).fill(-1);
  for (const x of rows) of[x] = 0;
  return rangesOf(d, of, 1)[0]!.map((r) => r.text);
}

/** rove makes all bands one stop of the Tab key, between which the arrow keys move. */
function rove(paths: SVGElement[]): void {
  paths.forEach((path, n) => {
    path.setAttribute("tabindex", n === 0 ? "0" : "-1");
    path.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      const next = step && paths[n + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
    path.addEventListener("focus", () => {
      for (const other of paths) other.setAttribute("tabindex", other === path ? "0" : "-1");
    });
  });
}

function nodes(side: Side, bars: Bars, x: number, way: 1 | -1, room: number, flows: Flows): SVGElement {
  const group = svg("g", { "aria-hidden": "true" });
  let free = -Infinity, drawn = -Infinity; // below the last name and the last bar
  for (const c of side.order) {
    const y = bars.top[c]!, height = Math.max(bars.height[c]!, least), middle = y + height / 2;
    const at = way < 0 ? x : x - bar;
    // Of thousands of bars, those that would show less than half a pixel are not drawn.
    if (y + height < drawn + 0.5) continue;
    drawn = y + height;
    group.append(svg("rect", { x: at, y, width: bar, height, class: side === coloured(flows) ? `node hue${c % 8}` : "node" }));
    if (middle - 6 < free) continue;
    free = middle + 6;
    const name = fit(nameIn(side.clusters[c]!), room - 8, undefined, true);
    group.append(svg("text", { x: x + way * 6, y: middle + 4, "text-anchor": way < 0 ? "end" : "start" }, name));
  }
  return group;
}

/** inWords says what the diagram shows, as a list. */
function inWords(flows: Flows): Node[] {
  const items = flows.left.order.slice(0, 60).map((c) => {
    const parts = flows.flows.filter((f) => f.from === c).sort((a, b) => b.mass - a.mass);
    const goes = parts.slice(0, 8).map((f) => `${nameIn(flows.right.clusters[f.to]!)} (${flows.known ? percent(f.mass) : many(f.rows.length, "value")})`);
    const more = parts.length > 8 ? ` and ${parts.length - 8} more` : "";
    return el("li", {}, el("strong", {}, namedCluster(flows.left.clusters[c]!)), " → " + goes.join(", ") + more);
  });
  return [el("p", {}, relation(flows)), el("details", {}, el("summary", {}, "In words"), el("ul", {}, ...items))];
}
