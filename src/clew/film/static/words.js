// @ts-check
/** Describes steps in words, for the live region and the line under the board, as clew.film.words does. */
import { cutWords, seenWindow, signed, worthWords } from "./games.js";
import { KIND } from "./nodes.js";

/** @typedef {import("./story.js").Story} Told */

/** Why a variable is chosen, where there are no numbers to give. @type {Object<string, string>} */
const REASONS = {
  first: "it's the first in order", random: "it was drawn at random",
  "dom/wdeg": "it has the fewest values for the weight of its rules",
};
/** The names of limits, where the word in a result isn't one. @type {Object<string, string>} */
const LIMITS = { seconds: "time" };

const { format } = new Intl.NumberFormat("en");

/** Returns a number with thousands separators. @param {number} number */
export function grouped(number) {
  return number < 1000 ? String(number) : format(number);
}

/** @param {number} number @param {string} word */
export function plural(number, word) {
  return `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;
}

/** `1`, `1 and 2`, `1, 2 and 3`. @param {string[]} words */
export function spoken(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** A move in quotes, because some begin with words such as "to". @param {string} move */
export function quoted(move) {
  return `"${move}"`;
}

export const LEAST = "−∞";

/** A number; null is infinite. @param {number | null | undefined} number */
export function plain(number, infinite = "∞") {
  if (number === null || number === undefined) return infinite;
  if (number === Infinity) return infinite;
  return number < 0 ? `−${-number}` : `${Number(number)}`;
}

/** Describes a step as a sentence. @param {Told} story @param {number} step */
export function describe(story, step) {
  const kind = story.kind(step);
  const x = story.subject(step);
  const v = story.value(step);
  const why = story.why(step);
  switch (kind) {
    case KIND.TRY: return `Try ${assignment(story, x, v)}${why.length ? `, which has ${plural(why[0], "onward move")}` : ""}.`;
    case KIND.PRUNE: case KIND.FAIL: return loss(story, step);
    case KIND.BACK: return `Backtrack: take back ${assignment(story, x, v, "the")}.`;
    case KIND.UNDO: return `Take back ${assignment(story, x, v, "the")} to look for more.`;
    case KIND.ANSWER: return answer(story.saying(step).split("\n")[0]);
    case KIND.CHANGE: return `${story.head.variables?.byValue ? "Put" : "Set"} ${assignment(story, x, v)}.`;
    case KIND.CHOOSE: return `Choose ${variable(story, x)}: ${reasonFor(story, step)}.`;
    case KIND.CHECK: return tests(story, x, v, why);
    case KIND.ENTER: return story.head.holds === "one" ? "Test the whole assignment." : "Start with nothing assigned.";
    case KIND.INFER: return `Forward checking runs ${plural(v, "test")} and rules out ${plural(why[0], "value")}.`;
    case KIND.EXPAND: return `Expand ${state(story, step)}${rankWords(story, why)}.`;
    case KIND.GENERATE: return generated(story, step);
    case KIND.DUPLICATE: return "Skip a successor that was reached before.";
    case KIND.STUCK: return "Dead end: there is no way on.";
    case KIND.DROP: return `Skip node ${x}: the search has found a cheaper way to its state${taker(story, x)}.`;
    case KIND.CUT: return x >= 0 ? cutWords(story, step)
      : `Cut off: ${plain(v)} exceeds the limit of ${plain(why[0])}.`;
    case KIND.KNOWN: return `Node ${x} is already in the table, worth ${worthWords(story, x, v)}.`;
    case KIND.WINDOW: return windowWords(story, step);
    case KIND.ROUND: return v >= 0 ? `Start the next level: ${plural(v, "state")} ${v === 1 ? "is" : "are"} waiting.` : `Start a round with a limit of ${plain(x)}.`;
    default: return `Node ${x} is worth ${worthWords(story, x, v)}.`;
  }
}

/** Names the node that took a node's place. @param {Told} story @param {number} node */
function taker(story, node) {
  const { by } = story.stateOf(node);
  return by < 0 ? "" : `, node ${by}`;
}

/** @param {Told} story @param {number} step a WINDOW */
function windowWords(story, step) {
  const [alpha, beta] = seenWindow(story, story.node(step), [story.subject(step), story.value(step)]);
  return `Only values between α = ${signed(alpha)} and β = ${signed(beta)} matter.`;
}

/** Explains why a variable was chosen. @param {Told} story @param {number} step a CHOOSE */
export function reasonFor(story, step) {
  const [ties, degree] = story.why(step);
  const values = story.value(step);
  const tied = ties > 1 ? `, tied with ${plural(ties - 1, "other")}` : "";
  const fewest = `fewest values left (${values}${tied})`;
  const most = `most constraint links to unassigned variables (${degree})`;
  if (ties > 1 && degree >= 0) return `it has the ${fewest} and the ${most}`;
  if (ties > 1) return `it's the first with the ${fewest}`;
  if (ties === 1) return `it has the ${fewest}`;
  if (degree >= 0) return `it has the ${most}`;
  return REASONS[story.head.select] ?? `it has ${plural(values, "value")} left`;
}

/** @param {Told} story @param {number} step a PRUNE or FAIL */
function loss(story, step) {
  const x = story.subject(step);
  const [cause, unit] = story.why(step);
  const rule = ruleName(story, x, cause, unit);
  if (story.kind(step) === KIND.FAIL) {
    return unit >= 0 ? `Dead end: ${rule || "a unit"} has no place for some value.`
      : `Dead end: ${variable(story, x)} has no values left.`;
  }
  const gone = lost(story, x, story.sets[story.value(step)]);
  if (unit >= 0) return `Rule out ${gone}: another value has no other place in ${rule || "a unit"}.`;
  if (cause === x) return `Rule out ${gone}: a rule forbids it.`;
  return `Rule out ${gone} because of ${variable(story, cause)}${rule ? ` (${rule})` : ""}.`;
}

/** Returns the name of the rule that excludes a value, if it's certain.
 * @param {Told} story @param {number} x @param {number} cause @param {number} unit */
export function ruleName(story, x, cause, unit) {
  const { rules, units } = story.head;
  if (unit >= 0) return rules[units[unit] ?? -1]?.[0] ?? "";
  const both = (story.rulesOf[x] ?? []).filter((number) => rules[number][1].includes(cause));
  return both.length === 1 ? rules[both[0]][0] : "";
}

/** @param {Told} story @param {number} x @param {number} checks @param {any[]} why */
function tests(story, x, checks, why) {
  const are = why[0] === 1 ? "is" : "are";
  if (x < 0) return `Test ${plural(checks, "rule")}${why.length ? `: ${plural(why[0], "variable")} ${are} in conflict` : ""}.`;
  const [name, run] = [variable(story, x), plural(checks, "test")];
  if (why.length) return `Test the values of ${name}: ${plural(why[0], "value")} ${are} left after ${run}.`;
  return `Test the neighbours of ${name}: ${run}.`;
}

/** @param {string} said */
function answer(said) {
  return said ? `Solution: ${said}${/[.…]$/.test(said) ? "" : "."}` : "Solution found.";
}

/** @param {Told} story @param {number} step an EXPAND */
export function state(story, step) {
  const [number, parent] = [story.subject(step), story.value(step)];
  const met = story.states.get(number)?.met ?? step;
  const said = story.saying(number >= 0 ? met : step).split("\n")[0];
  const from = parent >= 0 ? `; from node ${parent}${said ? ` via ${quoted(said)}` : ""}` : "";
  return `node ${number} (depth ${story.depth(step)}${from})`;
}

/** @param {Told} story @param {number} step a GENERATE */
function generated(story, step) {
  const said = story.saying(step).split("\n")[0];
  const by = said ? ` (reached by ${quoted(said)})` : "";
  const rank = rankWords(story, story.why(step));
  const number = story.subject(step);
  return number < 0 ? `Generate a successor${by}${rank}.` : `Add node ${number}${by} to the frontier${rank}.`;
}

/** The numbers that give a state its place in the frontier. @param {Told} story @param {any[]} why */
export function rankWords(story, why) {
  if (!why.length) return "";
  const [g, rank] = [why[0], why[1] ?? Infinity];
  const by = story.head.rank;
  return by === "f" ? ` with f = ${plain(g)} + ${plain(rank - g)} = ${plain(rank)}` : ` with ${by} = ${plain(rank)}`;
}

/** Returns a value as the board writes it. @param {Told} story @param {number} x @param {number} v */
export function valueText(story, x, v) {
  const { values } = story.head.names;
  if (story.head.variables && !values.length) return story.text(x, v);
  return values[v] || String(v);
}

/** A variable with its value, or a piece with its place.
 * @param {Told} story @param {number} x @param {number} v @param {string} article */
export function assignment(story, x, v, article = "a") {
  const places = story.head.variables;
  if (!places || !places.byValue) return `${variable(story, x)} = ${valueText(story, x, v)}`;
  const text = story.text(x, v);
  const { piece } = story.head;
  return `${/^\d+$/.test(text) || !piece ? text : `${article} ${piece}`} at ${story.name(story.cellOf(x, v))}`;
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
  if (places && places.byValue) return spoken(values.map((v) => story.name(story.cellOf(x, v))));
  const name = variable(story, x);
  return `${spoken(values.map((v) => valueText(story, x, v)))} ${/^r\d+c\d+$/.test(name) ? "in" : "for"} ${name}`;
}

/** Sums up the steps that belong to another. @param {Told} story @param {number} from
 * @param {number} to */
export function summary(story, from, to) {
  let [checks, pruned, added, known, beyond] = [0, 0, 0, 0, 0];
  const found = [];
  for (let step = from; step < to; step++) {
    const kind = story.kind(step);
    if (kind === KIND.CHECK || kind === KIND.INFER) checks += story.value(step);
    if (kind === KIND.INFER) pruned += story.why(step)[0];
    if (kind === KIND.PRUNE) pruned += story.sets[story.value(step)].length;
    if (kind === KIND.GENERATE) added += 1;
    if (kind === KIND.DUPLICATE) known += 1;
    if (kind === KIND.CUT) beyond += 1;
    if (kind === KIND.WINDOW) found.push(describe(story, step));
  }
  if (added || known) found.push(`${plural(added, "new state")}${known ? `, ${plural(known, "duplicate")}` : ""}.`);
  if (beyond) found.push(`${plural(beyond, "successor")} beyond the limit.`);
  if (pruned) found.push(`${plural(pruned, "value")} ruled out in ${plural(checks, "test")}.`);
  else if (checks) found.push(`${plural(checks, "test")}.`);
  return found.join(" ");
}

/** Says before the first step that a search won't finish. @param {Told} story */
export function warning({ head, end, length }) {
  const most = head.stops ?? (end?.status === "stopped" && end.reason === "steps" && !end.answers ? length : 0);
  return most ? ` This search needs more than ${plural(most, "step")}: the film stops there, without a solution.` : "";
}

/** Says how a film ended. @param {Told} story */
export function ending(story) {
  const end = story.end;
  if (!end) return "";
  if (end.status === "enough") return `Ended: ${plural(end.answers, "solution")} found.`;
  if (end.status === "stopped") {
    const limit = LIMITS[end.reason] ?? end.reason;
    const nothing = end.answers ? "" : " Nothing is proven.";
    return `Stopped after ${plural(story.length, "step")} by the limit on ${limit}.${nothing}`;
  }
  if (!end.answers) return `Ended: no solution${end.reason ? ` (${end.reason})` : ""}.`;
  return `Ended: ${plural(end.answers, "solution")} found, and there are no more.`;
}
