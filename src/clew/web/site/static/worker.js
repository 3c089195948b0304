// @ts-check
// Python in a Web Worker: answers the requests that a server would answer, one at a time.
//
// A worker named "remember" answers nothing. It starts Python, imports all of Clew and saves a snapshot of the
// memory in the browser. From then on Python starts from the snapshot, unless the worker is named "fresh".

import { answering, memoryOf, started } from "./python.js";

const VERSION = "VERSION";
const HERE = new URL("./", import.meta.url).href;
/** The cache. It has at most one snapshot, the latest version's. */
const KEPT = `clew ${HERE} memory`;
const MEMORY = `${HERE}memory?v=${VERSION}`;
/** The header with the hash of the snapshot. A damaged snapshot isn't used. */
const HASH = "x-sha256";

/** @param {string} name */
async function file(name) {
  const answer = await fetch(`${HERE}${name}?v=${VERSION}`);
  if (!answer.ok) throw new Error(`couldn't load ${name} (status ${answer.status})`);
  return answer;
}

const filesOf = () => file("clew.json").then((answer) => answer.json());

/** @param {BufferSource} bytes */
async function hashOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the snapshot of an earlier visit, or undefined if it's missing or damaged. */
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
    const [files, memory] = await Promise.all([filesOf(), self.name === "fresh" ? undefined : kept()]);
    const kernel = files["clew/_wasm.py"] && file("kernel.wasm").then((answer) => answer.arrayBuffer()).then(WebAssembly.compile);
    local = answering(await started(`${HERE}pyodide/`, files, memory), await kernel);
    postMessage({ ready: true, forgotten: !memory });
  } catch (error) {
    postMessage({ failed: `Python failed to load: ${lastLine(error)}` });
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
