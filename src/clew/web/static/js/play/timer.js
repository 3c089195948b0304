// The timer. It stops while the page is hidden, and can be hidden itself.

import { h, icon, ICONS } from "../dom.js";
import { clock } from "../names.js";
import { choose, onSettings, settings } from "../settings.js";

export class Timer {
  /** @param {HTMLElement} host @param {import("./table.js").Table} table */
  constructor(host, table) {
    this.table = table;
    this.paused = false;
    this.face = h("span", { class: "face" });
    this.pauser = h("button", { class: "icon quiet", type: "button", onclick: () => this.pause(!this.paused) });
    this.hider = h("button", { class: "quiet small hide", type: "button", onclick: () => choose({ timer: !settings.timer }) });
    host.replaceChildren(this.face, this.pauser, this.hider);
    this.last = performance.now();
    setInterval(() => this.tick(), 500);
    document.addEventListener("visibilitychange", () => (this.last = performance.now()));
    onSettings(() => this.show());
    this.show();
  }

  tick() {
    const now = performance.now();
    const running = !this.paused && !document.hidden && this.table.view && !this.table.view.over;
    if (running) this.table.seconds += (now - this.last) / 1000;
    this.last = now;
    if (running) this.face.textContent = clock(this.table.seconds);
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    this.last = performance.now();
    document.getElementById("board")?.classList.toggle("paused", paused);
    this.show();
  }

  show() {
    this.face.hidden = this.pauser.hidden = !settings.timer;
    this.face.textContent = clock(this.table.seconds);
    this.pauser.replaceChildren(icon(this.paused ? ICONS.play : ICONS.pause));
    this.pauser.setAttribute("aria-label", this.paused ? "Resume" : "Pause");
    this.hider.textContent = settings.timer ? "Hide timer" : "Show timer";
  }
}
