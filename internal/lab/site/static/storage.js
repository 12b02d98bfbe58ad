// What each algorithm stores, as curves against the number of executions.

import { $, draw, make, number } from "./dom.js";
import { dashes, dress, marker } from "./palette.js";

const height = 380;
const edge = { left: 62, right: 182, top: 18, bottom: 42 };

export class StorageView {
  constructor(app) {
    this.app = app;
    this.log = make("input", { type: "checkbox", onchange: () => this.show() });
    this.all = make("input", { type: "checkbox", onchange: () => this.show() });
    this.place = make("div");
    $("view-storage").append(
      make("p", { class: "note" }, "The largest number of things of one kind that each algorithm has held at one time, against the executions it has explored. "
        + "Wakeup trees and stored schedules may grow with the number of executions; what POP holds does not."),
      make("div", { class: "choose" }, make("label", {}, make("span", {}, this.log, " logarithmic scales")),
        make("label", {}, make("span", {}, this.all, " with full enumeration, which stores every configuration"))),
      this.place);
  }

  progress() { this.show(); }

  show() {
    const names = this.app.names();
    const exact = new Set(this.app.catalog.algorithms.filter((a) => names.has(a.name) && !a.samples && (this.all.checked || a.name !== "exhaustive")).map((a) => a.name));
    this.all.closest("label").hidden = !names.has("exhaustive");
    const runs = [...this.app.runs.values()].filter((r) => exact.has(r.algorithm) && r.curve?.length > 0 && r.counts.executions > 0);
    if (runs.length === 0) {
      this.place.replaceChildren(make("p", { class: "note" }, this.app.ready ? "No execution yet." : ""));
      return;
    }
    this.place.replaceChildren(this.chart(runs));
    this.app.tour.mark();
  }

  chart(runs) {
    const log = this.log.checked;
    const width = Math.max(300, Math.min(1100, this.place.clientWidth || 700));
    const most = (of) => Math.max(1, ...runs.flatMap((r) => r.curve.map(of)));
    const [across, up] = [most((p) => p[0]), most((p) => p[1])];
    const scale = (value, max, length) => length * (log ? Math.log10(Math.max(1, value)) / Math.max(Math.log10(max), 0.3) : value / max);
    const x = (n) => edge.left + scale(n, across, width - edge.left - edge.right);
    const y = (n) => height - edge.bottom - scale(n, up, height - edge.top - edge.bottom);
    const svg = draw("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": this.words(runs) });
    for (const n of ticks(up, log)) {
      svg.append(draw("line", { class: "grid", x1: edge.left, x2: width - edge.right, y1: y(n), y2: y(n) }),
        draw("text", { x: edge.left - 8, y: y(n) + 4, "text-anchor": "end" }, number(n)));
    }
    for (const n of ticks(across, log)) svg.append(draw("text", { x: x(n), y: height - edge.bottom + 18, "text-anchor": "middle" }, number(n)));
    svg.append(draw("line", { class: "axis", x1: edge.left, x2: width - edge.right, y1: height - edge.bottom, y2: height - edge.bottom }),
      draw("text", { x: (edge.left + width - edge.right) / 2, y: height - 6, "text-anchor": "middle" }, "executions"),
      draw("text", { x: -(height - edge.bottom) / 2, y: 14, "text-anchor": "middle", transform: "rotate(-90)" }, "held at most"));
    const names = [];
    const solid = (run) => (dashes(run.algorithm) === "" ? 0 : 1); // dashes are drawn over solid lines, so that both are seen where two coincide
    for (const run of [...runs].sort((a, b) => solid(a) - solid(b))) {
      const points = run.curve.filter((p, i) => i > 0 || p[0] > 0);
      const d = points.map((p, i) => `${i === 0 ? "M" : `L${x(p[0])} ${y(points[i - 1][1])}L`}${x(p[0])} ${y(p[1])}`).join("");
      const last = points.at(-1);
      const chosen = run.algorithm === this.app.state.algorithm;
      svg.append(dress(draw("g", { "data-algorithm": run.algorithm }, draw("title", {}, `${run.algorithm}: ${number(last[1])} after ${number(last[0])} executions`),
        chosen && draw("path", { class: "halo", d }),
        draw("path", { class: "curve", d, "stroke-dasharray": dashes(run.algorithm) }),
        marker(run.algorithm, x(last[0]), y(last[1]), 4.6)), run.algorithm));
      names.push({ at: y(last[1]), from: x(last[0]), algorithm: run.algorithm, text: `${run.algorithm} ${number(last[1])}` });
    }
    svg.append(...this.names(names, width - edge.right + 14));
    return svg;
  }

  /** names puts the names next to the ends of the curves, without overlaps. */
  names(names, left) {
    names.sort((a, b) => a.at - b.at);
    let free = edge.top - 6;
    for (const n of names) free = (n.y = Math.max(n.at, free)) + 17;
    free = height - 8;
    for (const n of [...names].reverse()) free = (n.y = Math.min(n.y, free)) - 17;
    return names.map((n) => dress(draw("g", { "data-name": n.algorithm },
      draw("path", { class: "leader", d: `M${n.from + 7} ${n.at}L${left - 8} ${n.at}L${left - 2} ${n.y}` }),
      marker(n.algorithm, left + 6, n.y, 4), draw("text", { class: "name", x: left + 16, y: n.y + 4 }, n.text)), n.algorithm));
  }

  words(runs) {
    return `The most that algorithms hold: ${runs.map((r) => `${r.algorithm} ${number(r.largest)} after ${number(r.counts.executions)} executions`).join("; ")}.`;
  }
}

/** ticks are round numbers up to max. */
function ticks(max, log) {
  if (log) return Array.from({ length: Math.floor(Math.log10(max)) + 1 }, (_, i) => 10 ** i);
  const rough = max / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, unit * ([1, 2, 5, 10].find((m) => m * unit >= rough) || 10));
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, i) => i * step);
}
