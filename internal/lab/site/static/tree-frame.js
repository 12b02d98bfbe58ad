// The exploration trees of one or two algorithms: the page that the command tree writes, in a frame.

import { $, make } from "./dom.js";
import { MeetingView, states } from "./meeting.js";
import { pictures } from "./print.js";

const keep = 2000; // explorations
const none = "no other";

export class TreeView {
  constructor(app) {
    this.app = app;
    this.shown = "";
    const trees = app.algorithms({ trees: true }).map((a) => a.name);
    this.algorithm = make("select", { onchange: (e) => app.change({ algorithm: e.target.value }) }, ...trees.map((n) => make("option", { value: n }, n)));
    this.against = make("select", { onchange: (e) => app.change({ against: e.target.value }) },
      make("option", { value: "" }, none), make("option", { value: states }, "its states"), ...trees.map((n) => make("option", { value: n }, n)));
    this.alone = make("button", { type: "button", "aria-pressed": "false", onclick: () => this.enlarge() }, "Whole window");
    this.place = make("div");
    this.meeting = new MeetingView(app, (execution) => this.point({ algorithm: app.state.algorithm, execution }));
    this.printed = make("div", { class: "printed on-paper" });
    this.message = make("p", { class: "note", role: "status" });
    $("view-tree").append(
      make("div", { class: "choose" }, make("label", {}, "Algorithm", this.algorithm), make("label", {}, "next to ", this.against), this.alone),
      this.message, this.beside = make("div", {}, this.place, this.meeting.element), this.printed);
    addEventListener("message", (e) => this.heard(e));
    addEventListener("keydown", (e) => {
      if (e.key === "Escape" && document.querySelector(".view.alone")) this.enlarge();
    });
    this.place.style.display = "contents";
  }

  enlarge() {
    const on = document.querySelector(".view").classList.toggle("alone");
    this.alone.setAttribute("aria-pressed", String(on));
    this.alone.textContent = on ? "Back" : "Whole window";
  }

  async show() {
    const { app } = this;
    const { algorithm, against, execution } = app.state;
    const entry = app.catalog.algorithms.find((a) => a.name === algorithm);
    this.algorithm.value = algorithm;
    this.against.value = against;
    this.meet(app.ready && entry.tree && against === states);
    if (!app.ready) {
      this.shown = "";
      this.clear();
      this.say("");
      return;
    }
    if (!entry.tree) {
      this.shown = "";
      this.clear();
      this.say(entry.samples ? `${algorithm} samples: its executions make no tree.` : `The executions of ${algorithm} stand for ${entry.coarser} classes: they do not branch off from each other at races.`);
      return;
    }
    const names = against && against !== algorithm && against !== states ? [algorithm, against] : [algorithm];
    const key = JSON.stringify([app.turn, names]);
    if (key === this.shown) return;
    this.shown = key;
    this.say("Recording …");
    let trees;
    try {
      trees = await app.call("trees", [app.what(), names, keep], { seconds: app.state.seconds });
    } catch (e) {
      trees = { failed: e.message };
    }
    if (key !== this.shown) return;
    if (trees.failed) {
      this.clear();
      this.say(trees.failed);
      return;
    }
    this.say("");
    pictures(this.printed, trees.pictures);
    this.trees = { ...trees, data: JSON.stringify(trees.data), pictures: trees.pictures, select: execution, marks: app.tour.marks() };
    this.told = false;
    this.frame = make("iframe", { class: "frame", src: "tree.html", title: `${trees.title}` });
    this.place.replaceChildren(this.frame);
  }

  /** meet shows the states beside the tree, or not. */
  meet(on) {
    this.beside.classList.toggle("beside", on);
    this.meeting.element.hidden = !on;
    if (on) this.meeting.show();
  }

  clear() {
    this.place.replaceChildren();
    pictures(this.printed, []);
  }

  say(text) { this.message.textContent = text; }

  /** post sends something to the frame, once it shows its trees. */
  post(message) {
    if (this.frame?.contentWindow && this.told) this.frame.contentWindow.postMessage(message, location.origin);
  }

  /** mark marks what to look at in the trees. */
  mark(marks) {
    if (this.trees) this.trees.marks = marks;
    this.post({ marks });
  }

  /** point selects an exploration of a tree. */
  point(go) { this.post({ go }); }

  /** focus moves the focus into the tree. */
  focus() {
    this.frame?.focus();
    this.post({ focus: true });
  }

  heard(e) {
    if (!this.frame || e.source !== this.frame.contentWindow) return;
    if (e.data.ready) {
      this.frame.contentWindow.postMessage(this.trees, location.origin);
      this.told = true;
    }
    if (e.data.names) this.meeting.call(new Map(e.data.names), e.data.shown || 0);
    if (e.data.key) this.app.tour.press(e.data.key);
    if ("selected" in e.data) this.meeting.follow(e.data.selected || 0);
    if (e.data.selected && e.data.algorithm === this.app.state.algorithm) {
      this.app.state.execution = e.data.selected;
      this.app.keep();
    }
  }
}
