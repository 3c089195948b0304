// The settings and the keys, as dialogs; and a line that comes and goes.

import { h } from "../dom.js";
import { choose, settings } from "../settings.js";
import { say } from "../shell.js";

const TICKS = [
  ["timer", "Show the time"],
  ["peers", "Shade the row, column and box of the chosen cell"],
  ["same", "Shade cells with the same value"],
  ["conflicts", "Flag what breaks a rule at once"],
  ["first", "Choose the value first, then the cells"],
];

const KEYS = [
  [["Arrows", "Home", "End"], "move over the board"],
  [["1", "…", "9"], "write a value (two digits soon after each other, or letters, from ten on)"],
  [["Shift+value", "M"], "write a pencil mark; marks on and off"],
  [["Delete", "0"], "erase"],
  [["Shift+arrows", "Ctrl+click", "drag"], "choose several cells"],
  [["X"], "rule a cell out, where one piece is placed"],
  [["Enter", "Space"], "press, move or choose the cell"],
  [["Ctrl+Z", "Ctrl+Y"], "undo, redo"],
  [["H", "Shift+H"], "hint, each time a little more; the full step at once"],
  [["K"], "check"],
  [["N"], "new puzzle"],
  [["?"], "these keys"],
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
    ...["system", "light", "dark"].map((name) => h("option", { value: name, selected: settings.theme === name }, name)));
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
  dialog.replaceChildren(h("h2", { id: "keys-title" }, "Keys"), h("dl", {}, ...rows), closing(dialog));
  dialog.showModal();
}

/** @type {number | undefined} */
let fading;

/** Shows a line for a moment, and says it. @param {string} words */
export function toast(words) {
  document.querySelector(".toast")?.remove();
  const line = h("div", { class: "toast", "aria-hidden": "true" }, words);
  document.body.append(line);
  say(words);
  clearTimeout(fading);
  fading = setTimeout(() => line.remove(), 2600);
}
