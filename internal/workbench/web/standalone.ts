// The page that holds the program: a table is opened in it, and nothing leaves it.

import { byId, el } from "../../../report/web/dom";
import { Local } from "./local";
import { fail, startPage, wait } from "./page";
import { fit } from "./result";

const engine = new Local(textOf("worker"), bytesOf(textOf("program")));
const page = startPage(engine);
let last = ""; // the name of the table that was opened last, even if it could not be read

/** textOf returns a part of the page, which nothing needs a second time. */
function textOf(id: string): string {
  const part = byId(id), text = part.textContent!;
  part.remove();
  return text;
}

/** bytesOf decodes Ascii85, in which v stands for <, so that the text never looks like a tag. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 * text.length + 4);
  let n = 0, group = 0, digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 122) n += 4; // z is a group of zeros
    else if (code > 32) {
      group = 85 * group + (code === 118 ? 27 : code - 33);
      if (++digits < 5) continue;
      bytes[n++] = group >>> 24;
      bytes[n++] = group >>> 16;
      bytes[n++] = group >>> 8;
      bytes[n++] = group;
      group = digits = 0;
    }
  }
  for (let k = digits; k > 0 && k < 5; k++) group = 85 * group + 84;
  for (let k = 0; k < digits - 1; k++) bytes[n++] = group >>> (24 - 8 * k);
  return bytes.slice(0, n);
}

/** open opens a table: that of a name, or a file which gets it. A search under way goes on. */
async function open(name: string, file?: Blob): Promise<void> {
  if (page.busy()) return fail(new Error(wait), byId("search").hidden ? "open" : "setup");
  byId("reading").textContent = `Reading ${name} …`;
  byId("reading").hidden = false;
  if (name !== last) page.forget();
  last = name;
  const flags = Object.fromEntries(Object.entries(page.reading()).filter(([, value]) => value !== ""));
  await page.open(engine.begin(name, flags, file));
  byId("reading").hidden = true;
  if (!byId("failure").hidden) return;
  byId<HTMLDetailsElement>("open").open = false;
  byId("example").hidden = true;
  document.body.classList.remove("first");
}

/** openFile opens a file, whose name is neither that of a built-in table nor a flag. */
function openFile(file: File): void {
  void open(/^[@-]/.test(file.name) ? "./" + file.name : file.name, file);
}

byId<HTMLInputElement>("file").addEventListener("change", (event) => {
  const input = event.target as HTMLInputElement;
  if (input.files?.[0]) openFile(input.files[0]);
  input.value = ""; // so that the same file can be chosen again
});

// The page alone takes files that are dropped: a browser would show them in its place.
let over = 0;
addEventListener("dragenter", () => mark(++over > 0));
addEventListener("dragleave", () => mark(--over > 0));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  mark((over = 0) > 0);
  const files = event.dataTransfer?.files ?? [];
  if (files.length === 1) openFile(files[0]!);
  else fail(new Error(files.length === 0 ? "That is no file." : "Drop one file: a page shows one table."), "open");
});

function mark(on: boolean): void {
  document.body.classList.toggle("over", on);
}

byId("paste").addEventListener("click", () => {
  const text = byId<HTMLTextAreaElement>("pasted").value;
  if (text.trim() === "") return fail(new Error("Paste the lines of a table first: names of columns, and a line for each record."), "open");
  void open("pasted", new Blob([text]));
});

const builtIn = byId<HTMLSelectElement>("built-in");
engine.builtIns().then((tables) => {
  builtIn.append(...tables.map((t) => el("option", { value: t.Name }, `${t.Name}: ${t.Title}`)));
  builtIn.disabled = false;
}, (reason: unknown) => fail(reason, "open"));
builtIn.addEventListener("change", () => {
  const name = builtIn.value;
  builtIn.value = ""; // which is of the next choice
  if (name) void open(name);
});

// The example is a page by itself, which is shown before this script is there.
const example = byId<HTMLIFrameElement>("example-page");
example.addEventListener("load", () => fit(example));
if (example.srcdoc && example.contentDocument?.readyState === "complete") fit(example);
