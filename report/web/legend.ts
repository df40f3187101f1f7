// The meaning of the marks of the figure: the check boxes next to it, which switch them, and the
// legend of the saved figure.

import type { Data } from "./data";
import { byId, el } from "./dom";
import { atMost, capital, many, number, ordered } from "./format";
import { Sheet, type Pen } from "./pen";
import type { Shown, State } from "./state";
import { namedColours, type Colours } from "./theme";
import { fill, words } from "./words";

/** The size of a sign in pixels. */
export const sign = { width: 18, height: 12 };

export type Sign = keyof Shown | "points";

interface Switch { what: keyof Shown; name: string; meaning: string; key: string }

const keys: Record<keyof Shown, string> = {
  stairs: "s", hull: "h", dmc: "d", layers: "l", bound: "u", soft: "f", leak: "v", held: "o", balanced: "e", bars: "x", robust: "r",
};

/** switches returns what can be shown of a frontier, if a point with k groups is chosen. */
export function switches(d: Data, k: number): Switch[] {
  const a = d.about, layered = d.hidden - d.layered;
  const list: [what: keyof Shown, name: string, there: boolean, meaning: string][] = [
    ["stairs", d.free ? `steps, in grey ${words.legend.free}` : "steps", true, `The most ${a.i.name} within every number of bits`],
    ["hull", words.legend.hull, d.count > 1, "A method that maximises a weighted sum of the two objectives finds only points on it"],
    ["dmc", a.best.length > 0 ? words.legend.best : words.legend.bestOnFrontier, !a.h.clusters, a.best.length > 0
      ? `A ring marks the grouping with the largest ${a.i.name} of all with as many groups (k), or fewer, whatever its ${a.h.name} is: it may lie below the frontier`
      : `A ring marks the point with the largest ${a.i.name} of all points of the frontier with as many groups (k), or fewer`],
    ["layers", `all groupings into ${many(k, "group")}`, layered > 0, "No other grouping with as many groups as the chosen one " +
      `${a.layers === "exact" ? "" : "that was found "}keeps more in as few bits` + (layered < a.layered ? `; the page holds ${layered.toLocaleString("en")} of ${a.layered.toLocaleString("en")}, for all numbers of groups` : "")],
    ["bound", words.legend.bound, a.ceiling !== null, `No grouping is above this line, found or not. It is at most ${atMost(a.headroom[0])} bits above the frontier, ` +
      `and ${atMost(a.headroom[1])} on average over ${a.h.name}`],
    ["soft", words.legend.soft, a.soft !== null, "Encoders that put each value into several groups, each with a probability, at the rate I(X;Z)"],
    ["leak", a.second ? fill(words.legend.second, { s: ordered(a.second.name) }) : "", a.second !== null && !a.uncertain, `The colour of a point says what its groups tell about ${a.second?.name} in these records, of at most ${number(a.second?.ixs ?? 0)} bits`],
    ["held", words.legend.heldOut, a.validation !== null, "What records that did not help to make the groups say: the line with its standard error, " +
      "diamonds for the best groupings, and an upright line where they stop to support more"],
    ["balanced", words.legend.balanced, a.known, `Where ${a.h.name} is that of 2, 3, … groups of equal mass`],
    ["bars", "error bars", a.uncertain, "One standard deviation to either side of points that are told apart by resampling"],
    ["robust", `only points ${words.legend.apart}`, a.uncertain, "Points that differ from each other by more than their errors"],
  ];
  return list.filter(([, , there]) => there).map(([what, name, , meaning]) => ({ what, name: capital(name), meaning, key: keys[what] }));
}

/** startToggles makes a check box for each thing that can be shown, with its sign. Another limit may have other things. */
export function startToggles(state: State): void {
  let boxes: HTMLInputElement[] = [];
  const make = () => {
    const list = switches(state.data, state.groups).map(({ what, name, meaning, key }) => {
      const box = el("input", { type: "checkbox", id: "show-" + what, change: () => state.toggle(what) });
      return { box, label: el("label", { title: `${meaning} (key ${key})` }, box, ...(what === "robust" ? [] : [picture(what)]), el("span", {}, name)) };
    });
    boxes = list.map(({ box }) => box);
    byId("toggles").replaceChildren(...list.map(({ label }) => label));
    show();
  };
  const show = () => switches(state.data, state.groups).forEach(({ what, name }, n) => {
    boxes[n]!.checked = state.shown[what];
    boxes[n]!.parentElement!.lastChild!.textContent = name;
  });
  state.on(["limit"], make);
  state.on(["selected", "shown"], show);
  make();
}

/** picture returns a sign as an element. Its colours are those of the style sheet, which follow the theme. */
function picture(what: Sign): SVGElement {
  const sheet = new Sheet(sign.width, sign.height);
  drawSign(sheet, namedColours, what, 0, 0);
  sheet.root.setAttribute("aria-hidden", "true");
  return sheet.root;
}

/** legend returns the signs that a figure has now, with their names. */
export function legend(state: State): [Sign, string][] {
  const d = state.data, some = d.about.uncertain;
  const own: [Sign, string][] = !some ? [["points", capital(words.legend.frontier)]]
    : [["points", capital(words.legend.apart)], ...(state.shown.robust ? [] : [["robust", capital(words.legend.notApart)] as [Sign, string]])];
  return [...own, ...switches(d, state.groups).filter(({ what }) => what !== "robust" && state.shown[what]).map(({ what, name }): [Sign, string] => [what, name])];
}

/** drawSign draws a sign, with its upper left corner at a place. */
export function drawSign(c: Pen, col: Colours, what: Sign, x: number, y: number): void {
  const middle = y + sign.height / 2, right = x + sign.width;
  c.lineWidth = 1.4;
  switch (what) {
    case "points": return dot(c, x + 9, middle, 3.6, col.blue);
    case "robust": return ring(c, x + 9, middle, 2.7, col.faint);
    case "stairs": return lines(c, col.blue, [x + 1, y + 1, x + 1, y + 11], [x + 0.3, y + 11, right - 1, y + 11]);
    case "hull":
      c.fillStyle = col.hull;
      c.fillRect(x, y + 2, sign.width, sign.height - 2);
      return lines(c, col.blue, [x, y + 2, right, y + 2]);
    case "dmc": return ring(c, x + 9, middle, 5, col.vermilion);
    case "layers":
      lines(c, col.green, [x + 1, y + 8, x + 9, y + 8], [x + 9, y + 8, x + 9, y + 3], [x + 9, y + 3, right - 1, y + 3]);
      return dot(c, x + 9, y + 3, 2.4, col.green);
    case "soft": return lines(c, col.vermilion, [x, y + 9, x + 6, y + 5], [x + 6, y + 5, right, y + 2.5]);
    case "leak":
      [col.blue, col.held, col.vermilion].forEach((colour, n) => { dot(c, x + 3 + 6 * n, middle, 2.6, colour); });
      return;
    case "bound": return dashed(c, col.ink, [5, 3], [x, middle, right, middle]);
    case "held":
      c.fillStyle = col.held;
      c.globalAlpha = 0.16;
      c.fillRect(x, y + 1, sign.width, sign.height - 2);
      c.globalAlpha = 1;
      return lines(c, col.held, [x, middle, right, middle]);
    case "balanced": return dashed(c, col.quiet, [1, 2], [x + 9, y, x + 9, y + sign.height]);
    case "bars":
      c.lineWidth = 1;
      return lines(c, col.quiet, [x + 1, middle, right - 1, middle], [x + 1, middle - 3, x + 1, middle + 3], [right - 1, middle - 3, right - 1, middle + 3]);
  }
}

type Line = [x0: number, y0: number, x1: number, y1: number];

function lines(c: Pen, colour: string, ...list: Line[]): void {
  c.strokeStyle = colour;
  c.beginPath();
  for (const [x0, y0, x1, y1] of list) {
    c.moveTo(x0, y0);
    c.lineTo(x1, y1);
  }
  c.stroke();
}

function dashed(c: Pen, colour: string, dash: number[], line: Line): void {
  c.setLineDash(dash);
  lines(c, colour, line);
  c.setLineDash([]);
}

function ring(c: Pen, x: number, y: number, radius: number, colour: string): void {
  c.strokeStyle = colour;
  c.beginPath();
  c.arc(x, y, radius, 0, 2 * Math.PI);
  c.stroke();
}

function dot(c: Pen, x: number, y: number, radius: number, colour: string): void {
  c.fillStyle = colour;
  c.beginPath();
  c.arc(x, y, radius, 0, 2 * Math.PI);
  c.fill();
}
