// The figure as a file: the plot of the page, with a title, a legend, and its marked points.

import { clustersOf, nameIn, sorted } from "./groups/clusters";
import type { Data } from "./data";
import { byId } from "./dom";
import { paint } from "./draw";
import type { Fate } from "./groups/fate";
import { apart, fit, keeps, many, value, visible, widthOf } from "./format";
import { chosenMark, overlay, pinMark } from "./hover";
import { drawSign, legend, sign, type Sign } from "./legend";
import { plain, Sheet, type Pen } from "./pen";
import type { State } from "./state";
import { paperColours, type Colours } from "./theme";
import type { View } from "./view";

const edge = 12, step = 18, indent = sign.width + 10; // around the figure, from one line of text to the next, and beside a sign
const dots = 2; // pixels of a PNG for each of the screen
const mostPins = 8, mostNames = 24, longestName = 40; // the rest is counted
const textFont = "13px system-ui, sans-serif", titleFont = "bold 16px system-ui, sans-serif";

/** figureSVG returns the figure as SVG. fate is what becomes of the value that is found. */
export function figureSVG(state: State, view: View, fate: Fate | null): string {
  const figure = layout(state, view, fate), sheet = new Sheet(figure.width, figure.height, state.data.about.title);
  figure.draw(sheet, paperColours());
  return sheet.text();
}

/** figurePNG makes a picture of the figure for a function; null if the browser cannot. */
export function figurePNG(state: State, view: View, fate: Fate | null, use: (picture: Blob | null) => void): void {
  const figure = layout(state, view, fate), canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [dots * figure.width, dots * figure.height];
  const c = canvas.getContext("2d")!;
  c.scale(dots, dots);
  figure.draw(c, paperColours());
  canvas.toBlob(use, "image/png");
}

interface Figure { width: number; height: number; draw: (c: Pen, col: Colours) => void }

/** An item of the legend: its sign, drawn with the left edge at a place, and lines of text. */
interface Item { sign: (c: Pen, col: Colours, x: number, y: number) => void; lines: string[] }

/** layout places the parts of the figure: the title and the sentence, the plot, the legend, and what the marks are. */
function layout(state: State, view: View, fate: Fate | null): Figure {
  const width = Math.max(Math.round(view.width), 280), room = width - 2 * edge;
  const title = wrap(state.data.about.title.split(/\s+/), room, titleFont).map(apart);
  const facts = wrap((byId("sentence").textContent ?? "").split(" "), room, textFont);
  const rows = inRows(legend(state), room), items = marked(state, fate, room - indent);
  const top = edge + title.length * 22 + facts.length * step + 6, below = top + Math.round(view.height) + 6;
  const height = below + (rows.length + items.reduce((n, item) => n + item.lines.length, 0)) * step + edge;
  const draw = (c: Pen, col: Colours) => {
    c.fillStyle = col.paper;
    c.fillRect(0, 0, width, height);
    let y = edge;
    y = write(c, title, edge, y, col.ink, titleFont, 22);
    write(c, facts, edge, y, col.quiet, textFont, step);
    c.save();
    c.translate(0, top);
    paint(c, col, state, view, fate);
    overlay(c, col, state, view, -1);
    c.restore();
    y = below;
    for (const row of rows) {
      for (const [what, text, x] of row) {
        drawSign(c, col, what, x, y + 2);
        write(c, [text], x + indent, y, col.ink, textFont, step);
      }
      y += step;
    }
    for (const item of items) {
      item.sign(c, col, edge, y);
      y = write(c, item.lines, edge + indent, y, col.ink, textFont, step);
    }
  };
  return { width, height, draw };
}

/** write writes lines from a place downwards, and returns where the next one begins. */
function write(c: Pen, lines: string[], x: number, y: number, colour: string, font: string, apartBy: number): number {
  c.font = font;
  c.fillStyle = colour;
  c.textAlign = "left";
  c.textBaseline = "alphabetic";
  lines.forEach((line, n) => c.fillText(line, x, y + n * apartBy + 13));
  return y + lines.length * apartBy;
}

/** wrap joins parts of a text to lines of a width. A part that is longer than a line is cut. */
function wrap(parts: string[], width: number, font: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const whole of parts) {
    const part = fit(plain(whole), width, font);
    const longer = line === "" ? part : `${line} ${part}`;
    if (line !== "" && widthOf(longer, font) > width) {
      lines.push(line);
      line = part;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}

/** inRows places the entries of the legend side by side. */
function inRows(list: [Sign, string][], room: number): [what: Sign, text: string, x: number][][] {
  const rows: [what: Sign, text: string, x: number][][] = [[]];
  let x = 0;
  for (const [what, text] of list) {
    const width = indent + widthOf(text, textFont);
    if (x > 0 && x + width > room) {
      rows.push([]);
      x = 0;
    }
    rows[rows.length - 1]!.push([what, text, edge + x]);
    x += width + 18;
  }
  return rows;
}

/** marked returns what the marks in the plot are: the chosen point, the pins, and the label that is found. */
function marked(state: State, fate: Fate | null, room: number): Item[] {
  const d = state.data, items: Item[] = [];
  const add = (draw: Item["sign"], parts: string[]) => items.push({ sign: draw, lines: wrap(parts, room, textFont) });
  if (state.selected >= 0) add((c, col, x, y) => chosenMark(c, x + 9, y + 8, col), pointSays(d, "Chosen: ", state.selected));
  state.pins.slice(0, mostPins).forEach((j, n) => add((c, col, x, y) => {
    pinMark(c, [x + 4, y + 8], String(n + 1), col, 14);
  }, j === state.selected ? ["the chosen point"] : pointSays(d, "", j)));
  if (state.pins.length > mostPins) add(() => {}, [`and ${state.pins.length - mostPins} more pinned points`]);
  if (fate) {
    add((c, col, x, y) => {
      c.fillStyle = col.orange;
      c.fillRect(x, y + 4, sign.width, 8);
    }, ["Where", apart(visible(d.about.xLabels[fate.row]!, longestName)), ..."is alone in its cluster; the paler, the more values share it".split(" ")]);
  }
  return items;
}

/** pointSays returns the numbers of a point and the names of its clusters, in parts between which a line may end. */
function pointSays(d: Data, head: string, j: number): string[] {
  const a = d.about, clusters = clustersOf(d, j);
  const says = `${head}${a.h.name} ${value(d.h[j]!, a.h)}, ${a.i.name} ${value(d.i[j]!, a.i)}, ${many(d.k[j]!, "group")}${keeps(d, j)}`.split(" ");
  if (!clusters) return says;
  const names = sorted(d, clusters).slice(0, mostNames).map((c) => nameIn(c, longestName));
  const more = clusters.length > mostNames ? [`and ${clusters.length - mostNames} more`] : [];
  return [...says.slice(0, -1), says[says.length - 1] + ":", ...names.map((name, n) => (n + 1 < names.length ? name + "," : name)), ...more];
}
