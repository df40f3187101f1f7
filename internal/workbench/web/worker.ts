// The worker that runs the program. Its first message is the program; the others are requests.

import { XzReadableStream } from "xz-decompress";
import { Files } from "./files";
import { listen } from "./listen";

/** Request is what the page asks for. */
export type Request =
  | { kind: "builtIns" }
  | { kind: "begin"; table: string; flags: Record<string, string>; file?: Blob }
  | { kind: "call"; call: string }
  | { kind: "file"; file: string };

/** Answer is a message of a call, or how a request ended, or why the program has ended. */
export interface Answer { id?: number; tell?: string; result?: unknown; error?: string; ended?: string }

/** Program is what cmd/dibmap/browser offers. */
interface Program {
  builtIns(): string;
  begin(table: string, flags: string): Promise<string>;
  call(call: string, tell: (line: string) => void): Promise<string>;
  stop(): void;
}

/** Go is in the support of Go for browsers, which comes before this script. */
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

const files = new Files();
files.addFolder("/made"); // where the program writes; see cmd/dibmap/browser
Object.assign(globalThis, { listen, fs: files, process: { cwd: () => files.here, pid: 1, ppid: 0, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], umask: () => 0, chdir: () => {} } });

let started: (program: Program) => void;
const program = new Promise<Program>((settle) => { started = settle; });
let tables = 0; // that were opened

addEventListener("message", (event: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  addEventListener("message", (event: MessageEvent<Request & { id: number } | { kind: "stop" }>) => void answer(event.data));
  void start(event.data);
}, { once: true });

async function start(compressed: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const stream = new XzReadableStream(new Blob([compressed]).stream());
    const { instance } = await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), go.importObject);
    const ended = go.run(instance);
    started((globalThis as unknown as { dibmap: Program }).dibmap);
    await ended;
    send({ ended: files.said.includes("out of memory") ? "it needs more memory than a browser gives" : firstLine(files.said) });
  } catch (reason) {
    send({ ended: String(reason) });
  }
}

const go = new Go();

async function answer(request: Request & { id: number } | { kind: "stop" }): Promise<void> {
  if (request.kind === "stop") return (await program).stop();
  const { id } = request;
  try {
    const result = await resultOf(request, (tell) => send({ id, tell }));
    send({ id, result });
  } catch (reason) {
    send({ id, error: reason instanceof Error ? reason.message : String(reason) });
  }
}

async function resultOf(request: Request & { id: number }, tell: (line: string) => void): Promise<unknown> {
  const dibmap = await program;
  switch (request.kind) {
    case "builtIns":
      return dibmap.builtIns();
    case "begin":
      return begin(dibmap, request.table, request.flags, request.file);
    case "call":
      return dibmap.call(request.call, tell);
    case "file":
      return files.content("/made/" + request.file);
  }
}

/** begin opens a table. If it cannot be read, the one from before stays. */
async function begin(dibmap: Program, table: string, flags: Record<string, string>, file?: Blob): Promise<string> {
  const before = files.here, folder = `/table${++tables}`;
  files.addFolder(folder);
  files.here = folder;
  if (file) files.add(table, file);
  try {
    const about = await dibmap.begin(table, JSON.stringify(flags));
    files.clear(before);
    return about;
  } catch (reason) {
    files.clear(folder);
    files.here = before;
    throw reason;
  }
}

function send(answer: Answer): void {
  postMessage(answer);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] || "nobody knows why";
}
