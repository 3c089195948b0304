// How a request reaches whoever answers it: here Python in Web Workers, since there is no server.
//
// One worker answers what is quick, another one searches: so a click never waits for a search. A search
// that is cancelled loses its worker, and the next one gets a new one. The second worker starts when the
// first is ready, so that the first board comes sooner.

import { CONSTANTS, SEARCHES } from "./operations.js";

const ROOT = new URL("../../../", import.meta.url);
const KEPT = "clew.progress.";
const OWN = "clew.own";
/** Milliseconds after the start until a worker begins to remember it: the first board comes first. */
const SOON = 2000;

/** The pages that are only there without a server. */
export const MORE_PAGES = [["own.html", "State"]];

/** @typedef {{ resolve: (answer: Response) => void, reject: (error: unknown) => void, parts: ReadableStreamDefaultController | null, message: any }} Waiting */

class Answerer {
  constructor() {
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.start();
  }

  start() {
    this.worker = new Worker(new URL("worker.js", ROOT), { type: "module" });
    this.ready = new Promise((ready) => {
      this.worker.onmessage = ({ data }) => {
        if (data.id !== undefined) return this.take(data);
        if (data.forgotten) return remember();
        stage(data.stage);
        if (!data.stage) ready(true);
      };
      this.worker.onerror = (event) => {
        ready(false);
        this.fail(event.message || "Python could not be loaded.");
      };
    });
    const own = localStorage.getItem(OWN);
    if (own) this.worker.postMessage({ own });
  }

  /** @param {any} message @param {AbortSignal | null} [signal] @returns {Promise<Response>} */
  ask(message, signal) {
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { resolve, reject, parts: null, message });
      this.worker?.postMessage(message);
      signal?.addEventListener("abort", () => this.cancel(message.id));
    });
  }

  /** A part of an answer. @param {{id: number, status: number, type: string, bytes: Uint8Array, last: boolean}} data */
  take({ id, status, type, bytes, last }) {
    const asked = this.waiting.get(id);
    if (!asked) return;
    if (!asked.parts) {
      const stream = new ReadableStream({ start: (parts) => { asked.parts = parts; } });
      asked.resolve(new Response(stream, { status, headers: { "content-type": type } }));
    }
    if (bytes.length) asked.parts?.enqueue(bytes);
    if (last) {
      asked.parts?.close();
      this.waiting.delete(id);
    }
  }

  /** @param {number} id */
  cancel(id) {
    const asked = this.waiting.get(id);
    if (!asked) return;
    this.waiting.delete(id);
    const error = new DOMException("", "AbortError");
    asked.reject(error);
    asked.parts?.error(error);
    this.worker?.terminate();
    this.start();
    for (const each of this.waiting.values()) this.worker?.postMessage(each.message);
  }

  /** @param {string} message */
  fail(message) {
    stage("");
    const body = JSON.stringify({ error: message });
    for (const { resolve } of this.waiting.values()) resolve(new Response(body, { status: 500 }));
    this.waiting.clear();
  }
}

let remembering = false;

/** Let a worker of its own keep the memory of a started Python, so that the next one starts quickly. */
function remember() {
  if (remembering || !globalThis.caches) return;
  remembering = true;
  setTimeout(() => new Worker(new URL("worker.js", ROOT), { type: "module", name: "remember" }), SOON);
}

/** Says what is being loaded, until nothing is. @param {string} words */
function stage(words) {
  let line = document.querySelector(".loading-python");
  if (!words) return line?.remove();
  if (!line) {
    line = document.createElement("p");
    line.className = "loading-python";
    line.setAttribute("role", "status");
    document.body.append(line);
  }
  line.textContent = `${words} …`;
}

/** @type {Answerer | undefined} */
let quick;
/** @type {Answerer | undefined} */
let searches;
let asked = 0;

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export async function send(path, options = {}) {
  const method = options.method ?? "GET";
  const [place] = path.split("?");
  if (place.startsWith("/api/progress")) return progress(method, place, options.body);
  if (path in CONSTANTS && !localStorage.getItem(OWN)) return fetch(new URL(CONSTANTS[path], ROOT));
  const message = { id: ++asked, method, path, body: options.body };
  if (place === "/api/own") return state(message);
  quick ??= new Answerer();
  if (!searchesAt(place, String(options.body))) return quick.ask(message, options.signal);
  await quick.ready;
  searches ??= new Answerer();
  return searches.ask(message, options.signal);
}

/** Whether a request may take long. @param {string} place @param {string} body */
function searchesAt(place, body) {
  const slow = SEARCHES[place];
  return slow === true || (Array.isArray(slow) && slow.includes(JSON.parse(body).do?.action));
}

/** A puzzle of the reader's own: every worker has to know it, those of later pages too. @param {any} message */
async function state(message) {
  quick ??= new Answerer();
  const answer = await quick.ask(message);
  if (answer.ok) {
    localStorage.setItem(OWN, JSON.parse(message.body).text);
    searches?.worker?.terminate();
    searches = undefined;
  }
  return answer;
}

/** What a server keeps for the player is kept by the browser. @param {string} method @param {string} place @param {any} body */
function progress(method, place, body) {
  const key = decodeURIComponent(place.slice("/api/progress/".length));
  const json = (/** @type {any} */ value, status = 200) => new Response(JSON.stringify(value), { status });
  if (!key) return json({ progress: kept() });
  if (method === "PUT") {
    const entry = { key, value: JSON.parse(body), changed: Date.now() / 1000 };
    localStorage.setItem(KEPT + key, JSON.stringify(entry));
    return json(entry);
  }
  if (method === "DELETE") localStorage.removeItem(KEPT + key);
  const found = localStorage.getItem(KEPT + key);
  return found ? json(JSON.parse(found)) : json({ error: "nothing is kept under this key" }, 404);
}

function kept() {
  const entries = Object.keys(localStorage)
    .filter((key) => key.startsWith(KEPT))
    .map((key) => JSON.parse(String(localStorage.getItem(key))));
  return entries.sort((a, b) => b.changed - a.changed);
}

/** A link to a file that Python makes: it is made, and handed over as a download. @param {MouseEvent} event */
async function download(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href*='api/film.']");
  if (!link) return;
  event.preventDefault();
  const { pathname, search } = new URL(/** @type {HTMLAnchorElement} */ (link).href);
  const at = pathname.indexOf("/api/");
  const answer = await send(pathname.slice(at) + search);
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await answer.blob());
  file.download = `clew${pathname.slice(pathname.lastIndexOf("."))}`;
  file.click();
  URL.revokeObjectURL(file.href);
}

document.addEventListener("click", download);
navigator.serviceWorker?.register(new URL("service-worker.js", ROOT)).catch(() => {});
