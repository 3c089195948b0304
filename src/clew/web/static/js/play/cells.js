// The cells of a hint.

/**
 * Finds the cells to highlight for a hint. At the third degree they're the cells named in its text, which may
 * be more than those of the move. At the fourth they're its own cells or, if it has none, those in its text.
 * @param {any} hint
 * @param {any} view
 * @returns {number[]}
 */
export function hintCells(hint, view) {
  if (!hint || !["cells", "full"].includes(hint.degree)) return [];
  const { cols, cells } = view.board;
  const named = [...hint.text.matchAll(/\br(\d+)c(\d+)\b/g)]
    .map(([, row, col]) => (Number(row) - 1) * cols + Number(col) - 1)
    .filter((cell) => cell < cells.length);
  const said = hint.cells || [];
  return (hint.degree === "cells" || !said.length) && named.length ? named : said;
}
