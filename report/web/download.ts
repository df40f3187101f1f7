// The mapping of a point as a file.

import { clustersOf } from "./clusters";
import type { Data } from "./data";

/** mappingCSV returns a line "value,cluster,name" for each row, as package encode does. */
export function mappingCSV(d: Data, j: number): string {
  const clusters = clustersOf(d, j) ?? [];
  const of: string[] = [];
  for (const c of clusters) for (const x of c.rows) of[x] = `${c.number},${field(c.name)}`;
  const lines = d.about.xLabels.map((label, x) => `${field(label)},${of[x]}\r\n`);
  return "value,cluster,name\r\n" + lines.join("");
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
  }));
  // As in package encode: if rare values were grouped, unknown values count as rare.
  const rare = d.about.minCount > 0 ? clusters.find((c) => c.values.includes("(rare)")) : undefined;
  const unknown = rare?.name ?? null;
  const point = { table: d.about.table, h: d.h[j], i: d.i[j], k: d.k[j] };
  return JSON.stringify({ format: "dibmap/encoder", version: 1, column: d.about.column || "x", ...point, clusters, unknown }, null, 2) + "\n";
}

/** fileName returns a name that every operating system accepts. */
export function fileName(d: Data, j: number, ending: string): string {
  const table = d.about.table.replace(/^.*[\\/]/, "").replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40);
  return `${table || "frontier"}-k${d.k[j]}-h${d.h[j].toFixed(3)}.${ending}`;
}

/** save makes the browser download a text. */
export function save(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
