// The graph of all states of a small program, beside the exploration tree: the way of the selected execution, and where executions meet.

import { make, number, plural } from "./dom.js";

const keep = 2000; // executions that are followed
const listed = 12; // executions that a state names

/** states is what the tree is next to when this is shown. */
export const states = "states";

export class MeetingView {
  /** select is called with the number of an execution, to be selected in the tree. */
  constructor(app, select) {
    this.app = app;
    this.select = select;
    this.shown = "";
    this.names = new Map();
    this.execution = 0;
    this.sheet = new CSSStyleSheet();
    this.place = make("div", { class: "graph meeting" });
    this.message = make("p", { class: "note", role: "status" });
    this.state = make("div", { class: "note", "aria-live": "polite" });
    this.element = make("section", { class: "meetings", "aria-label": "the graph of all states" }, this.message, this.place, this.state);
    this.root = this.place.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [this.sheet];
    this.place.addEventListener("keydown", (e) => this.key(e));
  }

  async show() {
    const { app } = this;
    const { algorithm } = app.state;
    const key = JSON.stringify([app.turn, algorithm]);
    if (key === this.shown) return;
    this.shown = key;
    this.clear("Visiting all states …");
    let met;
    try {
      met = await app.call("meeting", [app.what(), algorithm, keep], { seconds: app.state.seconds });
    } catch (e) {
      met = { failed: e.message };
    }
    if (key !== this.shown) return;
    if (met.failed) this.clear(`The states are not drawn: ${met.failed}.`);
    else this.draw(met);
  }

  clear(text) {
    this.met = null;
    this.root.replaceChildren();
    this.place.hidden = true;
    this.state.replaceChildren();
    this.message.textContent = text;
  }

  draw(met) {
    this.met = met;
    const meets = met.states.filter((s) => s.meets).length;
    this.message.textContent = `${plural(met.states.length, "state")}, by the number of executions that pass each; in ${number(meets)} of them, marked, executions meet that came different ways. `
      + `Broken circles are passed in other orders of the same classes only.${met.stopped ? ` Only the first ${number(keep)} executions are counted.` : ""}`;
    const picture = met.picture.replace(/<style>([^]*?)<\/style>/, (_, css) => {
      this.sheet.replaceSync(css); // the page's policy allows no other way
      return "";
    });
    this.svg = document.importNode(new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true);
    this.svg.setAttribute("role", "group");
    this.circles = [...this.svg.querySelectorAll(".state")];
    this.moves = [...this.svg.querySelectorAll(".move")];
    this.circles.forEach((g, n) => {
      g.setAttribute("role", "button");
      g.setAttribute("aria-label", [...[...g.querySelectorAll("text")].map((t) => t.textContent), met.states[n].text].filter(Boolean).join(" "));
      g.addEventListener("click", () => this.choose(n));
    });
    this.root.replaceChildren(this.svg);
    this.place.hidden = false;
    this.choose(0, false);
    this.follow(this.execution);
    this.app.tour.mark();
  }

  /** call gives executions the names that they have in the tree, which shows one of them. */
  call(names, execution) {
    this.names = names;
    if (this.met) this.choose(this.chosen, false);
    this.follow(execution);
  }

  name(execution) { return this.names.get(execution) || `visit ${number(execution)}`; }

  /** follow marks the way of an execution; 0 marks none. */
  follow(execution) {
    this.execution = execution;
    if (!this.met) return;
    this.way = this.met.ways[execution - 1] || [];
    this.svg.classList.toggle("following", this.way.length > 0);
    this.circles.forEach((g, n) => g.classList.toggle("way", this.way.includes(n)));
    const passed = new Set();
    for (const [i, from] of this.way.slice(0, -1).entries()) {
      const move = this.moves.find((m) => Number(m.dataset.from) === from && Number(m.dataset.to) === this.way[i + 1]);
      passed.add(move);
    }
    for (const m of this.moves) m.classList.toggle("way", passed.has(m));
  }

  /** choose describes a state. */
  choose(n, focus = true) {
    const s = this.met.states[n];
    this.chosen = n;
    this.circles.forEach((g, i) => {
      g.classList.toggle("chosen", i === n);
      g.setAttribute("aria-pressed", String(i === n));
      g.setAttribute("tabindex", i === n ? "0" : "-1");
    });
    const its = [...(s.executions || [])].sort((e, f) => this.name(e).localeCompare(this.name(f), "en", { numeric: true }));
    const buttons = its.slice(0, listed).map((e) => make("button", { type: "button", onclick: () => this.select(e) }, this.name(e)));
    this.state.replaceChildren(make("p", {}, make("strong", {}, s.text)),
      make("p", { class: "choices" }, its.length === 0 ? "No execution of the algorithm passes it." : s.meets ? "Here meet" : "It is passed by", ...buttons,
        its.length > listed && ` and ${number(its.length - listed)} more`));
    if (focus) this.circles[n].focus();
  }

  key(e) {
    if (!this.met || e.ctrlKey || e.metaKey || e.altKey) return;
    const last = this.circles.length - 1;
    const to = { ArrowLeft: this.chosen - 1, ArrowRight: this.chosen + 1, Home: 0, End: last, ArrowDown: this.next("from", "to", 1), ArrowUp: this.next("to", "from", -1) }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    this.choose(Math.max(0, Math.min(last, to)));
  }

  /** next is the state after the chosen one, or before it: on the marked way if it is there. */
  next(here, there, by) {
    const at = this.way.indexOf(this.chosen);
    const move = this.moves.find((m) => Number(m.dataset[here]) === this.chosen);
    return (at >= 0 ? this.way[at + by] : undefined) ?? (move ? Number(move.dataset[there]) : this.chosen);
  }
}
