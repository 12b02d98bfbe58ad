// The page on paper: the program as text, the whole tree rather than its visible part, and the link that leads back here.

import { $, make } from "./dom.js";

/** pictures puts trees as SVG files into an element that is seen in print only. */
export function pictures(place, files) {
  for (const old of place.querySelectorAll("img")) URL.revokeObjectURL(old.src);
  place.replaceChildren(...(files || []).map((text) => make("img", { src: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })), alt: "the exploration tree" })));
}

/** link is the address of the experiment: the short one of a stop or an exercise, as long as its program is unchanged. */
function link({ state, tour }) {
  const whole = location.href;
  if (!tour.on || tour.state(tour.stop).text !== state.text) return whole;
  return `${whole.replace(/#.*/, "")}#${tour.kind}=${tour.stop.id}`;
}

/** listen completes the page before it is printed. */
export function listen(app) {
  addEventListener("beforeprint", () => {
    const { kind, text, memory } = app.state;
    $("printed-program").textContent = kind === "benchmark" ? app.name : text;
    $("printed-memory").textContent = memory === "sc" ? "" : `Memory model: ${memory}`;
    $("printed-link").textContent = link(app);
    document.body.classList.toggle("solved", $("tour-solution").open);
    document.body.classList.toggle("drawn", document.querySelectorAll("#view-tree .printed img").length > 0);
  });
}
