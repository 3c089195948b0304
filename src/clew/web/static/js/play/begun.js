// Says that a puzzle goes on where you left it, or that you've finished it before.

import { h } from "../dom.js";
import { clock, counted } from "../names.js";
import { known } from "../progress.js";

/** @param {HTMLElement} host @param {import("./table.js").Table} table @param {() => void} restart */
export async function begun(host, table, restart) {
  host.hidden = true;
  const { id, played } = table.view;
  if (played.length) {
    if (table.view.over) return;
    host.replaceChildren(`Here's where you were (${counted(played.length, "move")}). `,
      h("button", { type: "button", class: "quiet", onclick: restart }, "Start over"));
  } else {
    const value = await known(id);
    if (!value?.solved || table.view.id !== id || table.view.played.length) return;
    host.replaceChildren(`You've finished this one before${value.seconds ? ` (${clock(value.seconds)})` : ""}.`);
  }
  host.hidden = false;
  table.addEventListener("change", () => (host.hidden = true), { once: true });
}
