// Python in a Web Worker: it answers the requests that a server would answer.

import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @param {string} stage */
const tell = (stage) => postMessage({ stage });

async function start() {
  tell("Loading Python");
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    fetch(new URL("./clew.zip", import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  tell("Starting Clew");
  python.unpackArchive(archive, "zip", { extractDir: "/clew" });
  python.runPython("import sys; sys.path.insert(0, '/clew')");
  const local = python.pyimport("clew.web.site.local");
  tell("");
  return local;
}

const ready = start();

onmessage = async ({ data: { id, method, path, body, own } }) => {
  const local = await ready;
  if (own) local.own(own);
  if (id === undefined) return;
  const send = (/** @type {number} */ status, /** @type {string} */ type, /** @type {any} */ bytes, /** @type {boolean} */ last) => {
    const copy = bytes.toJs();
    bytes.destroy();
    postMessage({ id, status, type, bytes: copy, last }, [copy.buffer]);
  };
  local.answer(method, path, body ?? "", send);
};
