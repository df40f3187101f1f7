// The page: choose columns, watch the search, use the result. This file puts its parts together.

import { button, byId, el, named } from "../../../report/web/dom";
import { proposed, tableOf, type Chosen, type Role } from "./columns";
import { drawCurve } from "./curve";
import { Served, type About, type Engine, type Info, type Message, type Progress } from "./engine";
import { startResult } from "./result";

interface Option { flag: string; text: string; means: string }

const options: Option[] = [
  { flag: "validate", text: "Check on held-out records", means: "Part of the records does not help to make the groups, and shows how many groups the data support" },
  { flag: "robust", text: "Error bars by resampling", means: "Which points of the frontier are apart from each other, given the size of the sample" },
  { flag: "prove", text: "Prove that nothing is missing", means: "For up to about 40 values of X; may take minutes" },
];

const engine: Engine = new Served();
void start();

async function start(): Promise<void> {
  try {
    const about = await engine.about();
    byId("table").textContent = about.table;
    document.title = about.table + " – dibmap";
    await offer(about);
  } catch (reason) {
    fail(reason);
  }
}

/** offer lists the columns of the table. A matrix has none, and columns that were given need no choice. */
async function offer({ table, flags, info, notes }: About): Promise<void> {
  for (const note of notes ?? []) hear({ note });
  const chosen: Chosen = {};
  for (const role of ["x", "y", "count"] as Role[]) if (flags[role]) chosen[role] = flags[role];
  byId("options").append(...options.map((o) => boxOf(o, flags)));
  byId("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    void search(chosen);
  });
  byId("setup").hidden = false;
  if (info.columns) chooseColumns(info, chosen);
  else showMatrix(table, info, chosen);
  if (!info.columns || (flags.x && flags.y)) await search(chosen);
}

/** showMatrix says how large a matrix is. A file may also be read as records. */
function showMatrix(table: string, info: Info, chosen: Chosen): void {
  byId("setup-title").textContent = "Search";
  byId("choice").textContent = `${info.n?.toLocaleString("en")} values of X and ${info.m?.toLocaleString("en")} of Y`;
  if (table.startsWith("@")) return;
  const list = button("These are records: list the columns", async () => {
    const { code, text } = await engine.call({ command: "info", flags: { records: "true" } }, hear);
    if (code === 0) chooseColumns(JSON.parse(text) as Info, chosen);
  }, { class: "link" });
  byId("columns").replaceChildren(list);
}

/** boxOf makes the check box of an option. */
function boxOf({ flag, text, means }: Option, given: Record<string, string>): HTMLElement {
  const box = el("input", { type: "checkbox", id: "with-" + flag, value: given[flag] ?? "true" });
  box.checked = flag in given;
  return el("label", { title: means }, box, text);
}

function chooseColumns({ columns = [], records = 0 }: Info, chosen: Chosen): void {
  Object.assign(chosen, proposed(columns, records, chosen));
  byId("setup-title").textContent = "Choose X and Y";
  const say = () => {
    const ready = chosen.x !== undefined && chosen.y !== undefined;
    byId<HTMLButtonElement>("map").disabled = !ready;
    byId("choice").replaceChildren(...(ready ? ["of ", named(chosen.x!), ", by what they tell about ", named(chosen.y!)] : ["Choose two columns."]));
  };
  byId("columns").replaceChildren(tableOf(columns, records, chosen, say));
  say();
}

const result = startResult(engine, hear);

/** search finds the frontier, draws it as it grows, and shows the result. */
async function search(chosen: Chosen): Promise<void> {
  const flags: Record<string, string> = {};
  for (const [role, column] of Object.entries(chosen)) flags[role] = column;
  for (const { flag } of options) {
    const box = byId<HTMLInputElement>("with-" + flag);
    flags[flag] = box.checked ? box.value : ""; // as package exploring takes it
  }
  byId("notes").replaceChildren();
  byId("notes").hidden = byId("failure").hidden = true;
  byId("result").hidden = true;
  byId("search").hidden = false;
  byId<HTMLButtonElement>("map").disabled = true;
  byId<HTMLButtonElement>("stop").disabled = false;
  byId("state").textContent = "Reading the table …";
  byId<HTMLProgressElement>("progress").removeAttribute("value");
  byId("search").scrollIntoView({ block: "nearest" });
  try {
    const { code } = await engine.call({ command: "map", flags, output: "frontier.json" }, hear);
    if (code === 0) await result.show(chosen.x !== undefined);
  } catch (reason) {
    fail(reason);
  } finally {
    byId<HTMLButtonElement>("map").disabled = false;
    byId("search").hidden = true;
  }
}

byId("stop").addEventListener("click", () => {
  byId<HTMLButtonElement>("stop").disabled = true;
  byId("state").textContent = "Stopping …";
  engine.stop();
});

/** hear shows what a command says. */
function hear(message: Message): void {
  if (message.progress) follow(message.progress);
  const note = message.note ?? message.warning;
  if (note !== undefined) {
    byId("notes").append(el("li", {}, note));
    byId("notes").hidden = false;
  }
  if (message.error !== undefined) fail(new Error(message.error));
}

function follow(p: Progress): void {
  byId<HTMLProgressElement>("progress").value = p.done;
  byId("state").textContent = `${p.stage}: ${p.text}`;
  if (p.frontier) drawCurve(byId<HTMLCanvasElement>("curve"), p.frontier);
}

function fail(reason: unknown): void {
  byId("failure").textContent = reason instanceof Error ? reason.message : String(reason);
  byId("failure").hidden = false;
}
