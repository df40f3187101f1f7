// The curve of what is kept against the number of groups, with held-out values, which says why a number is recommended.

import { scaleLinear } from "d3-scale";

import { bestOf, kept, recommended, total, type Data } from "../data";
import { byId, el, renew, soon, svg } from "../dom";
import { keeps, keepsHeldOut, many, number, percent, widthOf } from "../format";
import type { State } from "../state";
import { whileShown } from "../tabs";
import { fill, namesOf, words } from "../words";

const fewest = 12; // numbers of groups on the axis, if there are as many
const edge = { top: 26, right: 18, bottom: 48, left: 62 };

/** A Step of the curve: a number of groups, its best grouping, what it keeps, and what is kept on held-out records, with a standard error. */
export interface Step { k: number; j: number; kept: number; heldOut: number; error: number }

/** stepsOf returns the curve from one group on, about as far again behind the recommended number as before it. */
export function stepsOf(d: Data): Step[] {
  const whole = total(d), shares = whole > 0 && d.about.shares, part = (v: number | undefined) => (v ?? NaN) / (shares ? whole : 1);
  const start = d.about.start < 0 ? 0 : d.k[d.about.start]!, supported = d.about.validation?.clusters ?? 0;
  const most = Math.max(fewest, Math.ceil(2.5 * start), Math.min(Math.ceil(1.3 * supported), 8 * start));
  return [...bestOf(d)].filter(([k]) => k <= most).map(([k, j]) => ({ k, j, kept: shares ? kept(d, j) : d.i[j]!, heldOut: part(d.heldOut?.[j]), error: part(d.heldOutSE?.[j]) }))
    .filter((s) => !Number.isNaN(s.kept));
}

/** startKept keeps the curve up to date. */
export function startKept(state: State): void {
  const d = state.data, place = byId("kept");
  const why = () => {
    const v = d.about.validation;
    byId("supported").textContent = v ? `${many(v.records, "record")} held out ${v.records === 1 ? "supports" : "support"} up to ${many(v.clusters, "group")}.` : "";
    byId("reason").textContent = d.about.reason.replaceAll(" %", "\u00a0%");
  };
  why();
  state.on(["limit"], why);
  const show = () => {
    const steps = stepsOf(d);
    if (steps.length < 2) renew(place, el("p", { class: "quiet" }, "There are too few numbers of groups for a curve."));
    else renew(place, curve(state, steps, place.clientWidth), keyOf(d, steps));
  };
  whileShown(state, "how-many", ["selected", "later"], show);
  let width = 0;
  new ResizeObserver(soon(() => {
    if (state.tab === "how-many" && width !== (width = place.clientWidth)) show();
  })).observe(place);
}

/** keyOf names the lines and marks. */
function keyOf(d: Data, steps: Step[]): HTMLElement {
  const sign = (name: string) => svg("svg", { width: 22, height: 12, "aria-hidden": "true" }, svg("path", { class: name, d: "M1 6H21" }));
  const entry = (name: string, text: string) => el("span", {}, sign(name), text);
  return el("p", { class: "key" }, entry("curve", words.legend.best),
    ...(steps.some((s) => !Number.isNaN(s.heldOut)) ? [entry("curve held", words.legend.heldOut)] : []),
    ...(d.about.validation ? [entry("limit", words.legend.supported)] : []));
}

function curve(state: State, steps: Step[], full: number): SVGElement {
  const d = state.data, width = Math.max(Math.min(full, 900), 260), height = Math.min(420, Math.max(260, width * 0.55)), share = d.about.shares && total(d) > 0;
  const ends = steps.flatMap((s) => (Number.isNaN(s.heldOut) ? [s.kept] : [s.kept, s.heldOut - s.error, s.heldOut + s.error]));
  const last = steps[steps.length - 1]!.k, highest = Math.max(...ends);
  const x = scaleLinear([1, last], [edge.left + 10, width - edge.right - 10]);
  const y = scaleLinear([Math.max(Math.min(0, ...ends), -0.5 * highest), share ? Math.max(1, highest) : highest * 1.05], [height - edge.bottom, edge.top]);
  const picture = svg("svg", { class: "chart", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "What is kept, by the number of groups" });
  const write = share ? (v: number) => Math.round(100 * v) + "\u00a0%" : y.tickFormat(5);
  for (const v of y.ticks(5)) {
    picture.append(svg("path", { class: "grid", d: `M${edge.left} ${y(v)}H${width - edge.right}` }), svg("text", { x: edge.left - 8, y: y(v) + 4, "text-anchor": "end" }, write(v)));
  }
  for (const k of x.ticks(Math.min(last, width / 50))) {
    if (Number.isInteger(k)) picture.append(svg("text", { x: x(k), y: height - edge.bottom + 20, "text-anchor": "middle" }, String(k)));
  }
  picture.append(svg("text", { class: "quiet", x: (edge.left + width - edge.right) / 2, y: height - 8, "text-anchor": "middle" }, words.axes.groups),
    svg("text", { class: "quiet", x: 0, y: 13 }, d.about.i.share ? words.axes.variance : share ? words.axes.kept : fill(words.axes.told, namesOf(d))));
  const path = (value: (s: Step) => number) => steps.filter((s) => !Number.isNaN(value(s))).map((s, n) => `${n === 0 ? "M" : "L"}${x(s.k)} ${y(value(s))}`).join("");
  const v = d.about.validation;
  if (steps.some((s) => !Number.isNaN(s.heldOut))) {
    picture.append(svg("path", { class: "spread", d: outline(steps, x, y) }), svg("path", { class: "curve held", d: path((s) => s.heldOut) }));
  }
  picture.append(svg("path", { class: "curve", d: path((s) => s.kept) }));
  if (v && v.clusters <= last) picture.append(svg("path", { class: "limit", d: `M${x(v.clusters)} ${edge.top}V${height - edge.bottom}` }));
  picture.append(...dots(state, steps, (s) => [x(s.k), y(s.kept)], width));
  return picture;
}

/** outline returns the band of one standard error around the held-out values. */
function outline(steps: Step[], x: (k: number) => number, y: (v: number) => number): string {
  const known = steps.filter((s) => !Number.isNaN(s.heldOut));
  const at = (s: Step, way: number) => `${x(s.k)} ${y(s.heldOut + way * s.error)}`;
  return known.length === 0 ? "" : `M${[...known.map((s) => at(s, 1)), ...known.toReversed().map((s) => at(s, -1))].join("L")}Z`;
}

/** dots makes a dot for each number of groups, which chooses it. */
function dots(state: State, steps: Step[], place: (s: Step) => [number, number], width: number): SVGElement[] {
  const d = state.data;
  return steps.flatMap((s) => {
    const [x, y] = place(s), is = recommended(d, s.j), chosen = s.j === state.selected;
    const said = `${many(s.k, "group")}${keeps(d, s.j) || ": " + number(s.kept)}${keepsHeldOut(d, s.j)}${is ? ", recommended" : ""}`;
    const choose = () => state.select(s.j);
    const dot = svg("circle", { cx: x, cy: y, r: is ? 7 : 4.5, class: `step${is ? " recommended" : ""}${chosen ? " chosen" : ""}`, role: "button", tabindex: 0,
      "data-key": `step-${s.k}`, "aria-label": said, "aria-pressed": String(chosen), click: choose,
      keydown: (event) => {
        if (!["Enter", " "].includes((event as KeyboardEvent).key)) return;
        event.preventDefault();
        choose();
      } }, svg("title", {}, said));
    if (!is) return [dot];
    const text = `${many(s.k, "group")}${d.about.shares ? ": " + percent(s.kept) : ""}, ${words.legend.recommended}`, room = width - widthOf(text, "bold 13px system-ui, sans-serif") - 4;
    return [dot, svg("text", { class: "strong", x: Math.max(Math.min(x + 4, room), 0), y: y + (x + 4 > room ? 42 : 24) }, text)];
  });
}
