// The words the pages use for kinds, groups and times.

/** The title of each kind, from the catalogue. @type {Map<string, string>} */
const TITLES = new Map();

/** Remembers the titles of the kinds. @param {any[]} kinds */
export function learnTitles(kinds) {
  for (const kind of kinds) TITLES.set(kind.name, kind.title);
}

/** Returns the title of a kind, or a readable form of its name if it's unknown. @param {string} kind */
export const kindName = (kind) => TITLES.get(kind) || capital(kind).replace(/-/g, " ");

/** Capitalises the first letter. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** Sorts kinds by how well known they are, then by title. @param {any} a @param {any} b */
export const byProminence = (a, b) =>
  b.look.prominence - a.look.prominence || a.title.localeCompare(b.title);

/** Returns the kind of an id. @param {string} id */
export const kindOf = (id) => id.split(":", 1)[0];

/** Returns a count with its noun: "1 move", "2 moves". @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The names of the limits that stop a search. @type {Record<string, string>} */
const LIMITS = {
  seconds: "time limit", nodes: "node limit", memory: "memory limit", steps: "step limit", depth: "depth limit",
  playouts: "playout limit",
};

/** Explains why a search stopped. @param {string} reason */
export const stopReason = (reason) => LIMITS[reason] ?? reason;

/** Formats seconds as m:ss or h:mm:ss. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
