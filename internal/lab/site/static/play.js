// Be the scheduler: the reader chooses each event, and sees which class his execution is of, and how many of all classes he has.

import { columns } from "./columns.js";
import { $, make, plural } from "./dom.js";

const hues = 10; // of threads, as in trees
const mostKept = 60; // executions of the reader

export class PlayView {
  constructor(app) {
    this.app = app;
    this.shown = "";
    this.waits = false;
    this.pressed = []; // keys
    this.kept = ""; // the schedule that is the last of the executions already
    const button = (text, title, onclick) => make("button", { type: "button", title, onclick }, text);
    this.message = make("p", { class: "note", role: "status" });
    this.moves = make("div", { class: "choices", role: "group", "aria-label": "next event" });
    this.undo = button("Undo", "take the last event back (Backspace)", () => this.back());
    this.restart = button("Begin again", "begin another execution (0)", () => this.go(""));
    this.help = button("Show one I do not have", "the schedule of a class that none of your executions is of", () => this.go(this.answer.next));
    this.forget = button("Forget mine", "forget all your executions", () => this.app.change({ play: "", mine: "" }));
    this.verdict = make("p", { class: "told", "aria-live": "polite" });
    this.classes = make("ol", { class: "boxes", "aria-label": "the classes of the program" });
    this.picture = make("div", { class: "columns", tabindex: "0", role: "region", "aria-label": "the execution so far" });
    this.list = make("ol", { class: "mine", "aria-label": "your executions" });
    this.body = make("div", { class: "play", hidden: true },
      this.moves, make("div", { class: "moves" }, this.undo, this.restart, this.help, this.forget), this.verdict,
      make("div", { class: "both" }, this.picture,
        make("div", { class: "holds" }, make("section", {}, make("h3", {}, "Classes"), this.classes), this.own = make("section", {}, make("h3", {}, "Your executions"), this.list))));
    this.body.addEventListener("keydown", (e) => this.key(e));
    $("view-play").append(
      make("p", { class: "note" }, "You are the scheduler: choose which event comes next, by its button or its number. Executions that differ only in the order of independent events are of one class. "
        + "How many executions do you need to have one of each class?"),
      this.message, this.body);
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || !/^([0-9u]|Backspace)$/.test(e.key)) return;
    e.preventDefault();
    if (this.waits) this.pressed.push(e.key);
    else this.press(e.key);
  }

  /** press does what a key asks for; keys pressed while an answer is awaited are kept until it is there. */
  press(key) {
    const moves = this.answer?.options.filter((o) => !o.waits) || [];
    if (key === "Backspace" || key === "u") this.back();
    else if (key === "0") this.go("");
    else if (moves[Number(key) - 1]) this.choose(moves[Number(key) - 1]);
  }

  get schedule() { return this.app.state.play; }

  /** go continues with another schedule. */
  go(schedule) {
    if (schedule !== this.schedule) this.kept = "";
    this.app.change({ play: schedule });
  }

  choose({ word }) { if (!this.waits) this.go(`${this.schedule} ${word}`.trim()); }

  back() { this.go(this.schedule.split(" ").slice(0, -1).join(" ")); }

  say(text) {
    this.message.textContent = text;
    this.message.hidden = !text;
    this.body.hidden = Boolean(text);
  }

  async show() {
    const { app } = this;
    if (!app.ready) {
      this.shown = "";
      this.say("");
      this.body.hidden = true;
      return;
    }
    const { schedule } = this;
    const all = app.state.mine ? app.state.mine.split(",") : [];
    const key = JSON.stringify([app.turn, schedule, all]);
    if (key === this.shown) return;
    const first = this.shown === "";
    this.shown = key;
    if (first && schedule && all.at(-1) === schedule) this.kept = schedule; // from a link
    const before = this.kept === schedule && schedule ? all.slice(0, -1) : all;
    let answer;
    this.waits = true;
    try {
      answer = await app.call("play", [app.what(), schedule, before], { seconds: Math.max(10, app.state.seconds) });
    } catch (e) {
      answer = { failed: e.message };
    }
    if (key !== this.shown) return;
    this.waits = false;
    if (answer.failed) {
      this.answer = null;
      this.pressed = [];
      this.say(answer.failed);
      return;
    }
    this.say("");
    this.answer = answer;
    if (answer.maximal && schedule && this.kept !== schedule) {
      this.kept = schedule;
      app.state.mine = [...all, schedule].slice(-mostKept).join(",");
      app.keep();
      this.shown = JSON.stringify([app.turn, schedule, app.state.mine.split(",")]);
    }
    this.draw(before);
    if (this.pressed.length > 0) this.press(this.pressed.shift());
  }

  draw(before) {
    const { answer } = this;
    const had = this.body.contains(document.activeElement) && document.activeElement.matches("button, kbd");
    let n = 0;
    this.moves.replaceChildren(...answer.options.map((o) => make("button", {
      type: "button", class: `t${o.thread % hues} choice`, disabled: Boolean(o.waits), title: o.waits || "", onclick: () => this.choose(o),
    }, o.waits ? null : make("kbd", {}, String(++n)), make("strong", {}, answer.threads[o.thread]), ` ${o.text}`, o.waits && make("small", {}, ` ${o.waits}`))));
    if (answer.maximal) this.moves.replaceChildren(make("p", { class: "note" }, "No thread can continue: the execution is maximal."));
    this.undo.disabled = answer.events.length === 0;
    this.restart.disabled = answer.events.length === 0;
    this.help.hidden = !answer.next;
    this.forget.hidden = !this.app.state.mine;
    if (had && !(this.body.contains(document.activeElement) && document.activeElement.matches(":enabled:not([hidden])"))) (this.moves.querySelector("button:enabled") || this.restart).focus();
    this.verdict.replaceChildren(...this.words());
    this.picture.replaceChildren(columns(answer.threads, answer.events, { newest: true, all: answer.events.concat(answer.options.map((o) => ({ thread: o.thread, text: o.text }))) }));
    this.drawClasses();
    const mine = before.map((schedule, i) => ({ schedule, number: answer.mine[i] }));
    if (answer.maximal) mine.push({ schedule: this.schedule, number: answer.class });
    this.own.hidden = mine.length === 0;
    this.list.replaceChildren(...mine.map(({ schedule, number }) => make("li", {}, make("button", { type: "button", class: "link", onclick: () => this.recall(schedule) }, schedule), ` class ${number}`)));
    this.app.tour.mark();
  }

  /** recall shows an earlier execution again. */
  recall(schedule) {
    this.go(schedule);
  }

  drawClasses() {
    const { answer } = this;
    const found = Math.max(answer.found, answer.class || 0);
    const count = Math.max(answer.classes, found);
    const note = answer.classes === 0 ? "There are too many classes to count here." : `You have ${found} of ${plural(answer.classes, "class", "classes")}.`;
    const boxes = count > 120 ? [] : Array.from({ length: count }, (_, i) => make("li", { class: i < found ? `have${i + 1 === answer.class ? " this" : ""}` : "" }, i < found ? String(i + 1) : "?"));
    this.classes.replaceChildren(make("li", { class: "sum" }, note), ...boxes);
  }

  /** words say where the execution is among the classes. */
  words() {
    const { answer } = this;
    const kind = (name, text) => make("span", { class: `kind ${name}` }, text);
    if (answer.maximal) {
      const title = answer.seen ? kind("asleep", `Class ${answer.class} again`) : kind("output", `Class ${answer.class}, new`);
      const with_ = answer.compared ? ` Compared with your execution ${answer.compared}: ${answer.text}` : "";
      const all = answer.classes > 0 && !answer.seen && answer.class === answer.classes ? " You have them all." : "";
      return [title, ` ${answer.ending.split("\n")[0]}.${with_}${all}`];
    }
    if (answer.within < 0 || answer.classes === 0) return [kind("", "Choose"), " the next event."];
    const one = answer.fresh === 0 ? "you have it: whatever you choose, the execution will be of that class" : "you do not have it";
    const missing = answer.within === 1 ? one : answer.fresh === 0 ? "you have each of them: whatever you choose, the execution will be of a class that you have"
      : answer.fresh === answer.within ? "you have none of them" : `you do not have ${answer.fresh} of them`;
    return [kind(answer.fresh === 0 ? "asleep" : "", answer.fresh === 0 ? "Nothing new" : "Choose"), ` Executions of ${plural(answer.within, "class", "classes")} begin like this, and ${missing}.`];
  }
}
