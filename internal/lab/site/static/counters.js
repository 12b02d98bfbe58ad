// The table of counters: a row for each algorithm that is shown, updated while it explores.

import { $, duration, make, number, plural } from "./dom.js";
import { swatch } from "./palette.js";

const columns = 6; // after the name

export class Counters {
  /** choose is called with the name of the algorithm that the user selects. */
  constructor({ algorithms, endings }, choose) {
    this.algorithms = algorithms;
    this.endings = endings;
    this.rows = new Map();
    const body = $("counters").tBodies[0];
    for (const a of algorithms) {
      const row = make("tr", { "data-algorithm": a.name, hidden: true });
      this.rows.set(a.name, row);
      row.append(make("th", { scope: "row" }, swatch(a.name), make("button", { type: "button", title: `${a.doc}\n${a.paper}`, onclick: () => choose(a.name) }, a.name),
        a.coarser && make("span", { class: "coarser" }, `of ${a.coarser} classes`)));
      body.append(row);
      this.clear(a.name);
    }
  }

  entry(name) { return this.algorithms.find((a) => a.name === name); }

  /** only shows the rows of these algorithms. */
  only(names) {
    for (const [name, row] of this.rows) row.hidden = !names.has(name);
  }

  clear(name) {
    this.fill(name, "waiting", ...Array.from({ length: columns }, (_, i) => make("td", { class: i === 4 ? "of" : i === 5 ? "n time" : "n" }, i === 4 ? "" : "–")));
  }

  fill(name, kind, ...cells) {
    const row = this.rows.get(name);
    row.classList.remove("waiting", "going-on", "ended");
    row.classList.add(kind);
    row.querySelector(".promise")?.remove();
    while (row.children.length > 1) row.lastChild.remove(); // the button stays where it is, with the focus and a click that has begun
    row.append(...cells);
  }

  choose(name) {
    for (const [its, row] of this.rows) {
      row.classList.toggle("chosen", its === name);
      row.querySelector("button").setAttribute("aria-pressed", String(its === name));
    }
  }

  show(run) {
    if (run.failed || run.refused) {
      this.fill(run.algorithm, "ended", make("td", { class: run.failed ? "failed" : "refused", colspan: columns }, run.failed || run.refused));
      return;
    }
    const n = run.counts;
    const all = this.endings.filter((e) => n[e] > 0).map((e) => `${number(n[e])} ${e.replace("_", " ")}`).join(", ");
    this.fill(run.algorithm, run.ended ? "ended" : "going-on",
      make("td", { class: "n executions" }, number(n.executions), all && make("span", { class: `endings${n.failed > 0 ? " failed" : ""}` }, all)),
      make("td", { class: `n redundant ${n.redundant > 0 ? "waste" : "zero"}` }, number(n.redundant)),
      make("td", { class: "n events" }, number(n.events)),
      make("td", { class: "n stored" }, number(run.largest)), make("td", { class: "of" }, this.what(run)),
      make("td", { class: "n time" }, run.ended ? duration(run.seconds) : make("span", { class: "going", title: "still exploring" }),
        run.stopped && make("span", { class: "stopped" }, run.stopped)));
  }

  /** compare marks the algorithms whose number of executions is not what they promise: each class exactly once, or at least once. */
  compare(runs) {
    const all = runs.get("exhaustive");
    if (!all?.complete) return;
    const classes = all.counts.executions;
    for (const a of this.algorithms) {
      const run = runs.get(a.name);
      if (a.samples || a.coarser || !run?.complete || run.counts.executions === classes) continue;
      const row = this.rows.get(a.name);
      row.querySelector(".promise")?.remove();
      if (!a.once && run.counts.executions > classes) {
        row.firstChild.append(make("span", { class: "coarser promise" }, `${plural(classes, "class", "classes")}, each at least once`));
      } else row.querySelector(".executions").append(make("span", { class: "endings failed promise" }, `there are ${plural(classes, "class", "classes")}`));
    }
  }

  /** what names the things of which the algorithm held most. */
  what(run) {
    return Object.entries(run.stored).find(([, n]) => n === run.largest)?.[0] || "";
  }
}
