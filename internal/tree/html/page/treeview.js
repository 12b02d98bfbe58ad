// A tree as a picture that can be moved and zoomed. Only its visible part is in the document.

const svgSpace = "http://www.w3.org/2000/svg";

/** draw makes an SVG element with attributes and children; children that are null are left out. */
function draw(name, attributes = {}, ...children) {
  const e = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

/** make is the same for HTML; a key that begins with "on" is a listener. */
function make(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else e.setAttribute(key, value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

const coarse = 0.4; // below this scale text is unreadable and left out
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/** part is the visible part of a branch's own steps, with more rows on both sides. */
function part(b, { top, bottom }, more) {
  const first = b.join + 1;
  const row = (y) => Math.floor((y - size.root) / size.pitch) - first;
  return {
    from: clamp(row(top) - more, 0, b.own.length),
    to: clamp(row(bottom) + 1 + more, 0, b.own.length),
  };
}

/** covers reports whether part a includes all of b. */
const covers = (a, b) => b.from >= b.to || (a.from <= b.from && b.to <= a.to);

class TreeView {
  /** select is called with the branch that is clicked; mark says whether a step matches the search. */
  constructor(tree, { select, mark }) {
    this.tree = tree;
    this.onselect = select;
    this.mark = mark;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.drawn = new Map(); // the elements of visible branches
    this.under = draw("g", { class: "under" });
    this.middle = draw("g");
    this.over = draw("g", { class: "over" });
    this.marks = draw("g", { class: "marks" });
    this.marked = []; // what marks are beside
    this.world = draw("g", { class: "world" }, this.under, this.middle, this.over, this.marks);
    this.svg = draw("svg", { tabindex: "0", role: "img" }, this.world);
    this.element = make("section", { class: "tree" },
      make("div", { class: "bar" },
        make("h2", {}, tree.algorithm), make("p", { class: "counts" }, this.counts()),
        make("span", { class: "buttons" }, this.easiest(),
          this.button("−", "− zoom out", () => this.zoom(1 / 1.25)),
          this.button("+", "+ zoom in", () => this.zoom(1.25)),
          this.button("Fit", "Fit the whole tree", () => this.fit()),
          this.button("Unfold all", "Unfold all branches", () => this.unfoldAll()))),
      this.svg);
    this.listen();
    this.arrange();
  }

  button(text, title, press) {
    return make("button", { type: "button", title, "aria-label": title, onclick: press }, text);
  }

  /** easiest is a button that selects the easiest to read of the executions with the worst outcome. */
  easiest() {
    const { easiest, branches } = this.tree;
    if (!easiest) return null;
    const b = branches[easiest.branch];
    const least = easiest.preemptions === undefined ? "the fewest events" : `the fewest preemptions, ${easiest.preemptions}, in an order of its class`;
    return this.button(`Easiest: E${b.number}`, `Easiest: E${b.number}, of the executions shown that ended ${b.end}, has ${least}`, () => this.onselect(b));
  }

  counts() {
    const { tree } = this;
    return [
      `${tree.stopped ? "stopped after " : ""}${plural(tree.executions.length, "execution")}`,
      ...[...tree.endings].map(([end, n]) => `${n.toLocaleString("en")} ${end}`),
      tree.more > 0 ? `${tree.more.toLocaleString("en")} more not shown` : "",
      plural(tree.branches.reduce((sum, b) => sum + b.own.length, 0), "event"),
    ].filter(Boolean).join(", ");
  }

  // Moving and zooming.

  listen() {
    const pointers = new Map();
    let moved = 0;
    this.svg.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      if (pointers.size === 1) moved = 0;
    });
    this.svg.addEventListener("pointermove", (e) => {
      const last = pointers.get(e.pointerId);
      if (!last) return;
      const dx = e.clientX - last.x;
      const dy = e.clientY - last.y;
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved > 4 && !this.svg.hasPointerCapture(e.pointerId)) this.svg.setPointerCapture(e.pointerId);
      const [other] = [...pointers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
      if (other) {
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const now = Math.hypot(e.clientX - other.x, e.clientY - other.y);
        this.zoom(now / Math.max(before, 1), this.at((e.clientX + other.x) / 2, (e.clientY + other.y) / 2));
      } else this.moveBy(dx, dy);
      pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    });
    const up = (e) => pointers.delete(e.pointerId);
    this.svg.addEventListener("pointerup", up);
    this.svg.addEventListener("pointercancel", up);
    this.svg.addEventListener("click", (e) => {
      if (moved <= 4) this.click(e.target);
    });
    this.svg.addEventListener("wheel", (e) => {
      e.preventDefault();
      const lines = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      if (e.shiftKey) this.moveBy(-e.deltaY * lines, 0);
      else this.zoom(Math.exp(-e.deltaY * lines * 0.0015), this.at(e.clientX, e.clientY));
    }, { passive: false });
    new ResizeObserver(() => this.resized()).observe(this.svg);
  }

  at(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  click(target) {
    const group = target.closest("[data-branch]");
    if (!group) return;
    const b = this.tree.branches[Number(group.dataset.branch)];
    if (target.closest(".fold") || b.folded) this.fold(b, !b.folded);
    else this.onselect(b);
  }

  resized() {
    const { width, height } = this.svg.getBoundingClientRect();
    const first = !this.width;
    this.width = width;
    this.height = height;
    if (first && width > 0) {
      if (this.marked.length > 0) this.fit(0.6);
      else this.home();
      if (this.selected) this.reveal(this.selected);
    }
    this.show();
  }

  moveBy(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.show();
  }

  zoom(by, about = { x: this.width / 2, y: this.height / 2 }) {
    const scale = clamp(this.scale * by, 0.02, 4);
    const factor = scale / this.scale;
    this.x = about.x - (about.x - this.x) * factor;
    this.y = about.y - (about.y - this.y) * factor;
    this.scale = scale;
    this.show();
  }

  fit(least = 0.02) {
    this.scale = clamp(Math.min(this.width / this.tree.width, this.height / this.tree.height), least, 1.5);
    this.x = Math.max(0, (this.width - this.tree.width * this.scale) / 2);
    this.y = 0;
    this.show();
  }

  /** home shows the root, and the whole height if it is still readable. */
  home() {
    this.scale = clamp(this.height / this.tree.height, 0.6, 1);
    this.x = 0;
    this.y = 0;
    this.show();
  }

  /** reveal moves the tree so that b's own part is visible. */
  reveal(b) {
    if (!this.width) return;
    const left = (b.x - b.width / 2) * this.scale + this.x;
    const right = (b.x + b.width / 2) * this.scale + this.x;
    if (left < 0 || right > this.width) this.x += this.width / 2 - (left + right) / 2;
    const top = joinY(b.join) * this.scale + this.y;
    const bottom = joinY(b.last) * this.scale + this.y;
    if (top < 0 || bottom - top > this.height) this.y -= top - 12;
    else if (bottom > this.height) this.y -= bottom - this.height;
    this.show();
  }

  // Folding.

  fold(b, folded) {
    if (!b.trunk || b.folded === folded) return;
    b.folded = folded;
    this.arrange();
  }

  unfold(b) {
    let changed = false;
    for (let at = b; at; at = at.trunk) {
      changed ||= at.folded;
      at.folded = false;
    }
    if (changed) this.arrange();
  }

  unfoldAll() {
    for (const b of this.tree.branches) b.folded = false;
    this.arrange();
  }

  arrange() {
    this.drawMarks();
    this.shown = this.tree.branches.filter((b) => b.shown);
    this.redraw();
  }

  // Selecting.

  select(b) {
    this.selected = b;
    this.unfold(b);
    this.drawSelection();
    this.reveal(b);
  }

  /** deselect leaves nothing selected. */
  deselect() {
    this.selected = null;
    this.drawSelection();
  }

  drawSelection() {
    this.under.replaceChildren();
    this.over.replaceChildren();
    const b = this.selected;
    if (!b || !b.shown) return;
    for (let at = b, to = rowY(b.last) + size.item / 2; at; at = at.trunk) {
      const y = joinY(at.join);
      const half = at.width / 2 + 9;
      if (to > y) this.under.append(draw("rect", { x: at.x - half, y, width: 2 * half, height: to - y + 9, rx: 12 }));
      if (at.trunk) this.under.append(draw("path", { class: "path", d: `M${at.trunk.x} ${y}H${at.x}` }));
      to = y;
    }
    for (const race of b.reversed) this.over.append(...this.arc(race, ""));
    if (b.race) this.over.append(...this.arc(b.race, "cause"));
  }

  // Marks.

  /** markAt puts marks beside parts of branches: its end, the head of its schedule, where it branches off, or its race. */
  markAt(marks) {
    this.marked = marks;
    this.drawMarks();
    if (this.width && marks.length > 0) this.fit(0.6);
  }

  drawMarks() {
    this.marks.replaceChildren(...this.marked.filter((m) => m.b.shown && !m.b.folded).map((m) => (m.part === "race" && m.b.race ? this.raceMark(m) : this.partMark(m))));
  }

  partMark({ b, part, label }) {
    const row = part === "end" ? b.last : part === "head" ? b.at + Math.max(0, b.schedule - 1) : b.at;
    const width = part === "end" ? b.endWidth : b.width;
    const y = rowY(row);
    return draw("g", { class: "mark" }, draw("rect", { x: b.x - width / 2 - 4, y: y - 16, width: width + 8, height: 32, rx: 9 }),
      ...this.badge(b.x + width / 2 + 4, y - 14, label));
  }

  raceMark({ b, label }) {
    const { branch, first, second } = b.race;
    const from = branch.owner(first);
    return draw("g", { class: "mark" }, ...this.badge(from.x - from.width / 2 - 34, (rowY(first) + rowY(second)) / 2, label));
  }

  badge(x, y, label) { return [draw("circle", { cx: x, cy: y, r: 9 }), draw("text", { x, y: y + 4.2 }, label)]; }

  /** arc draws a race where it was found. */
  arc({ branch, first, second, by }, kind) {
    const from = branch.owner(first);
    const to = branch.owner(second);
    if (!from.shown || from.folded || !to.shown || to.folded) return [];
    const y1 = rowY(first);
    const y2 = rowY(second);
    const end = to.x - (second < branch.length ? to.width : to.endWidth) / 2 - 1;
    const bulge = 16 + 3 * Math.min(second - first, 12);
    const d = from === to
      ? `M${from.x - from.width / 2} ${y1}C${from.x - from.width / 2 - bulge} ${y1} ${end - bulge - 6} ${y2} ${end - 6} ${y2}`
      : `M${from.x + from.width / 2} ${y1}C${from.x + from.width / 2 + 40} ${y1} ${end - 50} ${y2} ${end - 6} ${y2}`;
    return [
      draw("path", { class: `race ${kind}`, d }, draw("title", {}, `${by.name} reverses ${by.raceText()}`)),
      draw("path", { class: `tip ${kind}`, d: `M${end} ${y2}l-8 -4v8z` }),
    ];
  }

  // Drawing.

  redraw() {
    for (const e of this.drawn.values()) e.group.remove();
    this.drawn.clear();
    this.drawSelection();
    this.show();
  }

  /** show schedules an update of the visible part of the tree. */
  show() {
    this.world.setAttribute("transform", `translate(${this.x.toFixed(2)} ${this.y.toFixed(2)}) scale(${this.scale.toFixed(4)})`);
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.update();
    });
  }

  update() {
    if (!this.width) return;
    const isCoarse = this.scale < coarse;
    this.svg.style.setProperty("--thick", Math.max(1, 0.5 / this.scale));
    if (this.coarse !== isCoarse) {
      this.coarse = isCoarse;
      for (const e of this.drawn.values()) e.group.remove();
      this.drawn.clear();
    }
    const sight = {
      left: -this.x / this.scale, right: (this.width - this.x) / this.scale,
      top: -this.y / this.scale, bottom: (this.height - this.y) / this.scale,
    };
    for (const b of this.shown) {
      const e = this.drawn.get(b);
      const seen = this.inSight(b, sight);
      if (e && (!seen || !covers(e.part, part(b, sight, 0)))) {
        e.group.remove();
        this.drawn.delete(b);
      }
      if (seen && !this.drawn.has(b)) {
        const drawn = part(b, sight, 100);
        const group = this.branch(b, drawn);
        this.drawn.set(b, { group, part: drawn });
        this.middle.append(group);
      }
    }
  }

  /** inSight reports whether the box around a branch, or the line to it, is visible. */
  inSight(b, { left, right, top, bottom }) {
    const half = Math.max(b.width, b.endWidth) / 2 + 8;
    const y = joinY(b.join);
    const from = b.trunk ? b.trunk.x : b.x;
    const box = b.x + half >= left && b.x - half <= right && joinY(b.last + 1) >= top && y <= bottom;
    return box || (y >= top && y <= bottom && from <= right && b.x >= left);
  }

  /** branch draws b, with only a part of its own steps. */
  branch(b, { from, to }) {
    const g = draw("g", { class: `branch${b.givenUp ? " given-up" : ""}`, "data-branch": b.index });
    const y = joinY(b.join);
    const last = rowY(b.folded ? b.join + 1 : b.last);
    g.append(draw("path", { class: "line", d: b.trunk ? `M${b.trunk.x} ${y}H${b.x - 6}q6 0 6 6V${last}` : `M${b.x} ${y}V${last}` }));
    if (b.folded) g.append(this.triangle(b));
    else if (this.coarse) g.append(...this.bars(b, from, to));
    else {
      if (b.schedule) g.append(this.schedule(b));
      for (let i = from; i < to; i++) g.append(this.pill(b, b.own[i], i));
    }
    if (!b.folded) g.append(this.end(b));
    if (!b.trunk) g.append(draw("circle", { class: "root", cx: b.x, cy: y, r: 4.5 }));
    else if (!b.folded) {
      g.append(draw("g", { class: "fold" }, draw("title", {}, `fold ${plural(b.size, "execution")}`),
        draw("circle", { class: "target", cx: b.x, cy: y + 2, r: 10 }), draw("circle", { cx: b.x, cy: y + 2, r: 4 })));
    }
    return g;
  }

  schedule(b) {
    const y = rowY(b.at) - size.item / 2 - 4;
    return draw("rect", {
      class: "schedule", x: b.x - b.width / 2 - 4, y, width: b.width + 8, rx: 8,
      height: (b.schedule - 1) * size.pitch + size.item + 8,
    });
  }

  pill(b, s, i) {
    const x = b.x - b.width / 2;
    const y = rowY(b.at + i) - size.item / 2;
    const chip = b.tree.chips[s.thread];
    const classes = ["event", `t${s.thread % hues}`];
    if (b.schedule && i === b.schedule - 1) classes.push("head");
    if (this.mark(b, s)) classes.push("found");
    return draw("g", { class: classes.join(" ") },
      draw("title", {}, `${b.tree.say(s)} (step ${b.at + i + 1})`),
      draw("rect", { class: "pill", x, y, width: b.width, height: size.item, rx: 5 }),
      draw("path", { class: "chip", d: `M${x + 5} ${y}h${chip - 5}v${size.item}h${5 - chip}a5 5 0 0 1 -5 -5v${10 - size.item}a5 5 0 0 1 5 -5z` }),
      draw("text", { class: "thread", x: x + chip / 2, y: y + 15 }, b.tree.threads[s.thread]),
      draw("text", { class: "does", x: x + (b.width + chip) / 2, y: y + 15 }, s.text));
  }

  /** bars draws the events of a branch without text, with one element for each thread. */
  bars(b, from, to) {
    const paths = new Map();
    for (let i = from; i < to; i++) {
      const s = b.own[i];
      const key = this.mark(b, s) ? "found" : `t${s.thread % hues}`;
      const bar = `M${b.x - b.width / 2} ${rowY(b.at + i) - size.item / 2}h${b.width}v${size.item}h${-b.width}z`;
      paths.set(key, (paths.get(key) || "") + bar);
    }
    return [...paths].map(([key, d]) => draw("path", { class: `bar ${key}`, d }));
  }

  end(b) {
    const y = rowY(b.last);
    const alone = b.executed && this.against && !b.partner;
    const kind = b.executed ? b.end : "nothing";
    const title = [
      b.executed ? `${b.name}, ${b.end}, visited as number ${b.visit}` : b.unfinished ? b.end : `given up: ${b.end}`,
      b.failure, alone ? `no equivalent execution of ${this.against}` : "",
    ].filter(Boolean).join("\n");
    return draw("g", { class: `end ${kind}${alone ? " alone" : ""}` }, draw("title", {}, title),
      draw("rect", { x: b.x - b.endWidth / 2, y: y - (b.note ? 14 : 11), width: b.endWidth, height: b.note ? 30 : 22, rx: b.executed ? 9 : 4 }),
      this.coarse ? null : draw("text", { class: "name", x: b.x, y: y + (b.note ? -1 : 4.3) }, b.executed ? `E${b.number}` : b.end),
      this.coarse || !b.note ? null : draw("text", { class: "note", x: b.x, y: y + 11 }, b.note));
  }

  triangle(b) {
    const y = rowY(b.join + 1) - size.item / 2;
    return draw("g", { class: "subtree" }, draw("title", {}, `unfold ${plural(b.size, "execution")}`),
      draw("path", { d: `M${b.x} ${y}l24 34h-48z` }),
      draw("text", { x: b.x, y: y + 28 }, b.size > 0 ? b.size : "–"),
      draw("text", { x: b.x, y: y + 47 }, b.size === 1 ? "execution" : "executions"));
  }
}
