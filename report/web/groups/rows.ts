// The groups of the chosen point, a row each: name, share, what they say about Y, and values.

import { secondOf, type Data } from "../data";
import { button, byId, el, focusOn, named, renew, soon } from "../dom";
import { many, percent, visible } from "../format";
import type { State } from "../state";
import { whileShown } from "../tabs";
import { fill, namesOf, words } from "../words";
import { apart, extentOf, fitLabels, level, share, stack, type Extent } from "./bars";
import { clustersOf, MISSING, missingIn, namedCluster, type Cluster } from "./clusters";
import { explain, type Explained } from "./explain";
import { inOrder, jointOf, levelsOf, missingLevel, shapeOf, type Joint, type Level, type Shape } from "./levels";
import { shownRange, type Range } from "./ranges";

const fewGroups = 24, fewValues = 6; // the most that are shown at first
const mostGroups = 500, mostValues = 2000; // and at all: a browser is slow with tens of thousands of elements
const tellsShown = 3, tellsNotShown = 2; // values of Y that set a group apart

/** startRows keeps the rows up to date. */
export function startRows(state: State): void {
  const place = byId("rows");
  let allOf = -1; // the point of which all groups are shown
  let skipped = false;
  const show = () => {
    skipped = place.querySelector(".rename") !== null; // until the name is written
    if (skipped) return;
    renew(place, ...table(state, allOf === state.selected, () => {
      allOf = state.selected;
      show();
    }));
    fitLabels(place);
  };
  place.addEventListener("focusout", () => { if (skipped) setTimeout(show); });
  whileShown(state, "groups", ["selected", "label", "later", "names"], show);
  let width = 0;
  new ResizeObserver(soon(() => {
    if (width !== (width = place.clientWidth)) fitLabels(place);
  })).observe(place);
}

/** What the rows of a point share. */
interface Sheet {
  state: State; heaviest: number; // the largest share of a group
  about: About[]; // Y and, if there is one, the second variable, without those that nothing is known of
}

/** What the groups of a point say about a variable, which is Y in d. */
interface About {
  d: Data; shape: Shape; levels: Level[] | null; on: Extent | null; joint: Joint | null; why: Explained[] | null;
  most: number; // the largest share of a value that is shown
  hue: number; // of the first value
}

/** aboutOf returns what the groups of a point say about Y. */
function aboutOf(d: Data, j: number, hue: number): About {
  const shape = shapeOf(d), levels = levelsOf(d, j), aside = missingLevel(d), why = shape === "many" ? explain(d, j, tellsShown) : null;
  for (const e of why ?? []) e.tellsNot = e.tellsNot.slice(0, tellsNotShown);
  return {
    d, shape, levels, why, hue, joint: shape === "few" ? jointOf(d, j) : null,
    on: levels && extentOf([...levels, ...(aside ? [aside] : [])], shape === "rate"),
    most: (why ?? []).flatMap((e) => [...e.tells, ...e.tellsNot]).reduce((most, c) => Math.max(most, c.p, c.overall), 1e-9),
  };
}

function table(state: State, all: boolean, showAll: () => void): Node[] {
  const { data: d, selected: j } = state, clusters = clustersOf(d, j);
  if (!clusters) {
    const why = j < 0 ? "" : d.about.missing ? `The groups cannot be shown: ${d.about.missing}.` : d.later ? "The groups of this point are not known." : "Unpacking the groups …";
    return [el("p", { class: "quiet" }, why)];
  }
  const first = aboutOf(d, j, 0), second = secondOf(d);
  const list = inOrder(d, j, clusters), shown = list.slice(0, all ? mostGroups : fewGroups);
  if (state.label >= 0) { // the group of the found value is always shown
    const its = list.find((c) => c.rows.includes(state.label));
    if (its && !shown.includes(its)) shown.push(its);
  }
  const sheet: Sheet = {
    state, heaviest: clusters.reduce((most, c) => Math.max(most, shareOf(d, c)), d.about.aside?.share ?? 0),
    about: [first, ...(second ? [aboutOf(second, j, first.joint?.order.length ?? 0)] : [])].filter((of) => of.shape !== "none"),
  };
  const rows = shown.map((c) => row(sheet, c)), rest = list.length - shown.length;
  const nodes: Node[] = [el("div", { role: "table", "aria-label": "Groups", class: `rows shape-${sheet.about[0]?.shape ?? "none"}${sheet.about.length > 1 ? " with-second" : ""}` }, head(sheet), ...rows, ...missingRow(sheet), ...allRow(sheet))];
  if (rest > 0 && all) nodes.push(el("p", { class: "quiet" }, `and ${many(rest, "more group")}, which the mapping has`));
  else if (rest > 0) nodes.push(el("p", {}, button(list.length > mostGroups ? `Show ${mostGroups} of ${many(list.length, "group")}` : `Show all ${list.length} groups`, showAll)));
  return [...nodes, ...missingNote(d, j)];
}

/** shareOf returns the share of a group of all records or, if that is not known, of all values. */
function shareOf(d: Data, c: Cluster): number {
  const own = d.about.aside?.treatment === "own" ? 1 - d.about.aside.share : 1;
  return Number.isNaN(c.mass) ? c.rows.length / d.about.n : own * c.mass;
}

function line(attributes: Record<string, string>, ...cells: HTMLElement[]): HTMLElement {
  return el("div", { role: "row", ...attributes }, ...cells);
}

function cell(name: string, ...children: (Node | string)[]): HTMLElement {
  return el("div", { role: "cell", class: "cell " + name }, ...children);
}

/** middle makes the cells about Y and the second variable. On a phone, where they are one below the other, the variables name them. */
function middle({ about }: Sheet, make: (of: About) => HTMLElement | string): HTMLElement[] {
  return about.map((of) => {
    const says = cell("says", make(of));
    if (about.length > 1) says.dataset.of = namesOf(of.d).y;
    return says;
  });
}

const column = (name: string, text: string, ...more: Node[]) => el("div", { role: "columnheader", class: "cell " + name }, text, ...more);

function head({ about }: Sheet): HTMLElement {
  const c = words.columns;
  return line({ class: "row head" }, column("who", c.group), column("part", c.share), ...about.map(headOf), column("what", c.values));
}

/** headOf names what groups say about a variable. */
function headOf({ d, shape, joint, hue }: About): HTMLElement {
  const c = words.columns, { y } = namesOf(d), last = d.about.yLabels[1] ?? "";
  const text = { rate: fill(c.rate, { event: last.length > 30 ? "event" : `${y} = ${last}` }), mean: fill(c.mean, { y }), few: fill(c.mix, { y }), many: fill(c.apart, { y }), none: "" }[shape];
  const key = joint ? [el("span", { class: "key" }, ...joint.order.map((v, n) => el("span", {}, el("span", { class: `patch hue${(n + hue) % 8}`, "aria-hidden": "true" }), named(d.about.yLabels[v]!, 24))))] : [];
  if (shape === "many") key.push(el("span", { class: "two" }, el("span", {}, "more often than average"), el("span", {}, "less often")));
  const interval = (shape === "rate" && d.about.samples !== null) || shape === "mean" ? `, ${c.interval}` : "";
  return column("says", text + interval, ...key);
}

function row(sheet: Sheet, c: Cluster): HTMLElement {
  const { state } = sheet, d = state.data, holds = state.label >= 0 && c.rows.includes(state.label);
  const part = shareOf(d, c), size = Number.isNaN(c.mass) ? many(c.rows.length, "value") : percent(part);
  return line({ class: holds ? "row holds" : "row", "data-group": String(c.number) },
    el("div", { role: "rowheader", class: "cell who" }, nameButton(state, c)), cell("part", share(part, sheet.heaviest, size)),
    ...middle(sheet, (of) => says(of, c)), cell("what", values(state, c)));
}

/** says draws what a group says about a variable. */
function says({ d, levels, on, joint, why, most, hue }: About, c: Cluster): HTMLElement | string {
  if (levels && on) return level(levels[c.number]!, levels[levels.length - 1]!.value, on);
  if (joint) return stack(d, joint.weights[c.number]!, joint.order, hue);
  return why ? apart(d, why[c.number]!, most) : "";
}

/** allRow is the row of all records. */
function allRow(sheet: Sheet): HTMLElement[] {
  const d = sheet.state.data;
  if (!sheet.about.some((of) => of.levels ?? of.joint)) return [];
  const whole = ({ levels, on, joint, d, hue }: About) => (levels && on ? level(levels[levels.length - 1]!, levels[levels.length - 1]!.value, on) : joint ? stack(d, joint.all, joint.order, hue) : "");
  return [line({ class: "row all" }, el("div", { role: "rowheader", class: "cell who" }, words.columns.all), cell("part", el("div", { class: "share" }, el("span", { class: "figure" }, percent(1)))),
    ...middle(sheet, whole), cell("what", many(d.about.n, "value")))];
}

/** missingRow is the row of the records without a value of X, if they are a group of their own. */
function missingRow(sheet: Sheet): HTMLElement[] {
  const { state, heaviest } = sheet, d = state.data, a = d.about.aside, missing = missingIn(d, state.selected), aside = missingLevel(d);
  if (!a || !missing || a.treatment !== "own") return [];
  const weights = d.about.yLabels.map((label) => a.counts[a.y.indexOf(label)] ?? 0);
  const own = ({ levels, on, joint, d: of }: About) => (of !== d ? "" : levels && on && aside ? level(aside, levels[levels.length - 1]!.value, on) : joint ? stack(d, weights, joint.order, 0) : "");
  return [line({ class: "row", id: "missing" }, el("div", { role: "rowheader", class: "cell who" }, missing.name), cell("part", share(a.share, heaviest, percent(a.share))),
    ...middle(sheet, own), cell("what", "no value"))];
}

/** missingNote says what becomes of the records without a value of X, if they are no group of their own. */
function missingNote(d: Data, j: number): Node[] {
  const a = d.about.aside, missing = missingIn(d, j);
  if (!a || (missing && a.treatment === "own")) return [];
  const fate = missing ? `are in ${missing.name}` : a.treatment === "nearest" ? "are like no group" : "are left out";
  return [el("p", { class: "quiet", id: "missing" }, `The records without a value (${MISSING.slice(1, -1)}), ${percent(a.share)} of all records, ${fate}. All numbers are of the others.`)];
}

/** nameButton shows the name of a group, which a click makes a field. */
function nameButton(state: State, c: Cluster): HTMLElement {
  const text = namedCluster(c, 80), range = c.ranges.length === 1 && c.name === c.ranges[0]!.text ? shownRange(state.data, c.ranges[0]!) : c.shown;
  text.replaceChildren(...visible(range, 80).split(/(?<=\+)(?! ?\d+ more)/).flatMap((part, n) => [...(n > 0 ? [el("wbr")] : []), part.replace(/ more$/, "\u00a0more")])); // lines end at +
  const show = button(text, edit, { class: "name", title: "Rename this group", "data-key": `name-${c.number}` });
  show.append(el("span", { class: "pencil", "aria-hidden": "true" }, "✎"), el("span", { class: "sr" }, ", rename"));
  return show;

  function edit(): void {
    const field = el("input", { class: "rename", dir: "auto", "aria-label": "Name of the group", value: c.name, maxlength: 100 });
    let done = false;
    const end = (name: string | null) => {
      if (done) return;
      done = true;
      field.replaceWith(show);
      setTimeout(() => { focusOn(document.querySelector<HTMLElement>(`[data-key="name-${c.number}"]`) ?? show); }); // Enter does not press it
      if (name !== null && name !== c.name) state.rename(c.rows, name);
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") end(field.value);
      else if (event.key === "Escape") end(null);
    });
    field.addEventListener("blur", () => { end(field.value); });
    show.replaceWith(field);
    field.select();
  }
}

/** values lists the values of a group: ranges in the order of X, and others heaviest first. */
function values(state: State, c: Cluster): HTMLElement {
  const own = (r: Range) => state.label >= 0 && r.rows.includes(state.label);
  const ordered = state.data.about.order !== null, names = state.data.about.xLabels, count = ordered ? c.ranges.length : c.rows.length;
  const some = (from: number, to?: number) => (ordered ? c.ranges.slice(from, to) : c.rows.slice(from, to).map((x): Range => ({ text: names[x]!, rows: [x] })));
  const word = (r: Range) => el(own(r) ? "mark" : "span", { class: "value" }, named(shownRange(state.data, r), 60));
  const list = el("span", { class: "values" }, ...some(0, fewValues).map(word));
  const rest = count - fewValues, at = ordered ? c.ranges.findIndex(own) : c.rows.indexOf(state.label);
  if (at >= fewValues) list.append(...some(at, at + 1).map(word));
  if (rest > 0) {
    const more = button(fill(words.columns.more, { more: rest.toLocaleString("en") }), () => {
      const left = rest - mostValues;
      more.replaceWith(...some(fewValues, fewValues + mostValues).map(word), ...(left > 0 ? [el("span", { class: "quiet" }, `and ${left.toLocaleString("en")} more`)] : []));
      focusOn(list);
    }, { class: "link", "aria-label": `Show ${rest.toLocaleString("en")} more values` });
    list.append(more);
  }
  return list;
}
