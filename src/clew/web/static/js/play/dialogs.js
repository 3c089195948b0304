// The dialogs for settings and keyboard shortcuts, and short messages.

import { h } from "../dom.js";
import { capital } from "../names.js";
import { choose, settings } from "../settings.js";
import { say } from "../shell.js";

const TICKS = [
  ["timer", "Show the timer"],
  ["peers", "Shade the row, column and box of the selected cell"],
  ["same", "Shade cells with the same value"],
  ["conflicts", "Flag broken rules right away"],
  ["first", "Pick a value first, then the cells"],
];

const KEYS = [
  [["Arrows", "Home", "End"], "move around the board"],
  [["1", "…", "9"], "enter a value (for 10 and up, type both digits quickly, or a letter)"],
  [["Shift+value", "M"], "enter a pencil mark; M turns mark mode on or off"],
  [["Delete", "0"], "erase"],
  [["Shift+arrows", "Ctrl+click", "drag"], "select several cells"],
  [["X"], "rule a cell out, in puzzles with one kind of piece"],
  [["Enter", "Space"], "press, move or select the cell"],
  [["Ctrl+Z", "Ctrl+Y"], "undo, redo"],
  [["H", "Shift+H"], "hint (each press reveals more); Shift shows the full step"],
  [["K"], "check"],
  [["N"], "new puzzle"],
  [["?"], "show this list"],
];

/** @param {HTMLDialogElement} dialog */
const closing = (dialog) =>
  h("div", { class: "row end" }, h("button", { class: "primary", type: "button", onclick: () => dialog.close() }, "Close"));

/** @param {HTMLDialogElement} dialog */
export function openSettings(dialog) {
  const ticks = TICKS.map(([name, words]) => {
    const box = h("input", { type: "checkbox", checked: settings[/** @type {keyof typeof settings} */ (name)] === true,
      onchange: () => choose({ [name]: /** @type {any} */ (box).checked }) });
    return h("label", { class: "tick" }, box, words);
  });
  const theme = h("select", { onchange: () => choose({ theme: /** @type {any} */ (theme).value }) },
    ...["system", "light", "dark"].map((name) => h("option", { value: name, selected: settings.theme === name }, capital(name))));
  dialog.replaceChildren(h("h2", { id: "settings-title" }, "Settings"), ...ticks,
    h("label", { class: "field" }, "Theme", theme), closing(dialog));
  dialog.showModal();
}

/** @param {HTMLDialogElement} dialog */
export function openKeys(dialog) {
  const rows = KEYS.flatMap(([keys, words]) => [
    h("dt", {}, .../** @type {string[]} */ (keys).flatMap((key, at) => [at ? " " : null, h("kbd", {}, key)])),
    h("dd", {}, /** @type {string} */ (words)),
  ]);
  dialog.replaceChildren(h("h2", { id: "keys-title" }, "Keyboard shortcuts"), h("dl", {}, ...rows), closing(dialog));
  dialog.showModal();
}

/** @type {number | undefined} */
let fading;

/** Shows a message for a moment, and announces it. @param {string} words */
export function toast(words) {
  document.querySelector(".toast")?.remove();
  const line = h("div", { class: "toast", "aria-hidden": "true" }, words);
  document.body.append(line);
  say(words);
  clearTimeout(fading);
  fading = setTimeout(() => line.remove(), 2600);
}
