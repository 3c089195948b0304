// The cells that a hint is about.

/**
 * At the third degree those that its words name, which may be more than the ones of the move; else
 * those it says, or for want of these the ones that it names.
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
