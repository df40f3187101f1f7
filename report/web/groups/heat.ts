// The heat map: the values of X by group, against the values of Y, as the shares p(y|x).

import type { Data } from "../data";
import { byId, soon } from "../dom";
import { fit, many, percent, visible, widthOf } from "../format";
import type { State } from "../state";
import { whileShown } from "../tabs";
import { colours, type Colours } from "../theme";
import { namesOf } from "../words";
import { clustersOf, nameIn, type Cluster } from "./clusters";
import { inOrder } from "./levels";

const mostRows = 2000, mostColumns = 200; // the heaviest; more are no larger than a pixel
const wide = 60; // the width of columns with horizontal labels
const font = "12px system-ui, sans-serif", small = "11px system-ui, sans-serif";

/** A map: its rows by group, its columns in the order of Y or, without one, by decreasing share, and the shares p(y|x) by row and then column. */
export interface Map { rows: number[]; columns: number[]; groups: { cluster: Cluster; from: number; to: number }[]; shares: Float64Array; most: number }

/** mapOf returns the heat map of a point; null if its cells are not known. O(cells + n log n). */
export function mapOf(d: Data, j: number): Map | null {
  const clusters = clustersOf(d, j), { cellX, cellY, cellWeight } = d.later ?? {};
  if (!clusters || !cellX || !cellY || !cellWeight) return null;
  const ofX = new Float64Array(d.about.n), ofY = new Float64Array(d.about.yLabels.length);
  cellWeight.forEach((v, n) => {
    ofX[cellX[n]!]! += v;
    ofY[cellY[n]!]! += v;
  });
  const heaviest = (list: Float64Array, most: number) => Array.from(list.keys()).filter((n) => list[n]! > 0).sort((a, b) => list[b]! - list[a]! || a - b).slice(0, most);
  const kept = new Set(heaviest(ofX, mostRows)), columns = heaviest(ofY, mostColumns), rows: number[] = [], groups: Map["groups"] = [];
  if (d.about.yOrder !== "") columns.sort((a, b) => a - b);
  for (const cluster of inOrder(d, j, clusters)) {
    const own = cluster.rows.filter((x) => kept.has(x));
    if (d.about.order) own.sort((a, b) => a - b);
    if (own.length > 0) groups.push({ cluster, from: rows.length, to: rows.length + own.length });
    rows.push(...own);
  }
  const rowOf = new Int32Array(d.about.n).fill(-1), columnOf = new Int32Array(ofY.length).fill(-1);
  rows.forEach((x, n) => { rowOf[x] = n; });
  columns.forEach((y, n) => { columnOf[y] = n; });
  const shares = new Float64Array(rows.length * columns.length);
  let most = 0;
  cellWeight.forEach((v, n) => {
    const r = rowOf[cellX[n]!]!, c = columnOf[cellY[n]!]!;
    if (r < 0 || c < 0) return;
    shares[r * columns.length + c]! += v / ofX[cellX[n]!]!;
    most = Math.max(most, shares[r * columns.length + c]!);
  });
  return { rows, columns, groups, shares, most };
}

interface Layout { left: number; top: number; head: number; level: boolean; cell: number; line: number; width: number; height: number }

/** startHeat keeps the map up to date. */
export function startHeat(state: State): void {
  const canvas = byId<HTMLCanvasElement>("heat-map"), says = byId("heat-says"), d = state.data;
  let map: Map | null = null, at: Layout | null = null;
  const draw = () => {
    map = mapOf(d, state.selected);
    canvas.hidden = !map;
    const width = canvas.parentElement!.clientWidth;
    if (!map || width === 0) return;
    at = lay(d, map, width);
    const dots = window.devicePixelRatio || 1, c = canvas.getContext("2d")!;
    [canvas.width, canvas.height] = [Math.round(at.width * dots), Math.round(at.height * dots)];
    [canvas.style.width, canvas.style.height] = [`${at.width}px`, `${at.height}px`];
    c.setTransform(dots, 0, 0, dots, 0, 0);
    paint(c, colours(), d, map, at, state.label);
    canvas.setAttribute("aria-label", `Heat map of ${many(map.rows.length, "value")} in ${many(map.groups.length, "group")} and ${many(map.columns.length, "value")} of ${d.about.y || "Y"}`);
    says.textContent = summary(d, map);
  };
  canvas.addEventListener("pointermove", (event) => {
    if (map && at) says.textContent = cellSays(d, map, Math.floor((event.offsetY - at.top) / at.line), Math.floor((event.offsetX - at.left) / at.cell)) ?? summary(d, map);
  });
  canvas.addEventListener("pointerleave", () => { if (map) says.textContent = summary(d, map); });
  whileShown(state, "heat", ["selected", "later", "names", "theme", "label"], draw);
  let width = 0;
  new ResizeObserver(soon(() => {
    if (state.tab === "heat" && width !== (width = canvas.parentElement!.clientWidth)) draw();
  })).observe(canvas.parentElement!);
}

/** summary says what the map shows. */
function summary(d: Data, map: Map): string {
  const { x, y } = namesOf(d), left = d.about.n - map.rows.length, out = d.about.yLabels.length - map.columns.length;
  return `A row is a value of ${x}, a column a value of ${y}, ${d.about.yOrder === "" ? "the most frequent first" : "in order"}. The stronger the colour, the larger the share, from 0 to ${percent(map.most)}.` +
    (left > 0 ? ` The heaviest ${map.rows.length.toLocaleString("en")} values are shown.` : "") + (out > 0 ? ` ${many(out, "rare column")} ${out === 1 ? "is" : "are"} left out.` : "");
}

/** cellSays describes a cell; null outside the map. */
function cellSays(d: Data, map: Map, row: number, column: number): string | null {
  const x = map.rows[row], y = map.columns[column], group = map.groups.find((g) => row >= g.from && row < g.to);
  if (x === undefined || y === undefined || !group || row < 0 || column < 0) return null;
  return `${visible(d.about.xLabels[x]!, 60)}: ${visible(d.about.yLabels[y]!, 60)} ${percent(map.shares[row * map.columns.length + column]!)}. Group: ${nameIn(group.cluster, 60)}`;
}

function lay(d: Data, map: Map, width: number): Layout {
  const line = Math.max(1, Math.min(22, Math.floor(1600 / map.rows.length))), left = Math.min(260, Math.max(width * 0.26, Math.min(160, width * 0.45)));
  const count = map.columns.length, room = width - left - 8, level = room > wide * count, widest = Math.max(...map.columns.map((y) => widthOf(visible(d.about.yLabels[y]!), small)));
  const slant = level ? 0 : Math.min(100, widest), edge = Math.max(0, slant / 2 - 8); // of labels at 60 degrees
  const cell = Math.min(Math.max(90, Math.min(160, widest / 0.9 + 1)), (room - edge) / count), top = level ? 24 : 16 + 0.87 * slant;
  return { left, top, head: level ? 0.9 * cell : slant, level, cell, line, width: Math.ceil(Math.max(left + cell * count + edge + 8, Math.min(width, 280))), height: top + line * map.rows.length + 4 };
}

function paint(c: CanvasRenderingContext2D, col: Colours, d: Data, map: Map, at: Layout, label: number): void {
  const { left, top, head, level, cell, line } = at, m = map.columns.length, gap = line > 4 ? 1 : 0;
  c.clearRect(0, 0, at.width, at.height);
  c.fillStyle = col.beyond;
  c.fillRect(left, top, cell * m, line * map.rows.length);
  c.fillStyle = col.blue;
  map.shares.forEach((v, n) => {
    if (!(v > 0)) return;
    c.globalAlpha = Math.sqrt(v / map.most);
    c.fillRect(left + (n % m) * cell, top + Math.floor(n / m) * line, Math.max(cell - gap, 0.5), Math.max(line - gap, 0.5));
  });
  c.globalAlpha = 1;
  c.textBaseline = "middle";
  let free = -Infinity;
  const named = line >= 11 ? Math.min(0.4 * left, Math.max(...map.rows.map((x) => widthOf(visible(d.about.xLabels[x]!), small)))) : 0;
  map.groups.forEach((g, n) => {
    const y = top + g.from * line, height = (g.to - g.from) * line;
    c.fillStyle = c.strokeStyle = col.ink;
    c.lineWidth = 1;
    if (n > 0) c.fillRect(0, y - 0.5, left + m * cell, 1);
    const middle = Math.max(y + Math.min(height, 26) / 2, free);
    if (middle > y + height - 4 && n > 0) return;
    c.font = "bold " + font;
    c.textAlign = "left";
    c.fillText(fit(nameIn(g.cluster), left - named - 16, "bold " + font, true), 2, middle);
    free = middle + 14;
  });
  c.font = small;
  if (line >= 11) {
    c.textAlign = "right";
    map.rows.forEach((x, n) => {
      c.fillStyle = x === label ? col.vermilion : col.quiet;
      c.fillText(fit(visible(d.about.xLabels[x]!), left * 0.4, small, true), left - 5, top + (n + 0.5) * line);
    });
  }
  c.fillStyle = col.quiet;
  c.textAlign = "left";
  const every = Math.max(1, Math.ceil(13 / cell));
  map.columns.forEach((y, n) => {
    if (n % every !== 0) return;
    c.save();
    c.translate(left + (n + (level ? 0.08 : 0.5)) * cell, top - 10);
    if (!level) c.rotate(-Math.PI / 3);
    c.fillText(fit(visible(d.about.yLabels[y]!), head, small, true), 0, 0);
    c.restore();
  });
}

