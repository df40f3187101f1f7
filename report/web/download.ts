// The mapping of a point as a file.

import { clustersOf, MISSING, missingIn } from "./groups/clusters";
import type { Data } from "./data";
import type { Range } from "./groups/ranges";

/** Bounds are the ends of a range of numbers, without those that it does not have. */
interface Bounds { low?: number; high?: number }

/** binned reports whether X is one column of numbers, times or durations in bins. */
function binned(d: Data): boolean {
  return !d.about.several && (d.about.scales?.[0]?.low?.length ?? 0) > 0;
}

/** boundsOf returns the ends of a range of bins. The upper one is where the next bin begins. */
function boundsOf(d: Data, r: Range): Bounds {
  const cuts = d.about.scales?.[0]?.cuts ?? [], bounds: Bounds = {};
  if (r.run && r.run.first > 0) bounds.low = cuts[r.run.first - 1]!;
  if (r.run && r.run.last < cuts.length) bounds.high = cuts[r.run.last]!;
  return bounds;
}

/** mappingCSV returns a line "value,cluster,name" for each row or, of numbers, "value,low,high,cluster,name" for each range. */
export function mappingCSV(d: Data, j: number): string {
  const clusters = clustersOf(d, j) ?? [], missing = missingIn(d, j);
  const last = (ends: string) => (missing ? `${MISSING},${ends}${missing.number},${field(missing.name)}\r\n` : "");
  if (binned(d)) {
    const ranges = clusters.flatMap((c) => c.ranges.map((r) => ({ c, r, ...boundsOf(d, r) })));
    ranges.sort((a, b) => a.r.rows[0]! - b.r.rows[0]!);
    return "value,low,high,cluster,name\r\n" +
      ranges.map(({ c, r, low, high }) => `${field(r.text)},${low ?? ""},${high ?? ""},${c.number},${field(c.name)}\r\n`).join("") + last(",,");
  }
  const of: string[] = [];
  for (const c of clusters) for (const x of c.rows) of[x] = `${c.number},${field(c.name)}`;
  const lines = d.about.xLabels.map((label, x) => `${field(label)},${of[x]}\r\n`);
  return "value,cluster,name\r\n" + lines.join("") + last("");
}

function field(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text;
}

/** mappingJSON returns the clusters with their values, with the keys of package encode, and the point. */
export function mappingJSON(d: Data, j: number): string {
  const clusters = (clustersOf(d, j) ?? []).map((c) => ({
    cluster: c.number,
    name: c.name,
    values: [...c.rows].sort((x, y) => x - y).map((x) => d.about.xLabels[x]),
    ...(binned(d) ? { ranges: c.ranges.filter((r) => r.run).map((r) => ({ range: r.text, ...boundsOf(d, r) })) } : {}),
  }));
  const missing = missingIn(d, j);
  if (missing && missing.number < clusters.length) clusters[missing.number]!.values.push(MISSING);
  else if (missing) clusters.push({ cluster: missing.number, name: missing.name, values: [MISSING], ...(binned(d) ? { ranges: [] } : {}) });
  // As in package encode: if rare or other values were grouped, unknown values belong to them.
  const rest = d.about.rest;
  const unknown = (rest === "" ? undefined : clusters.find((c) => c.values.includes(rest)))?.name ?? null;
  const point = { table: d.about.table, h: d.h[j], i: d.i[j], k: d.k[j] };
  const read = d.about.scales ? { version: 2, column: d.about.column || "x", scales: d.about.scales } : { version: 1, column: d.about.column || "x" };
  return JSON.stringify({ format: "dibmap/encoder", ...read, ...point, clusters, unknown }, null, 2) + "\n";
}

/** fileName returns the name of a file of a point. */
export function fileName(d: Data, j: number, ending: string): string {
  return `${plainName(d.about.table.replace(/^.*[\\/]/, ""))}-k${d.k[j]}-h${d.h[j]!.toFixed(3)}.${ending}`;
}

/** plainName makes the name of a file of a text, without its ending: one that every operating system accepts. */
export function plainName(text: string): string {
  const letters = Array.from(text.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}_-]+/gu, "-").replace(/^-+/, ""));
  const name = letters.slice(0, 40).join("").replace(/-+$/, "");
  // Windows keeps a few names for devices, with any ending.
  return /^(con|prn|aux|nul|com\d|lpt\d)?$/i.test(name) ? `frontier${name && "-" + name}` : name;
}

/** save makes the browser download a text or a picture. */
export function save(content: string | Blob, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
