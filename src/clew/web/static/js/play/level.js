// The level of a grid: the difficulty of the techniques that it needs.

import { post } from "../api.js";

const LARGEST = 81;

/** Requests the level and shows it. @param {HTMLElement} host @param {any} view */
export async function showLevel(host, view) {
  host.hidden = true;
  if (!view.rated || view.board.cells.length > LARGEST) return;
  host.dataset.id = view.id;
  try {
    const { level } = await post("/api/rate", { id: view.id });
    if (host.dataset.id !== view.id || !level) return;
    host.textContent = level;
    host.hidden = false;
  } catch {
    // A puzzle with several solutions, or none, has no level.
  }
}
