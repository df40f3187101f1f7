// The page of a frontier: this file puts its parts together.

import { startAnswer } from "./answer";
import { startBudget, startChoose } from "./choose";
import { readFirst, readLater } from "./data";
import { byId, soon } from "./dom";
import { paint } from "./draw";
import { apart, atMost, inWords, many, shownOf, value } from "./format";
import { startHash } from "./hash";
import { note, overlay, startHover } from "./hover";
import { startKeys } from "./keys";
import { startToggles } from "./legend";
import { startLimit } from "./limit";
import { startPanel } from "./panel";
import { startCompare } from "./groups/alluvial";
import { follow, type Fate } from "./groups/fate";
import { startHeat } from "./groups/heat";
import { startKept } from "./groups/kept";
import { startRows } from "./groups/rows";
import { startSearch } from "./groups/search";
import { startMenu } from "./menu";
import { startPins } from "./pins";
import { State } from "./state";
import { startTabs } from "./tabs";
import { colours, startTheme } from "./theme";
import { View } from "./view";
import { words } from "./words";

const state = new State(readFirst());
const view = new View(state);
let fate: Fate | null = null;

startTheme(state);
startTabs(state, (tab) => tab !== "heat" || !state.data.later || state.data.later.cellX !== undefined);
startAnswer(state);
startToggles(state);
startCanvas();
performance.mark("dibmap-drawn");
sayFacts();
startHover(state, view);
startRows(state);
startPanel(state);
startKept(state);
startHeat(state);
startBudget(state);
startLimit(state);
startChoose(state);
startSearch(state, () => fate);
startPins(state);
startKeys(state, view);
startHash(state, view);
startZoom();
startMenu(state, view, () => fate);
startLive();
startMarking();
startCompare(state);
addEventListener("DOMContentLoaded", afterFrame);

/** afterFrame unpacks the rest once the first picture is on the screen, or after half a second if the page is hidden. */
function afterFrame(): void {
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    void unpackRest();
  };
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 500);
}

/** unpackRest reads what is compressed, after the first picture. */
async function unpackRest(): Promise<void> {
  try {
    state.unpack(await readLater(state.data.about));
  } catch (reason) {
    state.data.about.missing = "this browser could not unpack them";
    console.error(reason);
  }
  refollow();
  state.tell("later");
  document.documentElement.setAttribute("data-ready", "");
  performance.mark("dibmap-ready");
}

function refollow(): void {
  fate = follow(state.data, state.label);
}

/** startCanvas paints both canvases: the lower one when the view changes, the upper one also when the chosen points do. */
function startCanvas(): void {
  const plot = byId("plot"), base = context("base"), over = context("over");
  const upper = () => {
    over.clearRect(0, 0, view.width, view.height);
    overlay(over, colours(), state, view, state.hover);
  };
  const all = () => {
    paint(base, colours(), state, view, fate);
    // On paper, one canvas has all: a second one, that was cleared, would be white there.
    if (document.documentElement.hasAttribute("data-print")) overlay(base, colours(), state, view, -1);
    upper();
    note(state, view);
    byId("nothing").hidden = !view.empty();
  };
  const fit = () => {
    const width = plot.clientWidth, height = plot.clientHeight, dots = window.devicePixelRatio || 1;
    if (width === 0) return; // another view is shown
    if (base.canvas.width === Math.round(width * dots) && view.width === width && view.height === height) return;
    for (const c of [base, over]) {
      c.canvas.width = Math.round(width * dots);
      c.canvas.height = Math.round(height * dots);
      c.setTransform(dots, 0, 0, dots, 0, 0);
    }
    view.resize(width, height);
    all();
  };
  view.resize(900, 560); // for a figure that is saved before it is shown
  fit();
  new ResizeObserver(fit).observe(plot);
  const ifShown = (act: () => void) => () => { if (state.tab === "trade-off") act(); };
  state.on(["label", "limit"], refollow);
  state.on(["view", "shown", "theme", "label", "later", "tab", "limit"], soon(ifShown(() => { fit(); all(); })));
  state.on(["print"], ifShown(all)); // paper does not wait for a frame
  state.on(["selected", "pins"], ifShown(upper));
  state.on(["selected"], soon(ifShown(() => { if (state.shown.layers) all(); }))); // of another number of groups
  state.on(["hover"], ifShown(() => { upper(); note(state, view); }));
}

function context(id: string): CanvasRenderingContext2D {
  const c = byId<HTMLCanvasElement>(id).getContext("2d");
  if (!c) throw new Error("this browser has no canvas");
  return c;
}

function startZoom(): void {
  byId("zoom-in").addEventListener("click", () => view.scaleBy(2));
  byId("zoom-out").addEventListener("click", () => view.scaleBy(0.5));
  byId("zoom-reset").addEventListener("click", () => view.reset());
  byId("nothing").addEventListener("click", () => {
    view.reset();
    byId("plot").focus();
  });
}

/** startLive announces the chosen point to screen readers, once it stays the same for a moment. */
function startLive(): void {
  let timer = 0;
  const plot = byId("plot");
  const say = (aloud: boolean) => {
    const j = state.selected;
    const text = j < 0 ? "A frontier without points" : inWords(state.data, j);
    plot.setAttribute("aria-label", "Frontier. " + text);
    if (aloud) byId("live").textContent = text;
  };
  state.on(["selected"], () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => say(true), 150);
  });
  state.on(["pins"], () => { byId("live").textContent = many(state.pins.length, "point") + " pinned"; });
  say(false);
}

/** startMarking tells the page around this one, if there is one, which point is chosen. */
function startMarking(): void {
  const mark = () => {
    const d = state.data, j = state.selected, root = document.documentElement.dataset;
    if (j < 0) return;
    [root.h, root.k] = [String(d.h[j]), String(d.k[j])];
    if (j < d.count) delete root.best;
    else root.best = j < d.layered ? "" : "layer";
  };
  state.on(["selected"], mark);
  mark();
}

/** sayFacts writes what table the frontier is of. */
function sayFacts(): void {
  const a = state.data.about;
  const facts = [shownOf(state.data)];
  if (a.table && a.table !== a.title) facts.unshift(apart(a.table));
  if (a.n > 0) facts.push(`${a.n.toLocaleString("en")} × ${a.m.toLocaleString("en")} values`);
  if ((a.ixy > 0 || !a.shares) && !a.i.share) facts.push(`${a.whole} ${value(a.ixy, a.i)}` + (a.shares ? "" : ", an estimate within its error: no shares are shown"));
  if (a.complete) facts.push(words.claim.complete);
  if (a.ceiling) facts.push(`no grouping is above the frontier by more than ${atMost(a.headroom[0])} bits`);
  if (a.samples !== null) facts.push(many(a.samples, "record"));
  if (a.independent !== null) facts.push(`no dependence shown (p = ${a.independent.toPrecision(2)})`);
  const v = a.validation;
  if (v) facts.push(`${many(v.records, "held-out record")} ${v.records === 1 ? "supports" : "support"} up to ${many(v.clusters, "group")}`);
  byId("facts").textContent = facts.join(" · ");
  byId("method").textContent = "Every point of the curve is a grouping that no other known one beats in " +
    `both ${a.h.name} and ${a.i.name}. Written by dibmap; drawn with parts of D3 (ISC licence, in the source of this page).`;
}
