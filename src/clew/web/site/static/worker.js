// @ts-check
// Python in a Web Worker: it answers the requests that a server would answer, one at a time.
//
// A worker named "remember" answers nothing: it starts Python, imports all of Clew, and keeps the memory of that
// in the browser. From then on Python starts with a copy of it, unless the worker is named "afresh".

import { answering, memoryOf, started } from "./python.js";

const VERSION = "VERSION";
const HERE = new URL("./", import.meta.url).href;
/** It holds one memory at most, that of the latest version. */
const KEPT = `clew ${HERE} memory`;
const MEMORY = `${HERE}memory?v=${VERSION}`;
/** The header with the hash of a memory: a damaged one is not used. */
const HASH = "x-sha256";

/** @param {string} name */
async function file(name) {
  const answer = await fetch(`${HERE}${name}?v=${VERSION}`);
  if (!answer.ok) throw new Error(`${name} could not be loaded (status ${answer.status})`);
  return answer;
}

const filesOf = () => file("clew.json").then((answer) => answer.json());

/** @param {BufferSource} bytes */
async function hashOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The memory that an earlier visit kept; undefined if none did, or if it is damaged. */
async function kept() {
  try {
    const found = await (await caches.open(KEPT)).match(MEMORY);
    const bytes = found && new Uint8Array(await found.arrayBuffer());
    return bytes && found.headers.get(HASH) === (await hashOf(bytes)) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** @param {any} error */
const lastLine = (error) => String(error?.message ?? error).trim().split("\n").pop();

/** @type {any} */
let local;

async function start() {
  try {
    const [files, memory] = await Promise.all([filesOf(), self.name === "afresh" ? undefined : kept()]);
    const kernel = files["clew/_wasm.py"] && file("kernel.wasm").then((answer) => answer.arrayBuffer()).then(WebAssembly.compile);
    local = answering(await started(`${HERE}pyodide/`, files, memory), await kernel);
    postMessage({ ready: true, forgotten: !memory });
  } catch (error) {
    postMessage({ failed: `Python could not be loaded: ${lastLine(error)}` });
  }
}

async function remember() {
  try {
    const memory = /** @type {Uint8Array<ArrayBuffer>} */ (memoryOf(await started(`${HERE}pyodide/`, await filesOf())));
    await caches.delete(KEPT);
    await (await caches.open(KEPT)).put(MEMORY, new Response(memory, { headers: { [HASH]: await hashOf(memory) } }));
  } catch {
    postMessage({ unkept: true });
  } finally {
    close();
  }
}

onmessage = ({ data: { method, path, body, own } }) => {
  const send = (/** @type {number} */ status, /** @type {string} */ type, /** @type {any} */ bytes, /** @type {boolean} */ last) => {
    const copy = bytes.toJs();
    bytes.destroy();
    self.postMessage({ status, type, bytes: copy, last }, { transfer: [copy.buffer] });
  };
  try {
    local.answer(method, path, body, send, own);
  } catch (error) {
    postMessage({ failed: `Python has stopped: ${lastLine(error)}` });
  }
};

if (self.name === "remember") remember();
else start();
