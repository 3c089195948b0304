// What is wanted, where the board alone does not say it.

import { h } from "../dom.js";

/** @param {any} view */
const text = (view) => view.id.slice(view.id.indexOf(":") + 1);

/** The jumps of a frog, the next one marked. @param {any} view */
function jumps(view) {
  const free = text(view).startsWith("any:");
  const lengths = text(view).replace(/^any:/, "").split("@")[0].split(",");
  const made = view.board.cells.slice(view.board.cols).filter((/** @type {any} */ cell) => cell.text.trim()).length - 1;
  if (free) return [`Jumps in any order: ${lengths.join(", ")}.`];
  const shown = lengths.map((/** @type {string} */ each, /** @type {number} */ at) =>
    at < made ? h("s", {}, each) : at === made ? h("strong", {}, `${each} next`) : each);
  return ["Jumps in this order: ", ...shown.flatMap((/** @type {any} */ each, /** @type {number} */ at) => (at ? [", ", each] : [each])), "."];
}

/** The total of a triangle's path so far. @param {any} view */
function total(view) {
  const path = view.board.cells.filter((/** @type {any} */ cell) => cell.text.startsWith("["));
  const on = path.length ? path : view.board.cells.slice(0, 1); // a path begins at the top
  const sum = on.reduce((/** @type {number} */ so, /** @type {any} */ cell) => so + Number(cell.text.replace(/[[\]\s]/g, "")), 0);
  const wanted = text(view).split("=").pop()?.split("@")[0];
  return [`Total wanted: ${wanted}. So far: ${sum}.`];
}

/** @param {any} view */
function jugs(view) {
  const wanted = /wanted (.*)$/.exec(view.board.title);
  return [wanted ? `Wanted: ${wanted[1].replace(/,/g, ", ").replace(/\*/g, "any")}.` : ""];
}

/** The numbers of a subtraction game. @param {any} view */
function subtraction(view) {
  return [`Take ${text(view).split("@")[0].replace(/,/g, ", ")}.`];
}

/** @type {Record<string, (view: any) => (string | HTMLElement)[]>} */
const BRIEFS = {
  frog: jumps,
  triangle: total,
  jugs,
  subtraction,
  dynamic: (view) => [`${view.board.title}.`],
  octal: (view) => [`The code is ${text(view).split("@")[0]}.`],
  "lights-out": (view) => [view.board.title.replace(/^Lights Out \d+x\d+[,\s]*/, "")].filter(Boolean),
};

/** What to say besides the summary of the kind. @param {any} view @returns {(string | HTMLElement)[]} */
export function brief(view) {
  const kind = view.id.split(":", 1)[0];
  const said = kind in BRIEFS ? BRIEFS[kind](view) : [];
  return /[,@]misere\b/.test(view.id) ? [...said, " Misère: who makes the last move loses."] : said;
}
