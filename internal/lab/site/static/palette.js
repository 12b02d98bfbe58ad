// The look of each algorithm, the same in tables and charts: colour, dashes and marker, from the catalogue.

import { draw } from "./dom.js";

/** corners are the outlines of markers of radius 1, as star(tips, direction in turns, radius of tips, radius of notches). */
const corners = {
  circle: star(24, 0, 1, 0), square: star(4, 1 / 8, 1.15, 0), triangle: star(3, 3 / 4, 1.25, 0), nabla: star(3, 1 / 4, 1.25, 0), diamond: star(4, 0, 1.25, 0),
  pentagon: star(5, 3 / 4, 1.15, 0), plus: star(4, 0, 1.45, 0.5), cross: star(4, 1 / 8, 1.45, 0.5), star: star(5, 3 / 4, 1.35, 0.55),
};

function star(tips, direction, tip, notch) {
  const points = [];
  const at = (turn, radius) => points.push([radius * Math.cos(2 * Math.PI * turn), radius * Math.sin(2 * Math.PI * turn)]);
  for (let i = 0; i < tips; i++) {
    at(direction + i / tips, tip);
    if (notch) at(direction + (i + 0.5) / tips, notch);
  }
  return points;
}

const looks = new Map();

/** learn takes the looks of algorithms from the catalogue. */
export function learn(algorithms) {
  for (const a of algorithms) looks.set(a.name, a.look);
}

/** dress sets the colour of an algorithm on an element, as --hue. */
export function dress(element, algorithm) {
  const look = looks.get(algorithm);
  element.classList.add("look");
  element.style.setProperty("--light", look.light);
  element.style.setProperty("--dark", look.dark);
  return element;
}

/** dashes is the pattern of an algorithm's curve, whose lengths in points are multiplied by scale; empty for a solid line. */
export const dashes = (algorithm, scale = 1.6) => looks.get(algorithm).dashes.map((n) => n * scale).join(" ");

/** marker draws the marker of an algorithm around a point. */
export function marker(algorithm, x, y, radius) {
  const outline = corners[looks.get(algorithm).marker].map(([dx, dy]) => `${(x + dx * radius).toFixed(2)} ${(y + dy * radius).toFixed(2)}`);
  return draw("path", { class: "dot", d: `M${outline.join("L")}z` });
}

/** swatch is a piece of an algorithm's curve with its marker, to be put beside its name. */
export function swatch(algorithm) {
  const line = draw("path", { class: "curve", d: "M1 7H31", "stroke-dasharray": dashes(algorithm, 1.3) });
  return dress(draw("svg", { class: "swatch", viewBox: "0 0 32 14", "aria-hidden": "true" }, line, marker(algorithm, 16, 7, 4)), algorithm);
}
