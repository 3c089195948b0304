// Python in a Web Worker: it answers the requests that a server would answer.
//
// A worker named "remember" answers nothing: it starts Python, imports all of Clew, and keeps the memory of that
// in the browser. From then on Python starts with a copy of it.

import { answering, memoryOf, started } from "./python.mjs";

const KEPT = "clew-VERSION";
const MEMORY = new URL("./memory", import.meta.url).href;
const PYODIDE = new URL("./pyodide/", import.meta.url).href;

/** @param {string} stage */
const tell = (stage) => postMessage({ stage });
const file = (/** @type {string} */ name) => fetch(new URL(name, import.meta.url));
const filesOf = () => file("./clew.json").then((answer) => answer.json());

/** The memory that an earlier visit kept; undefined if none did. @returns {Promise<Uint8Array | undefined>} */
async function kept() {
  try {
    const found = await (await caches.open(KEPT)).match(MEMORY);
    return found && new Uint8Array(await found.arrayBuffer());
  } catch {
    return undefined;
  }
}

async function start() {
  tell("Loading Python");
  const [files, memory] = await Promise.all([filesOf(), kept()]);
  const kernel = files["clew/_wasm.py"] && file("./kernel.wasm").then((answer) => answer.arrayBuffer()).then(WebAssembly.compile);
  const local = answering(await started(PYODIDE, files, memory), await kernel);
  tell("");
  if (!memory) postMessage({ forgotten: true });
  return local;
}

async function remember() {
  const python = await started(PYODIDE, await filesOf());
  await (await caches.open(KEPT)).put(MEMORY, new Response(memoryOf(python)));
  postMessage({ remembered: true });
  close();
}

const ready = self.name === "remember" ? remember() : start();

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
