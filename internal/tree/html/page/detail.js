// The selected exploration: threads as columns, time downwards.

const longest = 1000; // events shown of an execution

/** Detail shows one branch; go is called with another one to show. */
class Detail {
  constructor(element, { go, trees }) {
    this.element = element;
    this.go = go;
    this.trees = trees;
    this.shown = { order: true, races: true };
  }

  show(b) {
    this.branch = b;
    const other = this.trees.find((t) => t !== b.tree);
    const parts = [
      this.title(b),
      make("p", { class: "meta" }, this.meta(b)),
      b.failure ? make("p", { class: "failure" }, b.failure) : null,
      other ? this.partner(b, other) : null,
      this.choices(),
      this.part(b),
      make("div", { class: "columns" }, this.columns(b)),
      ...this.origin(b),
      ...this.sleeping(b),
      ...this.asText(b),
      ...(other ? this.differences(b.tree, other) : []),
    ];
    this.element.replaceChildren(...parts.filter((part) => part !== null));
    this.element.scrollTop = 0;
  }

  title(b) {
    const kind = b.executed ? b.end : "nothing";
    return make("h2", {}, b.executed ? b.name : b.unfinished ? "Not ended" : "Given up", " ", make("span", { class: `outcome ${kind}` }, b.end));
  }

  meta(b) {
    const words = [`${b.tree.algorithm}: exploration ${b.index + 1} of ${b.tree.branches.length}`, plural(b.length, "event")];
    if (b.executed) words.push(`visited as number ${b.visit}`, `class ${b.class + 1}`);
    return words.join(" · ");
  }

  partner(b, other) {
    if (!b.executed) return make("p", { class: "partner" }, `Not an execution, so nothing in ${other.algorithm} is equivalent.`);
    if (!b.partner) return make("p", { class: "partner alone" }, `No equivalent execution among those ${other.isPart ? "shown " : ""}of ${other.algorithm}.`);
    return make("p", { class: "partner" }, "Equivalent: ", this.link(b.partner, `${b.partner.name} of ${other.algorithm}`));
  }

  link(b, text) {
    return make("button", { type: "button", class: "link", onclick: () => this.go(b) }, text);
  }

  choices() {
    const choice = (key, text) => {
      const box = make("input", { type: "checkbox", onchange: () => {
        this.shown[key] = box.checked;
        this.element.querySelector(".columns").classList.toggle(`no-${key}`, !box.checked);
      } });
      box.checked = this.shown[key];
      return make("label", {}, box, text);
    };
    return make("p", { class: "choices" },
      choice("order", "happens before"), choice("races", "races"));
  }

  columns(b) {
    const tree = b.tree;
    const start = this.start(b);
    const steps = b.steps().slice(start, start + longest);
    const threads = [...new Set(steps.map((s) => s.thread))].sort((s, t) => s - t);
    const pitch = 31;
    const y = (i) => 44 + i * pitch;
    const place = new Map();
    let x = 34;
    for (const t of threads) {
      const widest = steps.reduce((w, s) => (s.thread === t ? Math.max(w, s.width) : w), tree.chips[t] - 2 * size.pad);
      const width = widest + 2 * size.pad + 4;
      place.set(t, { x: x + width / 2, width });
      x += width + 26;
    }
    const svg = draw("svg", { viewBox: `0 0 ${x} ${y(steps.length)}`, role: "img", "aria-label": "the events by thread; they are below as text" });
    svg.style.cssText = `max-width: ${x}px; min-width: ${0.75 * x}px`;
    if (b.schedule) svg.append(draw("rect", { class: "schedule", x: 22, y: y(b.at - start) - 15, width: x - 26, height: Math.min(b.schedule, longest) * pitch - 1, rx: 8 }));
    for (const [t, p] of place) {
      const rows = steps.flatMap((s, i) => (s.thread === t ? [i] : []));
      svg.append(draw("line", { class: "line", x1: p.x, x2: p.x, y1: 24, y2: y(rows.at(-1)) }),
        draw("g", { class: `event head t${t % hues}` },
          draw("rect", { class: "pill", x: p.x - p.width / 2, y: 4, width: p.width, height: 20, rx: 5 }),
          draw("text", { class: "does", x: p.x, y: 18 }, tree.threads[t])));
    }
    const box = (i) => place.get(steps[i].thread);
    const before = draw("g", { class: "order" });
    const races = draw("g", { class: "races" });
    steps.forEach((s, i) => {
      const draws = (list, kind) => list.map((j) => j - start).filter((j) => j >= 0 && steps[j].thread !== s.thread)
        .flatMap((j) => this.arrow(box(j), y(j), box(i), y(i), kind));
      before.append(...draws(s.before, "hb"));
      races.append(...draws(s.races, "race"));
    });
    svg.append(before, races);
    steps.forEach((s, i) => svg.append(this.event(b, s, start + i, place.get(s.thread), y(i))));
    return svg;
  }

  /** start is the first event shown. If the execution is long, its own events are shown rather than shared ones. */
  start(b) { return b.length <= longest ? 0 : clamp(b.at - 20, 0, b.length - longest); }

  /** part says which events of a long execution are shown. */
  part(b) {
    const start = this.start(b);
    if (b.length <= longest) return null;
    return make("p", { class: "meta" }, `Events ${start + 1} to ${start + longest} of ${b.length.toLocaleString("en")}:`);
  }

  event(b, s, i, p, y) {
    const head = b.schedule && i === b.at + b.schedule - 1;
    const g = draw("g", { class: `event t${s.thread % hues}${head ? " head" : ""}` },
      draw("title", {}, b.tree.say(s)),
      draw("rect", { class: "pill", x: p.x - p.width / 2, y: y - 11, width: p.width, height: 22, rx: 5 }),
      draw("text", { class: "does", x: p.x, y: y + 4.3 }, s.text));
    return draw("g", { class: i < b.at ? "shared" : "" }, draw("text", { class: "count", x: 16, y: y + 4 }, i + 1), g);
  }

  /** arrow goes from the side of one event to that of a later one in another column. */
  arrow(from, y1, to, y2, kind) {
    const right = to.x > from.x ? 1 : -1;
    const x1 = from.x + right * from.width / 2;
    const x2 = to.x - right * (to.width / 2 + 1);
    const bend = right * Math.max(14, Math.abs(x2 - x1) / 2.5);
    const end = x2 - right * 6;
    return [
      draw("path", { class: kind, d: `M${x1} ${y1}C${x1 + bend} ${y1} ${end - bend} ${y2} ${end} ${y2}` }),
      draw("path", { class: `${kind} tip`, d: `M${x2} ${y2}l${-right * 7} -3.5v7z` }),
    ];
  }

  /** origin is the chain of reversals that led to b. */
  origin(b) {
    const chain = [];
    for (let at = b; at; at = at.parent) chain.unshift(at);
    const items = chain.map((c) => {
      const name = this.link(c, c.executed ? c.name : c.state);
      if (c === b) name.setAttribute("aria-current", "true");
      if (!c.parent) return make("li", {}, name, " is the first exploration");
      const schedule = this.schedule(c);
      return make("li", {}, name,
        c.race ? " reverses " : " branches off", c.race ? make("span", { class: "raced" }, c.raceText()) : null,
        ` after ${plural(c.at, "event")}`,
        schedule ? make("span", { class: "sigma" }, `⟨${schedule}⟩`) : null);
    });
    return [make("h3", {}, "How it was reached"), make("ol", { class: "origin" }, ...items)];
  }

  schedule(c) {
    const shown = 40;
    const texts = c.own.slice(0, c.schedule).map((s) => c.tree.say(s));
    if (texts.length > shown) texts.splice(shown / 2, texts.length - shown, `… ${texts.length - shown} more …`);
    return texts.join(" · ");
  }

  sleeping(b) {
    if (b.asleep.length === 0) return [];
    return [make("details", {}, make("summary", {}, `Asleep on the way: ${plural(b.asleep.length, "event")}`),
      make("ul", {}, ...b.asleep.map((a) => make("li", {}, `after ${plural(a.at, "event")}: ${a.event}. ${a.reason}`))))];
  }

  asText(b) {
    return [make("details", {}, make("summary", {}, "As text"),
      make("ol", { class: "text", start: this.start(b) + 1 }, ...b.steps().slice(this.start(b), this.start(b) + longest).map((s) => make("li", {}, b.tree.say(s)))))];
  }

  /** differences are the executions that have no partner. */
  differences(tree, other) {
    const list = (t, u) => {
      const alone = t.executions.filter((e) => !e.partner);
      const title = `${u.isPart ? `Of ${t.algorithm}, and not among those shown of ${u.algorithm}` : `Only in ${t.algorithm}`}: ${plural(alone.length, "execution")}`;
      if (alone.length === 0) return make("p", {}, `Each execution ${t.isPart ? "shown " : ""}of ${t.algorithm} has an equivalent one in ${u.algorithm}.`);
      const links = alone.slice(0, 500).map((e) => this.link(e, e.name));
      const rest = alone.length > 500 ? make("span", {}, `and ${alone.length - 500} more`) : null;
      return make("details", { class: "alone", open: "" }, make("summary", {}, title), ...links, rest);
    };
    return [make("h3", {}, `${tree.algorithm} and ${other.algorithm}`), list(tree, other), list(other, tree)];
  }
}
