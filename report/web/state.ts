// The state of the page, and who is told when a part of it changes.

import type { Data } from "./data";
import { within } from "./data";

export type Part = "selected" | "hover" | "pins" | "shown" | "label" | "pair" | "theme" | "view" | "later";

/** What is drawn of the frontier. */
export interface Shown {
  hull: boolean; dmc: boolean; balanced: boolean; stairs: boolean; bars: boolean; robust: boolean;
}

export type Theme = "auto" | "light" | "dark";

export class State {
  /** The chosen point, and the budget it was chosen for; -1 in an empty frontier. */
  selected: number;
  budget: number;
  hover = -1;
  pins: number[] = [];
  /** The points compared; -1 stands for the chosen one. */
  from = -1;
  to = -1;
  /** The row whose label is looked for; -1 if none is. */
  label = -1;
  theme: Theme = "auto";
  shown: Shown = { hull: true, dmc: true, balanced: true, stairs: true, bars: true, robust: false };

  private listeners = new Map<Part, (() => void)[]>();

  constructor(readonly data: Data) {
    this.selected = data.about.start;
    this.budget = data.count > 0 ? data.h[data.about.start] : 0;
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

  /** select chooses a point; its h is the budget then. */
  select(j: number): void {
    if (j < 0 || j >= this.data.count) return;
    this.selected = j;
    this.budget = this.data.h[j];
    this.tell("selected");
  }

  /** spend chooses the best point within a budget, or the first one where there is none. */
  spend(budget: number): void {
    if (Number.isNaN(budget) || this.data.count === 0) return;
    this.budget = budget;
    this.selected = Math.max(within(this.data, budget), 0);
    this.tell("selected");
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
  }

  find(row: number): void {
    this.label = row;
    this.tell("label");
  }

  /** compare sets the two points of the diagram. */
  compare(from: number, to: number): void {
    this.from = from;
    this.to = to;
    this.tell("pair");
  }
}
