// A tree as a table, for readers who do not see the picture.

const outlined = 300; // explorations at most

/** outline is a table with a row for each exploration: how it began, its events, and how it ended. */
function outline(tree, id) {
  const rows = tree.branches.slice(0, outlined);
  const rest = tree.branches.length - rows.length;
  const caption = `The explorations of ${tree.algorithm}, in the order in which they began${rest > 0 ? `; ${plural(rest, "other")} not listed` : ""}.`;
  const head = ["exploration", "begins", "race reversed", "events", "ends"];
  return make("table", { id, class: "unseen" }, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, ...rows.map((b) => make("tr", {}, make("th", { scope: "row" }, b.executed ? b.name : `${b.index + 1}, ${b.state}`),
      ...[beginning(b), b.raceText() || "none", b.steps().map((s) => tree.say(s)).join("; "), ending(b)].map((text) => make("td", {}, text))))));
}

const beginning = (b) => (b.trunk ? `leaves ${b.trunk.executed ? b.trunk.name : `exploration ${b.trunk.index + 1}`} after ${plural(b.at, "event")}` : "at the root");

const ending = (b) => [b.end, b.executed ? `class ${b.class + 1}` : "", b.failure].filter(Boolean).join(", ");
