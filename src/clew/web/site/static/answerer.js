// @ts-check
// Python in a Web Worker, and the requests that wait for it.
//
// The worker has one request at a time, each with a limit. Cancelling a search, or reaching the limit, ends the
// worker without harm to the other requests: they wait for the next worker.

import { GRACE } from "../../static/js/operations.js";
import { keep, kept } from "../../static/js/settings.js";

const WORKER = new URL("../../../worker.js", import.meta.url);
/** Milliseconds after the start until a worker saves the snapshot. The first board takes precedence. */
const SOON = 2000;
/** Milliseconds until a failed start is retried. The terminated worker needs time to end. */
const PAUSE = 1000;
/** The key of the time until which no snapshot is saved, because the browser has no room for it. */
const UNKEPT = "clew.unkept";
const A_DAY = 24 * 3600 * 1000;

/** @typedef {{ method: string, path: string, body: string, own: string }} Message */
/** @typedef {{ message: Message, seconds: number, resolve: (answer: Response) => void, reject: (error: unknown) => void,
 *             parts: ReadableStreamDefaultController | null, left: boolean }} Asked  `left`: the request was cancelled */

/** @param {any} value */
export const json = (value, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });

/** Pythons start one after the other because the first one is needed soonest. @type {Promise<any>} */
let starting = Promise.resolve();

export class Answerer {
  /** @param {boolean} searches whether cancelling a request ends the worker */
  constructor(searches) {
    this.searches = searches;
    /** @type {Asked[]} */
    this.queue = [];
    /** The worker's current request. @type {Asked | null} */
    this.now = null;
    /** @type {Worker | null} */
    this.worker = null;
    this.ready = false;
    /** Whether the last start failed, perhaps because of the snapshot or a lack of memory. */
    this.failed = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {(done?: any) => void} */
    this.settle = () => {};
    /** Resolves when Python has started for the first time or has failed to start. */
    this.settled = new Promise((settle) => { this.settle = settle; });
  }

  /** Starts Python as soon as earlier ones have started. */
  start() {
    starting = starting.then(() => this.startNow()).then(() => this.settled);
  }

  startNow() {
    if (this.worker) return;
    const worker = (this.worker = new Worker(WORKER, { type: "module", name: this.failed ? "fresh" : "" }));
    worker.onmessage = ({ data }) => worker === this.worker && this.hear(data);
    worker.onerror = (event) => worker === this.worker && this.fail(event.message || "Python failed to load.");
    stage("Loading Python");
  }

  end() {
    this.worker?.terminate();
    this.worker = this.now = null;
    this.ready = false;
    clearTimeout(this.timer);
    stage("");
  }

  restart() {
    this.end();
    this.startNow();
  }

  /** @param {Message} message @param {number} seconds how long it may take @param {AbortSignal | null} [signal] @returns {Promise<Response>} */
  ask(message, seconds, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      /** @type {Asked} */
      const asked = { message, seconds, resolve, reject, parts: null, left: false };
      signal?.addEventListener("abort", () => this.cancel(asked), { once: true });
      this.queue.push(asked);
      this.next();
    });
  }

  /** Hands the next request to the worker if it's free. */
  next() {
    if (this.now || !this.queue.length) return;
    if (!this.worker) this.start();
    if (!this.ready) return;
    this.now = /** @type {Asked} */ (this.queue.shift());
    this.worker?.postMessage(this.now.message);
    this.timer = setTimeout(() => this.late(), 1000 * (this.now.seconds + GRACE));
  }

  /** Handles a message from the worker. @param {any} data */
  hear(data) {
    if (data.bytes) return this.take(data);
    if (data.failed) return this.fail(data.failed);
    this.ready = true;
    this.failed = false;
    stage("");
    this.settle();
    if (data.forgotten) remember();
    this.next();
  }

  /** Handles a part of an answer. @param {{status: number, type: string, bytes: Uint8Array, last: boolean}} data */
  take({ status, type, bytes, last }) {
    const asked = /** @type {Asked} */ (this.now);
    if (!asked.parts && !asked.left) {
      const stream = new ReadableStream({ start: (parts) => { asked.parts = parts; } });
      asked.resolve(new Response(stream, { status, headers: { "content-type": type } }));
    }
    if (bytes.length && !asked.left) asked.parts?.enqueue(bytes);
    if (!last) return;
    if (!asked.left) asked.parts?.close();
    this.now = null;
    clearTimeout(this.timer);
    this.next();
  }

  /** @param {Asked} asked */
  cancel(asked) {
    if (asked !== this.now && !this.queue.includes(asked)) return;
    asked.left = true;
    asked.reject(aborted());
    asked.parts?.error(aborted());
    this.queue = this.queue.filter((each) => each !== asked);
    if (asked === this.now && this.searches) this.restart();
  }

  late() {
    const asked = /** @type {Asked} */ (this.now);
    refuse(asked, `stopped: this took more than ${asked.seconds} s`, 422);
    this.restart();
  }

  /** Handles a failure of Python: its requests fail too. A failed start is retried once. @param {string} message */
  fail(message) {
    const asked = this.now ? [this.now, ...this.queue] : this.queue;
    this.failed = !this.ready && !this.failed;
    this.end();
    if (this.failed) return void setTimeout(() => this.startNow(), PAUSE);
    this.queue = [];
    this.settle();
    for (const each of asked) refuse(each, message, 500);
  }
}

const aborted = () => new DOMException("", "AbortError");

/** Answers with an error, even if the answer has begun. @param {Asked} asked @param {string} error @param {number} status */
function refuse({ resolve, parts, left }, error, status) {
  if (left) return;
  parts?.enqueue(new TextEncoder().encode(`event: error\ndata: ${JSON.stringify({ error })}\n\n`));
  parts?.close();
  resolve(json({ error }, status));
}

let remembering = false;

/** Lets another worker save a snapshot of a started Python, so that the next one starts quickly. */
function remember() {
  if (remembering || !("caches" in globalThis) || Date.now() < Number(kept(UNKEPT))) return;
  remembering = true;
  setTimeout(() => {
    const worker = new Worker(WORKER, { type: "module", name: "remember" });
    worker.onmessage = () => keep(UNKEPT, String(Date.now() + A_DAY));
  }, SOON);
}

/** Shows a loading message, or removes it. @param {string} words */
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
