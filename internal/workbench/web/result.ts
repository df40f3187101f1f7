// The frontier that was found: the page of package report in a frame, and what can be saved.

import { button, byId, el, focusOn } from "../../../report/web/dom";
import type { Call, Engine, Message } from "./engine";

/** What can be saved: the name of the file, the call that makes it, and whether that depends on the chosen point. */
interface Download { text: string; file: string; name: string; call?: Call; chosen?: boolean; records?: boolean; figure?: boolean }

const downloads: Download[] = [
  { text: "Frontier", file: "frontier.json", name: "frontier.json" },
  { text: "Page", file: "page.html", name: "frontier.html" },
  ...(["svg", "png", "pdf"].map((form) => ({ text: form.toUpperCase(), file: "figure." + form, name: "frontier." + form, call: { command: "plot" }, figure: true }))),
  ...([["json", "JSON"], ["csv", "CSV"], ["sql", "SQL"], ["py", "Python"]].map(([form, text]) => ({
    text: text + " mapping", file: "mapping." + form, name: "groups." + form, chosen: true,
    call: { command: "encode", flags: { export: form === "py" ? "python" : form! } },
  }))),
  { text: "Recoded data", file: "recoded", name: "recoded", call: { command: "encode" }, chosen: true, records: true },
];

export interface Result {
  /** show shows the frontier which was found, and reports whether it could. records tells that the table holds records. */
  show(records: boolean): Promise<boolean>;
  /** reveal brings the result into view, and gives it the focus. */
  reveal(): void;
}

export function startResult(engine: Engine, hear: (message: Message, beside: string) => void, fail: (reason: unknown, beside: string) => void): Result {
  const frame = byId<HTMLIFrameElement>("report");
  frame.addEventListener("load", () => fit(frame));

  async function show(records: boolean): Promise<boolean> {
    const { code } = await engine.call({ command: "plot", output: "page.html" }, (message) => hear(message, "setup"));
    if (code !== 0) return false;
    byId("downloads").replaceChildren(); // those of another table
    byId("result").hidden = false;
    const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    await engine.show(frame, "page.html");
    await loaded;
    byId("downloads").replaceChildren(...downloads.filter((d) => (!d.records || records) && (!d.figure || engine.figures))
      .map((d) => button(d.text, () => save(d).catch((reason) => fail(reason, "saving")), { title: d.chosen ? "Of the chosen point" : "" })));
    return true;
  }

  function reveal(): void {
    focusOn(byId("result-title"));
    byId("result").scrollIntoView({ block: "start" });
  }

  async function save(d: Download): Promise<void> {
    byId("failure").hidden = true; // of another call
    if (d.call) {
      const flags = { ...d.call.flags, ...(d.chosen ? chosenOf(frame) : {}) };
      const { code } = await engine.call({ ...d.call, flags, output: d.file }, (message) => hear(message, "saving"));
      if (code !== 0) return;
    }
    const link = el("a", { href: await engine.address(d.file), download: d.name === "recoded" ? recodedName() : d.name });
    link.click();
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
