// The engine of a page that holds the program: dibmap in a worker of the browser.

import type { About, Call, Engine, Message, Outcome } from "./engine";
import type { Answer, Request } from "./worker";

/** BuiltIn is a table that comes with the program. */
export interface BuiltIn { Name: string; Title: string }

/** Trusted types are not in all browsers. */
declare global {
  interface Window {
    trustedTypes?: { createPolicy<P extends Record<string, (text: string) => string>>(name: string, policy: P): P };
  }
}

/** What the page may make a worker or a document of: the texts that it holds, and what dibmap wrote. */
const trusted = window.trustedTypes?.createPolicy("dibmap", { createScriptURL: (address) => address, createHTML: (text) => text });

interface Waiting { settle: (result: unknown) => void; refuse: (reason: Error) => void; tell: (message: Message) => void }

export class Local implements Engine {
  readonly figures = false;
  // A proof takes minutes here: it is made when it is asked for.
  readonly unticked = { prove: "no" };
  // A browser is slower, and a fifth of the effort finds nearly the same: who wants more chooses it.
  readonly effort = 0.2;
  private begun: Promise<About> | undefined;
  private table: { name: string; file?: Blob } | undefined; // that was begun last, even if it could not be read
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private requests = 0;

  /** The worker runs a script, and in it the program, which is compressed. */
  constructor(script: string, program: Uint8Array<ArrayBuffer>) {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.worker = new Worker(trusted?.createScriptURL(address) ?? address);
    this.worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.end(event.message));
    this.worker.postMessage(program, [program.buffer]);
  }

  private hear({ id, tell, result, error, ended }: Answer): void {
    if (ended !== undefined) return this.end(ended);
    const waiting = this.waiting.get(id!);
    if (!waiting) return;
    if (tell !== undefined) return waiting.tell(JSON.parse(tell) as Message);
    this.waiting.delete(id!);
    if (error === undefined) waiting.settle(result);
    else waiting.refuse(new Error(error));
  }

  /** end refuses all that waits for a program that is no more. */
  private end(reason: string): void {
    const refusal = new Error(`The program in this page has ended: ${reason}. Load the page again.`);
    for (const { refuse } of this.waiting.values()) refuse(refusal);
    this.waiting.clear();
    this.ask = () => Promise.reject(refusal);
  }

  private ask<T>(request: Request, tell: (message: Message) => void = () => {}): Promise<T> {
    const id = ++this.requests;
    return new Promise<T>((settle, refuse) => {
      this.waiting.set(id, { settle: settle as (result: unknown) => void, refuse, tell });
      this.worker.postMessage({ ...request, id });
    });
  }

  /** builtIns returns the tables that come with the program, once it runs. */
  async builtIns(): Promise<BuiltIn[]> {
    return JSON.parse(await this.ask<string>({ kind: "builtIns" })) as BuiltIn[];
  }

  /** begin reads a table: that of a name, or a file which gets it. */
  begin(table: string, flags: Record<string, string>, file?: Blob): Promise<About> {
    this.table = { name: table, ...(file ? { file } : {}) };
    this.begun = this.ask<string>({ kind: "begin", table, flags, ...(file ? { file } : {}) }).then((text) => JSON.parse(text) as About);
    return this.begun;
  }

  reread(flags: Record<string, string>): Promise<About> {
    if (!this.table) return this.about();
    const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== ""));
    return this.begin(this.table.name, given, this.table.file);
  }

  about(): Promise<About> {
    return this.begun ?? Promise.reject(new Error("no table is open"));
  }

  async call(call: Call, tell: (message: Message) => void): Promise<Outcome> {
    return JSON.parse(await this.ask<string>({ kind: "call", call: JSON.stringify(call) }, tell)) as Outcome;
  }

  stop(): void {
    this.worker.postMessage({ kind: "stop" });
  }

  async show(frame: HTMLIFrameElement, file: string): Promise<void> {
    const text = await (await this.made(file)).text();
    frame.srcdoc = trusted?.createHTML(text) ?? text;
  }

  async address(file: string): Promise<string> {
    const address = URL.createObjectURL(await this.made(file));
    setTimeout(() => URL.revokeObjectURL(address), 60_000); // by then it is saved
    return address;
  }

  private async made(file: string): Promise<Blob> {
    return new Blob([await this.ask<Uint8Array<ArrayBuffer>>({ kind: "file", file })]);
  }
}
