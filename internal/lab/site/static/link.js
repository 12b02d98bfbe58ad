// Converts an experiment to the fragment of a link, and back. Defaults are left out.

export const defaults = {
  kind: "small", text: "", params: "", unroll: 0, memory: "sc", seconds: 10,
  show: "tree", algorithm: "pop", against: "", execution: 0, schedule: "", step: 0, algorithms: "", tour: "", exercise: "",
  play: "", mine: "", quiz: "reversed", question: 0, embed: 0,
};

const names = {
  kind: "kind", text: "program", params: "params", unroll: "unroll", memory: "memory", seconds: "seconds",
  show: "show", algorithm: "algorithm", against: "against", execution: "execution", schedule: "schedule", step: "step", algorithms: "algorithms", tour: "tour", exercise: "exercise",
  play: "play", mine: "mine", quiz: "quiz", question: "question", embed: "embed",
};

/** views are the ways to look closer, each with a tab of its name. */
export const views = ["tree", "steps", "play", "quiz", "storage", "classes", "why"];

/** read returns the experiment of a fragment; whatever the fragment does not set is as in base. */
export function read(fragment, base = defaults) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const state = { ...base };
  for (const [key, name] of Object.entries(names)) {
    if (!given.has(name)) continue;
    const value = given.get(name);
    if (typeof defaults[key] !== "number") state[key] = value;
    else if (/^\d{1,9}$/.test(value)) state[key] = Number(value);
  }
  if (!["small", "litmus", "c", "benchmark"].includes(state.kind)) state.kind = defaults.kind;
  if (!["reversed", "equivalent", "blocked"].includes(state.quiz)) state.quiz = defaults.quiz;
  if (!views.includes(state.show)) state.show = defaults.show;
  return state;
}

/** write returns the fragment of an experiment. Characters of programs that a link may have are not encoded; | is, because many programs end a link there. */
export function write(state) {
  const parts = [];
  for (const [key, name] of Object.entries(names)) {
    if (state[key] === defaults[key]) continue;
    const value = encodeURIComponent(state[key]).replaceAll("%20", "+").replace(/%(3A|3D|3B|2C|2F|40)/g, (c) => decodeURIComponent(c));
    parts.push(`${name}=${value}`);
  }
  return `#${parts.join("&")}`;
}
