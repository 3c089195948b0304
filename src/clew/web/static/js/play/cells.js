// The cells that a hint is about.

/** As it says, or those that its words name: a queen's hint names only the square. @param {any} hint @param {any} view @returns {number[]} */
export function hintCells(hint, view) {
  if (!hint || hint.cells?.length || !["cells", "full"].includes(hint.degree)) return hint?.cells || [];
  return [...hint.text.matchAll(/\br(\d+)c(\d+)\b/g)]
    .map(([, row, col]) => (Number(row) - 1) * view.board.cols + Number(col) - 1);
}
