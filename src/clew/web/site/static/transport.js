// @ts-check
// Sends requests to Python in Web Workers, because there's no server.
//
// One worker answers quick requests and another one searches, so a click never waits for a search.

import { CONSTANTS, MOST_SECONDS, QUICK_SECONDS, SEARCHES } from "./operations.js";
import { keep, kept } from "./settings.js";
import { Answerer, json } from "../../site/static/answerer.js";
import { progress } from "../../site/static/keeping.js";

const ROOT = new URL("../../../", import.meta.url);
const PUZZLES = "/api/puzzles";
const MAKE = "/api/make";
const OWN = "/api/own";
const STATED = "clew.stated";

/** The extra pages of a site without a server. */
export const MORE_PAGES = [["own.html", "Define"]];
/** File formats in which films can't be saved here. */
export const NO_FILMS = ["gif", "apng"];
export const STOPPED = "This site's files can't be loaded. Check your network connection. This page keeps trying.";

const quick = new Answerer(false);
const searches = new Answerer(true);

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export async function send(path, options = {}) {
  const { method = "GET", signal } = options;
  const body = String(options.body ?? "");
  const [place] = path.split("?");
  if (place.startsWith("/api/progress")) return progress(method, place, body);
  if (path in CONSTANTS) return constant(path);
  const message = { method, path, body, own: place === OWN ? "" : ownFor(path + body) };
  const seconds = place === OWN ? QUICK_SECONDS : searchSeconds(path, body);
  if (!seconds) return quick.ask(message, QUICK_SECONDS, signal);
  const found = searches.ask(message, seconds, signal);
  if (place === MAKE) quick.start(); // the new puzzle is opened next
  const answer = await found;
  return place === OWN && answer.ok ? noteOwn(JSON.parse(body).text, answer) : answer;
}

/** Returns the time limit of a search in seconds, or 0 for a quick request. @param {string} path @param {string} body */
function searchSeconds(path, body) {
  const { pathname, searchParams } = new URL(path, ROOT);
  const search = SEARCHES[pathname];
  const given = body ? JSON.parse(body) : Object.fromEntries(searchParams);
  if (!search || (search.actions && !search.actions.includes(given.do?.action))) return 0;
  return "strategies" in given ? MOST_SECONDS : Number(given.max_seconds ?? search.seconds);
}

/** Loads a constant answer from its file, and adds the reader's own puzzles to the catalogue. @param {string} path */
async function constant(path) {
  const answer = await fetch(new URL(CONSTANTS[path], ROOT));
  if (path !== PUZZLES || !own || !answer.ok) return answer;
  const { puzzles } = await answer.json();
  return json({ puzzles: [...puzzles, ...own.kinds] });
}

// ---------------------------------------------------------------- the reader's own puzzles

/** The text that defines them, and their entries in the catalogue. @typedef {{ text: string, kinds: any[] }} Own */

/** @type {Own | null} */
let own = statedBefore();

function statedBefore() {
  try {
    return JSON.parse(kept(STATED) ?? "null");
  } catch {
    return null;
  }
}

/** Returns the reader's text if a request names one of its puzzles. Python runs it only then. @param {string} said */
function ownFor(said) {
  return own?.kinds.some(({ name }) => new RegExp(`\\b${name}\\b`).test(said)) ? own.text : "";
}

/** @param {string} text @param {Response} answer */
async function noteOwn(text, answer) {
  const { kinds, puzzles } = await answer.json();
  own = { text, kinds };
  keep(STATED, JSON.stringify(own));
  return json({ puzzles });
}

/** Tests whether the reader has defined puzzles. */
export const hasOwn = () => own !== null;

export function forgetOwn() {
  own = null;
  keep(STATED, null);
}

// ---------------------------------------------------------------- files

/** Handles a link to a file that Python makes, and downloads it. @param {MouseEvent} event */
async function download(event) {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.("a[href*='api/film.']"));
  if (!link) return;
  event.preventDefault();
  const { pathname, search } = new URL(link.href);
  const answer = await send(pathname.slice(pathname.indexOf("/api/")) + search);
  if (!answer.ok) return complain((await answer.json()).error);
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await answer.blob());
  file.download = link.download;
  file.click();
  URL.revokeObjectURL(file.href);
}

/** @param {string} words */
function complain(words) {
  const place = document.getElementById("trouble");
  if (!place) return;
  place.textContent = words;
  place.hidden = false;
}

/** Installs the service worker. A new version is shown at once. */
async function install() {
  const { serviceWorker } = navigator;
  const { waiting } = await serviceWorker.register(new URL("service-worker.js", ROOT));
  if (!waiting) return;
  serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.postMessage("take over");
}

document.addEventListener("click", download);
if ("serviceWorker" in navigator) install().catch(() => {}); // not every window allows it
