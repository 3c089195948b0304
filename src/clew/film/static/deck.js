// @ts-check
/** The docked bar of controls, with its parts and their labels. */
import { draw, make } from "./dom.js";
import { marksOf } from "./ink.js";
import { KIND } from "./nodes.js";
import { grouped } from "./words.js";

/** Steps per second. From 60 on, each frame plays several. The last speed is a burst: 100 steps per frame. */
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
export const SPOKEN = 2; // the fastest speed, in steps per second, at which each step is read out
/** The kinds of steps to jump to. A choice is a step that makes a node.
 * @type {{kinds: number[], text: string, game?: string, key: string}[]} */
export const JUMPS = [
  { kinds: [KIND.TRY, KIND.EXPAND, KIND.CHANGE], text: "Choice", key: "C" },
  { kinds: [KIND.BACK], text: "Backtrack", key: "B" },
  { kinds: [KIND.FAIL, KIND.STUCK, KIND.CUT], text: "Dead end", game: "Cut", key: "D" },
  { kinds: [KIND.ANSWER], text: "Solution", key: "S" },
];
const TICKED = [KIND.FAIL, KIND.STUCK, KIND.CUT];
const KEYS = [
  ["Space", "play or pause"], ["← →", "one step"], ["Shift ← →", "ten steps"],
  ["Home, End", "first, last step"], ...JUMPS.map(({ text, key }) => [key, `next ${text.toLowerCase()}`]),
  ["+ −", "faster, slower"], ["O", "every detail, or folded"], ["P", "guess; then → skips a question, Esc ends them"], ["R", "read the board"],
  ["N", "network or board"],
  ["T", "whole tree or follow"], ["Z, X", "tree: closer, farther"], ["G", "fold the failed subtrees"],
  ["F", "presentation"],
];

/** A folded list of the keys. */
export function keysHelp() {
  const rows = KEYS.map(([key, what]) =>
    make("div", {}, [make("dt", {}, [make("kbd", {}, [key])]), make("dd", {}, [what])]));
  return make("details", { class: "film-help" }, [make("summary", {}, ["Keys"]), make("dl", {}, rows)]);
}

/** What the marks of the tree mean. @param {import("./story.js").Story} story */
export function legend(story) {
  const marks = [{ colour: "thread", sign: "◯", words: "this node" }, ...marksOf(story), { colour: "thread", sign: "╱", words: "the way here" }];
  const cut = story.head.face === "game" ? [{ colour: "cut", sign: "╌╫", words: "cut: not looked at" }] : [];
  return make("p", { class: "film-legend" }, [...marks, ...cut].map(({ colour, sign, words }) =>
    make("span", {}, [make("span", { class: `film-${colour}`, "aria-hidden": "true" }, [sign]), ` ${words}`])));
}

/** @param {string} name @param {string} title @param {Node[]} children @param {string} about what the title leaves out */
export function panel(name, title, children, about = "") {
  const id = `film-${Math.random().toString(36).slice(2, 8)}`;
  return make("section", { class: `film-panel film-${name}`, "aria-labelledby": id }, [
    make("h2", { id }, [title, ...(about ? [make("small", {}, [about])] : [])]), ...children,
  ]);
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

/** The bar of controls: the position in the film, playback, jumps, speed and options. */
export class Deck {
  /** @param {import("./player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.slider = make("input", {
      type: "range", min: 0, max: 0, value: 0, class: "film-slider", "aria-label": "Step",
      oninput: () => { player.pause(); player.go(Number(this.slider.value)); },
    });
    this.clock = make("output", { class: "film-clock" });
    this.playButton = button(icon(ICONS.play), "Play (Space)", () => player.toggle(), "film-play");
    this.pace = make("input", {
      type: "range", min: 0, max: BURST, value: player.speed, "aria-label": "Speed", class: "film-pace",
      oninput: () => player.setSpeed(Number(this.pace.value)),
    });
    this.paceWords = make("span", { class: "film-pace-words" });
    this.guessBox = make("input", { type: "checkbox", onchange: () => player.guesser.turn(this.guessBox.checked) });
    this.ticks = draw("svg", { class: "film-ticks", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.ticked = -1;
    this.detailBox = make("input", { type: "checkbox", onchange: () => { player.opened = this.detailBox.checked; } });
    this.presentButton = button(icon(ICONS.present), "Presentation (F)", () => player.present());
    const isGame = player.story.head.face === "game";
    this.jumpButtons = JUMPS.map(({ kinds, text, game, key }) => {
      const face = isGame && game ? game : text;
      return button(face, `Next ${face.toLowerCase()} (${key})`, () => player.jump(kinds), "film-jump");
    });
    this.element = make("div", { class: "film-deck", role: "group", "aria-label": "Film controls" }, [
      make("div", { class: "film-row film-line" }, [
        make("div", { class: "film-scrub" }, [this.ticks, this.slider]), this.clock,
      ]), this.row(),
    ]);
    this.showSpeed(player.speed);
  }

  row() {
    const { player } = this;
    return make("div", { class: "film-row" }, [
      make("div", { class: "film-row film-transport" }, [
        button(icon(ICONS.first), "First step (Home)", () => player.jumpTo(0)),
        button(icon(ICONS.back), "One step back (left arrow)", () => player.stepBy(-1)),
        this.playButton,
        button(icon(ICONS.step), "One step forward (right arrow)", () => player.stepBy(1)),
        button(icon(ICONS.last), "Last step (End)", () => player.jumpTo(player.story.length)),
      ]),
      make("div", { class: "film-row film-jumps" }, [make("span", { class: "film-next" }, ["Next"]), ...this.jumpButtons]),
      make("label", { class: "film-label" }, ["Speed", this.pace]), this.paceWords,
      make("label", { class: "film-label", title: "Show each detail as a separate step (O)" }, [this.detailBox, "Details"]),
      make("label", { class: "film-label film-guess", title: "Before each choice, guess what comes next (P)" }, [this.guessBox, "Guess"]),
      make("div", { class: "film-row film-last" }, [this.presentButton, ...player.options.tools ?? [], keysHelp()]),
    ]);
  }

  /** Updates the controls when more of the film has arrived. @param {boolean} asks whether there are
   * choices to predict */
  arrived(asks) {
    const { story } = this.player;
    this.slider.max = story.length;
    JUMPS.forEach(({ kinds }, i) => { this.jumpButtons[i].disabled = !kinds.some((kind) => story.kinds.has(kind)); });
    this.guessBox.disabled = !asks;
    if (story.end || story.length > 1.2 * this.ticked) this.showTicks();
  }

  /** Marks the dead ends, cuts and solutions above the slider. */
  showTicks() {
    const { story } = this.player;
    this.ticked = story.length;
    const marks = { dead: new Set(), solved: new Set() };
    for (let step = 0; step < story.length; step++) {
      const kind = story.kind(step);
      const place = Math.round((1000 * (step + 1)) / story.length);
      if (kind === KIND.ANSWER) marks.solved.add(place);
      else if (story.is(step, TICKED) && !story.folded(step)) marks.dead.add(place);
    }
    this.ticks.replaceChildren(...Object.entries(marks).map(([name, places]) =>
      draw("path", { class: `film-tick-${name}`, d: [...places].map((x) => `M${x} ${name === "solved" ? 0 : 3}V10`).join("") })));
  }

  /** @param {number} at */
  show(at) {
    const { story } = this.player;
    this.slider.value = at;
    this.clock.textContent = `step ${grouped(at)} of ${grouped(story.length)}${story.end ? "" : "…"}`;
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    this.playButton.replaceChildren(icon(playing ? ICONS.pause : ICONS.play));
    const label = playing ? "Pause (Space)" : "Play (Space)";
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }

  /** Shows the speed and returns it in words. @param {number} level */
  showSpeed(level) {
    const words = level === BURST ? "burst" : `${grouped(SPEEDS[level])} a second`;
    this.pace.value = level;
    this.paceWords.textContent = words;
    this.pace.setAttribute("aria-valuetext", words);
    return words;
  }
}
