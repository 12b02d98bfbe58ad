// The guided tour: experiments with a few words about each. A stop is a link like any other.

import { $, make } from "./dom.js";
import { defaults, read, write } from "./link.js";

export class Tour {
  static async load(app) {
    const answer = await fetch("tour.json");
    return new Tour(app, await answer.json());
  }

  constructor(app, stops) {
    this.app = app;
    this.stops = stops;
    stops.forEach((s, i) => $("tour-stops").append(make("li", {}, make("a", { href: this.link(s), "data-stop": s.id }, `${i + 1}. ${s.short}`))));
    $("tour-open").addEventListener("click", () => this.go(0));
    $("tour-previous").addEventListener("click", () => this.go(this.at - 1));
    $("tour-next").addEventListener("click", () => this.go(this.at + 1));
    $("tour-close").addEventListener("click", () => {
      this.app.change({ tour: "" });
      this.show("");
      $("tour-open").focus();
    });
  }

  find(id) { return this.stops.find((s) => s.id === id); }

  link(stop) { return write({ ...this.state(stop), tour: stop.id }); }

  state(stop) { return read(stop.link, defaults); }

  go(i) {
    const stop = this.stops[i];
    if (!stop) return;
    this.app.adopt({ ...this.state(stop), tour: stop.id });
    $("tour-title").focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  show(id) {
    this.at = this.stops.indexOf(this.find(id));
    const stop = this.stops[this.at];
    $("tour").hidden = !stop;
    $("tour-open").setAttribute("aria-expanded", String(Boolean(stop)));
    if (!stop) return;
    $("tour-where").textContent = `Stop ${this.at + 1} of ${this.stops.length}`;
    $("tour-title").textContent = stop.title;
    $("tour-body").replaceChildren(...stop.text.map((t) => make("p", {}, ...words(t))));
    $("tour-previous").disabled = this.at === 0;
    $("tour-next").disabled = this.at === this.stops.length - 1;
    for (const a of $("tour-stops").querySelectorAll("a")) {
      if (a.dataset.stop === id) {
        a.setAttribute("aria-current", "step");
        a.scrollIntoView({ block: "nearest", inline: "center" });
      } else a.removeAttribute("aria-current");
    }
  }
}

/** words makes `code` of what is between backquotes. */
const words = (text) => text.split("`").map((part, i) => (i % 2 === 1 ? make("code", {}, part) : part));
