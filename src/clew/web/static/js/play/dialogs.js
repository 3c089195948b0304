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

/** The keys of every board. Those of its input mode come before them. */
const KEYS = [
  [["Arrows", "Home", "End"], "move around the board"],
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

/** @param {HTMLDialogElement} dialog @param {{how?: string, keys?: any[]}} [help] how to use the board, and its own keys */
export function openKeys(dialog, { how = "", keys: own = [] } = {}) {
  const rows = [...own, ...KEYS].flatMap(([keys, words]) => [
    h("dt", {}, .../** @type {string[]} */ (keys).flatMap((key, at) => [at ? " " : null, h("kbd", {}, key)])),
    h("dd", {}, /** @type {string} */ (words)),
  ]);
  dialog.replaceChildren(h("h2", { id: "keys-title" }, "How to use this board"), how ? h("p", {}, how) : "", h("dl", {}, ...rows), closing(dialog));
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
