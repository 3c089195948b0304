// The buttons next to the board: a few that are always in reach, and a menu for the rest.

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

/** Opens or closes the menu. @param {boolean} open */
function unfold(open) {
  byId("more").hidden = !open;
  tools.more?.setAttribute("aria-expanded", String(open));
}

/** Closes the menu after a press in it, with Escape, and after a press elsewhere. */
function fold() {
  const more = byId("more");
  more.onclick = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("button, a") && unfold(false);
  more.onkeydown = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && (unfold(false), tools.more.focus());
  document.addEventListener("pointerdown", (event) => {
    const inside = /** @type {Element} */ (event.target).closest?.("#more, #tool-more");
    if (!inside && !more.hidden) unfold(false);
  });
}

/**
 * Builds the buttons that fit the puzzle.
 * @param {import("./table.js").Table} table
 * @param {any} acts
 * @param {any} kind  its entry in the catalogue, once that's loaded
 */
export function buildTools(table, acts, kind) {
  const { view } = table;
  const [game, fill] = [view.kind === "game", view.kind === "fill"];
  tools = {};
  const check = button(game ? "Who wins?" : "Check", "check", () => acts.act("check"), "K");
  const restart = button("Restart", "restart", () => acts.act("restart"));
  const more = button("More", "more", () => unfold(byId("more").hidden));
  more.setAttribute("aria-controls", "more");
  byId("tools").replaceChildren(
    button(game ? "Take back" : "Undo", "undo", acts.undo, "Ctrl+Z"),
    button("Redo", "redo", acts.redo, "Ctrl+Y"),
    fill ? check : restart,
    button("Hint", "hint", () => acts.ask(), "H: each press reveals more"), more);
  const print = h("a", { class: "button", href: "print.html", id: "link-print" }, icon(ICONS.print), "Print");
  byId("more").replaceChildren(...[
    fill ? restart : check,
    kind?.faces?.includes("linear") && button("Scramble", "scramble", acts.scramble),
    button(game ? "Play it out" : "Solve", "solve", acts.solve),
    button("Share", "share", acts.share),
    print,
    button("Keys", "help", () => openKeys(byId("keys"), acts.help())),
    button("Settings", "settings", () => openSettings(byId("settings"))),
  ].filter(Boolean));
  unfold(false);
  fold();
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
  const watch = byId("link-watch");
  watch.hidden = view.over;
  watch.href = `watch.html?id=${encodeURIComponent(view.position_id ?? view.id)}`;
  byId("link-print").href = `print.html#ids=${encodeURIComponent(view.id)}`;
}
