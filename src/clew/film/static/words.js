// @ts-check
/** Steps in words, for the live region and the line under the board. */
import { KIND } from "./story.js";

/** @param {number} number @param {string} word */
export function plural(number, word) {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}

/** What happened at a step. @param {import("./story.js").Story} story @param {number} step */
export function describe(story, step) {
  const kind = story.kind(step);
  const x = story.subject(step);
  const v = story.value(step);
  switch (kind) {
    case KIND.TRY: return `Try ${assignment(story, x, v)}.`;
    case KIND.PRUNE: return `Rule out ${lost(story, x, story.sets[v])}.`;
    case KIND.FAIL: return `Dead end: ${variable(story, x)} has no value left.`;
    case KIND.BACK: return `Go back: take away ${assignment(story, x, v)}.`;
    case KIND.ANSWER: return answer(story.saying(step).split("\n")[0]);
    case KIND.CHANGE: return `Change: ${assignment(story, x, v)}.`;
    case KIND.EXPAND: return `Expand ${state(story, step)}.${stuck(story, step)}`;
    default: return `State ${x} has the value ${worth(story, v)}.`;
  }
}

/** @param {import("./story.js").Story} story @param {number} step an EXPAND */
function stuck(story, step) {
  return story.deadEnds.has(step) ? " A dead end: no way on." : "";
}

/** @param {string} said */
function answer(said) {
  return said ? `Solution: ${said}${/[.…]$/.test(said) ? "" : "."}` : "Solution.";
}

/** @param {import("./story.js").Story} story @param {number} step an EXPAND */
export function state(story, step) {
  const parent = story.value(step);
  const said = story.saying(step);
  const from = parent >= 0 ? `, from state ${parent}${said ? ` by ${said}` : ""}` : "";
  return `state ${story.subject(step)} at depth ${story.depth(step)}${from}`;
}

/** @param {import("./story.js").Story} story @param {number} value */
function worth(story, value) {
  if (story.head.face === "impartial" || Math.abs(value) > 1) return `${value}`;
  return value > 0 ? "won" : value < 0 ? "lost" : "drawn";
}

/** @param {import("./story.js").Story} story @param {number} x @param {number} v */
export function assignment(story, x, v) {
  const cell = story.cellOf(x, v);
  if (cell < 0) return `variable ${x + 1} = ${v}`;
  const text = story.text(x, v);
  const places = story.head.variables;
  const { piece } = story.head;
  if (places && places.byValue) return `${/^\d+$/.test(text) || !piece ? text : `a ${piece}`} at ${story.name(cell)}`;
  return `${story.name(cell)} = ${text}`;
}

/** @param {import("./story.js").Story} story @param {number} x */
export function variable(story, x) {
  const places = story.head.variables;
  if (!places) return `variable ${x + 1}`;
  if (!places.byValue) return story.name(story.cellOf(x, 0));
  return places.byVariable ? `row ${x + 1}` : `place ${x + 1}`;
}

/** @param {import("./story.js").Story} story @param {number} x @param {number[]} values */
function lost(story, x, values) {
  const places = story.head.variables;
  if (!places) return `${values.join(", ")} for variable ${x + 1}`;
  if (places.byValue) return values.map((v) => story.name(story.cellOf(x, v))).join(", ");
  return `${values.map((v) => story.text(x, v)).join(", ")} in ${variable(story, x)}`;
}

/** How a film ended. @param {import("./story.js").Story} story */
export function ending(story) {
  const end = story.end;
  if (!end) return "";
  if (end.status === "enough") return `Ended: ${plural(end.answers, "solution")} found.`;
  if (end.status === "stopped") return `Stopped here by a limit: ${end.reason}.`;
  if (!end.answers) return `Ended: there is no solution${end.reason ? `: ${end.reason}` : ""}.`;
  return `Ended: ${plural(end.answers, "solution")}, and there are no more.`;
}
