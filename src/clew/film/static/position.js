// @ts-check
/** The position of a step as a game to play: the puzzle's id, and the moves that lead to the node. */
import { variable } from "./words.js";

/** Returns a saved game for the play page. @param {import("./story.js").Story} story
 * @param {import("./moment.js").Moment} moment @returns {{id: string, moves: string[]}} */
export function positionAt(story, moment) {
  const { id, variables } = story.head;
  if (!variables) return { id, moves: wayTo(story, moment.node) };
  const order = moment.choices.length ? moment.choices.map(([, x]) => x) : [...moment.assigned.keys()];
  return { id, moves: order.flatMap((x) => entry(story, x, moment.assigned[x])) };
}

/** The moves on the way to a node, as the puzzle calls them. @param {import("./story.js").Story} story
 * @param {number} node */
function wayTo(story, node) {
  const words = story.pathTo(node).map((each) => story.saying(story.stateOf(each).met).split("\n")[0]);
  const missing = words.findIndex((each, i) => i > 0 && !each);
  return words.slice(1, missing < 0 ? undefined : missing);
}

/** An entry in the cell of an assignment, as a move. Givens stay as they are. @param {import("./story.js").Story} story
 * @param {number} x @param {number} value @returns {string[]} */
function entry(story, x, value) {
  const places = story.head.variables;
  if (value < 0 || !places || story.head.domains[x]?.length === 1) return [];
  const cell = story.cellOf(x, value);
  const text = story.text(x, value);
  if (cell < 0 || !text.trim()) return [];
  if (places.byValue && /^\d+$/.test(text)) return [story.name(cell)]; // a numbered piece visits its cells in order
  return [`${places.byValue ? story.name(cell) : variable(story, x)}=${text}`];
}
