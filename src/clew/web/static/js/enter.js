// Enter a puzzle: reads the text as you type or paste it, and shows the puzzles it finds.

import { post, puzzles } from "./api.js";
import { byId, h } from "./dom.js";
import { playLink, still, watchLink } from "./drawing.js";
import { GridEditor } from "./enter/grid.js";
import { counted } from "./names.js";
import "./shell.js";

const WAIT = 250;
const LARGEST = 48000;
/** @type {number | undefined} */
let waiting;
/** @type {AbortController | null} */
let asking = null;

/** @param {string} words */
function trouble(words) {
  byId("error").textContent = words;
  byId("error").hidden = !words;
}

/** @param {any[]} found */
function show(found) {
  const items = found.map(({ id, title, board }) =>
    h("li", { class: "card" }, still(board),
      h("div", {}, h("strong", {}, title), h("code", { class: "small soft", title: id }, id)),
      h("div", { class: "row" },
        h("a", { class: "button primary", href: playLink(id), "aria-label": `Play ${title}` }, "Play"),
        h("a", { class: "button", href: watchLink(id), "aria-label": `Watch ${title}` }, "Watch"))));
  const count = `Found ${counted(found.length, "puzzle")}.`;
  const print = h("a", { href: `print.html#${found.map(({ id }) => `ids=${encodeURIComponent(id)}`).join("&")}` }, found.length === 1 ? "Print it" : "Print them");
  byId("found").replaceChildren(h("p", { class: "soft" }, count, " ", print),
    h("ul", { class: found.length === 1 ? "found one" : "found" }, ...items));
}

function nothing() {
  byId("found").replaceChildren(h("p", { class: "nothing" }, "Your puzzle will appear here."));
}

async function read() {
  const text = byId("text").value;
  asking?.abort();
  trouble("");
  if (!text.trim()) return nothing();
  asking = new AbortController();
  const kind = byId("kind").value;
  try {
    const { puzzles: found } = await post("/api/read", { text, ...(kind ? { kind } : {}) }, asking.signal);
    show(found);
  } catch (error) {
    if (error instanceof DOMException) return;
    nothing();
    trouble(/** @type {Error} */ (error).message);
  }
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(read, WAIT);
}

/** @param {File | undefined} file */
async function load(file) {
  if (!file) return;
  if (file.size > LARGEST) return trouble(`${file.name} is too large: ${file.size.toLocaleString("en")} bytes. The limit is ${LARGEST.toLocaleString("en")}.`);
  byId("text").value = await file.text();
  read();
}

/** @param {"paste" | "grid"} way */
function choose(way) {
  for (const name of ["paste", "grid"]) {
    byId(name).hidden = name !== way;
    byId(`way-${name}`).setAttribute("aria-pressed", String(name === way));
  }
  if (way === "grid") editor.open();
}

const editor = new GridEditor();
byId("text").addEventListener("input", soon);
byId("kind").addEventListener("change", read);
byId("file").addEventListener("change", (/** @type {any} */ event) => load(event.target.files[0]));
byId("form").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
byId("way-paste").addEventListener("click", () => choose("paste"));
byId("way-grid").addEventListener("click", () => choose("grid"));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  load(event.dataTransfer?.files[0]);
});

nothing();
if (location.hash.startsWith("#text=")) {
  byId("text").value = decodeURIComponent(location.hash.slice(6));
  read();
}
puzzles().then((kinds) => {
  byId("kind").append(...kinds.map((/** @type {any} */ kind) => h("option", { value: kind.name }, kind.title)));
  editor.offer(kinds);
}).catch((error) => trouble(error.message));
