// Why an execution was explored, and why not, in the algorithm's own terms.

import { $, make } from "./dom.js";

export class WhyView {
  constructor(app) {
    this.app = app;
    this.shown = "";
    const trees = app.algorithms({ trees: true }).map((a) => a.name);
    this.algorithm = make("select", { onchange: (e) => app.change({ algorithm: e.target.value }) }, ...trees.map((n) => make("option", { value: n }, n)));
    this.execution = make("input", { type: "number", min: 1, inputmode: "numeric", onchange: (e) => app.change({ execution: Math.max(1, Math.round(Number(e.target.value)) || 1), schedule: "" }) });
    this.schedule = make("input", { type: "text", spellcheck: "false", autocapitalize: "off", placeholder: "p q q p", onchange: (e) => app.change({ schedule: e.target.value.trim(), execution: 0 }) });
    this.picture = make("div", { class: "graph", hidden: true, tabindex: "0", role: "region", "aria-label": "executions as graphs" });
    this.answer = make("pre", { class: "answer", tabindex: "0", "aria-live": "polite" });
    $("view-why").append(
      make("p", { class: "note" }, "Name an execution by its number in the order of visits or, if it may not have been explored, by its schedule: "
        + "the threads of its events in order, one word for each event. The beginning of an execution will do."),
      make("div", { class: "choose" }, make("label", {}, "Algorithm", this.algorithm), make("label", {}, "Why this execution", this.execution),
        make("label", { class: "grow" }, "or why not this schedule", this.schedule)),
      this.both = make("div", {}, this.answer, this.picture));
  }

  async show() {
    const { app } = this;
    const { algorithm, execution, schedule } = app.state;
    this.algorithm.value = algorithm;
    this.execution.value = execution || "";
    this.schedule.value = schedule;
    if (!app.ready) {
      this.shown = "";
      this.draw({});
      this.answer.textContent = "";
      return;
    }
    const key = JSON.stringify([app.turn, algorithm, execution, schedule]);
    if (key === this.shown) return;
    this.shown = key;
    this.draw({});
    this.answer.textContent = "…";
    const call = schedule ? ["whyNot", [app.what(), algorithm, schedule]] : ["why", [app.what(), algorithm, execution || 1]];
    let answer;
    try {
      answer = await app.call(...call, { seconds: app.state.seconds });
    } catch (e) {
      answer = { failed: e.message };
    }
    if (key !== this.shown) return;
    this.answer.textContent = answer.failed || answer.text;
    this.draw(answer);
    app.tour.mark();
  }

  /** draw shows the picture of executions that are graphs, beside the text. */
  draw({ picture, aloud }) {
    this.picture.hidden = !picture;
    this.both.classList.toggle("both", Boolean(picture));
    for (const old of this.picture.querySelectorAll("img")) URL.revokeObjectURL(old.src);
    this.picture.replaceChildren();
    if (picture) this.picture.append(make("img", { src: URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" })), alt: aloud }));
  }
}
