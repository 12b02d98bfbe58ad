// The explorations of a program, from the data in the page, with the place of each in its tree.

const data = JSON.parse(document.getElementById("data").textContent);
const hues = data.hues;
const size = { ...data.sizes, side: 60 }; // side is around a tree

const rowY = (row) => size.root + (row + 0.5) * size.pitch;
const joinY = (row) => (row < 0 ? 8 : rowY(row) + size.pitch / 2);

/** Branch is one exploration: an execution, or one that was given up or is unfinished. */
class Branch {
  constructor(tree, index, data) {
    this.tree = tree;
    this.index = index; // in the order in which explorations began
    this.x = size.side + data.x;
    this.width = data.width; // of its events
    this.endWidth = data.endWidth;
    this.note = data.note || ""; // under its name
    this.number = data.number || 0; // of an execution, in the same order
    this.visit = data.visit || 0; // of an execution, in the order of visits
    this.at = data.at; // how many steps it shares with its trunk
    this.own = data.steps.map((s, i) => ({ ...tree.steps[s], before: data.before[i] || [], races: data.races[i] || [] }));
    this.trunk = data.trunk >= 0 ? tree.branches[data.trunk] : null;
    this.parent = data.parent >= 0 ? tree.branches[data.parent] : null;
    this.schedule = data.schedule || 0;
    this.race = data.race ? { ...data.race, by: this } : null;
    this.reversed = []; // races in it that others reverse
    this.end = data.end;
    this.failure = data.failure || "";
    this.class = data.class ?? -1;
    this.asleep = (data.asleep || []).map(([at, what]) => ({ at, event: tree.asleep[what][0], reason: tree.asleep[what][1] }));
    this.limbs = [];
    this.children = [];
    this.size = 0; // the number of executions in it and in the branches that leave it
    this.partner = null;
    this.folded = false;
  }

  /** join is the row below which it leaves its trunk; last is its own last row. */
  get join() { return this.at - 1; }
  get last() { return this.folded ? this.at + 1 : this.length; }
  /** shown is false for branches that a folded one hides; all others stay where they are. */
  get shown() { return !this.trunk || (this.trunk.shown && !this.trunk.folded); }
  get executed() { return this.number > 0; }
  get length() { return this.at + this.own.length; }
  get unfinished() { return this.end === "unfinished"; }
  get givenUp() { return !this.executed && !this.unfinished; }
  get state() { return this.unfinished ? "unfinished" : "given up"; }
  get name() { return this.executed ? `E${this.number}` : this.unfinished ? "an unfinished exploration" : `an exploration given up (${this.end})`; }

  /** steps are all of them, from the root. */
  steps() {
    const shared = this.trunk ? this.trunk.steps().slice(0, this.at) : [];
    return shared.concat(this.own);
  }

  step(i) { return this.owner(i).own[i - this.owner(i).at]; }

  /** owner is the branch in which the step at position i is drawn. */
  owner(i) {
    let b = this;
    while (b.trunk && i < b.at) b = b.trunk;
    return b;
  }

  raceText() {
    if (!this.race) return "";
    return `${this.tree.say(this.race.branch.step(this.race.first))} / ${this.tree.say(this.race.event)}`;
  }
}

/** Tree has the explorations of one algorithm. */
class Tree {
  constructor(data) {
    this.algorithm = data.algorithm;
    this.threads = data.threads;
    this.more = data.more || 0;
    this.steps = data.steps.map(([thread, text, width]) => ({ thread, text, width }));
    this.chips = data.chips;
    this.width = data.width + 2 * size.side;
    this.height = data.height + size.pitch;
    this.asleep = data.asleep;
    this.stopped = data.stopped || false;
    this.easiest = data.easiest;
    this.branches = [];
    for (const [i, b] of data.branches.entries()) {
      const branch = new Branch(this, i, b);
      this.branches.push(branch);
      branch.trunk?.limbs.push(branch);
      branch.parent?.children.push(branch);
    }
    for (const { race } of this.branches) {
      if (!race) continue;
      race.event = this.steps[race.event];
      race.branch = this.branches[race.branch];
      race.branch.reversed.push(race);
    }
    for (const b of [...this.branches].reverse()) {
      b.limbs.sort((l, m) => m.at - l.at || l.index - m.index);
      b.size = b.limbs.reduce((sum, l) => sum + l.size, b.executed ? 1 : 0);
    }
  }

  /** isPart says whether there are, or may be, executions that are not here. */
  get isPart() { return this.stopped || this.more > 0; }
  get executions() { return this.branches.filter((b) => b.executed); }

  /** endings counts the explorations that were not complete, by how they ended. */
  get endings() {
    const counts = new Map();
    for (const b of this.branches) if (b.end !== "complete") counts.set(b.end, (counts.get(b.end) || 0) + 1);
    return counts;
  }

  say(step) { return `${this.threads[step.thread]}: ${step.text}`; }
}

/** link makes equivalent executions of two trees partners. */
function link(a, b) {
  const byClass = new Map();
  for (const e of b.executions) if (!byClass.has(e.class)) byClass.set(e.class, e);
  for (const e of a.executions) {
    const f = byClass.get(e.class);
    if (!f) continue;
    e.partner = f;
    f.partner ??= e;
  }
}

const plural = (n, one, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
