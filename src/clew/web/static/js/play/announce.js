// Announces to screen readers what happened on the table.

import { counted } from "../names.js";
import { settings } from "../settings.js";
import { say } from "../shell.js";
import { sentence } from "./hinting.js";

const DONE = {
  undo: "Undone", redo: "Redone", restart: "Restarted", scramble: "Scrambled", solve: "Solved",
};

const MARKS = { "marks=none": "Manual marks", "marks=clean": "Auto-cleaned marks", "marks=full": "Automatic marks" };

/** Spells out a move. @param {string} text */
function spoken(text = "") {
  if (text in MARKS) return MARKS[/** @type {keyof typeof MARKS} */ (text)];
  return text.replace(/([^\s=<>!]+)=(?=\s|$)/g, "$1 erased").replace(/([^\s=<>!]+)=(?!=)/g, "$1 is ")
    .replace(/(r\d+c\d+)\+/g, "$1 mark ").replace(/(r\d+c\d+)-(\S+)/g, "$1 mark $2 removed")
    .replace(/(r\d+c\d+)\^/g, "$1 centre mark ").replace(/(r\d+c\d+)~(\S+)/g, "$1 centre mark $2 removed")
    .replace(/(r\d+c\d+)#x/g, "$1 ruled out").replace(/(r\d+c\d+)#(\d)/g, "$1 colour $2").replace(/(r\d+c\d+)#/g, "$1 cleared")
    .replace(/(r\d+c\d+)\.(\w+) is (\w+)/g, "$1 $2: $3").replace(/(r\d+c\d+)\.(\w+)/g, "$1 $2")
    .replace(/r(\d+)c(\d+)/g, "row $1 column $2");
}

/**
 * @param {import("./table.js").Table} table
 * @param {{action: string, move?: string}} detail
 * @param {string} message  the state of a game, from the player's side
 */
export function announce(table, { action, move }, message) {
  const { view, hint, checked } = table;
  if (action === "dismiss") return;
  if (hint) return say(`Hint: ${spoken(hint.text)}`);
  if (checked) return say(spoken(checked.text));
  if (view.over) return say(sentence(message || view.message));
  if (action === "reply" && message) return say(sentence(message));
  const told = move ? spoken(move) : DONE[/** @type {keyof typeof DONE} */ (action)];
  const wrong = settings.conflicts && view.wrong.length ? `, ${counted(view.wrong.length, "cell")} ${view.wrong.length === 1 ? "breaks" : "break"} a rule` : "";
  if (told) say(`${told}${wrong}`);
}
