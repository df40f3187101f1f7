// The page that holds the program: a table is opened in it, and nothing leaves it.

import { byId, el } from "../../../report/web/dom";
import { Local } from "./local";
import { fail, startPage } from "./page";

const engine = new Local(textOf("worker"), bytesOf(textOf("program")));
const page = startPage(engine);
const encoding = byId<HTMLSelectElement>("encoding");

/** textOf returns a part of the page, which nothing needs a second time. */
function textOf(id: string): string {
  const part = byId(id), text = part.textContent!;
  part.remove();
  return text;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) bytes[n] = text.charCodeAt(n);
  return bytes;
}

/** open opens a table: that of a name, or a file which gets it. A search under way goes on. */
async function open(name: string, file?: Blob): Promise<void> {
  if (page.busy()) return fail(new Error("A table is being read or searched: stop that first, or wait for it. Nothing is lost."), byId("search").hidden ? "open" : "setup");
  byId("reading").textContent = `Reading ${name} …`;
  byId("reading").hidden = false;
  await page.open(engine.begin(name, encoding.value ? { encoding: encoding.value } : {}, file));
  byId("reading").hidden = true;
  if (byId("failure").hidden) byId<HTMLDetailsElement>("open").open = false;
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
  if (builtIn.value) void open(builtIn.value);
});
