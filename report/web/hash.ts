// The state of the page is in the fragment of its address, so that the address can be passed on with the file.

import { namesIn, type Data } from "./data";
import { tabs, usual, type Shown, type State, type Theme } from "./state";
import type { View } from "./view";

const names: Record<keyof Shown, string> = {
  hull: "hull", dmc: "dmc", layers: "layers", bound: "bound", soft: "soft", leak: "colour", held: "held", balanced: "balanced", stairs: "stairs", bars: "bars", robust: "apart",
};
const every = Object.keys(names) as (keyof Shown)[];

/** nameOf names a point: by its place on the frontier, or by its number of clusters if it is best for that, as in k4, or by its place among the rest, as in layer7. */
function nameOf(d: Data, j: number): string {
  return j < d.count ? String(j) : j < d.layered ? "k" + d.k[j] : "layer" + (j - d.layered);
}

/** pointOf returns the point of a name, or -1. */
function pointOf(d: Data, name: string | undefined): number {
  if (name === undefined || name === "") return -1;
  if (name.startsWith("k")) return d.about.best.find((j) => String(d.k[j]) === name.slice(1)) ?? -1;
  const [from, end] = name.startsWith("layer") ? [d.layered, d.total] : [0, d.count];
  const j = from + Number(name.replace("layer", ""));
  return Number.isInteger(j) && j >= from && j < end ? j : -1;
}

/** write returns the state as text. */
export function write(state: State, view: View): string {
  const d = state.data, q = new URLSearchParams();
  const name = (j: number) => nameOf(d, j);
  if (state.limit !== state.usualLimit) q.set("limit", String(state.limit));
  q.set("point", name(state.selected));
  if (state.selected >= 0 && state.budget !== d.h[state.selected]) q.set("budget", String(state.budget));
  if (state.pins.length) q.set("pins", state.pins.map(name).join(" "));
  if (state.from >= 0 || state.to >= 0) q.set("compare", `${name(state.from)} ${name(state.to)}`);
  if (state.label >= 0) q.set("find", String(state.label));
  for (const [key, on] of [["with", true], ["without", false]] as const) {
    const list = every.filter((s) => state.shown[s] === on && usual[s] !== on);
    if (list.length) q.set(key, list.map((s) => names[s]).join(" "));
  }
  if (state.theme !== "auto") q.set("theme", state.theme);
  q.set("show", state.tab);
  for (const key of namesIn(d.about).keys()) q.set("name." + key, ""); // taken back, unless it is in the next list
  for (const [key, given] of d.names) q.set("name." + key, given);
  const w = view.window();
  if (w.k !== 1) q.set("view", [w.k, w.x, w.y].map((v) => v.toPrecision(12)).join(" "));
  return q.toString();
}

/** read sets the state from such a text. It ignores what is not valid. */
export function read(text: string, state: State, view: View): void {
  const q = new URLSearchParams(text), d = state.data, limit = Number(q.get("limit") ?? state.usualLimit);
  if (!Number.isNaN(limit)) state.limitTo(limit);
  const point = (t: string | undefined) => pointOf(d, t);
  const words = (key: string) => (q.get(key) ?? "").split(" ").filter((word) => word !== "");
  const budget = Number(q.get("budget") ?? NaN), j = point(q.get("point") ?? undefined);
  state.pins = [...new Set(words("pins").map(point).filter((p) => p >= 0))];
  [state.from, state.to] = [point(words("compare")[0]), point(words("compare")[1])];
  const row = Number(q.get("find") ?? -1);
  state.label = Number.isInteger(row) && row >= 0 && row < d.about.n ? row : -1;
  const on = words("with"), off = words("without");
  for (const s of every) state.shown[s] = on.includes(names[s]) || (usual[s] && !off.includes(names[s]));
  const theme = q.get("theme");
  state.theme = theme === "light" || theme === "dark" ? (theme as Theme) : "auto";
  state.view(tabs.find((tab) => tab === q.get("show")) ?? state.tab);
  state.nameAll([...q].flatMap(([key, given]) => (key.startsWith("name.") ? [[key.slice(5), given.slice(0, 100)] as const] : [])));
  if (Number.isFinite(budget) && q.has("budget")) state.spend(budget);
  else if (j >= 0) state.select(j);
  const [k = NaN, x = NaN, y = NaN] = words("view").map(Number);
  if ([k, x, y].every(Number.isFinite)) view.show(Math.max(1, Math.min(k, 1e5)), x, y);
  for (const part of ["pins", "pair", "label", "shown", "theme"] as const) state.tell(part);
  state.settle();
}

/** startHash updates the address shortly after the last change: browsers limit how often an address may change. */
export function startHash(state: State, view: View): void {
  let timer = 0, mine = location.hash;
  const keep = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (location.hash !== mine) return; // it was changed, and will be read
      try {
        history.replaceState(null, "", "#" + write(state, view));
      } catch {
        // Some browsers forbid this for files. The page works without it.
      }
      mine = location.hash;
    }, 300);
  };
  if (location.hash.length > 1) read(location.hash.slice(1), state, view);
  state.on(["selected", "pins", "pair", "label", "shown", "theme", "view", "tab", "names", "limit"], keep);
  addEventListener("hashchange", () => {
    if (location.hash === mine) return;
    mine = location.hash;
    read(mine.slice(1), state, view);
  });
}
