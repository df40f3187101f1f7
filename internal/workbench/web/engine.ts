// How the page runs commands of dibmap: an engine takes a call, says how far it is, and returns its outcome.

import type { Chosen, Column } from "./columns";

/** Call is a command with flags. Output names a file that it writes; without one, its result is text. The call "name" gives groups names, each with the values of the group. */
export interface Call { command: string; flags?: Record<string, string>; output?: string; names?: string[][] }

/** Progress is the progress of a search; see docs/formats.md. */
export interface Progress { stage: string; done: number; points: number; seconds: number; left: number | null; text: string; frontier?: [h: number, i: number][] }

/** Message is a message of a command while it runs. */
export interface Message { progress?: Progress; note?: string; warning?: string; done?: string; error?: string }

/** Outcome is how a call ended: with an exit code, and what it printed. */
export interface Outcome { code: number; text: string }

/** Info is the output of the command info: the columns of records, or otherwise the size of the table. */
export interface Info { columns?: Column[]; records?: number; proposed?: Chosen; n?: number; m?: number }

/** About is the state at the start of the page. */
export interface About { table: string; flags: Record<string, string>; info: Info; notes: string[] | null }

export interface Engine {
  /** figures reports whether the command plot draws figures. The page of a frontier can always save its own. */
  readonly figures: boolean;
  /** unticked are the values of options that are not chosen. */
  readonly unticked: Record<string, string>;
  /** effort is the effort of a normal search, as a multiple of that of the command. */
  readonly effort: number;
  about(): Promise<About>;
  /** reread reads the table in another way; if it cannot be read so, that from before stays. */
  reread(flags: Record<string, string>): Promise<About>;
  call(call: Call, tell: (message: Message) => void): Promise<Outcome>;
  /** stop ends the call under way, which then returns what it has found. */
  stop(): void;
  /** show shows a page that a call has written. */
  show(frame: HTMLIFrameElement, file: string): Promise<void>;
  /** address returns the address of a file that a call has written. */
  address(file: string): Promise<string>;
}

/** Served is the engine of dibmap explore: the program itself, by requests to where the page comes from. */
export class Served implements Engine {
  readonly figures = true;
  readonly unticked = {};
  readonly effort = 1;

  constructor() {
    // The program ends when no page is open any more.
    new EventSource("open");
  }

  async about(): Promise<About> {
    return (await asked("about")).json() as Promise<About>;
  }

  async reread(flags: Record<string, string>): Promise<About> {
    return (await asked("reread", { method: "POST", body: JSON.stringify(flags) })).json() as Promise<About>;
  }

  async call(call: Call, tell: (message: Message) => void): Promise<Outcome> {
    const response = await asked("call", { method: "POST", body: JSON.stringify(call) });
    for await (const { kind, data } of events(response.body!)) {
      if (kind === "outcome") return data as Outcome;
      tell(data as Message);
    }
    throw new Error(gone);
  }

  stop(): void {
    void asked("stop", { method: "POST" });
  }

  async show(frame: HTMLIFrameElement, file: string): Promise<void> {
    frame.src = await this.address(file) + "?" + Date.now();
  }

  async address(file: string): Promise<string> {
    return "file/" + file;
  }
}

const gone = "dibmap does not answer any more: start it again";

async function asked(address: string, how?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, how);
  } catch {
    throw new Error(gone);
  }
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}

/** events reads server-sent events, whose data are JSON. */
export async function* events(stream: ReadableStream<Uint8Array>): AsyncGenerator<{ kind: string; data: unknown }> {
  const reader = stream.getReader(), decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const whole = text.split("\n\n");
    text = whole.pop()!;
    for (const event of whole) {
      const [first = "", second = ""] = event.split("\n");
      yield { kind: first.replace("event: ", ""), data: JSON.parse(second.replace("data: ", "")) };
    }
  }
}
