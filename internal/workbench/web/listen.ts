// How the worker hears what the page asks for while the program runs.

const channel = new MessageChannel();
const waiting: (() => void)[] = [];

channel.port1.addEventListener("message", () => waiting.shift()?.());
channel.port1.start();

/** listen calls back once the messages that have arrived are heard. A timer would wait for 4 ms. */
export function listen(then: () => void): void {
  waiting.push(then);
  channel.port2.postMessage(null);
}
