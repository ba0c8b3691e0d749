// node scripts/precompile.mjs PYODIDE FOLDER: replaces the sources in FOLDER's archives by byte code of Pyodide's Python.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")).href);
// Without the columns of each instruction the byte code is a fifth smaller.
const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } });
python.FS.mkdirTree("/archives");
python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(folder) }, "/archives");
python.runPython(readFileSync(new URL("./precompile.py", import.meta.url), "utf8"));
