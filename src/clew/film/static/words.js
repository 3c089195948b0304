// @ts-check
/** Steps in words, for the live region and the line under the board: clew.film.words, in a browser. */
import { KIND } from "./story.js";

/** @typedef {import("./story.js").Story} Told */

/** Why a variable is chosen, where no number says it. @type {Object<string, string>} */
const REASONS = {
  first: "the first in order", random: "drawn at random",
  "dom/wdeg": "the fewest values for the weight of its rules",
};

const { format } = new Intl.NumberFormat("en");

/** A number with commas between its thousands. @param {number} number */
export function grouped(number) {
  return number < 1000 ? String(number) : format(number);
}

/** @param {number} number @param {string} word */
export function plural(number, word) {
  return `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;
}

export const LEAST = "−∞";

/** A number; null is infinite. @param {number | null | undefined} number */
export function plain(number, infinite = "∞") {
  if (number === null || number === undefined) return infinite;
  return number < 0 ? `−${-number}` : `${number}`;
}

/** What happened at a step. @param {Told} story @param {number} step */
export function describe(story, step) {
  const kind = story.kind(step);
  const x = story.subject(step);
  const v = story.value(step);
  const why = story.why(step);
  switch (kind) {
    case KIND.TRY: return `Try ${assignment(story, x, v)}${why.length ? `: ${plural(why[0], "onward move")}` : ""}.`;
    case KIND.PRUNE: case KIND.FAIL: return loss(story, step);
    case KIND.BACK: return `Go back: take away ${assignment(story, x, v)}.`;
    case KIND.UNDO: return `Take away ${assignment(story, x, v)}, to look for more.`;
    case KIND.ANSWER: return answer(story.saying(step).split("\n")[0]);
    case KIND.CHANGE: return `Change: ${assignment(story, x, v)}.`;
    case KIND.CHOOSE: return `Choose ${variable(story, x)}: ${reasonFor(story, step)}.`;
    case KIND.CHECK: return tests(story, x, v, why);
    case KIND.ENTER: return story.head.holds === "one" ? "Test the whole assignment." : "Start with nothing assigned.";
    case KIND.INFER: return `Forward checking: ${plural(v, "test")}, ${plural(why[0], "value")} ruled out.`;
    case KIND.EXPAND: return `Expand ${state(story, step)}${rankWords(story, why)}.`;
    case KIND.GENERATE: return generated(story, step);
    case KIND.DUPLICATE: return "A successor was reached before: leave it.";
    case KIND.STUCK: return "A dead end: no way on.";
    case KIND.DROP: return `Leave state ${x}: it was reached more cheaply since.`;
    case KIND.CUT: return x >= 0
      ? `Cut: ${plain(v)} is no less than β = ${plain(why[0])}, so the other moves do not matter.`
      : `Cut off: ${plain(v)} is beyond the limit ${plain(why[0])}.`;
    case KIND.KNOWN: return `State ${x} stands in the table: ${worth(story, v)}.`;
    case KIND.WINDOW: return `Only values between α = ${plain(x, LEAST)} and β = ${plain(v)} matter.`;
    case KIND.ROUND: return v >= 0 ? `The next level: ${plural(v, "state")} wait.` : `A round with the limit ${plain(x)}.`;
    default: return `State ${x} has the value ${worth(story, v)}.`;
  }
}

/** Why a variable was chosen. @param {Told} story @param {number} step a CHOOSE */
export function reasonFor(story, step) {
  const [ties, degree] = story.why(step);
  const left = `fewest values left: ${story.value(step)}`;
  if (ties === 1) return left;
  if (ties > 1 && degree >= 0) return `${left}; a tie of ${ties}, most neighbours: ${degree}`;
  if (ties > 1) return `${left}; the first of ${ties}`;
  if (degree >= 0) return `most neighbours: ${degree}`;
  return REASONS[story.head.select] ?? `values left: ${story.value(step)}`;
}

/** @param {Told} story @param {number} step a PRUNE or FAIL */
function loss(story, step) {
  const x = story.subject(step);
  const [cause, unit] = story.why(step);
  const rule = ruleName(story, x, cause, unit);
  if (story.kind(step) === KIND.FAIL) {
    return unit >= 0 ? `Dead end: ${rule || "a unit"} cannot hold every value.`
      : `Dead end: ${variable(story, x)} has no value left.`;
  }
  const gone = lost(story, x, story.sets[story.value(step)]);
  if (unit >= 0) return `Rule out ${gone}: ${rule || "a unit"} has one place left for another value.`;
  if (cause === x) return `Rule out ${gone}: a rule forbids it.`;
  return `Rule out ${gone}, because of ${variable(story, cause)}${rule ? ` (${rule})` : ""}.`;
}

/** What the rule is called by which a value goes, if that is certain.
 * @param {Told} story @param {number} x @param {number} cause @param {number} unit */
export function ruleName(story, x, cause, unit) {
  const { rules, units } = story.head;
  if (unit >= 0) return rules[units[unit] ?? -1]?.[0] ?? "";
  const both = (story.rulesOf[x] ?? []).filter((number) => rules[number][1].includes(cause));
  return both.length === 1 ? rules[both[0]][0] : "";
}

/** @param {Told} story @param {number} x @param {number} checks @param {any[]} why */
function tests(story, x, checks, why) {
  if (x < 0) return `Test ${plural(checks, "rule")}${why.length ? `: ${plural(why[0], "variable")} in conflict` : ""}.`;
  const name = variable(story, x);
  if (why.length) return `${plural(checks, "test")} of ${name}: ${plural(why[0], "value")} left.`;
  return `${plural(checks, "test")} from ${name}.`;
}

/** @param {string} said */
function answer(said) {
  return said ? `Solution: ${said}${/[.…]$/.test(said) ? "" : "."}` : "Solution.";
}

/** @param {Told} story @param {number} step an EXPAND */
export function state(story, step) {
  const [number, parent] = [story.subject(step), story.value(step)];
  const met = story.states.get(number)?.met ?? step;
  const said = story.saying(number >= 0 ? met : step).split("\n")[0];
  const from = parent >= 0 ? `, from state ${parent}${said ? ` by ${said}` : ""}` : "";
  return `state ${number} at depth ${story.depth(step)}${from}`;
}

/** @param {Told} story @param {number} step a GENERATE */
function generated(story, step) {
  const said = story.saying(step).split("\n")[0];
  const by = said ? ` by ${said}` : "";
  const rank = rankWords(story, story.why(step));
  const number = story.subject(step);
  return number < 0 ? `A successor${by}${rank}.` : `Add state ${number}${by} to the frontier${rank}.`;
}

/** The numbers by which a state waits. @param {Told} story @param {any[]} why */
export function rankWords(story, why) {
  if (!why.length) return "";
  const [g, rank] = why;
  const by = story.head.rank;
  return by === "f" ? `: f = ${plain(g)} + ${plain(rank - g)} = ${plain(rank)}` : `: ${by} = ${plain(rank)}`;
}

/** @param {Told} story @param {number} value */
export function worth(story, value) {
  if (story.head.face === "impartial" || Math.abs(value) > 1) return `${value}`;
  return value > 0 ? "won" : value < 0 ? "lost" : "drawn";
}

/** How a value is written. @param {Told} story @param {number} x @param {number} v */
export function valueText(story, x, v) {
  const { values } = story.head.names;
  if (story.head.variables && !values.length) return story.text(x, v);
  return values[v] || String(v);
}

/** @param {Told} story @param {number} x @param {number} v */
export function assignment(story, x, v) {
  const places = story.head.variables;
  if (!places || !places.byValue) return `${variable(story, x)} = ${valueText(story, x, v)}`;
  const text = story.text(x, v);
  const { piece } = story.head;
  return `${/^\d+$/.test(text) || !piece ? text : `a ${piece}`} at ${story.name(story.cellOf(x, v))}`;
}

/** @param {Told} story @param {number} x */
export function variable(story, x) {
  const places = story.head.variables;
  if (places && places.byValue) return places.byVariable ? `row ${x + 1}` : `place ${x + 1}`;
  const name = story.head.names.variables[x];
  if (name) return name;
  return places ? story.name(story.cellOf(x, 0)) : `variable ${x + 1}`;
}

/** @param {Told} story @param {number} x @param {number[]} values */
export function lost(story, x, values) {
  const places = story.head.variables;
  if (places && places.byValue) return values.map((v) => story.name(story.cellOf(x, v))).join(", ");
  return `${values.map((v) => valueText(story, x, v)).join(", ")} ${places ? "in" : "for"} ${variable(story, x)}`;
}

/** What the steps that belong to another did, in short. @param {Told} story @param {number} from
 * @param {number} to */
export function summary(story, from, to) {
  let [checks, pruned, added, known] = [0, 0, 0, 0];
  const found = [];
  for (let step = from; step < to; step++) {
    const kind = story.kind(step);
    if (kind === KIND.CHECK || kind === KIND.INFER) checks += story.value(step);
    if (kind === KIND.INFER) pruned += story.why(step)[0];
    if (kind === KIND.PRUNE) pruned += story.sets[story.value(step)].length;
    if (kind === KIND.GENERATE) added += 1;
    if (kind === KIND.DUPLICATE) known += 1;
    if (kind === KIND.WINDOW) found.push(describe(story, step));
  }
  if (added || known) found.push(`${plural(added, "new state")}${known ? `, ${grouped(known)} known before` : ""}.`);
  if (pruned) found.push(`${plural(pruned, "value")} ruled out by ${plural(checks, "test")}.`);
  else if (checks) found.push(`${plural(checks, "test")}.`);
  return found.join(" ");
}

/** How a film ended. @param {Told} story */
export function ending(story) {
  const end = story.end;
  if (!end) return "";
  if (end.status === "enough") return `Ended: ${plural(end.answers, "solution")} found.`;
  if (end.status === "stopped") return `Stopped here by a limit: ${end.reason}.`;
  if (!end.answers) return `Ended: there is no solution${end.reason ? `: ${end.reason}` : ""}.`;
  return `Ended: ${plural(end.answers, "solution")}, and there are no more.`;
}
