// Charts: bars on a log scale for strategies, and lines by size. Both can be saved as files.

import { s } from "./dom.js";
import { stopReason } from "./names.js";
import { called } from "./watching.js";

const WIDTH = 720;
const EDGE = 16;
const STYLE = `
.chart{background:#fff;font:13px system-ui,sans-serif}
.chart text{fill:#1c2733}.chart .title{font-size:15px;font-weight:700}.chart .faint{fill:#5d6874}
.chart .grid{stroke:#d5dbe2}.chart .bar{fill:#1a5fb4}.chart .open{fill:#9bb8d9}
.chart .curve{fill:none;stroke-width:2.5}.chart .c0{stroke:#1a5fb4}.chart .c1{stroke:#b3261e}
.chart .c2{stroke:#136c36}.chart .c3{stroke:#8a4b00}.chart .d1{stroke-dasharray:7 4}
.chart .d2{stroke-dasharray:2 4}.chart .d3{stroke-dasharray:9 3 2 3}.chart .dot{fill:#fff;stroke-width:2}
.chart .f0{fill:#1a5fb4}.chart .f1{fill:#b3261e}.chart .f2{fill:#136c36}.chart .f3{fill:#8a4b00}
`;

/** Formats a power of ten: 1, 10, 100, 1,000, then 10⁴ and so on. @param {number} exponent */
function power(exponent) {
  if (exponent < 4) return (10 ** exponent).toLocaleString("en");
  return `10${[...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

/** Returns the power of ten at the end of a scale. @param {number[]} numbers */
const decades = (numbers) => Math.max(1, Math.ceil(Math.log10(Math.max(1, ...numbers))));

/** @param {number} height @param {string} label @param {...(Node | null)} parts */
function frame(height, label, ...parts) {
  const viewBox = `0 0 ${WIDTH} ${height}`;
  return s("svg", { class: "chart", role: "img", viewBox, width: WIDTH, height, "aria-label": label }, ...parts);
}

/** Returns the rows of strategies that ran. @param {any[]} rows */
export const searched = (rows) => rows.filter((row) => row.stats);

/** Draws the nodes of each strategy. @param {string} title @param {any[]} rows */
export function bars(title, rows) {
  const shown = searched(rows);
  const right = decades(shown.map((row) => row.stats.nodes));
  const x = (/** @type {number} */ nodes) => EDGE + (Math.log10(Math.max(nodes, 1)) / right) * (WIDTH - 2 * EDGE - 190);
  const bottom = 42 + 44 * shown.length;
  const parts = [s("text", { class: "title", x: EDGE, y: 22 }, title)];
  for (let p = 0; p <= right; p++) parts.push(
    s("line", { class: "grid", x1: x(10 ** p), x2: x(10 ** p), y1: 36, y2: bottom }),
    s("text", { class: "faint", x: x(10 ** p), y: bottom + 18, "text-anchor": "middle" }, power(p)));
  parts.push(s("text", { class: "faint", x: WIDTH - EDGE, y: bottom + 18, "text-anchor": "end" }, "nodes, log scale"));
  shown.forEach((row, i) => parts.push(...bar(row, 42 + 44 * i, x)));
  const told = shown.map((row) => `${called(row.strategy)} ${row.stats.nodes.toLocaleString("en")}`).join("; ");
  return frame(bottom + 32, `Nodes by strategy: ${told}`, ...parts);
}

/** @param {any} row @param {number} y @param {(nodes: number) => number} x */
function bar(row, y, x) {
  const stopped = row.status === "stopped" && !row.solved;
  const nodes = row.stats.nodes.toLocaleString("en");
  const number = stopped ? `more than ${nodes} (${stopReason(row.reason)})` : nodes;
  const end = Math.max(x(row.stats.nodes), EDGE + 2);
  return [
    s("text", { x: EDGE, y: y + 11 }, called(row.strategy)),
    s("rect", { class: stopped ? "bar open" : "bar", x: EDGE, y: y + 17, width: end - EDGE, height: 16, rx: 2 }),
    s("text", { x: end + 6, y: y + 30 }, number),
  ];
}

/** Draws the nodes of each strategy by size. @param {string} title @param {any[]} rows */
export function curves(title, rows) {
  const shown = searched(rows);
  const names = [...new Set(shown.map((row) => row.strategy))];
  const sizes = [...new Set(shown.map((row) => row.size))].sort((a, b) => a - b);
  const top = decades(shown.map((row) => row.stats.nodes));
  const [left, low, high] = [EDGE + 48, 330, 44];
  const span = sizes[sizes.length - 1] - sizes[0] || 1;
  const x = (/** @type {number} */ size) => left + ((size - sizes[0]) / span) * (WIDTH - left - EDGE - 10);
  const y = (/** @type {number} */ nodes) => low - (Math.log10(Math.max(nodes, 1)) / top) * (low - high);
  const parts = [s("text", { class: "title", x: EDGE, y: 22 }, title)];
  for (let p = 0; p <= top; p++) parts.push(
    s("line", { class: "grid", x1: left, x2: WIDTH - EDGE, y1: y(10 ** p), y2: y(10 ** p) }),
    s("text", { class: "faint", x: left - 6, y: y(10 ** p) + 4, "text-anchor": "end" }, power(p)));
  for (const size of sizes) {
    parts.push(s("text", { class: "faint", x: x(size), y: low + 20, "text-anchor": "middle" }, String(size)));
  }
  parts.push(s("text", { class: "faint", x: WIDTH - EDGE, y: low + 38, "text-anchor": "end" },
    "size (nodes on a log scale; hollow dots: stopped by a limit)"));
  names.forEach((name, i) => {
    const own = shown.filter((row) => row.strategy === name);
    parts.push(...curve(own, i, x, y), ...key(called(name), i, low + 56));
  });
  const told = shown.map((row) => `${called(row.strategy)} at ${row.size}: ${row.stats.nodes.toLocaleString("en")}`).join("; ");
  return frame(low + 64 + 20 * names.length, `Nodes by size: ${told}`, ...parts);
}

/** @param {any[]} rows @param {number} i @param {(size: number) => number} x @param {(nodes: number) => number} y */
function curve(rows, i, x, y) {
  const points = rows.map((row) => `${x(row.size)},${y(row.stats.nodes)}`).join(" ");
  return [
    s("polyline", { class: `curve c${i} d${i}`, points }),
    ...rows.map((row) => {
      const done = row.solved || row.status === "complete";
      return s("circle", { class: `dot c${i}${done ? ` f${i}` : ""}`, cx: x(row.size), cy: y(row.stats.nodes), r: 4 });
    }),
  ];
}

/** @param {string} name @param {number} i @param {number} y */
function key(name, i, y) {
  return [s("line", { class: `curve c${i} d${i}`, x1: EDGE, x2: EDGE + 40, y1: y + 20 * i, y2: y + 20 * i }),
    s("text", { x: EDGE + 50, y: y + 4 + 20 * i }, name)];
}

const COLUMNS = [
  "nodes", "backtracks", "checks", "prunings", "generated", "duplicates", "deepest", "frontier", "seconds",
];

/** Lists the columns of a table: the inputs, the counters that aren't all zero, and the outcome. @param {any[]} rows */
export function columns(rows) {
  const counted = COLUMNS.filter((name) => searched(rows).some((row) => row.stats[name]));
  return [...(rows.some((row) => row.size !== null) ? ["size"] : []), "strategy", ...counted, "outcome"];
}

/** @param {any} row @param {string} column */
export function entry(row, column) {
  if (column === "size" || column === "strategy") return row[column];
  if (column === "outcome") return outcome(row);
  return row.stats ? row.stats[column] : "";
}

/** @param {any} row */
function outcome(row) {
  if (row.status === "unsuited") return "not applicable";
  if (row.status === "stopped" && !row.solved) return `stopped (${stopReason(row.reason)})`;
  return row.solved ? "solved" : "no solution";
}

/** Quotes a CSV field if necessary. @param {any} word */
function quoted(word) {
  const text = String(word);
  return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** @param {any[]} rows */
export function csv(rows) {
  const names = columns(rows);
  const lines = rows.map((row) => [row.id, ...names.map((name) => entry(row, name))]);
  return [["puzzle", ...names], ...lines].map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
}

/** Turns a chart into an SVG file that includes its styles. @param {Element} chart */
export function svgFile(chart) {
  const text = new XMLSerializer().serializeToString(chart);
  const inner = text.indexOf(">") + 1;
  return `${text.slice(0, inner)}<style>${STYLE}</style>${text.slice(inner)}`;
}

/** Downloads a file. @param {string} name @param {string} type @param {string} text */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
