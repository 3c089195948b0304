// @ts-check
/** The parts of the player's controls, and what they are called. */
import { draw, make } from "./dom.js";
import { marksOf } from "./forest.js";
import { KIND } from "./story.js";

/** Steps a second; from 60 on several a frame. The last is a burst: 100 steps a frame. */
export const SPEEDS = [1, 2, 4, 8, 15, 30, 60, 240, 1000, 6000];
export const BURST = SPEEDS.length - 1;
export const ICONS = {
  first: "M3 4h2v12H3zM17 4v12L7 10z",
  back: "M11 4v12L3 10zM13 4h3v12h-3z",
  play: "M5 3l12 7-12 7z",
  pause: "M5 4h4v12H5zM11 4h4v12h-4z",
  step: "M4 4h3v12H4zM9 4l8 6-8 6z",
  last: "M3 4l10 6-10 6zM15 4h2v12h-2z",
  present: "M2 3h16v11H2zM4 5v7h12V5zM9 14h2v2h4v2H5v-2h4z",
};
export const SPOKEN = 2; // up to so many steps a second each is said
/** What can be jumped to. A choice is a step that makes a node. */
export const JUMPS = [
  { kinds: [KIND.TRY, KIND.EXPAND, KIND.CHANGE], text: "Choice", key: "C" },
  { kinds: [KIND.BACK], text: "Backtrack", key: "B" },
  { kinds: [KIND.FAIL, KIND.STUCK, KIND.CUT], text: "Dead end", key: "D" },
  { kinds: [KIND.ANSWER], text: "Solution", key: "S" },
];
const KEYS = [
  ["Space", "play or pause"], ["← →", "one step"], ["Shift ← →", "ten steps"],
  ["Home, End", "first, last step"], ...JUMPS.map(({ text, key }) => [key, `next ${text.toLowerCase()}`]),
  ["+ −", "faster, slower"], ["O", "every detail, or folded"], ["P", "predict"], ["R", "read the board"],
  ["T", "whole tree or follow"], ["Z, X", "tree: closer, farther"], ["G", "fold the failed subtrees"],
  ["F", "presentation"],
];

/** The list of keys, folded away. */
export function keysHelp() {
  const rows = KEYS.map(([key, what]) =>
    make("div", {}, [make("dt", {}, [make("kbd", {}, [key])]), make("dd", {}, [what])]));
  return make("details", { class: "film-help" }, [make("summary", {}, ["Keys"]), make("dl", {}, rows)]);
}

/** What the marks of the tree mean. @param {import("./story.js").Story} story */
export function legend(story) {
  return make("p", { class: "film-legend" }, marksOf(story).map(({ colour, sign, words }) =>
    make("span", {}, [make("span", { class: `film-${colour}`, "aria-hidden": "true" }, [sign]), ` ${words}`])));
}

/** @param {string} name @param {string} title @param {Node[]} children */
export function panel(name, title, children) {
  const id = `film-${Math.random().toString(36).slice(2, 8)}`;
  return make("section", { class: `film-panel film-${name}`, "aria-labelledby": id }, [make("h2", { id }, [title]), ...children]);
}

/** @param {Node | string} face @param {string} label @param {() => void} act @param {string} [kind] */
export function button(face, label, act, kind = "") {
  const attributes = { type: "button", class: `film-button ${kind}`, "aria-label": label, title: label, onclick: act };
  return make("button", attributes, [face]);
}

/** @param {string} path */
export function icon(path) {
  const shape = draw("path", { d: path, fill: "currentColor", "fill-rule": "evenodd" });
  return draw("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, [shape]);
}
