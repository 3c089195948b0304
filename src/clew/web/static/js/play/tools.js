// The buttons next to the board.

import { byId, h, icon, ICONS } from "../dom.js";
import { openKeys, openSettings } from "./dialogs.js";

/** @type {Record<string, HTMLButtonElement>} */
let tools = {};

/** @param {string} name @param {string} picture @param {() => void} onclick @param {string} [title] */
function button(name, picture, onclick, title) {
  const made = h("button", { type: "button", id: `tool-${picture}`, onclick, title }, icon(ICONS[/** @type {keyof typeof ICONS} */ (picture)]), name);
  tools[picture] = /** @type {HTMLButtonElement} */ (made);
  return made;
}

/** @param {string} name @param {string} picture @param {string} href */
const link = (name, picture, href) =>
  h("a", { class: "button", href, id: `link-${picture}` }, icon(ICONS[/** @type {keyof typeof ICONS} */ (picture)]), name);

/**
 * Builds the buttons that fit the puzzle.
 * @param {import("./table.js").Table} table
 * @param {any} acts
 * @param {any} kind  its entry in the catalogue, once that's loaded
 */
export function buildTools(table, acts, kind) {
  const { view } = table;
  const game = view.kind === "game";
  tools = {};
  byId("tools").replaceChildren(
    button(game ? "Take back" : "Undo", "undo", acts.undo, "Ctrl+Z"),
    button("Redo", "redo", acts.redo, "Ctrl+Y"),
    button(game ? "Who wins?" : "Check", "check", () => acts.act("check"), "K"),
    button("Hint", "hint", () => acts.ask(), "H: each press reveals more"));
  const scrambles = kind?.faces?.includes("linear");
  byId("more").replaceChildren(...[
    button("Restart", "restart", () => acts.act("restart")),
    link("Watch", "watch", "watch.html"),
    button("Share", "share", acts.share),
    link("Print", "print", "print.html"),
    button("Settings", "settings", () => openSettings(byId("settings"))),
    button("Keys", "help", () => openKeys(byId("keys"))),
    button(game ? "Play it out" : "Solve", "solve", acts.solve),
    scrambles && button("Scramble", "scramble", acts.scramble),
  ].filter(Boolean));
}

/** Enables the buttons that work now. If the focus is on one that no longer does, `leave` moves it. @param {import("./table.js").Table} table @param {() => void} leave */
export function showTools(table, leave) {
  const { view } = table;
  if (!tools.undo) return;
  tools.undo.disabled = !view.can_undo && !table.before;
  tools.redo.disabled = !view.can_redo;
  tools.hint.disabled = tools.solve.disabled = view.over;
  tools.restart.disabled = !view.can_undo;
  if (Object.values(tools).some((tool) => tool.disabled && tool === document.activeElement)) leave();
  byId("link-watch").href = `watch.html?id=${encodeURIComponent(view.id)}`;
  byId("link-print").href = `print.html#ids=${encodeURIComponent(view.id)}`;
}
