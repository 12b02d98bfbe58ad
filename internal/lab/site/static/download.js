// Results as files: the table and the curves as CSV, table, chart, tree and execution as SVG and PNG.

import { $, draw, make, number } from "./dom.js";

/** save offers a text or an image as a file. */
function save(name, type, data) {
  const link = make("a", { href: URL.createObjectURL(new Blob([data], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const cell = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
const csv = (rows) => rows.map((r) => `${r.map(cell).join(",")}\n`).join("");

/** ended are the explorations shown that have ended, in the order of the table. */
const ended = (app) => [...app.names()].map((n) => app.runs.get(n)).filter((r) => r?.ended);

/** table is the table of counters, with a row for each algorithm shown that has ended. */
export function table(app) {
  const counts = ["executions", "redundant", "events", ...app.catalog.endings];
  return csv([["program", "memory", "algorithm", ...counts, "largest", "complete", "note"],
    ...ended(app).map((r) => [app.name, app.state.memory, r.algorithm, ...counts.map((c) => r.counts[c] ?? ""), r.largest ?? "", Boolean(r.complete), r.failed || r.refused || r.stopped || ""])]);
}

/** tablePicture is the table as an SVG file. */
export function tablePicture(app) {
  const rows = ended(app).map((r) => (r.failed || r.refused ? [r.algorithm, r.failed || r.refused]
    : [r.algorithm, ...["executions", "redundant", "events"].map((c) => number(r.counts[c])), number(r.largest), r.stopped || ""]));
  const columns = [16, 260, 360, 450, 570, 590]; // the ends of numbers; texts begin at the first and the last
  const height = 62 + 24 * rows.length;
  const text = (x, y, words, more = {}) => draw("text", { x, y, fill: "#17202b", ...more }, words);
  const line = (y, cells, more) => cells.map((c, i) => text(columns[i], y, c, { "text-anchor": i > 0 && i < 5 && cells.length > 2 ? "end" : "start", ...more }));
  const svg = draw("svg", { xmlns: "http://www.w3.org/2000/svg", width: 760, height, viewBox: `0 0 760 ${height}`, "font-family": "Liberation Sans, Arial, sans-serif", "font-size": 14 },
    draw("rect", { width: 760, height, fill: "#fff" }), text(16, 24, `${app.name}${app.state.memory === "sc" ? "" : `, ${app.state.memory}`}`, { "font-weight": "bold" }),
    ...line(48, ["Algorithm", "Executions", "Redundant", "Steps", "Stores at most"], { fill: "#566273" }), draw("path", { d: "M16 55H744", stroke: "#dde3ea" }),
    ...rows.flatMap((r, i) => line(73 + 24 * i, r)));
  return new XMLSerializer().serializeToString(svg);
}

/** curves are the points of the chart. */
export function curves(app) {
  const runs = [...app.names()].map((n) => app.runs.get(n)).filter((r) => r?.curve?.length > 0);
  return csv([["program", "memory", "algorithm", "executions", "held"], ...runs.flatMap((r) => r.curve.map(([executions, held]) => [app.name, app.state.memory, r.algorithm, executions, held]))]);
}

/** styled is an SVG element of the page as a file of its own, with the style that it has here. */
export function styled(svg) {
  const copy = svg.cloneNode(true);
  const [from, to] = [svg, copy].map((s) => [s, ...s.querySelectorAll("*")]);
  from.forEach((e, i) => {
    const style = getComputedStyle(e);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "text-anchor"]) to[i].setAttribute(name, style.getPropertyValue(name));
    to[i].removeAttribute("class");
    to[i].removeAttribute("style");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const [, , width, height] = (svg.getAttribute("viewBox") || "0 0 800 600").split(" ");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

/** picture is the picture that is shown, as an SVG file; "" if there is none. Of two trees it is the first. */
export function picture(app) {
  const svg = document.querySelector(".view [role=tabpanel]:not([hidden]) svg.chart, .view [role=tabpanel]:not([hidden]) svg.execution");
  if (svg) return styled(svg);
  if (app.state.show !== "tree") return "";
  return app.views.tree.trees?.pictures?.[0] || styled(document.querySelector(".frame").contentDocument.querySelector(".tree svg"));
}

/** png draws an SVG file as an image of twice its size. */
export async function png(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = make("canvas");
  const scale = Math.min(2, 8000 / Math.max(image.width, image.height));
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** listen connects the buttons of the page. */
export function listen(app) {
  const on = (id, press) => $(id).addEventListener("click", press);
  on("save-table", () => save("counters.csv", "text/csv", table(app)));
  on("save-curves", () => save("curves.csv", "text/csv", curves(app)));
  on("save-table-picture", async () => save("counters.png", "image/png", await png(tablePicture(app))));
  on("save-picture", () => picture(app) && save("picture.svg", "image/svg+xml", picture(app)));
  on("save-image", async () => picture(app) && save("picture.png", "image/png", await png(picture(app))));
  on("print", () => print());
}
