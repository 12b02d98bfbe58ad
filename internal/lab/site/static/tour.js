// The guided tour: experiments with a few words about each, and marks on what to look at; and the exercises, with solutions. A stop is a link like any other.

import { $, draw, make } from "./dom.js";
import { defaults, read, write } from "./link.js";

const kinds = {
  tour: { file: "tour.json", one: "Stop", name: "tour" },
  exercise: { file: "exercises.json", one: "Exercise", name: "exercises" },
};

export class Tour {
  static async load(app) {
    const series = {};
    for (const [kind, { file }] of Object.entries(kinds)) series[kind] = await (await fetch(file)).json();
    return new Tour(app, series);
  }

  /** series are the stops of each kind, in order. */
  constructor(app, series) {
    this.app = app;
    this.series = series;
    this.kind = "tour";
    this.at = -1;
    $("tour-stops").addEventListener("click", (e) => this.follow(e));
    for (const kind of Object.keys(kinds)) $(`${kind}-open`).addEventListener("click", () => this.go(0, kind));
    $("tour-previous").addEventListener("click", () => this.go(this.at - 1));
    $("tour-next").addEventListener("click", () => this.go(this.at + 1));
    $("tour-close").addEventListener("click", () => this.close());
    addEventListener("keydown", (e) => this.key(e));
  }

  get on() { return this.at >= 0; }
  get stops() { return this.series[this.kind]; }
  get stop() { return this.stops[this.at]; }

  /** find returns the kind of the stop that a state names, and the stop. */
  find(state) {
    for (const kind of Object.keys(kinds)) {
      const stop = state[kind] && this.series[kind].find((s) => s.id === state[kind]);
      if (stop) return { kind, stop };
    }
    return {};
  }

  link(stop) { return write(this.state(stop)); }

  state(stop, kind = this.kind) { return { ...read(stop.link, defaults), algorithms: stop.algorithms.join(","), [kind]: stop.id }; }

  go(i, kind = this.kind) {
    const stop = this.series[kind][i];
    if (!stop) return;
    this.app.adopt(this.state(stop, kind), { push: true });
    $("tour-title").focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  close() {
    const { kind } = this;
    this.app.change({ tour: "", exercise: "" });
    this.show({});
    this.mark();
    $(`${kind}-open`).focus();
  }

  /** follow goes to a stop without leaving the page, unless the link is to be opened elsewhere. */
  follow(e) {
    const a = e.target.closest("a");
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
    e.preventDefault();
    this.go(this.stops.findIndex((s) => s.id === a.dataset.stop));
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

  /** show shows the stop that a state names, or none. */
  show(state) {
    const { kind, stop } = this.find(state);
    if (stop) this.kind = kind;
    this.at = stop ? this.stops.indexOf(stop) : -1;
    document.body.classList.toggle("touring", this.on);
    $("tour").hidden = !stop;
    for (const k of Object.keys(kinds)) $(`${k}-open`).setAttribute("aria-expanded", String(this.on && k === this.kind));
    if (!stop) return;
    const { one, name } = kinds[kind];
    $("tour-where").textContent = `${one} ${this.at + 1} of ${this.stops.length}`;
    $("tour-close").textContent = `Close the ${name}`;
    $("tour-title").textContent = stop.title;
    $("tour-body").replaceChildren(...stop.text.map((t) => make("p", {}, ...words(t))));
    $("tour-solution").hidden = !stop.solution;
    $("tour-solution").open = false;
    $("tour-solution-body").replaceChildren(...(stop.solution || []).map((t) => make("p", {}, ...words(t))));
    $("tour-look").hidden = stop.look.length === 0;
    $("tour-look").replaceChildren(...stop.look.map((l, i) => make("li", {},
      make("button", { type: "button", onclick: () => this.point(i) }, make("span", { class: "badge" }, String(i + 1)), make("span", {}, ...words(l.text))))));
    $("tour-previous").disabled = this.at === 0;
    $("tour-next").disabled = this.at === this.stops.length - 1;
    $("tour-stops").setAttribute("aria-label", `${name}, by number`);
    $("tour-stops").replaceChildren(...this.stops.map((s, i) => make("li", {}, make("a", {
      href: this.link(s), "data-stop": s.id, title: s.short, "aria-current": s === stop && "step",
    }, String(i + 1), make("span", { class: "hidden" }, ` ${s.short}`)))));
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
