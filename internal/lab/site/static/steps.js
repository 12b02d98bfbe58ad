// An exploration one event at a time, forwards and back: the line of the algorithm, E by threads, and what the algorithm holds.

import { columns } from "./columns.js";
import { $, make, number, plural } from "./dom.js";

const most = 3000; // steps recorded
const kinds = { race: "Race", output: "Execution", branch: "Branch" }; // that can be jumped to

const titles = {
  execute: "executes", ask: "asks the sleep set", race: "finds a race", branch: "branches off", asleep: "leaves out", blocked: "leaves the schedule", barren: "redundant",
  output: "execution", return: "returns",
};

export class StepsView {
  constructor(app) {
    this.app = app;
    this.shown = "";
    const names = app.algorithms().filter((a) => a.steps).map((a) => a.name);
    this.algorithm = make("select", { onchange: (e) => app.change({ algorithm: e.target.value }) }, ...names.map((n) => make("option", { value: n }, n)));
    this.message = make("p", { class: "note", role: "status" });
    this.slider = make("input", { type: "range", min: 1, max: 1, step: 1, "aria-label": "step", oninput: () => this.go(Number(this.slider.value)) });
    this.where = make("output", { class: "where" });
    this.title = make("span", { class: "kind" });
    this.text = make("p", { class: "told" }, this.title);
    this.listing = make("ol", { class: "listing", tabindex: "0", "aria-label": "the algorithm" });
    this.picture = make("div", { class: "columns", tabindex: "0", role: "region", "aria-label": "the execution so far" });
    this.holds = make("div", { class: "holds" });
    const button = (text, label, press) => make("button", { type: "button", title: label, onclick: press }, text, make("span", { class: "hidden" }, ` ${label}`));
    this.body = make("div", { class: "steps", hidden: true },
      make("div", { class: "moves", role: "group", "aria-label": "moves" },
        button("|◀", "first step (Home)", () => this.go(1)), button("◀", "step back (←)", () => this.go(this.at - 1)), button("▶", "next step (→)", () => this.go(this.at + 1)),
        ...Object.entries(kinds).map(([kind, name]) => make("button", { type: "button", title: `the next ${name.toLowerCase()}`, onclick: () => this.jump(kind) }, `${name} ▸`)),
        this.slider, this.where),
      make("div", { "aria-live": "polite" }, this.text),
      make("div", { class: "both" }, make("div", {}, this.listing, this.source = make("p", { class: "note" })), make("div", {}, this.picture, this.holds)));
    this.body.addEventListener("keydown", (e) => this.key(e));
    $("view-steps").append(make("div", { class: "choose" }, make("label", {}, "Algorithm", this.algorithm)), this.message, this.body);
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target === this.slider) return;
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 1, End: Infinity, PageDown: this.at + 10, PageUp: this.at - 10 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    this.go(to);
  }

  say(text) {
    this.message.textContent = text;
    this.message.hidden = !text;
    this.body.hidden = Boolean(text);
  }

  async show() {
    const { app } = this;
    const { algorithm } = app.state;
    this.algorithm.value = algorithm;
    if (!app.ready) {
      this.shown = "";
      this.say("");
      this.body.hidden = true;
      return;
    }
    if (!app.catalog.algorithms.find((a) => a.name === algorithm).steps) {
      this.shown = "";
      this.say(`${algorithm} cannot be shown step by step. Choose one of the algorithms above.`);
      return;
    }
    const key = JSON.stringify([app.turn, algorithm]);
    if (key === this.shown) {
      if (this.recording) this.go(app.state.step || 1);
      return;
    }
    this.shown = key;
    this.recording = null;
    this.say("Recording …");
    let recording;
    try {
      recording = await app.call("steps", [app.what(), algorithm, most], { seconds: app.state.seconds });
    } catch (e) {
      recording = { failed: e.message };
    }
    if (key !== this.shown) return;
    if (recording.failed) this.say(recording.failed);
    else this.take(recording);
  }

  take(recording) {
    this.recording = recording;
    this.slider.max = recording.steps.length;
    this.lines = new Map();
    this.listing.replaceChildren(...recording.listing.map((l) => {
      const code = l.code.replace(/\s+--/, "  --");
      const row = make("li", { class: l.number ? null : "head" }, make("span", { class: "line" }, l.number || ""), make("code", {}, code.trimStart()));
      row.style.setProperty("--indent", `${(code.length - code.trimStart().length) * 0.55}em`);
      if (l.number) this.lines.set(l.number, row);
      return row;
    }));
    this.source.textContent = `${recording.source}. ${recording.complete ? plural(recording.steps.length, "step") : `The first ${number(recording.steps.length)} steps`}.`;
    this.say("");
    this.go(this.app.state.step || 1, false);
  }

  /** jump goes to the next step of a kind. */
  jump(kind) {
    const i = this.recording.steps.findIndex((s, i) => i >= this.at && s.kind === kind);
    if (i >= 0) this.go(i + 1);
  }

  go(to, keep = true) {
    const { steps } = this.recording;
    this.at = Math.max(1, Math.min(steps.length, to));
    const step = steps[this.at - 1];
    this.slider.value = this.at;
    this.where.textContent = `${number(this.at)} of ${number(steps.length)}`;
    this.title.textContent = titles[step.kind];
    this.title.className = `kind ${step.kind}`;
    this.text.replaceChildren(this.title, ` ${step.text}`);
    for (const [line, row] of this.lines) row.classList.toggle("now", step.lines.includes(line));
    this.lines.get(step.lines[0])?.scrollIntoView?.({ block: "nearest" });
    this.picture.replaceChildren(this.columns(step));
    this.holds.replaceChildren(...this.held(step.holds));
    if (keep) {
      this.app.state.step = this.at;
      this.app.keep();
    }
    this.app.tour.mark();
  }

  /** events are E at a step. */
  events(step) {
    const { nodes } = this.recording;
    const events = [];
    for (let at = step.node; at > 0; at = nodes[at].parent) events.unshift(nodes[at]);
    return events;
  }

  columns(step) {
    return columns(this.recording.threads, this.events(step), {
      all: this.recording.nodes.slice(1), schedules: step.holds.schedules || [], races: step.race ? [step.race] : [], newest: step.kind === "execute",
    });
  }

  /** held is what the algorithm holds. */
  held(holds) {
    const after = (at) => make("span", { class: "at" }, at === 0 ? "at the root" : `after ${at}`);
    const list = (items) => make("ul", {}, ...items);
    const parts = [
      ["Sleep sets", holds.asleep?.map((a) => make("li", {}, after(a.at), a.lines.join(", ")))],
      [this.recording.algorithm === "optimal" ? "Wakeup trees" : "Backtrack sets", holds.waiting?.map((a) => make("li", {}, after(a.at), make("span", { class: "tree-lines" }, a.lines.join("\n"))))],
      ["Tails of interrupted executions", holds.tails?.map((t) => make("li", {}, after(t.at), t.events.join(" · ")))],
      ["Walk along the tail", holds.walks?.map((w) => make("li", {}, w.text, list(w.steps.map((s) => make("li", {}, make("span", { class: "at" }, `line ${s.line}`), s.text)))))],
      ["Reads from", holds.sources?.map((s) => make("li", {}, s))],
      ["Coherence order", holds.order?.map((s) => make("li", {}, s))],
    ].filter(([, items]) => items?.length > 0);
    return parts.map(([title, items]) => make("section", {}, make("h3", {}, title), list(items)));
  }
}
