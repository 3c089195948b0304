// A puzzle of the reader's own: stated in Python, solved, and handed to the other pages.

import "../../static/js/shell.js";
import { post } from "../../static/js/api.js";
import { byId, h } from "../../static/js/dom.js";
import { playLink, still, watchLink } from "../../static/js/drawing.js";
import { trouble } from "../../static/js/watching.js";

const FIRST = `import clew

send = clew.Problem("send")
send.variables("SENDMORY", range(10))
send.all_different()
send.add(send["S"] > 0, send["M"] > 0)
send.add(send.digits("SEND") + send.digits("MORE") == send.digits("MONEY"))
`;

const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
text.value = localStorage.getItem("clew.own") ?? FIRST;

/** @param {any} stated */
async function solve(stated) {
  const { boards, told, reason, unique } = await post("/api/solve", { id: stated.id, max_answers: 2 });
  const verdict = unique ? "This is the only solution." : boards.length ? "This is one of several solutions." : `No solution: ${reason}`;
  byId("answer").replaceChildren(h("h2", {}, stated.title), ...boards.slice(0, 1).map(still), h("p", {}, told), h("p", {}, verdict));
}

byId("solve").addEventListener("click", async () => {
  trouble(byId("trouble"));
  byId("answer").textContent = "Searching …";
  try {
    const { puzzles: [stated] } = await post("/api/own", { text: text.value });
    for (const [name, link] of Object.entries({ play: playLink, watch: watchLink })) {
      const place = /** @type {HTMLAnchorElement} */ (byId(name));
      place.href = link(stated.id);
      place.hidden = false;
    }
    await solve(stated);
  } catch (error) {
    byId("answer").textContent = "";
    trouble(byId("trouble"), error);
  }
});
