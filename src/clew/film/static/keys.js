// @ts-check
/** The keyboard shortcuts. */
import { JUMPS } from "./deck.js";

/** Handles a key press. @param {import("./player.js").Player} player @param {KeyboardEvent} event */
export function typed(player, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (player.guesser.asking && leaves(event, target)) {
    event.preventDefault();
    if (event.key === "Escape") player.deck.guessBox.click();
    else player.stepBy(1);
    return;
  }
  if (target.matches("input:not([type=checkbox]), select, textarea")) return;
  if (event.key === " " && target.matches("button, a, summary, input")) return;
  const act = actions(player)[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act(event.shiftKey);
}

/** Returns whether a key leaves a question: Escape, or Right unless it moves in a text. @param {KeyboardEvent} event
 * @param {HTMLElement} target */
function leaves({ key }, target) {
  const text = target instanceof HTMLInputElement && target.type === "text" ? target.value : "";
  return key === "Escape" || (key === "ArrowRight" && !text);
}

/** @param {import("./player.js").Player} player @returns {Object<string, (shift: boolean) => void>} */
function actions(player) {
  const { deck, view } = player;
  return {
    " ": () => player.toggle(),
    ArrowRight: (shift) => player.stepBy(shift ? 10 : 1),
    ArrowLeft: (shift) => player.stepBy(shift ? -10 : -1),
    Home: () => player.jumpTo(0),
    End: () => player.jumpTo(player.story.length),
    ...Object.fromEntries(JUMPS.map(({ kinds, key }) => [key.toLowerCase(), () => player.jump(kinds)])),
    "+": () => player.setSpeed(player.speed + 1),
    "=": () => player.setSpeed(player.speed + 1),
    "-": () => player.setSpeed(player.speed - 1),
    p: () => deck.guessBox.click(),
    Escape: () => player.guesser.on && deck.guessBox.click(),
    o: () => { deck.detailBox.click(); player.say(player.opened ? "Each detail is a step." : "Details are folded."); },
    n: () => player.stage.turnNetwork(),
    r: () => player.talk.read(),
    t: () => view.toggle(),
    z: () => view.zoom(1.5),
    x: () => view.zoom(1 / 1.5),
    g: () => view.fold(),
    f: () => player.present(),
  };
}
