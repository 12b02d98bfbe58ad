// One experiment in another page: without header, program and table, sized for a frame.

import { $ } from "./dom.js";
import { write } from "./link.js";

const heights = { tree: 560, steps: 760, play: 640, quiz: 640, storage: 560, classes: 520, why: 460 }; // pixels

/** embed shows or hides what is around the experiment, as the link asks. */
export function embed(app) {
  const on = app.state.embed > 0;
  document.body.classList.toggle("embedded", on);
  $("embedded").hidden = !on;
  if (!on) return;
  const { kind, text, memory } = app.state;
  $("embedded-program").textContent = kind === "small" ? text.replace(/\s*\n\s*/g, " ") : app.name || "";
  $("embedded-memory").textContent = memory === "sc" ? "" : `under ${memory}`;
  $("embedded-open").href = write({ ...app.state, embed: 0 });
}

/** code is what puts the experiment that is shown into another page. */
export function code(app) {
  const address = location.href.replace(/#.*/, "") + write({ ...app.state, embed: 1, tour: "", exercise: "" });
  const escaped = (s) => s.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
  return `<iframe src="${escaped(address)}" title="${escaped(`dporbench: ${app.name}`)}" width="100%" height="${heights[app.state.show]}" loading="lazy"></iframe>`;
}
