// The page's keyboard shortcuts. They work everywhere except in text fields.

import { BoardView } from "../board.js";
import { byId } from "../dom.js";
import { openKeys } from "./dialogs.js";

/** Tests whether arrow keys go to the board although it isn't focused: nothing is, or the number pad is. */
const fromOutside = () =>
  document.activeElement === document.body || byId("pad").contains(document.activeElement);

/** Tests whether a key goes to a board with cells to fill although it isn't focused: all that writes or erases does.
 * @param {KeyboardEvent} event @param {any} board */
const fills = (event, board) => board instanceof BoardView && byId("board").classList.contains("fill")
  && ((event.key.length === 1 && event.key !== " ") || ["Delete", "Backspace"].includes(event.key));

function openFresh() {
  byId("fresh").open = true;
  byId("fresh-form").querySelector("select")?.focus();
}

/**
 * @param {any} acts  the actions of the page
 * @param {() => {board: any, hands: any}} now  the board and its controls
 */
export function listenForKeys(acts, now) {
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const inText = /^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {Element} */ (event.target).tagName);
    if (inText || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const { board, hands } = now();
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && key === "z") event.shiftKey ? acts.redo() : acts.undo();
    else if (command && key === "y") acts.redo();
    else if (command) return;
    else if (fills(event, board) && hands?.key?.(event, board.cursor)) board.focus();
    else if (key.startsWith("arrow") && fromOutside()) board?.focus(), board?.typed?.(event);
    else if (key === "h") acts.ask(event.shiftKey ? "full" : undefined);
    else if (key === "k") acts.act("check");
    else if (key === "?") openKeys(byId("keys"), acts.help());
    else if (key === "n") openFresh();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", pressed);
}
