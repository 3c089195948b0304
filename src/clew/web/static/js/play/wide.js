// Keeps the size of boards that shrink as counters are taken, so that nothing jumps.

/** @typedef {import("../board.js").Board} Board */

const NONE = { text: "", ink: "none", shaded: false, notes: [] };

/** Enlarges a board, with each cell in the same row and column. @param {Board} board @param {number} rows @param {number} cols @returns {Board} */
function widened(board, rows, cols) {
  const cells = Array.from({ length: rows * cols }, (_, at) => {
    const [row, col] = [Math.floor(at / cols), at % cols];
    return row < board.rows && col < board.cols ? board.cells[row * board.cols + col] : NONE;
  });
  return { ...board, rows, cols, cells };
}

/** The size of the largest board so far. */
export class Room {
  constructor() {
    this.rows = this.cols = 0;
  }

  /** Enlarges the board and maps the cells of a view or a hint to that size. @template T @param {T & {board?: any, cells?: number[], moves?: any[]}} shown @returns {T} */
  fit(shown) {
    const { board } = shown;
    if (!board || board.walls.length || board.drawing || board.rows * board.cols > 2000) return shown;
    if (!board.cells.every((/** @type {any} */ cell) => cell.text === "" || cell.text === "o")) return shown;
    this.rows = Math.max(this.rows, board.rows);
    this.cols = Math.max(this.cols, board.cols);
    if (this.rows === board.rows && this.cols === board.cols) return shown;
    const at = (/** @type {number} */ cell) => Math.floor(cell / board.cols) * this.cols + (cell % board.cols);
    const fit = { ...shown, board: widened(board, this.rows, this.cols) };
    if (shown.cells) fit.cells = shown.cells.map(at);
    if (shown.moves) {
      fit.moves = shown.moves.map((move) => ({
        ...move, cells: (move.cells || []).map(at), cell: move.cell === null ? null : at(move.cell),
      }));
    }
    return fit;
  }
}
