// The player's controls for each input mode. A board says which mode it uses.

import { Edging } from "./edging.js";
import { Filling } from "./fill.js";
import { Moving } from "./moving.js";
import { Shading } from "./shading.js";

/** The modes that have controls of their own. @type {Record<string, any>} */
const HANDS = { edge: Edging, shade: Shading, place: Shading };

/**
 * Returns the controls for the puzzle on the table.
 * @param {import("./table.js").Table} table
 * @param {any} board
 * @param {{pad: HTMLElement, list: HTMLElement, chooser: HTMLElement, preview: (cells: number[]) => void}} parts
 */
export function handsFor(table, board, parts) {
  const { view } = table;
  const Hands = HANDS[view.inputs[0]?.mode] ?? (view.kind === "fill" ? Filling : Moving);
  return new Hands(table, board, parts);
}
