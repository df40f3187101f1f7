// Finding a label, and what becomes of it along the frontier.

import { clustersOf, namedCluster } from "./clusters";
import { thinned, type Data } from "../data";
import { button, byId, el, focusOn, named, renew } from "../dom";
import { companions, type Fate } from "./fate";
import { many, number, percent, value } from "../format";
import { binOf } from "./ranges";
import type { State } from "../state";

const hits = 8, mates = 8;

/** startSearch looks labels up as they are typed. fateOf returns what becomes of the label that is found. */
export function startSearch(state: State, fateOf: () => Fate | null): void {
  const d = state.data, box = byId<HTMLInputElement>("search"), matches = byId("matches");
  const lower = d.about.xLabels.map((label) => label.toLowerCase());
  box.disabled = lower.length === 0;
  if (d.about.order?.cuts) box.placeholder = "number or value";
  const choose = (row: number) => {
    state.find(row);
    box.value = row < 0 ? "" : d.about.xLabels[row]!;
    matches.replaceChildren();
  };
  // The bin of a number comes before other labels that have its digits.
  const find = (bin: number, text: string): Found => {
    const { rows, count, has } = lookUp(d.about.xLabels, lower, text, bin);
    return bin < 0 ? { rows, count, has } : { rows: [bin, ...rows], count: count + (has ? 0 : 1), has };
  };
  box.addEventListener("input", () => {
    const bin = binOf(d.about.order, box.value), { rows: found, count } = find(bin, box.value);
    state.find(bin >= 0 || count === 1 || (count > 0 && d.about.xLabels[found[0]!] === box.value) ? found[0]! : -1);
    const others = found.filter((x) => x !== state.label).slice(0, hits), more = count - others.length - (state.label >= 0 ? 1 : 0);
    matches.replaceChildren(...others.map((x) => button(named(d.about.xLabels[x]!), () => { choose(x); focusOn(byId("fate")); }, { class: "chip" })));
    if (count === 0 && box.value !== "") matches.replaceChildren(el("span", { class: "quiet" }, "no such value"));
    else if (more > 0) matches.append(el("span", { class: "quiet" }, `and ${more.toLocaleString("en")} more`));
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      const { rows } = find(binOf(d.about.order, box.value), box.value);
      if (rows.length > 0) choose(rows[0]!);
    } else if (event.key === "Escape") {
      choose(-1);
      box.blur();
    }
  });
  const show = () => renew(byId("fate"), ...story(state, fateOf()));
  state.on(["label"], () => {
    if (state.label >= 0 && document.activeElement !== box) box.value = d.about.xLabels[state.label]!;
  });
  state.on(["label", "selected", "later"], show);
}

/** What a text was found in: the first rows, how many there are, and whether a row that is not listed is one of them. */
interface Found { rows: number[]; count: number; has: boolean }

/**
 * lookUp returns the first rows whose label is the text, then those whose label begins with it, then those whose label
 * contains it, without the row to skip. O(labels).
 */
export function lookUp(labels: string[], lower: string[], text: string, skip = -1): Found {
  const found: Found = { rows: [], count: 0, has: false };
  if (text === "") return found;
  const wanted = text.toLowerCase();
  const ranks: number[][] = [[], [], [], []]; // a few rows of each rank, of hundreds of thousands
  for (let x = 0; x < labels.length; x++) {
    const at = lower[x]!.indexOf(wanted);
    if (at < 0) continue;
    found.count++;
    if (x === skip) {
      found.has = true;
      continue;
    }
    const rank = ranks[at > 0 ? 3 : lower[x]!.length > wanted.length ? 2 : labels[x] === text ? 0 : 1]!;
    if (rank.length <= hits) rank.push(x);
  }
  found.rows = ranks.flat().slice(0, hits + 1);
  return found;
}

/** story says which cluster of the chosen point a label is in, from where on it is alone, and what shares its cluster before. */
function story(state: State, fate: Fate | null): Node[] {
  if (state.label < 0 || !fate) return [];
  const d = state.data, label = d.about.xLabels[state.label]!;
  return [here(state, label), alone(state, fate, label), ...mateTable(state, fate)];
}

function here(state: State, label: string): HTMLElement {
  const its = clustersOf(state.data, state.selected)?.find((c) => c.rows.includes(state.label));
  const line = el("p", {}, "Among these groups ", el("strong", {}, named(label)));
  if (!its) line.append(" is in a group that is not known.");
  else if (its.rows.length === 1) line.append(" is alone.");
  else line.append(` shares its group with ${many(its.rows.length - 1, "other value")}: `, el("strong", {}, namedCluster(its)), ".");
  return line;
}

function alone(state: State, fate: Fate, label: string): HTMLElement {
  const d = state.data;
  if (fate.alone < 0) return el("p", {}, named(label), " is alone in no point.");
  const count = fate.size.reduce((n, size) => n + (size === 1 ? 1 : 0), 0);
  return el("p", {}, `First alone at `, go(state, fate.alone), `, and alone in ${count} of ${many(d.count, thinned(d) ? "point shown" : "point", thinned(d) ? "points shown" : "points")}`,
    fate.always >= 0 && fate.always !== fate.alone ? el("span", {}, "; for good from ", go(state, fate.always)) : "", ".");
}

function go(state: State, j: number): HTMLElement {
  return button(value(state.data.h[j]!, state.data.about.h), () => state.select(j), { class: "link" });
}

function mateTable(state: State, fate: Fate): Node[] {
  const rows = companions(fate, mates);
  if (rows.length === 0) return [];
  const d: Data = state.data;
  return [el("div", { class: "wide" }, el("table", {},
    el("caption", {}, "Shares a group longest with"),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "value"), el("th", { scope: "col" }, "of budgets"),
      el("th", { scope: "col" }, "first apart at bits"))),
    el("tbody", {}, ...rows.map((x) => el("tr", {}, el("th", { scope: "row" }, named(d.about.xLabels[x]!, 24)),
      el("td", {}, percent(fate.together[x]!)),
      el("td", {}, fate.apart[x]! < 0 ? "never" : button(number(d.h[fate.apart[x]!]!), () => state.select(fate.apart[x]!), { class: "link" })))))))];
}
