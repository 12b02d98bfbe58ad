// Where everything of a tree stands: each branch is a column beside its trunk.

const size = { pitch: 32, item: 22, gap: 18, side: 60, pad: 7, root: 26, font: 12 };

const measure = (() => {
  const context = document.createElement("canvas").getContext("2d");
  const known = new Map();
  return (text, weight = "normal") => {
    const key = weight + text;
    if (!known.has(key)) {
      context.font = `${weight} ${size.font}px "Liberation Sans", Arial, Helvetica, sans-serif`;
      known.set(key, context.measureText(text).width);
    }
    return known.get(key);
  };
})();

const chipWidth = (tree, step) => measure(tree.threads[step.thread], "bold") + 2 * size.pad - 2;
const pillWidth = (tree, step) => chipWidth(tree, step) + measure(step.text) + 2 * size.pad;
const rowY = (row) => size.root + (row + 0.5) * size.pitch;
const joinY = (row) => (row < 0 ? 8 : rowY(row) + size.pitch / 2);

/** Extent is how far something reaches to the right of a line, and to the left, row by row. */
class Extent {
  constructor(top) { this.top = top; this.left = []; this.right = []; }

  include(row, left, right) {
    while (row < this.top) {
      this.top--;
      this.left.unshift(Infinity);
      this.right.unshift(-Infinity);
    }
    const i = row - this.top;
    while (i >= this.left.length) {
      this.left.push(Infinity);
      this.right.push(-Infinity);
    }
    this.left[i] = Math.min(this.left[i], left);
    this.right[i] = Math.max(this.right[i], right);
  }

  /** beside is how far other has to be moved to be to the right of this in all rows. */
  beside(other) {
    let by = 0;
    for (let i = 0; i < other.left.length; i++) {
      const right = this.right[other.top + i - this.top];
      if (right !== undefined) by = Math.max(by, right - other.left[i] + size.gap);
    }
    return by;
  }

  merge(other, by) {
    other.left.forEach((left, i) => this.include(other.top + i, left + by, other.right[i] + by));
  }
}

/**
 * layout gives each branch that is not within a folded one its place: x, join (the row below which it leaves
 * its trunk), width, and last (its last row). It returns those branches and the size of it all.
 */
function layout(tree) {
  const shown = tree.branches.filter((b) => {
    b.shown = !b.trunk || (b.trunk.shown && !b.trunk.folded);
    if (b.shown) arrange(b);
    return b.shown;
  });
  for (const b of [...shown].reverse()) placeLimbs(b);
  if (shown.length === 0) return { shown, width: 0, height: 0 };
  const root = shown[0];
  root.x = size.side - root.extent.left.reduce((left, l) => Math.min(left, l), 0);
  let right = 0;
  let bottom = 0;
  for (const b of shown) {
    if (b !== root) b.x += b.trunk.x;
    right = Math.max(right, b.x + Math.max(b.width, b.endWidth) / 2);
    bottom = Math.max(bottom, b.last + 1);
  }
  return { shown, width: right + size.side, height: joinY(bottom) };
}

/** arrange fixes the rows of a branch. */
function arrange(b) {
  b.join = b.at - 1;
  b.width = b.folded ? 0 : b.own.reduce((width, s) => Math.max(width, pillWidth(b.tree, s)), 0);
  b.endWidth = measure(endText(b), "bold") + 2 * size.pad + 4;
  b.last = b.folded ? b.join + 2 : b.join + b.own.length + 1;
}

function endText(b) {
  if (b.folded) return `${b.size}`.length > 4 ? plural(b.size, "execution") : "10 executions";
  if (!b.executed) return b.end;
  return b.end === "complete" ? `E${b.number}` : `E${b.number} ${b.end}`;
}

function placeLimbs(b) {
  b.extent = new Extent(b.join + 1);
  for (let row = b.join + 1; row < b.last; row++) b.extent.include(row, -b.width / 2, b.width / 2);
  for (let row = b.folded ? b.join + 1 : b.last; row <= b.last; row++) b.extent.include(row, -b.endWidth / 2, b.endWidth / 2);
  if (b.folded) b.extent.include(b.last + 1, -b.endWidth / 2, b.endWidth / 2);
  else {
    const right = new Extent(b.extent.top);
    right.merge(b.extent, 0);
    for (const l of b.limbs) {
      l.x = Math.max(right.beside(l.extent), b.width / 2 + size.gap);
      right.merge(l.extent, l.x);
    }
    b.extent = right;
  }
  b.extent.include(Math.max(b.join, 0), 0, 0); // the line from its trunk
}
