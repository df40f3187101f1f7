// The page: choose columns, watch the search, use the result. This file puts its parts together.

import { button, byId, el, focusOn, named } from "../../../report/web/dom";
import { proposed, showChosen, tableOf, type Chosen, type Role } from "./columns";
import { drawCurve } from "./curve";
import { effortFlags, offerEffort, startEffort } from "./effort";
import type { About, Engine, Info, Message, Progress } from "./engine";
import { startReading } from "./reading";
import { startResult } from "./result";

interface Option { flag: string; text: string; means: string }

const options: Option[] = [
  { flag: "validate", text: "Check on held-out records", means: "Part of the records does not help to make the groups, and shows how many groups the data support" },
  { flag: "robust", text: "Error bars by resampling", means: "Which points of the frontier are apart from each other, given the size of the sample" },
  { flag: "prove", text: "Prove that nothing is missing", means: "For up to about 40 values of X; may take minutes" },
];

/** Page is the page of an engine, which shows one table at a time. */
export interface Page {
  /** open shows the table that the engine has begun with, or says why it cannot be read. */
  open(begun: Promise<About>): Promise<void>;
  /** forget forgets how a file was read: the next one is another. */
  forget(): void;
  /** reading returns how a file is to be read. */
  reading(): Record<string, string>;
  /** busy reports whether a search is under way. */
  busy(): boolean;
}

/** startPage returns the page of an engine. */
export function startPage(engine: Engine): Page {
  let chosen: Chosen = {}, busy = false;
  const reading = startReading(() => {
    if (busy) return fail(new Error(wait), "how-read");
    void open(engine.reread(reading.flags()));
  });
  explain = reading.concerns;
  const result = startResult(engine, hear, fail);
  startEffort(engine.effort);
  byId("options").append(...options.map((o) => boxOf(o)));
  byId("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    void search();
  });
  byId("stop").addEventListener("click", () => {
    byId<HTMLButtonElement>("stop").disabled = true;
    byId("state").textContent = "Stopping …";
    engine.stop();
  });

  async function open(begun: Promise<About>): Promise<void> {
    busy = true;
    clear();
    try {
      const about = await begun;
      clear(); // what was said while it was read
      byId("result").hidden = true;
      await offer(about);
    } catch (reason) {
      fail(reason, "open"); // and the table from before stays
    } finally {
      busy = false;
    }
  }

  /** offer lists the columns of the table. A matrix has none, and columns that were given need no choice. */
  async function offer({ table, flags, info, notes }: About): Promise<void> {
    byId("table").textContent = table;
    document.title = table + " – dibmap";
    if (info.columns) reading.offer(flags, notes ?? []);
    else {
      byId("how-read").hidden = true;
      for (const note of notes ?? []) hear({ note }, "setup");
    }
    chosen = {};
    for (const role of ["x", "y", "count"] as Role[]) if (flags[role]) chosen[role] = flags[role];
    for (const { flag } of options) {
      const box = byId<HTMLInputElement>("with-" + flag);
      box.value = flags[flag] ?? "true";
      box.checked = flag in flags;
    }
    offerEffort(flags);
    byId("setup").hidden = false;
    byId("choice").replaceChildren();
    byId<HTMLButtonElement>("map").disabled = false;
    if (info.columns) chooseColumns(info, chosen);
    else showMatrix(table, info, chosen);
    if (!info.columns || (flags.x && flags.y)) await search();
  }

  /** showMatrix says how large a matrix is. A file may also be read as records. */
  function showMatrix(table: string, info: Info, chosen: Chosen): void {
    byId("setup-title").textContent = "Search";
    byId("choice").textContent = `${info.n?.toLocaleString("en")} values of X and ${info.m?.toLocaleString("en")} of Y`;
    byId("columns").replaceChildren();
    if (table.startsWith("@")) return;
    const list = button("These are records: list the columns", async () => {
      const { code, text } = await engine.call({ command: "info", flags: { records: "true" } }, (message) => hear(message, "setup"));
      if (code === 0) chooseColumns(JSON.parse(text) as Info, chosen);
    }, { class: "link" });
    byId("columns").replaceChildren(list);
  }

  /** search finds the frontier, draws it as it grows, and shows the result. */
  async function search(): Promise<void> {
    const flags = effortFlags();
    for (const [role, column] of Object.entries(chosen)) flags[role] = column;
    for (const { flag } of options) {
      const box = byId<HTMLInputElement>("with-" + flag);
      flags[flag] = box.checked ? box.value : engine.unticked[flag] ?? ""; // nothing: as package calling takes it
    }
    clear();
    told = chosen.y ?? "Y";
    const hidden = byId("result").hidden;
    byId("result").hidden = true;
    byId("search").hidden = false;
    byId<HTMLButtonElement>("map").disabled = true;
    byId<HTMLButtonElement>("stop").disabled = false;
    byId("state").textContent = "Reading the table …";
    byId<HTMLProgressElement>("progress").removeAttribute("value");
    focusOn(byId("search-title")); // before it moves, so that it stays in view
    byId("search").scrollIntoView({ block: "nearest" });
    busy = true;
    let found = false;
    try {
      const { code } = await engine.call({ command: "map", flags, output: "frontier.json" }, (message) => hear(message, "setup"));
      if (code === 0) found = await result.show(chosen.x !== undefined);
      else byId("result").hidden = hidden; // what was found before is still there
    } catch (reason) {
      fail(reason, "setup");
    } finally {
      busy = false;
      byId<HTMLButtonElement>("map").disabled = false;
      byId("search").hidden = true;
    }
    if (!found) return;
    byId("failure").hidden = true; // of what was tried during the search
    result.reveal();
  }
  return { open, forget: reading.reset, reading: reading.flags, busy: () => busy };
}

/** wait is what a person is told who asks for something while a table is read or searched. */
export const wait = "A table is being read or searched: stop that first, or wait for it. Nothing is lost.";

/** boxOf makes the check box of an option. */
function boxOf({ flag, text, means }: Option): HTMLElement {
  return el("label", { title: means }, el("input", { type: "checkbox", id: "with-" + flag }), text);
}

function chooseColumns({ columns = [], records = 0, proposed: proposal }: Info, chosen: Chosen): void {
  Object.assign(chosen, proposed(proposal, chosen));
  byId("setup-title").textContent = "Group the values of X, by what they say about Y";
  const say = () => {
    const ready = chosen.x !== undefined && chosen.y !== undefined;
    byId<HTMLButtonElement>("map").disabled = !ready;
    byId("choice").replaceChildren(...(ready ? ["of ", named(chosen.x!), ", by what they tell about ", named(chosen.y!)] : [columns.length > 1 ? "Choose two columns." : "Only one column was read. Is another character between the fields? See how the file is read."]));
  };
  byId("columns").replaceChildren(tableOf(columns, records, chosen, say));
  say();
  showChosen(byId("columns"));
}

/** hear shows the messages of a command, and an error next to the part of the page that called it. */
function hear(message: Message, beside: string): void {
  if (message.progress) follow(message.progress);
  const note = message.note ?? message.warning;
  if (note !== undefined) {
    byId("notes").append(el("li", {}, note));
    byId("notes").hidden = false;
  }
  if (message.error !== undefined) fail(new Error(message.error), beside);
}

let told = ""; // the column that the groups tell about

function follow(p: Progress): void {
  byId<HTMLProgressElement>("progress").value = p.done;
  byId("state").textContent = `${p.stage}: ${p.text}`;
  if (p.frontier) drawCurve(byId<HTMLCanvasElement>("curve"), p.frontier, told);
}

/** clear forgets what was said. */
function clear(): void {
  byId("notes").replaceChildren();
  byId("notes").hidden = byId("failure").hidden = true;
}

/** explain says an error in the words of the page, and shows the settings that it concerns below the element. */
let explain = (error: string, _below: HTMLElement) => error;

/** fail shows an error below the part of the page that the person used. */
export function fail(reason: unknown, beside: string): void {
  const failure = byId("failure");
  (document.getElementById(beside) ?? byId("setup")).after(failure); // the page of dibmap explore opens its table by itself
  failure.hidden = false;
  failure.textContent = explain(reason instanceof Error ? reason.message : String(reason), failure);
  failure.scrollIntoView({ block: "nearest" });
}
