// The tools for drawing figures: a canvas, or a sheet that records the same calls as an SVG.
// Functions that draw take either, so that the saved figure is the same as on the page.

import { svg } from "./dom";
import { widthOf } from "./format";

export type Pen = Pick<CanvasRenderingContext2D, "fillStyle" | "strokeStyle" | "lineWidth" | "globalAlpha" | "font" | "textAlign" |
  "textBaseline" | "save" | "restore" | "translate" | "rotate" | "clip" | "beginPath" | "moveTo" | "lineTo" | "arc" | "rect" | "closePath" |
  "fill" | "stroke" | "fillRect" | "strokeRect" | "setLineDash" | "fillText" | "strokeText">;

type Style = Pick<Pen, "fillStyle" | "strokeStyle" | "lineWidth" | "globalAlpha" | "font" | "textAlign" | "textBaseline"> & { dash: number[] };

const anchors: Record<CanvasTextAlign, string> = { left: "start", start: "start", center: "middle", right: "end", end: "end" };
// How far below its place a text has its base line, as a part of its size. Few programs read the SVG attribute for that.
const drops: Partial<Record<CanvasTextBaseline, number>> = { top: 0.88, middle: 0.35, bottom: -0.22 };

/** A Sheet is a pen that makes an SVG of paths and texts. It draws arcs as whole circles, and has one path at a time, as a canvas. */
export class Sheet implements Pen {
  readonly root: SVGSVGElement;
  fillStyle: Pen["fillStyle"] = "#000000";
  strokeStyle: Pen["strokeStyle"] = "#000000";
  lineWidth = 1;
  globalAlpha = 1;
  font = "10px sans-serif";
  textAlign: CanvasTextAlign = "start";
  textBaseline: CanvasTextBaseline = "alphabetic";

  private dash: number[] = [];
  private path = "";
  private into: SVGElement; // the group that is drawn into
  private kept: [SVGElement, Style][] = [];
  private clips = 0;

  constructor(width: number, height: number, title?: string) {
    this.root = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
    if (title !== undefined) this.root.append(svg("title", {}, plain(title)));
    this.into = this.root;
  }

  /** text returns the SVG as a file. */
  text(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(this.root)}\n`;
  }

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, globalAlpha, font, textAlign, textBaseline, dash } = this;
    this.kept.push([this.into, { fillStyle, strokeStyle, lineWidth, globalAlpha, font, textAlign, textBaseline, dash }]);
  }

  restore(): void {
    const last = this.kept.pop();
    if (last) [this.into] = [last[0], Object.assign(this, last[1])];
  }

  translate(x: number, y: number): void { this.group({ transform: `translate(${at(x)} ${at(y)})` }); }

  rotate(angle: number): void { this.group({ transform: `rotate(${at((angle * 180) / Math.PI)})` }); }

  clip(): void {
    const id = `clip${++this.clips}`;
    this.into.append(svg("clipPath", { id }, svg("path", { d: this.path })));
    this.group({ "clip-path": `url(#${id})` });
  }

  beginPath(): void { this.path = ""; }

  moveTo(x: number, y: number): void { this.add("M", x, y); }

  lineTo(x: number, y: number): void { this.add(this.path === "" ? "M" : "L", x, y); }

  arc(x: number, y: number, r: number): void {
    this.add("M", x + r, y);
    this.add(`A${at(r)} ${at(r)} 0 1 1 `, x - r, y);
    this.add(`A${at(r)} ${at(r)} 0 1 1 `, x + r, y);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.add("M", x, y);
    this.add("L", x + width, y);
    this.add("L", x + width, y + height);
    this.add("L", x, y + height);
    this.closePath();
  }

  closePath(): void { this.path += "Z"; }

  fill(): void { this.paint(this.path, "fill"); }

  stroke(): void { this.paint(this.path, "stroke"); }

  fillRect(x: number, y: number, width: number, height: number): void { this.box(x, y, width, height, "fill"); }

  strokeRect(x: number, y: number, width: number, height: number): void { this.box(x, y, width, height, "stroke"); }

  setLineDash(dash: number[]): void { this.dash = dash; }

  fillText(text: string, x: number, y: number, most = Infinity): void { this.write(text, x, y, most, "fill"); }

  strokeText(text: string, x: number, y: number, most = Infinity): void { this.write(text, x, y, most, "stroke"); }

  private group(attributes: Record<string, string>): void {
    const group = svg("g", attributes);
    this.into.append(group);
    this.into = group;
  }

  /** add adds a part to the path, unless a place is no number, which a canvas leaves out as well. */
  private add(command: string, x: number, y: number): void {
    if (Number.isFinite(x) && Number.isFinite(y)) this.path += `${command}${at(x)} ${at(y)}`;
  }

  private box(x: number, y: number, width: number, height: number, how: "fill" | "stroke"): void {
    const path = this.path;
    this.path = "";
    this.rect(x, y, width, height);
    this.paint(this.path, how);
    this.path = path;
  }

  private paint(d: string, how: "fill" | "stroke"): void {
    if (d !== "") this.into.append(svg("path", { d, ...this.look(how) }));
  }

  private look(how: "fill" | "stroke"): Record<string, string | number> {
    const opacity = this.globalAlpha === 1 ? {} : { [how + "-opacity"]: at(this.globalAlpha) };
    if (how === "fill") return { fill: String(this.fillStyle), ...opacity };
    const dash = this.dash.length === 0 ? {} : { "stroke-dasharray": this.dash.join(" ") };
    return { fill: "none", stroke: String(this.strokeStyle), "stroke-width": at(this.lineWidth), ...dash, ...opacity };
  }

  private write(text: string, x: number, y: number, most: number, how: "fill" | "stroke"): void {
    const [, bold, size, family] = /^(bold )?([\d.]+)px (.*)$/.exec(this.font) ?? ["", "", "10", "sans-serif"];
    const squeezed = widthOf(text, this.font) > most ? { textLength: at(most), lengthAdjust: "spacingAndGlyphs" } : {};
    this.into.append(svg("text", { x: at(x), y: at(y + (drops[this.textBaseline] ?? 0) * Number(size)), "font-family": family, "font-size": size,
      ...(bold ? { "font-weight": "bold" } : {}), "text-anchor": anchors[this.textAlign], "xml:space": "preserve", ...squeezed, ...this.look(how) }, plain(text)));
  }
}

/** at writes a number of an SVG: a hundredth of a pixel is enough. */
function at(v: number): string {
  return String(Math.round(v * 100) / 100);
}

/** plain returns a text on one line, without the characters that XML does not have. */
export function plain(text: string): string {
  return text.replace(/[\t\n\r]/g, " ").replace(/[\u0000-\u001f\p{Surrogate}\ufffe\uffff]/gu, "\ufffd");
}
