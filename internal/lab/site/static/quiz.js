// Questions that the laboratory makes about the program shown, and answers with reasons.

import { columns } from "./columns.js";
import { $, make } from "./dom.js";

const kinds = [["reversed", "Which races are reversed?"], ["equivalent", "Equivalent or not?"], ["blocked", "Will it be given up?"]];

export class QuizView {
  constructor(app) {
    this.app = app;
    this.shown = "";
    this.score = { asked: 0, right: 0 };
    const names = app.algorithms().filter((a) => a.steps && a.name !== "trust").map((a) => a.name);
    this.kind = make("select", { onchange: (e) => this.next(e.target.value, 0) }, ...kinds.map(([value, title]) => make("option", { value }, title)));
    this.algorithm = make("select", { onchange: (e) => app.change({ algorithm: e.target.value, question: 0 }) }, ...names.map((n) => make("option", { value: n }, n)));
    this.by = make("label", {}, "Algorithm", this.algorithm);
    this.message = make("p", { class: "note", role: "status" });
    this.text = make("p", { class: "asked", tabindex: "-1" });
    this.facts = make("ul", { class: "facts" });
    this.pictures = make("div", { class: "pictures" });
    this.options = make("fieldset", { class: "options" });
    this.check = make("button", { type: "button", class: "primary", onclick: () => this.judge() }, "Check my answer");
    this.more = make("button", { type: "button", onclick: () => this.next(app.state.quiz, app.state.question + 1) }, "Next question");
    this.counted = make("span", { class: "note" });
    this.verdict = make("div", { class: "told", role: "status", hidden: true });
    this.body = make("div", { class: "quiz", hidden: true }, this.text, this.facts,
      make("div", { class: "both" }, make("div", { class: "asking" }, this.options, make("div", { class: "moves" }, this.check, this.more, this.counted), this.verdict), this.pictures));
    $("view-quiz").append(make("div", { class: "choose" }, make("label", {}, "Question", this.kind), this.by), this.message, this.body);
  }

  next(quiz, question) {
    this.app.change({ quiz, question });
    this.text.focus();
  }

  say(text) {
    this.message.textContent = text;
    this.message.hidden = !text;
    this.body.hidden = Boolean(text);
  }

  async show() {
    const { app } = this;
    const { quiz, question, algorithm } = app.state;
    this.kind.value = quiz;
    this.by.hidden = quiz === "equivalent";
    this.algorithm.value = algorithm;
    if (!app.ready) {
      this.shown = "";
      this.say("");
      this.body.hidden = true;
      return;
    }
    const key = JSON.stringify([app.turn, quiz, question, quiz === "equivalent" || algorithm]);
    if (key === this.shown) return;
    this.shown = key;
    let asked;
    try {
      asked = await app.call("quiz", [app.what(), algorithm, quiz, question], { seconds: Math.max(10, app.state.seconds) });
    } catch (e) {
      asked = { failed: e.message };
    }
    if (key !== this.shown) return;
    this.say(asked.failed || "");
    if (!asked.failed) this.ask(asked);
    app.tour.mark();
  }

  ask(asked) {
    this.asked = asked;
    this.done = false;
    this.text.textContent = asked.text;
    this.facts.replaceChildren(...(asked.facts || []).map((f) => make("li", {}, f)));
    const type = asked.several ? "checkbox" : "radio";
    this.boxes = asked.options.map((o) => make("input", { type, name: "option", onchange: () => this.draw() }));
    this.rows = asked.options.map((o, i) => make("div", { class: "option" }, make("label", {}, this.boxes[i], " ", o.text)));
    this.options.disabled = false;
    this.options.replaceChildren(make("legend", { class: "hidden" }, asked.text), ...this.rows);
    this.verdict.hidden = true;
    this.check.disabled = false;
    this.draw();
  }

  /** draw draws the pictures: until the question has been answered, without what gives the answer away. */
  draw() {
    const { asked } = this;
    const races = asked.options.filter((o, i) => o.race && this.boxes[i].checked).map((o) => o.race);
    const shown = this.done ? asked.pictures : asked.pictures.slice(0, asked.kind === "blocked" ? 1 : 2);
    this.pictures.replaceChildren(...shown.map((p, i) => make("figure", {}, make("figcaption", {}, p.title),
      columns(p.threads, p.events, { arrows: this.done || asked.kind !== "equivalent", races: i === 0 ? races : [], rows: 2 }))));
  }

  judge() {
    const { asked } = this;
    this.done = true;
    const right = asked.options.every((o, i) => o.right === this.boxes[i].checked);
    this.score.asked++;
    if (right) this.score.right++;
    this.rows.forEach((row, i) => {
      const o = asked.options[i];
      row.classList.add(o.right ? "good" : "bad");
      row.append(make("span", { class: "mark-of" }, o.right ? " ✓ right" : this.boxes[i].checked ? " ✗ not so" : ""), o.why ? make("p", { class: "note" }, o.why) : "");
    });
    this.options.disabled = true;
    this.check.disabled = true;
    this.verdict.hidden = false;
    this.verdict.replaceChildren(make("span", { class: `kind ${right ? "output" : "race"}` }, right ? "Right" : "Not quite"), ` ${asked.answer}`);
    this.counted.textContent = `${this.score.right} of ${this.score.asked} right`;
    this.draw();
    this.more.focus();
  }
}
