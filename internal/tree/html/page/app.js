// The page: trees, the selected exploration next to them, and the controls that move between explorations.

const $ = (id) => document.getElementById(id);

class App {
  constructor() {
    this.trees = data.trees.map((t) => new Tree(t));
    if (this.trees.length > 1) link(this.trees[0], this.trees[1]);
    this.query = "";
    this.views = this.trees.map((tree, i) => {
      const view = new TreeView(tree, {
        select: (b) => this.select(b),
        mark: (b, s) => this.query !== "" && b.tree.say(s).toLowerCase().includes(this.query),
      });
      view.element.id = `tree-${i}`;
      view.against = this.trees[1 - i]?.algorithm;
      view.svg.setAttribute("aria-label",
        `the exploration tree of ${tree.algorithm}; a table of its explorations follows, and the list of events of the selected one`);
      view.element.append(outline(tree, `outline-${i}`));
      $("trees").append(view.element);
      return view;
    });
    this.detail = new Detail($("detail"), { go: (b) => this.select(b), trees: this.trees });
    this.legend();
    this.listen();
    if (this.trees[0].branches.length > 0) this.select(this.trees[0].branches[0]);
  }

  showLegend(on) {
    $("legend").hidden = !on;
    $("legend-button").setAttribute("aria-expanded", String(on));
  }

  legend() {
    this.showLegend(window.parent === window && !matchMedia("(max-width: 800px)").matches);
    document.querySelector("#legend .two").hidden = this.trees.length < 2;
    this.trees[0].threads.forEach((name, t) => $("threads").append(make("li", { class: `t${t % hues}` }, name)));
  }

  get tree() { return this.selected.tree; }

  /** mark puts labels beside what the page around this one speaks of: explorations, and parts of them. */
  mark(marks) {
    for (const view of this.views) {
      const its = marks.filter((m) => m.algorithm === view.tree.algorithm);
      view.markAt(its.map((m) => ({ ...m, b: this.place(m) })).filter((m) => m.b));
    }
  }

  /** place is the exploration that a mark names: by its number from 1, by that of its execution, or the first with an end. */
  place({ algorithm, exploration, execution, end }) {
    const tree = this.trees.find((t) => t.algorithm === algorithm);
    if (execution) return tree?.executions.find((b) => b.visit === execution);
    return end ? tree?.branches.find((b) => b.end === end) : tree?.branches[exploration - 1];
  }

  point(mark) {
    const b = this.place(mark);
    if (b) this.select(b);
  }

  focus() { this.views[0].svg.focus(); }

  /** select shows b, and its partner in the other tree. */
  select(b) {
    this.selected = b;
    for (const view of this.views) {
      view.element.classList.toggle("active", view.tree === b.tree && this.views.length > 1);
      const here = view.tree === b.tree ? b : b.partner;
      if (here) view.select(here);
      else view.deselect();
    }
    this.detail.show(b);
    const slider = $("slider");
    slider.max = b.tree.branches.length;
    slider.value = b.index + 1;
    slider.setAttribute("aria-valuetext", b.name);
    $("where").textContent = `${b.executed ? b.name : b.state} · ${b.index + 1} of ${b.tree.branches.length} · ${b.tree.algorithm}`;
    $("previous").disabled = b.index === 0;
    $("next").disabled = b.index === b.tree.branches.length - 1;
    this.followed?.(b);
  }

  move(by) { this.moveTo(this.selected.index + by); }

  moveTo(index) {
    const b = this.tree.branches[clamp(index, 0, this.tree.branches.length - 1)];
    if (b && b !== this.selected) this.select(b);
  }

  // Playing.

  play(on = !this.timer) {
    clearInterval(this.timer);
    this.timer = 0;
    if (on) {
      if (this.selected.index === this.tree.branches.length - 1) this.moveTo(0);
      this.timer = setInterval(() => {
        this.move(1);
        if (this.selected.index === this.tree.branches.length - 1) this.play(false);
      }, 700);
    }
    $("play").textContent = on ? "Pause" : "Play";
    $("play").setAttribute("aria-pressed", String(on));
  }

  // Searching.

  search(query) {
    this.query = query.trim().toLowerCase();
    const found = this.query ? this.found() : [];
    $("found").textContent = this.query ? `in ${plural(found.length, "branch", "branches")}` : "";
    for (const view of this.views) view.redraw();
  }

  found() {
    return this.tree.branches.filter((b) => b.own.some((s) => b.tree.say(s).toLowerCase().includes(this.query)));
  }

  findNext() {
    const found = this.query ? this.found() : [];
    if (found.length > 0) this.select(found.find((b) => b.index > this.selected.index) || found[0]);
  }

  /** findRemarkable selects the next exploration that was not complete. */
  findRemarkable() {
    const found = this.tree.branches.filter((b) => b.end !== "complete");
    if (found.length > 0) this.select(found.find((b) => b.index > this.selected.index) || found[0]);
  }

  // Listening.

  listen() {
    $("previous").addEventListener("click", () => this.move(-1));
    $("next").addEventListener("click", () => this.move(1));
    $("play").addEventListener("click", () => this.play());
    $("slider").addEventListener("input", (e) => this.moveTo(Number(e.target.value) - 1));
    $("query").addEventListener("input", (e) => this.search(e.target.value));
    $("search").addEventListener("submit", (e) => {
      e.preventDefault();
      this.findNext();
    });
    $("legend-button").addEventListener("click", () => this.showLegend($("legend").hidden));
    $("help-button").addEventListener("click", () => $("help").showModal());
    document.addEventListener("keydown", (e) => this.key(e));
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || $("help").open) return;
    const typing = e.target.matches("input[type=search]");
    if (typing) {
      if (e.key === "Escape") e.target.blur();
      return;
    }
    const press = this.keys()[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    // A focused control keeps its own keys.
    const own = e.target.matches("button, summary, input[type=checkbox]") && (e.key === " " || e.key === "Enter");
    const scrolls = e.target === $("detail") && e.key.startsWith("Arrow");
    if (!press || own || scrolls) return;
    e.preventDefault();
    press();
  }

  keys() {
    const view = this.views[this.trees.indexOf(this.tree)];
    return {
      ArrowLeft: () => this.move(-1),
      ArrowRight: () => this.move(1),
      ArrowUp: () => this.selected.parent && this.select(this.selected.parent),
      ArrowDown: () => this.selected.children.length > 0 && this.select(this.selected.children[0]),
      Home: () => this.moveTo(0),
      End: () => this.moveTo(Infinity),
      " ": () => this.play(),
      t: () => this.selected.partner && this.select(this.selected.partner),
      f: () => view.fold(this.selected, !this.selected.folded),
      u: () => view.unfoldAll(),
      "+": () => view.zoom(1.25),
      "=": () => view.zoom(1.25),
      "-": () => view.zoom(1 / 1.25),
      0: () => view.fit(),
      "/": () => $("query").focus(),
      n: () => (this.query || !this.unused ? this.findNext() : this.unused("n")),
      x: () => this.findRemarkable(),
      "?": () => $("help").showModal(),
    };
  }
}

const app = new App();
