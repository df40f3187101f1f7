// The state of the page, and the functions that are called when a part of it changes.

import { bestOf, namesIn, ROBUST, within, type Data, type Later } from "./data";
import { forget, keyOf } from "./groups/clusters";
import { limiter, usualLimit } from "./limit";

export type Part = "selected" | "hover" | "pins" | "shown" | "label" | "pair" | "theme" | "view" | "later" | "print" | "tab" | "names" | "limit";

/** The views of the page, by the elements that hold them. */
export const tabs = ["groups", "trade-off", "heat", "compare", "how-many", "details"] as const;
export type Tab = (typeof tabs)[number];

/** What is drawn of the frontier. */
export interface Shown {
  hull: boolean; dmc: boolean; layers: boolean; bound: boolean; soft: boolean; leak: boolean; held: boolean; balanced: boolean; stairs: boolean; bars: boolean; robust: boolean;
}

/** What is drawn at first. */
export const usual: Readonly<Shown> = { hull: true, dmc: true, layers: false, bound: true, soft: true, leak: true, held: true, balanced: false, stairs: true, bars: true, robust: false };

export type Theme = "auto" | "light" | "dark";

export class State {
  /** The chosen point, and the budget it was chosen for; -1 in an empty frontier. */
  selected: number;
  budget: number;
  hover = -1;
  pins: number[] = [];
  /** The points that are compared; -1 means the chosen one. */
  from = -1;
  to = -1;
  /** The row whose label was found; -1 if there is none. */
  label = -1;
  theme: Theme = "auto";
  tab: Tab = "groups";
  shown: Shown = { ...usual };
  /** The limit on what groupings tell about the second variable, in bits. */
  limit: number;
  readonly usualLimit: number;

  private asked: number; // the number of groups that was chosen, which a limit may not have
  private listeners = new Map<Part, (() => void)[]>();
  private arrange: ReturnType<typeof limiter>;

  constructor(readonly data: Data) {
    this.limit = this.usualLimit = usualLimit(data);
    this.arrange = limiter(data);
    this.selected = data.about.start;
    this.budget = this.selected >= 0 ? data.h[this.selected]! : 0;
    this.asked = this.groups;
  }

  /** on calls a function after each change of any of the parts. */
  on(parts: Part[], act: () => void): void {
    for (const part of parts) {
      const list = this.listeners.get(part);
      if (list) list.push(act);
      else this.listeners.set(part, [act]);
    }
  }

  tell(part: Part): void {
    for (const act of this.listeners.get(part) ?? []) act();
  }

  /** unpack adds what is unpacked after the first picture. */
  unpack(later: Later): void {
    this.arrange(this.limit, later);
  }

  /** limitTo shows the groupings within a limit. In the place of the best for a number of groups, the best within the limit is chosen. */
  limitTo(limit: number): void {
    if (limit === this.limit || !this.data.s) return;
    const d = this.data, { asked } = this, best = bestOf(d).get(this.groups) === this.selected;
    const moved = this.arrange(limit), to = (j: number) => (j < 0 ? -1 : moved[j]!);
    [this.limit, this.hover, this.from, this.to, this.pins] = [limit, -1, to(this.from), to(this.to), this.pins.map(to)];
    this.selected = to(this.selected);
    const bests = [...bestOf(d)], like = bests.findLast(([k]) => k <= asked) ?? bests[0];
    if (like && (best || this.selected >= d.hidden)) this.selected = like[1];
    forget();
    this.tell("limit");
    this.select(this.selected);
    this.asked = asked;
    this.settle();
  }

  /** select chooses a point, and makes its h the budget. */
  select(j: number): void {
    if (j < 0 || j >= this.data.total) return;
    this.selected = j;
    this.asked = this.groups;
    this.budget = this.data.h[j]!;
    this.tell("selected");
  }

  /** spend chooses the best point within a budget, or the first point if there is none. */
  spend(budget: number): void {
    if (Number.isNaN(budget) || this.data.count === 0) return;
    const at = this.last(within(this.data, budget));
    const first = this.step(-1, 1); // if no point is within the budget
    this.selected = at >= 0 ? at : Math.max(first, 0);
    this.asked = this.groups;
    this.budget = Math.max(budget, this.data.h[this.selected]!);
    this.tell("selected");
  }

  /** The number of groups of the chosen point. */
  get groups(): number {
    return this.data.k[this.selected] ?? 0;
  }

  /** shows reports whether a point is drawn. */
  shows(j: number): boolean {
    const d = this.data;
    if (j < 0 || j >= d.hidden) return false;
    if (j >= d.layered ? !this.shown.layers || d.k[j] !== this.groups : j >= d.count && !this.shown.dmc) return false;
    return !this.shown.robust || !d.about.uncertain || (d.flags[j]! & ROBUST) !== 0;
  }

  /** last returns the last drawn point of the frontier up to a place; -1 if there is none. */
  last(j: number): number {
    while (j >= 0 && !this.shows(j)) j--;
    return j;
  }

  /**
   * step returns the point of the frontier that is a number of drawn points away from another, or the last one in
   * that direction. From a point that is not on the frontier, it goes to points of larger or of smaller h.
   */
  step(from: number, by: number): number {
    const d = this.data, way = Math.sign(by);
    let at = from, start = from;
    if (from >= d.count) start = within(d, d.h[from]!) + (way < 0 ? 1 : 0);
    for (let j = start + way; by !== 0 && j >= 0 && j < d.count; j += way) {
      if (!this.shows(j)) continue;
      at = j;
      by -= way;
    }
    return at;
  }

  pin(j: number): void {
    if (j < 0) return;
    const at = this.pins.indexOf(j);
    if (at < 0) this.pins.push(j);
    else this.pins.splice(at, 1);
    this.tell("pins");
  }

  point(at: number): void {
    if (at === this.hover) return;
    this.hover = at;
    this.tell("hover");
  }

  toggle(what: keyof Shown): void {
    this.shown[what] = !this.shown[what];
    this.tell("shown");
    this.settle();
  }

  /** settle moves from points that are not drawn to points that are, if there are any. */
  settle(): void {
    if (!this.shows(this.hover)) this.point(-1);
    if (!this.shows(this.selected) && this.shows(this.step(-1, 1))) this.spend(this.budget);
  }

  find(row: number): void {
    if (row === this.label) return;
    this.label = row;
    this.tell("label");
  }

  /** view shows another view. */
  view(tab: Tab): void {
    if (tab === this.tab) return;
    this.tab = tab;
    this.tell("tab");
  }

  /** rename gives a group of values a name; an empty one takes it back. */
  rename(rows: number[], name: string): void {
    const key = keyOf(rows);
    if (name.trim() === "") this.data.names.delete(key);
    else this.data.names.set(key, name.trim());
    forget();
    this.tell("names");
  }

  /** nameAll replaces the names that were given to groups by those that the file has, and then these; an empty one takes a name back. */
  nameAll(names: (readonly [key: string, name: string])[]): void {
    this.data.names = namesIn(this.data.about);
    for (const [key, name] of names) {
      if (name.trim() === "") this.data.names.delete(key);
      else this.data.names.set(key, name);
    }
    forget();
    this.tell("names");
  }

  /** compare sets the two points of the diagram. */
  compare(from: number, to: number): void {
    this.from = from;
    this.to = to;
    this.tell("pair");
  }
}
