// The regions between the walls of a board.

/** Numbers the regions between walls, and returns the number of each cell. @param {import("../board.js").Board} board */
export function regions(board) {
  const walls = new Set(board.walls.map(([a, b]) => `${a},${b}`));
  const found = new Array(board.cells.length).fill(-1);
  let next = 0;
  for (let first = 0; first < found.length; first++) {
    if (found[first] >= 0) continue;
    const waiting = [first];
    found[first] = next;
    while (waiting.length) {
      const cell = /** @type {number} */ (waiting.pop());
      for (const other of around(cell, board)) {
        const pair = `${Math.min(cell, other)},${Math.max(cell, other)}`;
        if (found[other] < 0 && !walls.has(pair)) waiting.push(other), (found[other] = next);
      }
    }
    next++;
  }
  return found;
}

/** @param {number} cell @param {import("../board.js").Board} board */
function around(cell, board) {
  const col = cell % board.cols;
  return [
    col > 0 && cell - 1, col + 1 < board.cols && cell + 1,
    cell >= board.cols && cell - board.cols,
    cell + board.cols < board.cells.length && cell + board.cols,
  ].filter((other) => other !== false);
}

/** Tests whether two cells share a row, a column or a region, or a border on a map.
 * @param {import("../board.js").Board} board @param {number[] | null} found @param {number} one @param {number} other */
export function seen(board, found, one, other) {
  if (board.layout === "graph") return (board.drawing ?? []).some((each) => each.shape === "line" && each.places.includes(one) && each.places.includes(other));
  const rowOf = (/** @type {number} */ cell) => Math.floor(cell / board.cols);
  return one % board.cols === other % board.cols || rowOf(one) === rowOf(other) || (found !== null && found[one] === found[other]);
}
