// The words the pages use for kinds, groups and times.

const SPECIAL = {
  "lights-out": "Lights Out",
  knight: "Knight's tour",
  frog: "Frog on lily pads",
  triangle: "Triangle of numbers",
  jugs: "Water jugs",
  noughts: "Noughts and crosses",
  queens: "Queens",
  latin: "Latin square",
  sos: "SOS",
  grundy: "Grundy's game",
  dawson: "Dawson's Kayles",
  lasker: "Lasker's Nim",
  wythoff: "Wythoff's game",
  northcott: "Northcott's game",
  "empty-divide": "Empty and divide",
  turtles: "Turning turtles",
  staircase: "Staircase Nim",
  subtraction: "Subtraction game",
  dynamic: "Take at most so many",
  digraph: "Game on a graph",
  octal: "Octal game",
};

/** What to call a kind; a kind not known here is called by its own word. @param {string} kind */
export function kindName(kind) {
  const special = SPECIAL[/** @type {keyof SPECIAL} */ (kind)];
  return special || kind.charAt(0).toUpperCase() + kind.slice(1).replace(/-/g, " ");
}

export const GROUPS = [
  ["fill", "Fill the grid", "By pure logic, with pencil marks and hints when you want them."],
  ["walk", "Find the way", "Move by move to the goal, for one."],
  ["game", "Win the game", "Against perfect play, or against each other."],
];

/** The kinds that people look for first; the others follow by name. */
const FIRST = ["sudoku", "futoshiki", "latin", "queens", "lights-out", "knight", "noughts", "nim"];

/** Orders kinds for the gallery. @param {{name: string}} a @param {{name: string}} b */
export function byFame(a, b) {
  const place = (/** @type {string} */ name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return place(a.name) - place(b.name) || kindName(a.name).localeCompare(kindName(b.name));
}

/** The kind of an id. @param {string} id */
export const kindOf = (id) => id.split(":", 1)[0];

/** What to call a puzzle: a sum of games by all of its parts. @param {string} id */
export function titleOf(id) {
  const parts = id.split("+");
  const sum = parts.length > 1 && parts.every((part) => /^[a-z-]+:/.test(part));
  return sum ? [...new Set(parts.map((part) => kindName(kindOf(part))))].join(" and ") : kindName(kindOf(id));
}

/** So many of something. @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Seconds as minutes and hours. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
