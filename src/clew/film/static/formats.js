// @ts-check
/** Upgrades films that were made by older versions of Clew. */

import { Nodes } from "./nodes.js";

const FORMAT = 4; // steps of format 3 had no nodes, and format 2 had no pen either, but signs, clues, cages and corners

/** Returns the data of a film in the current format, as `upgraded` in film.py does. @param {any} data */
export function upgraded(data) {
  const { head, chunk } = data;
  if (head.film === FORMAT) return data;
  if (![2, 3].includes(head.film)) {
    const version = `${head.clew ?? "unknown"} made the film, in format ${head.film}`;
    throw new Error(`Clew ${version}; this one reads formats 2 to ${FORMAT}: record it again`);
  }
  const drawn = head.film === 2 ? redrawn : (/** @type {any} */ board) => board;
  /** @type {[number, any][]} */
  const boards = chunk.boards.map(([step, board]) => [step, Array.isArray(board) ? board : drawn(board)]);
  return {
    ...data, head: { ...head, film: FORMAT, board: drawn(head.board) },
    chunk: { ...chunk, steps: withNodes(head, chunk.steps), also: [], boards },
  };
}

/** Returns the steps of format 3 with the node of each. @param {any} head @param {any[]} old */
function withNodes({ holds = "", face }, old) {
  const nodes = new Nodes(holds, face);
  const found = [];
  for (let at = 0; at < old.length; at += 5) {
    const step = old.slice(at, at + 5);
    found.push(...step, nodes.of(step[0], step[2], step[3]));
  }
  return found;
}

/** Returns a board of format 2 drawn with the pen. @param {any} old */
function redrawn(old) {
  const { cages = [], links = [], signs = [], clues = [], ...board } = old;
  const isNamed = ["named", "graph"].includes(board.layout);
  /** @type {any[]} */
  const drawing = [];
  /** @param {any[]} place @param {string} text */
  const write = (place, text) => drawing.push({ shape: "text", place, text });
  for (const cells of cages) drawing.push({ shape: "outline", cells, dashed: true, words: "cage" });
  for (const { first, second, kind } of links) {
    const end = ["border", "win"].includes(kind) ? {} : { end: "arrow" };
    drawing.push({ shape: "line", places: [first, second], ...end, role: kind });
  }
  for (const { first, second, text } of signs) write([first, second], text);
  for (const { side, line, numbers } of clues) {
    write([isNamed && side === "left" ? "name" : side, line], numbers.join(" "));
  }
  for (const [number, cell] of board.cells.entries()) {
    if ("corner" in cell) write(["corner", number], cell.corner);
  }
  if (drawing.length) board.drawing = drawing;
  return board;
}
