// The table of counters: a row for each algorithm, updated while it explores.

import { $, duration, make, number } from "./dom.js";

export class Counters {
  /** choose is called with the name of the algorithm that the user selects. */
  constructor({ algorithms, endings }, choose) {
    this.algorithms = algorithms;
    this.endings = endings;
    this.rows = new Map();
    const body = $("counters").tBodies[0];
    algorithms.forEach((a, i) => {
      const row = make("tr", { class: `c${i % 16}`, "data-algorithm": a.name });
      this.rows.set(a.name, row);
      row.append(make("th", { scope: "row" }, make("button", { type: "button", title: `${a.doc}\n${a.paper}`, onclick: () => choose(a.name) }, a.name)));
      body.append(row);
      this.clear(a.name);
    });
  }

  clear(name) {
    this.fill(name, "waiting", ...Array.from({ length: 6 }, (_, i) => make("td", { class: i === 4 ? "of" : "n" }, i === 4 ? "" : "–")));
  }

  fill(name, kind, ...cells) {
    const row = this.rows.get(name);
    row.classList.remove("waiting", "going-on", "ended");
    row.classList.add(kind);
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
      this.fill(run.algorithm, "ended", make("td", { class: run.failed ? "failed" : "refused", colspan: 6 }, run.failed || run.refused));
      return;
    }
    const n = run.counts;
    const all = this.endings.filter((e) => n[e] > 0).map((e) => `${number(n[e])} ${e.replace("_", " ")}`).join(", ");
    this.fill(run.algorithm, run.ended ? "ended" : "going-on",
      make("td", { class: "n executions" }, number(n.executions), this.coarser(run.algorithm),
        all && make("span", { class: `endings${n.failed > 0 ? " failed" : ""}` }, all)),
      make("td", { class: `n redundant ${n.redundant > 0 ? "waste" : "zero"}` }, number(n.redundant)),
      make("td", { class: "n events" }, number(n.events)),
      make("td", { class: "n stored" }, number(run.largest)), make("td", { class: "of" }, this.what(run)),
      make("td", { class: "n time" }, duration(run.seconds), run.ended ? null : make("span", { class: "going", title: "still exploring" }),
        run.stopped && make("span", { class: "stopped" }, run.stopped)));
  }

  /** coarser names the equivalence whose classes an algorithm visits, if that is not happens-before. */
  coarser(name) {
    const { coarser } = this.algorithms.find((a) => a.name === name);
    return coarser && make("span", { class: "coarser" }, `of ${coarser} classes`);
  }

  /** compare marks the algorithms whose number of executions is not that of the classes. */
  compare(runs) {
    const classes = runs.get("exhaustive");
    if (!classes?.complete) return;
    for (const a of this.algorithms) {
      const run = runs.get(a.name);
      if (a.samples || a.coarser || !run?.complete || run.counts.executions === classes.counts.executions) continue;
      this.rows.get(a.name).querySelector(".executions").append(
        make("span", { class: "endings failed" }, `there are ${number(classes.counts.executions)} classes`));
    }
  }

  /** what names the things of which the algorithm held most. */
  what(run) {
    return Object.entries(run.stored).find(([, n]) => n === run.largest)?.[0] || "";
  }
}
