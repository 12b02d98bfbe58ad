// The classes that each algorithm visits, compared with full enumeration; for a litmus test, also its final states.

import { $, make, number, plural } from "./dom.js";
import { swatch } from "./palette.js";

export class ClassesView {
  constructor(app) {
    this.app = app;
    this.shown = "";
    this.states = make("div");
    this.verdict = make("p", { role: "status", class: "note" });
    this.body = make("tbody");
    this.table = make("table", { class: "compared" },
      make("thead", {}, make("tr", {}, ...["Algorithm", "Executions", "Missing", "Duplicated", "Unknown", "Verdict"].map((t, i) =>
        make("th", { scope: "col", class: i > 0 && i < 5 ? "n" : null }, t)))), this.body);
    this.examples = make("div");
    $("view-classes").append(this.states,
      make("p", { class: "note" }, "Two executions are of the same class if they differ only in the order of independent events. Full enumeration visits every "
        + "configuration, with no reduction, so it finds every class. An algorithm must keep its promise: to visit each class exactly once, or at least once."),
      this.verdict, make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "table of classes" }, this.table), this.examples);
  }

  async show() {
    const { app } = this;
    if (!app.ready) {
      this.shown = "";
      this.table.hidden = true;
      this.states.replaceChildren();
      this.examples.replaceChildren();
      this.verdict.textContent = "";
      return;
    }
    const names = [...app.names()];
    const key = JSON.stringify([app.turn, names]);
    if (this.shown === key) return;
    const turn = (this.shown = key);
    this.body.replaceChildren();
    this.examples.replaceChildren();
    this.states.replaceChildren();
    this.table.hidden = false;
    this.verdict.textContent = "Enumerating …";

    if (app.state.kind === "litmus") this.showStates(turn);
    const seconds = app.state.seconds * (names.length + 1);
    let result;
    try {
      result = await app.call("compare", [app.what(), names, app.bounds], { seconds, progress: (c) => this.shown === turn && this.add(c) });
    } catch (e) {
      result = { failed: e.message };
    }
    if (this.shown !== turn) return;
    if (result.failed) {
      this.table.hidden = this.body.rows.length === 0;
      this.verdict.textContent = `Nothing to compare with: ${result.failed}.`;
    } else this.verdict.replaceChildren(make("strong", {}, `${plural(result.comparisons.find((c) => !c.refused)?.classes ?? 0, "class", "classes")} by full enumeration.`));
    app.tour.mark();
  }

  add(c) {
    const cell = (n, wrong) => make("td", { class: `n ${n === 0 ? "zero" : wrong ? "failed" : ""}` }, number(n));
    const row = make("tr", { "data-algorithm": c.algorithm }, make("th", { scope: "row" }, swatch(c.algorithm), c.algorithm));
    const entry = this.app.catalog.algorithms.find((a) => a.name === c.algorithm);
    const { samples, once } = entry;
    if (c.failed || c.refused) row.append(make("td", { class: c.failed ? "failed" : "refused", colspan: 5 }, c.failed || c.refused));
    else {
      const right = c.missing === 0 && (c.duplicated === 0 || !once) && c.unknown === 0;
      row.append(make("td", { class: "n" }, number(c.executions)), c.stopped ? make("td", { class: "n" }, "–") : cell(c.missing, !samples), cell(c.duplicated, once), cell(c.unknown, true),
        make("td", {}, samples ? make("span", { class: "zero" }, "samples, and promises nothing") : c.stopped ? make("span", { class: "stopped" }, c.stopped)
          : make("span", { class: `verdict ${right ? "good" : "bad"}` }, right ? this.kept(entry, c) : this.wrong(entry, c))));
    }
    this.body.append(row);
    if (samples) return;
    for (const s of c.missingShown || []) this.example(c.algorithm, "misses the class of", s);
    if (once) for (const s of c.duplicatedShown || []) this.example(c.algorithm, "visits again the class of", s);
  }

  /** kept says which promise has been kept, in the words of the command check. */
  kept(entry, c) {
    const each = entry.coarser ? `each of ${number(c.classes)} ${entry.coarser} classes` : "each class";
    return `${each} ${entry.once ? "exactly once" : "at least once, as promised"}`;
  }

  wrong({ once }, c) { return [c.missing > 0 && "misses", once && c.duplicated > 0 && "repeats", c.unknown > 0 && "unknown"].filter(Boolean).join(", "); }

  example(algorithm, what, s) {
    const { app } = this;
    const ask = s.number
      ? make("button", { type: "button", onclick: () => app.change({ show: "why", algorithm, execution: s.number, schedule: "" }) }, "Why?")
      : s.schedule && make("button", { type: "button", onclick: () => app.change({ show: "why", algorithm, schedule: s.schedule, execution: 0 }) }, "Why not?");
    this.examples.append(make("details", { open: this.examples.children.length < 2 },
      make("summary", {}, make("strong", {}, algorithm), ` ${what} ${s.number ? `its execution ${number(s.number)}` : "this execution"}`), make("pre", { tabindex: "0" }, s.text), ask));
  }

  async showStates(turn) {
    const { app } = this;
    let s;
    try {
      s = await app.call("states", [app.what(), "pop", app.bounds], { seconds: app.state.seconds });
    } catch (e) {
      s = { failed: e.message };
    }
    if (this.shown !== turn) return;
    if (s.failed) {
      this.states.replaceChildren(make("p", { class: "note" }, `Final states: ${s.failed}`));
      return;
    }
    this.states.replaceChildren(
      make("h3", {}, "Final states under ", app.state.memory),
      make("table", { class: "states" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "State"), make("th", { scope: "col", class: "n" }, "Executions"), make("th", { scope: "col" }, s.condition))),
        make("tbody", {}, ...s.states.map((t) => make("tr", {}, make("td", {}, make("code", {}, t.text)), make("td", { class: "n" }, number(t.executions)),
          make("td", {}, t.holds ? make("strong", {}, "holds") : make("span", { class: "zero" }, "does not hold")))))),
      make("p", {}, make("span", { class: `verdict ${s.ok ? "good" : "bad"}` }, s.ok ? "Ok" : "No"), `: ${s.observation.toLowerCase()} observed.`));
    app.tour.mark();
  }
}
