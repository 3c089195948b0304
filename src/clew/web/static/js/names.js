// The words the pages use for kinds, groups and times.

/** What each kind is called, as the catalogue says. @type {Map<string, string>} */
const TITLES = new Map();

/** Notes what the kinds are called. @param {any[]} kinds */
export function learnTitles(kinds) {
  for (const kind of kinds) TITLES.set(kind.name, kind.title);
}

/** What to call a kind; one that is not known is called by its own word. @param {string} kind */
export const kindName = (kind) => TITLES.get(kind) || capital(kind).replace(/-/g, " ");

/** With a capital letter. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

export const GROUPS = [
  ["fill", "Fill the grid", "By pure logic, with pencil marks and hints when you want them."],
  ["walk", "Find the way", "Move by move to the goal, for one."],
  ["game", "Win the game", "Against perfect play, or against each other."],
];

/** Orders kinds: first those that people look for first, then by name. @param {any} a @param {any} b */
export const byProminence = (a, b) =>
  b.look.prominence - a.look.prominence || a.title.localeCompare(b.title);

/** The kind of an id. @param {string} id */
export const kindOf = (id) => id.split(":", 1)[0];

/** So many of something. @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Seconds as minutes and hours. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
