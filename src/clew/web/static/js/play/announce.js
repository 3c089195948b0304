// What a screen reader is told when something has happened on the table.

import { settings } from "../settings.js";
import { say } from "../shell.js";
import { sentence } from "./hinting.js";

const DONE = {
  undo: "Taken back", redo: "Made again", restart: "From the beginning", scramble: "Scrambled", solve: "Solved",
};

/** A move as one says it. @param {string} text */
function spoken(text = "") {
  return text.replace(/([^\s=<>!]+)=(?=\s|$)/g, "$1 erased").replace(/([^\s=<>!]+)=(?!=)/g, "$1 is ")
    .replace(/(r\d+c\d+)\+/g, "$1 mark ").replace(/(r\d+c\d+)-/g, "$1 no mark ")
    .replace(/r(\d+)c(\d+)/g, "row $1 column $2");
}

/**
 * @param {import("./table.js").Table} table
 * @param {{action: string, move?: string}} detail
 * @param {string} message  how a game stands, from where the player sits
 */
export function announce(table, { action, move }, message) {
  const { view, hint, checked } = table;
  if (action === "dismiss") return;
  if (hint) return say(`Hint: ${spoken(hint.text)}`);
  if (checked) return say(spoken(checked.text));
  if (view.over) return say(sentence(message || view.message));
  if (action === "reply" && message) return say(sentence(message));
  const told = move ? spoken(move) : DONE[/** @type {keyof typeof DONE} */ (action)];
  const wrong = settings.conflicts && view.wrong.length ? `, ${view.wrong.length} cells break a rule` : "";
  if (told) say(`${told}${wrong}`);
}
