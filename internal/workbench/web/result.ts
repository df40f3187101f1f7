// The frontier that was found: the page of package report in a frame, and what can be saved.

import { byId, el, focusOn } from "../../../report/web/dom";
import type {} from "../../../report/web/menu";
import type { Call, Engine, Message } from "./engine";

/** What can be saved: the text and the title in the menu, the file, its name, and the call that makes it. */
interface Download { text: string; title: string; file: string; name: string; call?: Call; records?: boolean; figure?: boolean; after?: string }

const downloads: Download[] = [
  ...([["python", "Python", "py"], ["sql", "SQL", "sql"]] as const).map(([form, text, ending]): Download => ({
    text: `Save the mapping as ${text}`, title: "The groups as code, by 'dibmap encode --export'",
    file: "mapping." + ending, name: "groups." + ending, call: { command: "encode", flags: { export: form } }, after: "json",
  })),
  { text: "Save the records with their groups", title: "The table, with a column for the group of each record", file: "recoded", name: "recoded", call: { command: "encode" }, records: true, after: "mapping.py" },
  { text: "Save the trade-off as PDF", title: "The figure of 'dibmap plot'", file: "figure.pdf", name: "frontier.pdf", call: { command: "plot" }, figure: true, after: "save-png" },
  { text: "Save this page", title: "In one file that needs no network", file: "page.html", name: "frontier.html" },
  { text: "Save the frontier", title: "All groupings with the names of groups, for every command of dibmap", file: "frontier.json", name: "frontier.json" },
];

export interface Result {
  /** show shows the frontier which was found, and reports whether it could. records tells that the table holds records. */
  show(records: boolean): Promise<boolean>;
  /** reveal brings the result into view, and gives it the focus. */
  reveal(): void;
}

export function startResult(engine: Engine, hear: (message: Message, beside: string) => void, fail: (reason: unknown, beside: string) => void): Result {
  const frame = byId<HTMLIFrameElement>("report");
  let named = "[]"; // the names of groups that the files have
  frame.addEventListener("load", () => fit(frame));

  async function show(records: boolean): Promise<boolean> {
    const { code } = await engine.call({ command: "plot", output: "page.html" }, (message) => hear(message, "setup"));
    if (code !== 0) return false;
    named = "[]";
    byId("result").hidden = false;
    const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    await engine.show(frame, "page.html");
    await loaded;
    frame.contentWindow!.inner!.offer(downloads.filter((d) => (!d.records || records) && (!d.figure || engine.figures))
      .map((d) => ({ ...d, id: d.file, act: () => void save(d).catch((reason) => fail(reason, "saving")) })));
    return true;
  }

  function reveal(): void {
    focusOn(byId("result-title"));
    byId("result").scrollIntoView({ block: "start" });
  }

  async function save(d: Download): Promise<void> {
    byId("failure").hidden = true; // of another call
    if (!await name()) return;
    if (d.call) {
      const flags = { ...d.call.flags, ...(d.call.command === "encode" ? chosenOf(frame) : {}) };
      const { code } = await engine.call({ ...d.call, flags, output: d.file }, (message) => hear(message, "saving"));
      if (code !== 0) return;
    }
    const link = el("a", { href: await engine.address(d.file), download: d.name === "recoded" ? recodedName() : d.name });
    link.click();
  }

  /** name writes the names that were given to groups into the files that can be saved, and reports whether it could. */
  async function name(): Promise<boolean> {
    const names = frame.contentWindow!.inner!.names(), text = JSON.stringify(names);
    if (text === named) return true;
    for (const call of [{ command: "name", names }, { command: "plot", output: "page.html" }]) {
      if ((await engine.call(call, (message) => hear(message, "saving"))).code !== 0) return false;
    }
    named = text;
    return true;
  }
  return { show, reveal };
}

/** chosenOf returns the flags that choose the point which is chosen in the page of the frontier. */
function chosenOf(frame: HTMLIFrameElement): Record<string, string> {
  const { h = "", k = "", best } = frame.contentDocument!.documentElement.dataset;
  return best === undefined ? { budget: h } : best === "" ? { clusters: k } : { clusters: k, budget: h };
}

/** recodedName returns the name of the table, with "-grouped" before its ending. */
function recodedName(): string {
  const name = byId("table").textContent!.replace(/\.(gz|zst)$/, ""), dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) + "-grouped" + name.slice(dot) : name + "-grouped.csv";
}

/** fit makes the frame as high as its page, so that there is one scroll bar. */
export function fit(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument?.documentElement;
  if (!page) return;
  new ResizeObserver(() => { frame.height = String(page.ownerDocument.body.scrollHeight + 8); }).observe(page.ownerDocument.body);
}
