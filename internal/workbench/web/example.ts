// The example of the page that holds the program. It is compressed, and runs before the rest of the page is there.

import type {} from "./local";

const trusted = window.trustedTypes?.createPolicy("example", { createHTML: (text) => text });
const source = document.getElementById("example-source")!, frame = document.getElementById("example-page") as HTMLIFrameElement;
const packed = Uint8Array.from(atob(source.textContent!), (c) => c.charCodeAt(0));
source.remove();
void new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text()
  .then((text) => { frame.srcdoc = trusted?.createHTML(text) ?? text; });
