// The card of a finished puzzle: time, hints and level, another puzzle, and the explanation.

import { post } from "../api.js";
import { h } from "../dom.js";
import { still } from "../drawing.js";
import { capital, clock, counted } from "../names.js";

/**
 * @param {HTMLElement} host
 * @param {import("./table.js").Table} table
 * @param {{another: () => void, level: HTMLElement, kind: any}} more
 */
export function showDone(host, table, { another, level, kind }) {
  const { view } = table;
  host.hidden = !view.over || view.kind === "game";
  if (host.hidden) return host.replaceChildren();
  const rows = [
    ["Time", clock(table.seconds)], ["Hints", String(table.hints)],
    !level.hidden && level.textContent && ["Level", level.textContent],
    view.kind === "walk" && ["Moves", String(view.played.length)],
  ].filter((row) => Array.isArray(row));
  host.replaceChildren(
    h("h2", {}, table.helped ? "Solved by Clew" : "Finished"),
    h("dl", {}, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    h("div", { class: "row" },
      h("button", { class: "primary", type: "button", onclick: another }, kind?.make ? "Another like this" : "Play again"),
      h("button", { type: "button", onclick: () => explain(view.id) }, "Explain the solution")));
}

/** Opens a dialog that explains and draws every step of the solution. @param {string} id */
async function explain(id) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("explained"));
  const close = h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, "Close");
  dialog.replaceChildren(h("h2", { id: "explained-title" }, "How to solve it"), h("p", {}, "Working out the steps …"), close);
  dialog.showModal();
  try {
    const { steps, verdict } = await post("/api/explain", { id });
    dialog.replaceChildren(h("h2", { id: "explained-title" }, "How to solve it"),
      h("p", { class: "soft" }, `${counted(steps.length, "step")}, ${verdict}`),
      h("ol", { class: "steps" }, ...steps.slice(0, 200).map((/** @type {any} */ step) =>
        h("li", {}, h("p", {}, h("strong", {}, capital(step.technique)), `: ${step.told}`), step.board && still(step.board)))),
      close);
  } catch (error) {
    dialog.replaceChildren(h("h2", { id: "explained-title" }, "How to solve it"),
      h("p", { class: "error" }, /** @type {Error} */ (error).message), close);
  }
}
