// The guided tour: experiments with a few words about each, and marks on what to look at. A stop is a link like any other.

import { $, draw, make } from "./dom.js";
import { defaults, read, write } from "./link.js";

export class Tour {
  static async load(app) {
    const answer = await fetch("tour.json");
    return new Tour(app, await answer.json());
  }

  constructor(app, stops) {
    this.app = app;
    this.stops = stops;
    this.at = -1;
    stops.forEach((s, i) => $("tour-stops").append(make("li", {},
      make("a", { href: this.link(s), "data-stop": s.id, title: s.short }, String(i + 1), make("span", { class: "hidden" }, ` ${s.short}`)))));
    $("tour-stops").addEventListener("click", (e) => this.follow(e));
    $("tour-open").addEventListener("click", () => this.go(0));
    $("tour-previous").addEventListener("click", () => this.go(this.at - 1));
    $("tour-next").addEventListener("click", () => this.go(this.at + 1));
    $("tour-close").addEventListener("click", () => this.close());
    addEventListener("keydown", (e) => this.key(e));
  }

  get on() { return this.at >= 0; }
  get stop() { return this.stops[this.at]; }

  find(id) { return this.stops.find((s) => s.id === id); }

  link(stop) { return write({ ...this.state(stop), tour: stop.id }); }

  state(stop) { return { ...read(stop.link, defaults), algorithms: stop.algorithms.join(",") }; }

  go(i) {
    const stop = this.stops[i];
    if (!stop) return;
    this.app.adopt({ ...this.state(stop), tour: stop.id }, { push: true });
    $("tour-title").focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  close() {
    this.app.change({ tour: "" });
    this.show("");
    this.mark();
    $("tour-open").focus();
  }

  /** follow goes to a stop without leaving the page, unless the link is to be opened elsewhere. */
  follow(e) {
    const a = e.target.closest("a");
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
    e.preventDefault();
    this.go(this.stops.indexOf(this.find(a.dataset.stop)));
  }

  /** key moves on with one key, wherever that key has no other meaning. */
  key(e) {
    if (!this.on || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (e.target.closest?.("input, select, textarea, [contenteditable], #editor, [role=tab], pre, .steps, .scroll")) return;
    this.press(e.key);
  }

  press(key) {
    const by = { ArrowRight: 1, n: 1, ArrowLeft: -1, p: -1 }[key];
    if (by && this.on) this.go(this.at + by);
  }

  show(id) {
    this.at = this.stops.indexOf(this.find(id));
    const { stop } = this;
    document.body.classList.toggle("touring", this.on);
    $("tour").hidden = !stop;
    $("tour-open").setAttribute("aria-expanded", String(Boolean(stop)));
    if (!stop) return;
    $("tour-where").textContent = `Stop ${this.at + 1} of ${this.stops.length}`;
    $("tour-title").textContent = stop.title;
    $("tour-body").replaceChildren(...stop.text.map((t) => make("p", {}, ...words(t))));
    $("tour-look").hidden = stop.look.length === 0;
    $("tour-look").replaceChildren(...stop.look.map((l, i) => make("li", {},
      make("button", { type: "button", onclick: () => this.point(i) }, make("span", { class: "badge" }, String(i + 1)), make("span", {}, ...words(l.text))))));
    $("tour-previous").disabled = this.at === 0;
    $("tour-next").disabled = this.at === this.stops.length - 1;
    for (const a of $("tour-stops").querySelectorAll("a")) {
      if (a.dataset.stop === id) a.setAttribute("aria-current", "step");
      else a.removeAttribute("aria-current");
    }
  }

  /** marks are the marks of the stop in the frame of trees: an exploration, and a part of it. */
  marks() {
    if (!this.on) return [];
    return this.stop.look.map((l, i) => ({ label: String(i + 1), ...l.tree })).filter((m) => m.algorithm);
  }

  /** mark puts the number of each thing to look at beside it. It is called whenever something is drawn. */
  mark() {
    for (const old of document.querySelectorAll(".mark")) old.remove();
    for (const old of document.querySelectorAll(".marked")) old.classList.remove("marked");
    this.app.views?.tree.mark(this.marks());
    if (!this.on) return;
    this.stop.look.forEach((l, i) => {
      const at = l.at && document.querySelector(l.at);
      if (!at) return;
      at.classList.add("marked");
      if (at.closest("svg")) {
        const { x, y, width } = at.querySelector("text").getBBox();
        at.append(draw("g", { class: "badge mark" }, draw("circle", { cx: x + width + 13, cy: y + 8, r: 9 }), draw("text", { x: x + width + 13, y: y + 12.2 }, i + 1)));
        return;
      }
      const badge = make("span", { class: "badge mark", "aria-hidden": "true" }, String(i + 1));
      if (at.matches("select, input, button")) at.after(badge);
      else at.append(badge);
    });
  }

  /** point leads to a thing to look at. */
  point(i) {
    const l = this.stop.look[i];
    if (l.tree) this.app.views.tree.point(l.tree);
    else document.querySelector(l.at)?.scrollIntoView({ block: "nearest" });
  }
}

/** words makes `code` of what is between backquotes. */
const words = (text) => text.split("`").map((part, i) => (i % 2 === 1 ? make("code", {}, part) : part));
