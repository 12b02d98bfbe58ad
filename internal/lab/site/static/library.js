// A menu of programs, each an experiment to begin with.

import { $, make } from "./dom.js";
import { defaults } from "./link.js";

export class Library {
  static async load(app) {
    const answer = await fetch("library.json");
    return new Library(app, await answer.json());
  }

  constructor(app, groups) {
    this.all = groups.flatMap((g) => g.programs);
    $("library").append(...groups.map((g) => make("optgroup", { label: g.group }, ...g.programs.map((p) => make("option", { value: p.title }, p.title)))));
    $("library").addEventListener("change", (e) => {
      const { title, ...program } = this.all.find((p) => p.title === e.target.value);
      app.adopt({ ...app.state, params: "", unroll: 0, memory: defaults.memory, ...program, execution: 0, schedule: "", step: 0, tour: "", exercise: "", play: "", mine: "", question: 0 }, { push: true });
    });
  }

  /** show selects the program that is explored, if it is one of the menu. */
  show({ kind, text }) {
    $("library").value = this.all.find((p) => p.kind === kind && p.text === text)?.title || "";
  }
}
