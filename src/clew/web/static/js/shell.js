// The frame of every page: the header with its menu, the theme button, the footer and the live region.

import { h, icon, ICONS, s } from "./dom.js";
import { choose, settings } from "./settings.js";
import { MORE_PAGES } from "./transport.js";

const PAGES = [
  ["./", "Puzzles"],
  ["play.html", "Play"],
  ["watch.html", "Watch"],
  ["compare.html", "Compare"],
  ["enter.html", "Enter"],
  ...MORE_PAGES,
  ["print.html", "Print"],
];
const THEMES = ["system", "light", "dark"];

/** Draws the logo, a ball of thread. @returns {SVGElement} */
function clew() {
  return s("svg", { viewBox: "0 0 32 32", "aria-hidden": "true", fill: "none", stroke: "currentColor",
    "stroke-width": 2.1, "stroke-linecap": "round" },
    s("circle", { cx: 14, cy: 14, r: 11 }),
    s("path", { d: "M4.500 10.500c6-3.500 13-3 19.500 1.500M3.300 15.500c7-3.800 14.500-3 20.800 2M5.500 20.500c4.500-2.300 9-2.200 13.500.8M11 3.500c-3.500 6-3.500 14 .5 21M18 4c-3 5.500-2.500 13 1 18" }),
    s("path", { d: "M21.500 22c2.500 3.500 1 6 5 7.500" }));
}

/** Draws the loose end of the thread: from the ball to the current page's name. @param {HTMLElement} header */
function strand(header) {
  const path = s("path");
  header.append(s("svg", { class: "strand", "aria-hidden": "true" }, path));
  const draw = () => {
    const [ball, current] = [".brand svg", "nav a[aria-current]"].map((one) => header.querySelector(one)?.getBoundingClientRect());
    const box = header.getBoundingClientRect();
    const from = ball ? ball.left - box.left + 27 : 0;
    path.setAttribute("d", ball && current ? `M${from} -14C${from + 6} -2 ${from + 12} 5 ${from + 30} 5H${current.right - box.left - 12}` : "");
  };
  new ResizeObserver(draw).observe(header);
  document.fonts?.ready.then(draw);
}

/** Builds the button that switches to the next theme. */
function themeButton() {
  const button = h("button", { class: "icon quiet", type: "button" }, icon(ICONS.theme));
  const name = () => button.setAttribute("aria-label", `Theme: ${settings.theme}. Change theme`);
  button.title = "Switch theme: system, light or dark";
  button.addEventListener("click", () => {
    choose({ theme: THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length] });
    name();
    say(`Theme: ${settings.theme}`);
  });
  name();
  return button;
}

/** Returns the name of the page at a path, or "" for the gallery. @param {string} path */
const pageOf = (path) => /** @type {string} */ (path.split("/").pop()).replace(/\.html$/, "").replace("index", "");

/** Fills the page's header and footer. */
function dress() {
  const top = document.querySelector("header.top") || document.body.insertBefore(
    h("header", { class: "top" }), document.body.firstChild);
  const here = pageOf(location.pathname);
  const links = PAGES.map(([path, name]) =>
    h("a", { href: path, "aria-current": pageOf(path) === here ? "page" : null }, name));
  const inner = h("div", { class: "inner" },
    h("a", { class: "brand", href: "./", "aria-label": "Clew home" }, clew(), "Clew"),
    h("nav", { "aria-label": "Pages" }, ...links),
    themeButton());
  top.replaceChildren(inner);
  strand(inner);
  const main = document.querySelector("main[id]");
  if (main) {
    document.body.prepend(h("a", { class: "skip", href: `#${main.id}`, onclick: skip }, "Skip to content"));
  }
  document.body.append(h("footer", { class: "foot" }, h("div", { class: "inner" },
    h("span", {}, "Clew: puzzles to play, searches to watch."),
    h("a", { href: "about.html" }, "About"),
    h("a", { href: "api/openapi.json" }, "API"))));
  document.body.append(h("div", { id: "live", class: "sr-only", role: "status", "aria-live": "polite" }));
}

/** Moves the focus to the content. The fragment must stay, because it holds the page's state. @param {Event} event */
function skip(event) {
  event.preventDefault();
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  main.tabIndex = -1;
  main.focus();
}

let turn = 0;

/** Announces something to screen readers. @param {string} words */
export function say(words) {
  const live = document.getElementById("live");
  // Screen readers announce only changes, so a repeated message gets an extra space.
  if (live) live.textContent = words + (turn++ % 2 ? " " : "");
}

dress();
