// Where a move is on the board, read from its words, for games whose moves are only words.

/** @typedef {import("../board.js").Board} Board */

/** How many counters a row has. @param {Board} board @param {number} row */
const size = (board, row) =>
  board.cells.slice(row * board.cols, (row + 1) * board.cols).filter((cell) => cell.text === "o").length;

/** @param {Board} board @param {number} row @param {number} from @param {number} count */
const run = (board, row, from, count) =>
  Array.from({ length: Math.max(0, count) }, (_, at) => row * board.cols + from + at);

/** The last so many counters of a row. @param {Board} board @param {number} row @param {number} count */
const last = (board, row, count) => run(board, row, size(board, row) - count, count);

const PLACE = "(?:\\w+ (\\d+): )?";

/** @type {[RegExp, (found: (number | undefined)[], board: Board) => number[]][]} */
const WORDS = [
  [new RegExp(`^${PLACE}take (\\d+)$`), ([row = 1, count = 0], board) => last(board, row - 1, count)],
  [new RegExp(`^${PLACE}take (\\d+), leave (\\d+) and \\d+$`),
    ([row = 1, count = 0, left = 0], board) => run(board, row - 1, left, count)],
  [new RegExp(`^${PLACE}split into (\\d+) and \\d+$`),
    ([row = 1, left = 1], board) => run(board, row - 1, 0, left).reverse()],
  [/^step (\d+): move (\d+) down$/, ([row = 1, count = 0], board) => last(board, row - 1, count)],
  [/^take (\d+) from pile (\d+)$/, ([count = 0, row = 1], board) => last(board, row - 1, count)],
  [/^take (\d+) from both$/, ([count = 0], board) => [...last(board, 0, count), ...last(board, 1, count)]],
  [/^empty box (\d+), leave (\d+) and \d+$/,
    ([row = 1, left = 1], board) => [run(board, 2 - row, 0, left).pop() ?? 0, ...run(board, row - 1, 0, size(board, row - 1))]],
  [/^row (\d+): to (\d+)$/, ([row = 1, to = 1], board) => [(row - 1) * board.cols + to - 1]],
  [/^coin \d+: to (\d+)$/, ([to = 0]) => [to]],
  [/^turn (\d+)(?: and (\d+))?$/, ([one = 1, other]) => (other ? [one - 1, other - 1] : [one - 1])],
  [/^[SO] at (\d+)$/, ([at = 1]) => [at - 1]],
];

/** The cells of a move, first the one to click; none if its words do not say. @param {string} text @param {Board} board @returns {number[]} */
function cellsOf(text, board) {
  for (const [words, cells] of WORDS) {
    const found = words.exec(text);
    if (found) {
      const numbers = found.slice(1).map((each) => (each === undefined ? undefined : Number(each)));
      return cells(numbers, board).filter((cell) => cell >= 0 && cell < board.cells.length);
    }
  }
  const named = board.cells.findIndex((cell, at) => at % board.cols === 1 && cell.text.trim() === text);
  return named >= 0 ? [named] : [];
}

/** The moves of a view, each with its cells. @param {any} view @returns {any[]} */
export function placed(view) {
  return view.moves.map((/** @type {any} */ move) => {
    if (move.cell !== null && move.cell !== undefined) return { cells: [move.cell], ...move };
    const cells = cellsOf(move.text, view.board);
    return { ...move, cells, cell: cells.length ? cells[0] : null };
  });
}

/** The cells that a hint is about: as it says, or where its move is. @param {any} hint @param {any} view @returns {number[]} */
export function hintCells(hint, view) {
  if (!hint || hint.cells?.length || !["cells", "full"].includes(hint.degree)) return hint?.cells || [];
  const named = [...hint.text.matchAll(/\br(\d+)c(\d+)\b/g)];
  if (named.length) return named.map(([, row, col]) => (Number(row) - 1) * view.board.cols + Number(col) - 1);
  return hint.move ? cellsOf(hint.move, view.board) : [];
}
