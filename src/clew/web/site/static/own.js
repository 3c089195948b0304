// The reader's own puzzle: defined in Python, solved, and passed on to the other pages.

import "../../static/js/shell.js";
import { post } from "../../static/js/api.js";
import { byId, h } from "../../static/js/dom.js";
import { playLink, still, watchLink } from "../../static/js/drawing.js";
import { stopReason } from "../../static/js/names.js";
import { keep, kept } from "../../static/js/settings.js";
import { forgetOwn, hasOwn } from "../../static/js/transport.js";
import { trouble } from "../../static/js/watching.js";

const FIRST = `import clew

send = clew.Problem("send")
send.variables("SENDMORY", range(10))
send.all_different()
send.add(send["S"] > 0, send["M"] > 0)
send.add(send.digits("SEND") + send.digits("MORE") == send.digits("MONEY"))
`;
const DRAFT = "clew.own";

const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const place = byId("answer");
let running = new AbortController();

/** Replaces the name of the hidden file in line numbers. @param {string} words */
const inLines = (words) => words.replace(/mine\.py:(\d+)/g, "line $1");

/** Describes the result of a search for two solutions. @param {any} found */
function verdict({ boards, reason, status, unique }) {
  if (unique) return "This is the only solution.";
  const why = stopReason(reason);
  if (boards.length) return unique === false ? "This is one of several solutions." : `There may be other solutions (${why}).`;
  return status === "stopped" ? `Not solved (${why}).` : `No solution: ${inLines(reason)}.`;
}

/** Shows a puzzle with its solution and links to the other pages. @param {any} stated @param {AbortSignal} signal */
async function solved({ id, title }, signal) {
  const found = await post("/api/solve", { id, max_solutions: 2 }, signal);
  const { boards, told } = found;
  return h("section", {}, h("h2", {}, title),
    h("div", { class: "row" }, h("a", { class: "button play", href: playLink(id) }, "Play"),
      h("a", { class: "button watch", href: watchLink(id) }, "Watch a search")),
    ...boards.slice(0, 1).map(still), h("p", {}, told), h("p", {}, verdict(found)));
}

async function solve() {
  running.abort();
  const { signal } = (running = new AbortController());
  trouble(byId("trouble"));
  byId("stop").hidden = false;
  place.replaceChildren(h("p", { class: "soft" }, "Searching …"));
  try {
    const { puzzles } = await post("/api/own", { text: text.value }, signal);
    for (const each of puzzles) place.lastChild.before(await solved(each, signal));
  } catch (error) {
    if (!signal.aborted) trouble(byId("trouble"), new Error(inLines(/** @type {Error} */ (error).message)));
  }
  if (running.signal === signal) rest(signal.aborted ? "Stopped." : "");
}

/** Shows that the search is over. @param {string} words */
function rest(words) {
  place.lastChild?.replaceWith(words);
  byId("stop").hidden = true;
  byId("forget").hidden = !hasOwn();
}

text.value = kept(DRAFT) ?? FIRST;
text.addEventListener("input", () => keep(DRAFT, text.value));
byId("forget").hidden = !hasOwn();
byId("solve").addEventListener("click", solve);
byId("stop").addEventListener("click", () => running.abort());
byId("forget").addEventListener("click", () => {
  running.abort();
  forgetOwn();
  place.replaceChildren();
  byId("forget").hidden = true;
});
