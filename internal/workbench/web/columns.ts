// The table of columns, where people choose X, Y and a column of counts.

import { button, el, named } from "../../../report/web/dom";

export interface Column { column: string; type: string; distinct: number; missing: number; h: number; examples: string[] }

/** Role is the purpose of a chosen column. */
export type Role = "x" | "y" | "count";
export type Chosen = Partial<Record<Role, string>>;

const roles: [role: Role, title: string, means: string][] = [
  ["x", "X", "the column whose values are grouped"],
  ["y", "Y", "the column that the groups should tell about"],
  ["count", "Count", "the column that says how often a record counts"],
];

/** listOf returns a name as X or Y, which may be lists of names. */
function listOf(name: string, role: Role): string {
  return role !== "count" && /[,"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** proposed returns the columns that are given, and beside them those that dibmap proposes. */
export function proposed(proposal: Chosen | undefined, given: Chosen): Chosen {
  const chosen = { ...given };
  for (const role of ["x", "y"] as const) {
    const name = proposal?.[role] && listOf(proposal[role], role);
    if (name && !Object.values(chosen).includes(name)) chosen[role] ??= name;
  }
  return chosen;
}

/** tableOf lists columns with a button for each role. chosen is changed, and act called, when one is chosen. */
export function tableOf(columns: Column[], records: number, chosen: Chosen, act: () => void): HTMLElement {
  const choose = (role: Role, name: string) => {
    for (const [other] of roles) if (chosen[other] === listOf(name, other)) delete chosen[other];
    chosen[role] = listOf(name, role);
    act();
    show();
  };
  const radios: [HTMLInputElement, Role, string][] = [];
  const rows = columns.map((c) => el("tr", {},
    ...roles.map(([role, title]) => {
      const radio = el("input", { type: "radio", name: role, value: c.column, "aria-label": `${title}: ${c.column}`, change: () => choose(role, c.column) });
      if (role === "count") radio.disabled = c.type !== "number";
      radios.push([radio, role, c.column]);
      return el("td", { class: "role" }, radio);
    }),
    el("th", { scope: "row" }, named(c.column)),
    el("td", {}, c.type),
    el("td", { class: "number" }, c.distinct.toLocaleString("en")),
    el("td", { class: "number" }, c.missing > 0 ? `${Math.min(100 * c.missing / records, c.missing < records ? 99.9 : 100).toFixed(1)} %` : "–"),
    el("td", { class: "number" }, c.h.toFixed(2)),
    el("td", { class: "examples" }, ...c.examples.flatMap((e, n) => [n > 0 ? ", " : "", named(e, 30)]))));
  const none = button("no count", () => { delete chosen.count; act(); show(); }, { class: "link" });
  const show = () => {
    for (const [radio, role, name] of radios) radio.checked = chosen[role] === listOf(name, role);
    none.hidden = chosen.count === undefined;
  };
  show();
  return el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Columns" },
    el("table", {},
      el("caption", { class: "sr" }, "The columns of the table"),
      el("thead", {}, el("tr", {},
        ...roles.map(([, title, means]) => el("th", { scope: "col", class: "role", title: means }, title)),
        ...["Column", "Type"].map((t) => el("th", { scope: "col" }, t)),
        ...["Values", "Missing", "Bits"].map((t) => el("th", { scope: "col", class: "number" }, t)),
        el("th", { scope: "col" }, "Most frequent"))),
      el("tbody", {}, ...rows)),
    none);
}

/** showChosen scrolls a list of columns, and not the page, so that the chosen ones are in view, or at least the first. */
export function showChosen(list: HTMLElement): void {
  const box = list.querySelector<HTMLElement>(".wide");
  const rows = [...list.querySelectorAll<HTMLInputElement>("input:checked")].map((radio) => radio.closest("tr")!);
  if (!box || rows.length === 0) return;
  const head = list.querySelector("thead")!.offsetHeight;
  const first = Math.min(...rows.map((row) => row.offsetTop)), last = Math.max(...rows.map((row) => row.offsetTop + row.offsetHeight));
  const room = box.clientHeight - head;
  box.scrollTop = first - head - Math.max(0, (room - (last - first)) / 2);
}
