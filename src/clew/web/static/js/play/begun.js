// Offers to continue a puzzle that you've started before.

import { h } from "../dom.js";
import { clock, counted } from "../names.js";
import { known } from "../progress.js";

/** @param {HTMLElement} host @param {import("./table.js").Table} table */
export async function begun(host, table) {
  host.hidden = true;
  const { id, played } = table.view;
  if (played.length) return;
  const value = await known(id);
  if (!value || table.view.id !== id || table.view.played.length) return;
  const time = value.seconds ? ` (${clock(value.seconds)})` : "";
  if (value.solved) {
    host.replaceChildren(`You've finished this one before${time}.`);
  } else if (value.saved?.moves?.length) {
    host.replaceChildren(`You've already started this one (${counted(value.saved.moves.length, "move")}). `,
      h("button", { type: "button", onclick: () => table.open({ saved: value.saved }) }, "Continue"));
  } else return;
  host.hidden = false;
  table.addEventListener("change", () => (host.hidden = true), { once: true });
}
