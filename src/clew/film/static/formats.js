// @ts-check
/** Upgrades films that were made by older versions of Clew. */

const FORMAT = 3; // format 2 drew boards with signs, clues, cages and corners of cells instead of a pen

/** Returns the data of a film in the current format, as `upgraded` in film.py does. @param {any} data */
export function upgraded(data) {
  const { head, chunk } = data;
  if (head.film === FORMAT) return data;
  if (head.film !== 2) {
    const version = `${head.clew ?? "unknown"} made the film, in format ${head.film}`;
    throw new Error(`Clew ${version}; this one reads formats 2 and ${FORMAT}: record it again`);
  }
  /** @type {[number, any][]} */
  const boards = chunk.boards.map(([step, board]) => [step, Array.isArray(board) ? board : redrawn(board)]);
  return {
    ...data, head: { ...head, film: FORMAT, board: redrawn(head.board) }, chunk: { ...chunk, boards },
  };
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
