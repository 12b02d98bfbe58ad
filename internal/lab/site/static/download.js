// Results as files: the table and the curves as CSV, the chart as SVG.

import { $, make } from "./dom.js";

/** save offers a text as a file. */
function save(name, type, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const cell = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
const csv = (rows) => rows.map((r) => `${r.map(cell).join(",")}\n`).join("");

/** table is the table of counters, with a row for each algorithm shown that has ended. */
export function table(app) {
  const counts = ["executions", "redundant", "events", ...app.catalog.endings];
  const runs = [...app.names()].map((n) => app.runs.get(n)).filter((r) => r?.ended);
  return csv([["program", "memory", "algorithm", ...counts, "largest", "complete", "note"],
    ...runs.map((r) => [app.name, app.state.memory, r.algorithm, ...counts.map((c) => r.counts[c] ?? ""), r.largest ?? "", Boolean(r.complete), r.failed || r.refused || r.stopped || ""])]);
}

/** curves are the points of the chart. */
export function curves(app) {
  const runs = [...app.names()].map((n) => app.runs.get(n)).filter((r) => r?.curve?.length > 0);
  return csv([["program", "memory", "algorithm", "executions", "held"], ...runs.flatMap((r) => r.curve.map(([executions, held]) => [app.name, app.state.memory, r.algorithm, executions, held]))]);
}

/** picture is an SVG element of the page as a file of its own, with the style that it has here. */
export function picture(svg) {
  const copy = svg.cloneNode(true);
  const [from, to] = [svg, copy].map((s) => [s, ...s.querySelectorAll("*")]);
  from.forEach((e, i) => {
    const style = getComputedStyle(e);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "text-anchor"]) to[i].setAttribute(name, style.getPropertyValue(name));
    to[i].removeAttribute("class");
    to[i].removeAttribute("style");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

/** listen connects the buttons of the page. */
export function listen(app) {
  $("save-table").addEventListener("click", () => save("counters.csv", "text/csv", table(app)));
  $("save-curves").addEventListener("click", () => save("curves.csv", "text/csv", curves(app)));
  $("save-picture").addEventListener("click", () => {
    const svg = document.querySelector(".view [role=tabpanel]:not([hidden]) svg.chart, .view [role=tabpanel]:not([hidden]) svg.execution")
      || document.querySelector(".frame")?.contentDocument?.querySelector(".tree svg");
    if (svg) save("picture.svg", "image/svg+xml", picture(svg));
  });
}
