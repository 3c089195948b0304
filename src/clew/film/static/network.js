// @ts-check
/** The constraint network: a node for each variable with what's left of its domain, a line for each constraint. */
import { draw } from "./dom.js";
import { KIND } from "./nodes.js";
import { valueText, variable } from "./words.js";

const [MOST_VARIABLES, MOST_VALUES, MOST_SHARED] = [16, 9, 6];
const [ACROSS, NODE_WIDE, NODE_HIGH] = [400, 84, 38];

/** @typedef {{variables: number[], pairs: [number, number][], shared: number[][]}} Net the variables, the pairs
 *   with a constraint, and the constraints on more than two variables */

/** Returns the network of a film, or null if it's too large or hardly binary.
 * @param {import("./story.js").Story} story @returns {Net | null} */
export function networkOf(story) {
  const { domains, rules, holds, variables: places } = story.head;
  const variables = [...domains.keys()].filter((x) => domains[x].length > 1);
  if (holds !== "tree" || !places || variables.length < 2 || variables.length > MOST_VARIABLES) return null;
  if (variables.some((x) => domains[x].length > MOST_VALUES)) return null;
  /** @type {Map<string, [number, number]>} */
  const pairs = new Map();
  const shared = [];
  for (const [, scope] of rules) {
    const open = scope.filter((x) => domains[x].length > 1).sort((a, b) => a - b);
    if (open.length === 2) pairs.set(open.join(), [open[0], open[1]]);
    else if (open.length > 2) shared.push(open);
  }
  return pairs.size && shared.length <= MOST_SHARED && shared.length < pairs.size ? { variables, pairs: [...pairs.values()], shared } : null;
}

export class NetworkView {
  /** @param {import("./story.js").Story} story @param {Net} net */
  constructor(story, net) {
    this.story = story;
    this.net = net;
    this.element = draw("svg", { class: "film-net", viewBox: `0 0 ${ACROSS} ${ACROSS}`, role: "img", "aria-label": "Constraint network" });
  }

  /** Returns the middle of a variable's node: they're on a circle, the first at the top. @param {number} x */
  place(x) {
    const { variables } = this.net;
    const turn = (2 * Math.PI * variables.indexOf(x)) / variables.length - Math.PI / 2;
    return [ACROSS / 2 + Math.cos(turn) * (ACROSS - NODE_WIDE - 8) / 2, ACROSS / 2 + Math.sin(turn) * (ACROSS - NODE_HIGH - 8) / 2];
  }

  /** @param {import("./moment.js").Moment} moment @param {number[]} steps those that are shown together */
  show(moment, steps) {
    const told = this.told(steps);
    const { pairs, shared, variables } = this.net;
    const lines = pairs.map(([a, b]) => {
      const [[x1, y1], [x2, y2]] = [this.place(a), this.place(b)];
      return draw("line", { x1, y1, x2, y2, class: told.links.has([a, b].join()) ? "film-used" : "film-link" });
    });
    this.element.replaceChildren(...lines, ...shared.flatMap((scope) => this.hub(scope)),
      ...variables.map((x) => this.node(x, moment, told)));
  }

  /** What these steps do: the constraints used, the values lost, the variable at hand and one without values.
   * @param {number[]} steps */
  told(steps) {
    const { story } = this;
    /** @type {Set<string>} */
    const links = new Set();
    /** @type {Map<number, number[]>} */
    const lost = new Map();
    let [now, failed] = [-1, -1];
    for (const step of steps) {
      const [kind, x] = [story.kind(step), story.subject(step)];
      if ([KIND.TRY, KIND.CHOOSE, KIND.BACK, KIND.UNDO].includes(kind)) now = x;
      else if (kind === KIND.FAIL) failed = x;
      else if (kind === KIND.PRUNE) {
        links.add([story.why(step)[0], x].sort((a, b) => a - b).join());
        lost.set(x, [...lost.get(x) ?? [], ...story.sets[story.value(step)]]);
      }
    }
    return { links, lost, now, failed };
  }

  /** A constraint on more than two variables: a square in their middle, with a line to each. @param {number[]} scope */
  hub(scope) {
    const places = scope.map((x) => this.place(x));
    const [x, y] = [0, 1].map((i) => places.reduce((sum, each) => sum + each[i], 0) / places.length);
    const lines = places.map(([x2, y2]) => draw("line", { x1: x, y1: y, x2, y2, class: "film-link" }));
    return [...lines, draw("rect", { x: x - 5, y: y - 5, width: 10, height: 10, class: "film-hub" })];
  }

  /** @param {number} x @param {import("./moment.js").Moment} moment @param {ReturnType<NetworkView["told"]>} told */
  node(x, moment, { lost, now, failed }) {
    const { story } = this;
    const [cx, cy] = this.place(x);
    const value = moment.assigned[x];
    const looks = [value >= 0 && "film-set", x === now && "film-now", x === failed && "film-failed"].filter(Boolean);
    const values = story.head.domains[x].map((v) => {
      const gone = !moment.open[x * moment.width + v];
      const look = v === value ? "film-has" : gone || lost.get(x)?.includes(v) ? "film-gone" : "film-left";
      return draw("tspan", { class: look, dx: 3 }, [this.short(x, v)]);
    });
    return draw("g", { class: `film-var ${looks.join(" ")}` }, [
      draw("rect", { x: cx - NODE_WIDE / 2, y: cy - NODE_HIGH / 2, width: NODE_WIDE, height: NODE_HIGH, rx: 7 }),
      draw("text", { x: cx, y: cy - 4, class: "film-var-name" }, [variable(story, x)]),
      draw("text", { x: cx, y: cy + 12 }, values),
    ]);
  }

  /** A value in a few letters; a piece's place is its number in the row. @param {number} x @param {number} v */
  short(x, v) {
    const { variables: places } = this.story.head;
    const text = places?.byValue ? String(v + 1) : valueText(this.story, x, v);
    const room = Math.max(1, Math.floor(9 / this.story.head.domains[x].length));
    return text.slice(0, room);
  }
}
