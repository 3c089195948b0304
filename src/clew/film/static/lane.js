// @ts-check
/** What the lane and the variables show at a step: data only, so that a test can compare the panels. */
import { mover, signed, standing, worthWords } from "./games.js";
import { KIND, WAITING } from "./nodes.js";
import { assignment, grouped, plain, plural, reasonFor, variable } from "./words.js";

/** @typedef {import("./story.js").Story} Told */
/** @typedef {import("./moment.js").Moment} Moment */
/** @typedef {{node: number, note: string, words: string, kind: "here" | "waiting" | "replaced" | ""}} Card */

/** The name of each frontier, and which state comes out of it first. @type {Object<string, [string, string]>} */
export const FRONTIERS = {
  queue: ["Queue", "the oldest node comes out first"],
  stack: ["Stack", "the newest node comes out first"],
  "priority queue": ["Priority queue", "the node with the least number comes out first"],
  set: ["Frontier", "the function decides which one comes out first"],
  path: ["Path", "from the start to where the search is"],
  "two queues": ["Two queues", "one from the start, one from the goals"],
  tree: ["Unassigned variables", "The search hasn't chosen a variable yet."],
  one: ["Assignment", "every variable has a value"],
};

/** The title of the panel. @param {Told} story */
export function heldTitle(story) {
  if (story.head.face === "game" && !story.head.holds) return "Line of play";
  return FRONTIERS[story.head.holds]?.[0] ?? "Held";
}

/** Returns whether the lane shows the way to the node. @param {Told} story */
export const isWay = ({ head: { holds, face } }) => holds === "path" || holds === "two queues" || (face === "game" && !holds);

/** The cards of the lane: the node of the step, then those that wait; or the way from the start to the node.
 * @param {Told} story @param {Moment} moment @param {number} at @param {number} room the number of cards that fit
 * @returns {{words: string, cards: Card[]}} */
export function laneOf(story, moment, at, room) {
  return isWay(story) ? wayLane(story, moment, at, room) : waitingLane(story, moment, at, room);
}

/** @param {Told} story @param {Moment} moment @param {number} at @param {number} room */
function waitingLane(story, moment, at, room) {
  const { holds } = story.head;
  const here = moment.node >= 0 && story.states.has(moment.node) ? [moment.node] : [];
  const states = story.waiting(at, room + 1).filter((each) => each !== moment.node).slice(0, Math.max(0, room - here.length));
  const count = Math.max(0, moment.waiting);
  if (moment.last < 0) return { words: "1 node waits: the start", cards: [] };
  const more = count - states.length;
  const hidden = more > 0 ? `; ${states.length ? `${grouped(more)} more` : "they"} ${more === 1 && states.length ? "isn't" : "aren't"} shown` : "";
  const order = count > 1 ? `: ${FRONTIERS[holds][1]}` : "";
  const words = `${plural(count, "node")} ${count === 1 ? "waits" : "wait"}${order}${hidden}`;
  const next = states.find((state) => story.stateOf(state).replaced >= at);
  return { words, cards: [...here, ...states].map((node) => {
    const { replaced, by } = story.stateOf(node);
    if (node === moment.node) return card(story, node, "", "here");
    if (replaced < at) return card(story, node, `see ${by}`, "replaced");
    return card(story, node, node === next && holds !== "set" ? "next" : "", "waiting");
  }) };
}

/** @param {Told} story @param {Moment} moment @param {number} at @param {number} room */
function wayLane(story, moment, at, room) {
  const path = story.pathTo(moment.node);
  const shown = path.slice(-room);
  const limit = moment.limit === null ? "" : `Limit ${plain(moment.limit)}. `;
  const part = path.length > shown.length ? ` (the last ${shown.length} are shown)` : "";
  const words = `${limit}${path.length ? `${plural(path.length, "node")} from the start to this one${part}` : "No node yet."}`;
  const cards = shown.map((node) => card(story, node, "", node === moment.node ? "here" : "", at));
  return { words, cards };
}

/** @param {Told} story @param {number} node @param {string} note @param {Card["kind"]} kind
 * @param {number} [at] the number of steps, for a game @returns {Card} */
function card(story, node, note, kind, at = 0) {
  const { head } = story;
  const { g, rank, met } = story.stateOf(node);
  const words = [];
  if (head.face === "game") words.push(standingWords(story, node, at));
  else if (head.rank === "f") words.push(`f ${plain(rank)} = ${plain(g)} + ${plain(rank - g)}`);
  else if (head.rank) words.push(`${head.rank} ${plain(rank)}`);
  if (!words.join("")) words.push(story.saying(met).split("\n")[0] || (story.stateOf(node).parent >= 0 ? "" : "start"));
  return { node, note, words: words.join(" "), kind };
}

/** A position's value, or its window until the value is known. @param {Told} story @param {number} node @param {number} at */
function standingWords(story, node, at) {
  const { valued, value } = story.stateOf(node);
  if (valued < at) return worthWords(story, node, value).split(":")[0];
  const { window, best } = standing(story, node, at);
  if (window) return `α ${signed(window[0])}, β ${signed(window[1])}`;
  return best === null ? mover(story, node) : `best ${signed(best)}`;
}

/** Returns the unassigned variables with their counts, the most constrained first. A link is a constraint with
 * another unassigned variable. @param {Told} story @param {Moment} moment */
export function candidates(story, moment) {
  const { head, rulesOf } = story;
  const settles = head.infer && !["none", "forward-checking"].includes(head.infer);
  const open = head.domains.map((domain, x) => domain.length > 1 && moment.assigned[x] < 0
    && !(settles && moment.size(x) === 1));
  const left = head.rules.map(([, scope]) => scope.reduce((sum, x) => sum + Number(open[x]), 0));
  const found = [];
  for (let x = 0; x < open.length; x++) {
    if (!open[x]) continue;
    const size = head.infer === "none" ? moment.legal[x] : moment.size(x);
    found.push({ x, size, degree: rulesOf[x].reduce((sum, rule) => sum + left[rule] - 1, 0) });
  }
  const known = (/** @type {number} */ size) => (size < 0 ? Infinity : size);
  return found.sort((a, b) => (known(a.size) === known(b.size) ? 0 : known(a.size) - known(b.size)) || b.degree - a.degree || a.x - b.x);
}

/** The CHOOSE whose variable has no value yet: this step, or the one before the tests that lead to it.
 * @param {Told} story @param {number} step @returns {number | undefined} */
export function untried(story, step) {
  let at = step;
  while (at > 0 && story.kind(at) === KIND.CHECK) at -= 1;
  return at >= 0 && story.kind(at) === KIND.CHOOSE ? at : undefined;
}

/** The CHOOSE that the search is working on, if any. @param {Told} story @param {Moment} moment */
export function choiceOf(story, moment) {
  const { last } = moment;
  return untried(story, last) ?? moment.chosen[last >= 0 ? story.depth(last) : 0];
}

/** The choice in words. @param {Told} story @param {Moment} moment @param {number} step a CHOOSE */
export function choiceWords(story, moment, step) {
  const path = moment.choices.slice(-5).map(([, x]) => assignment(story, x, moment.assigned[x]));
  const before = moment.choices.length > 5 ? "… › " : "";
  const stack = path.length ? `   Assigned: ${before}${path.join(" › ")}` : "";
  return `${variable(story, story.subject(step))}: ${reasonFor(story, step)}.${stack}`;
}

/** The values at the node of the step. @param {Told} story @param {Moment} moment @returns {[string, string][]} */
export function liveValues(story, moment) {
  const { face, holds } = story.head;
  if (moment.last < 0) return [];
  if (holds === "tree") return assignmentValues(story, moment);
  if (holds === "one" || !story.states.has(moment.node)) {
    return moment.limit === null ? [] : [["limit", plain(moment.limit)]];
  }
  return face === "game" ? gameValues(story, moment) : stateValues(story, moment);
}

/** @param {Told} story @param {Moment} moment @returns {[string, string][]} */
function assignmentValues(story, moment) {
  const tried = moment.choices[moment.choices.length - 1];
  const open = untried(story, moment.last);
  /** @type {[string, string][]} */
  const found = [];
  if (open !== undefined) found.push(["x", variable(story, story.subject(open))]);
  else if (tried) {
    found.push(["x", variable(story, tried[1])]);
    found.push(["v", assignment(story, tried[1], moment.assigned[tried[1]]).split(" = ").pop() ?? ""]);
  }
  return [...found, ["assigned", String(moment.choices.length)]];
}

/** @param {Told} story @param {Moment} moment @returns {[string, string][]} */
function stateValues(story, moment) {
  const { head: { rank, holds } } = story;
  const { depth, g, rank: total } = story.stateOf(moment.node);
  /** @type {[string, string][]} */
  const found = [["depth", String(depth)]];
  if (rank === "f") found.unshift(["g", plain(g)], ["h", plain(total - g)], ["f", plain(total)]);
  else if (rank) found.unshift([rank, plain(total)]);
  if (moment.limit !== null && holds === "path") found.push(["limit", plain(moment.limit)]);
  if (WAITING.includes(holds)) found.push(["frontier", String(Math.max(0, moment.waiting))]);
  return found;
}

/** @param {Told} story @param {Moment} moment @returns {[string, string][]} */
function gameValues(story, moment) {
  const at = moment.last + 1;
  const { valued, value, level } = story.stateOf(moment.node);
  const { window, best } = standing(story, moment.node, at);
  /** @type {[string, string][]} */
  const found = window ? [["α", signed(window[0])], ["β", signed(window[1])]] : [];
  if (best !== null) found.push(["best", signed(best)]);
  found.push(["to move", mover(story, moment.node)], ["depth", String(level)]);
  found.push(["value", valued < at ? worthWords(story, moment.node, value).split(":")[0] : "?"]);
  return found;
}

/** Returns the line that made a step what it is; its details light up others. @param {Told} story
 * @param {number[]} steps those that are shown together */
export const mainLine = (story, steps) => (steps.length ? story.lines(steps[0])[0] ?? -1 : -1);

/** What the number in the beads counts. @param {Told} story */
export const nodeWords = (story) => (story.head.holds === "one" ? " this assignment" : " at this node");
