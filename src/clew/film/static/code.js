// @ts-check
/** The pseudocode with the lines that run, the values of its variables, and the counters. */
import { beaded, make } from "./dom.js";
import { liveValues, mainLine, nodeWords } from "./lane.js";
import { COUNTERS } from "./story.js";
import { grouped } from "./words.js";

export class Code {
  /** @param {import("./story.js").Story} story */
  constructor(story) {
    this.story = story;
    this.lines = story.head.pseudocode.map((line) => {
      const text = line.trimStart();
      const item = make("li", {}, [make("code", {}, [text || "\u00a0"])]);
      item.style.paddingInlineStart = `${1.5 + 0.55 * (line.length - text.length)}em`;
      return item;
    });
    this.list = make("ol", { class: "film-lines", tabindex: "0", "aria-label": "Pseudocode" }, this.lines);
    this.bead = make("span", { class: "film-bead" });
    this.head = make("p", { class: "film-at", hidden: "" }, [this.bead, nodeWords(story)]);
    this.values = make("dl", { class: "film-values", "aria-label": "Values" });
    this.counters = make("dl", { class: "film-counters" });
    /** @type {any[]} */
    this.counterValues = [];
    /** @type {number[]} */
    this.lit = [];
    this.valuesKey = "";
    /** @type {HTMLElement | null} */
    this.revealed = null;
    /** @type {boolean | null} true if all lines are in view; cached, because measuring lays the page out */
    this.fits = null;
  }

  /** Forgets the measurements after the panel was resized. */
  resize() {
    this.revealed = this.fits = null;
  }

  /** @param {import("./moment.js").Moment} moment @param {number[]} steps the steps that were just made */
  show(moment, steps) {
    const lit = [...new Set(steps.flatMap((step) => this.story.lines(step)))];
    const main = mainLine(this.story, steps);
    for (const line of this.lit) if (!lit.includes(line)) this.lines[line].classList.remove("film-ran");
    for (const line of lit) this.lines[line].classList.add("film-ran");
    this.lines.forEach((line, i) => {
      if (i === main) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    this.lit = lit;
    this.showValues(moment);
    beaded(this.bead, moment.node);
    this.head.hidden = moment.last < 0;
    this.reveal(this.lines[main]);
  }

  /** Scrolls a line into view, if necessary. @param {HTMLElement | undefined} line */
  reveal(line) {
    if (!line || line === this.revealed) return;
    this.revealed = line;
    const { list } = this;
    this.fits ??= list.scrollHeight <= list.clientHeight;
    if (this.fits) return;
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top - 4;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 4;
  }

  /** @param {import("./moment.js").Moment} moment */
  showValues(moment) {
    const text = liveValues(this.story, moment);
    const key = text.join("|");
    if (key === this.valuesKey) return;
    this.valuesKey = key;
    this.values.replaceChildren(...text.map(([name, value]) =>
      make("div", { "data-name": name }, [make("dt", {}, [name]), make("dd", {}, [value])])));
  }

  /** @param {Object<string, number>} counted @param {Object<string, number>} last those at the end
   * @param {number} [saved] for a game, the moves that cuts left out: a cut without any counts nothing */
  showCounters(counted, last, saved = 0) {
    const isGame = this.story.head.face === "game";
    const shown = COUNTERS.filter((name) => name === "nodes" || last[name] > 0 || counted[name] > 0);
    const title = (/** @type {string} */ name) => (isGame && name === "prunings" ? "moves cut" : name);
    if (this.counterValues.length !== shown.length) {
      this.counterValues = shown.map(() => make("dd"));
      this.counters.replaceChildren(...shown.map((name, i) =>
        make("div", { "data-name": name }, [make("dt", {}, [title(name)]), this.counterValues[i]])));
    }
    shown.forEach((name, i) => {
      const text = grouped(isGame && name === "prunings" ? saved : counted[name] ?? 0);
      if (this.counterValues[i].textContent !== text) this.counterValues[i].textContent = text;
    });
  }
}
