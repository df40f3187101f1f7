#!/usr/bin/env node
// python.mjs -c SCRIPT [ARGUMENT...] runs a script with Python 3.14, as python does.
import { writeSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [option, script, ...rest] = process.argv.slice(2);
if (option !== "-c" || script === undefined) {
  console.error("usage: python.mjs -c SCRIPT [ARGUMENT...]");
  process.exit(2);
}
const python = await loadPyodide({ args: ["-c", "", ...rest] }); // for sys.argv
python.setStdout({ write: (bytes) => writeSync(1, bytes) });
python.setStderr({ write: (bytes) => writeSync(2, bytes) });
try {
  python.runPython(script);
} catch (error) {
  // os._exit arrives as an error with a status. Other errors are those of the script, whose stack would print the
  // source of pyodide.
  if (error.status === undefined) console.error(error.message);
  process.exitCode = error.status ?? 1;
}
