// The page: the experiment, running it, and showing its results.

import { ClassesView } from "./classes.js";
import { Counters } from "./counters.js";
import { $, make, plural } from "./dom.js";
import { listen as listenToDownloads } from "./download.js";
import { code as embedCode, embed } from "./embed.js";
import { createEditor } from "./editor.js";
import { Library } from "./library.js";
import { defaults, read, write } from "./link.js";
import { states } from "./meeting.js";
import { learn } from "./palette.js";
import { PlayView } from "./play.js";
import { Pool, Stopped } from "./pool.js";
import { listen as listenToPrinter } from "./print.js";
import { QuizView } from "./quiz.js";
import { StepsView } from "./steps.js";
import { StorageView } from "./storage.js";
import { Tour } from "./tour.js";
import { TreeView } from "./tree-frame.js";
import { WhyView } from "./why.js";

const first = { ...defaults, text: "p: x=1; y=1\n| q: a=y; b=x" };

const examples = {
  small: first.text,
  litmus: "X86_64 SB\n{ x=0; y=0; }\n P0            | P1            ;\n movl $1,(x)   | movl $1,(y)   ;\n movl (y),%eax | movl (x),%eax ;\nexists (0:rax=0 /\\ 1:rax=0)\n",
  c: "#include <pthread.h>\n#include <assert.h>\n\nint counter;\n\nvoid *increment(void *arg) {\n\tint old = counter;\n\tcounter = old + 1;\n\treturn NULL;\n}\n\n"
    + "int main(void) {\n\tpthread_t t, u;\n\tpthread_create(&t, NULL, increment, NULL);\n\tpthread_create(&u, NULL, increment, NULL);\n"
    + "\tpthread_join(t, NULL);\n\tpthread_join(u, NULL);\n\tassert(counter == 2);\n\treturn 0;\n}\n",
  benchmark: "exp-mem3",
};

const megabytes = Math.min(1000, 128 * (navigator.deviceMemory || 8)); // of the heap of one exploration
const few = ["sleepset", "source", "optimal", "pop", "trust"]; // algorithms shown if the link names none
const patience = 350; // milliseconds after the last change of the text

class App {
  constructor() {
    this.pool = new Pool(Math.max(3, Math.min(5, navigator.hardwareConcurrency || 4)));
    this.state = read(location.hash, location.hash.length > 1 ? defaults : first);
    this.texts = { ...examples };
    this.calls = new Set();
    this.begin();
  }

  async begin() {
    $("status").textContent = "Loading …";
    try {
      this.catalog = await this.pool.call("catalog", []).promise;
    } catch (e) {
      this.fail(`The laboratory cannot be loaded: ${e.message}`);
      return;
    }
    learn(this.catalog.algorithms);
    this.runs = new Map();
    this.begun = new Set();
    this.counters = new Counters(this.catalog, (name) => this.change({ algorithm: name, show: this.state.show === "storage" ? "tree" : this.state.show }));
    this.views = { tree: new TreeView(this), steps: new StepsView(this), play: new PlayView(this), quiz: new QuizView(this), storage: new StorageView(this), classes: new ClassesView(this), why: new WhyView(this) };
    this.library = await Library.load(this);
    this.tour = await Tour.load(this);
    listenToDownloads(this);
    listenToPrinter(this);
    this.makeForm();
    this.showAdded();
    $("version").replaceChildren(`version ${this.catalog.version}`, this.catalog.repository ? make("span", {}, " · ", make("a", { href: this.catalog.repository }, "Repository")) : "");
    this.listen();
    this.adopt(this.state);
  }

  fail(text) {
    $("problem").textContent = text;
    $("problem").hidden = false;
    $("status").textContent = "";
  }

  /** bounds are the limits of one exploration. */
  get bounds() { return { seconds: this.state.seconds, megabytes }; }

  /** algorithms are all algorithms, or only those with trees. */
  algorithms({ trees = false } = {}) { return this.catalog.algorithms.filter((a) => !trees || a.tree); }

  /** names are the names of the algorithms shown, in the order of the catalogue. */
  names() {
    const { algorithms, algorithm, against, show } = this.state;
    const asked = algorithms === "all" ? this.catalog.algorithms.map((a) => a.name) : algorithms ? algorithms.split(",") : [...few, ...this.catalog.algorithms.filter((a) => a.added).map((a) => a.name)];
    const all = new Set([...asked, algorithm, ...(show === "tree" && against ? [against] : [])]);
    return new Set(this.catalog.algorithms.map((a) => a.name).filter((n) => all.has(n)));
  }

  // The program.

  makeForm() {
    this.editor = createEditor($("editor"), {
      label: "program", kind: this.state.kind === "benchmark" ? "small" : this.state.kind, text: "",
      changed: (text) => this.typed(text), run: () => this.run(),
    });
    const groups = [["visits each class exactly once, nothing redundant", (a) => a.optimal], ["visits each class exactly once", (a) => a.once && !a.optimal],
      ["visits each class at least once", (a) => !a.once && !a.samples], ["samples", (a) => a.samples]];
    for (const [title, is] of groups) {
      const its = this.catalog.algorithms.filter(is);
      $("chooser-list").append(make("fieldset", {}, make("legend", {}, title), ...its.map((a) => make("label", { title: a.doc },
        make("input", { type: "checkbox", value: a.name, onchange: (e) => this.choose(a.name, e.target.checked) }), a.name))));
    }
    $("memory").append(...this.catalog.memory.map((m) => make("option", { value: m }, m)));
    this.editor.view.scrollDOM.tabIndex = 0; // it can be scrolled by keys
    $("benchmark-name").append(...this.catalog.benchmarks.map((b) => make("option", { value: b.name }, b.name)));
  }

  /** showAdded says what another module adds, and where it runs. */
  showAdded() {
    const { added } = this.catalog;
    $("added").hidden = added.length === 0;
    if (added.length > 0) $("added").textContent = `From your module, compiled to WebAssembly when this page was built: ${added.join(", ")}. All of it runs here, in your browser.`;
  }

  /** choose shows an algorithm, or not. */
  choose(name, on) {
    const names = this.names();
    if (on) names.add(name);
    else names.delete(name);
    if (names.size === 0) names.add(defaults.algorithm);
    const { algorithm, against } = this.state;
    this.change({ algorithms: [...names].join(","), algorithm: names.has(algorithm) ? algorithm : [...names][0], against: against === states || names.has(against) ? against : "" });
  }

  listen() {
    $("all").addEventListener("click", () => this.change({ algorithms: this.state.algorithms === "all" ? this.tour.stop?.algorithms.join(",") || "" : "all" }));
    for (const input of document.querySelectorAll("input[name=kind]")) {
      input.addEventListener("change", () => this.setKind(input.value));
    }
    $("memory").addEventListener("change", (e) => this.experiment({ memory: e.target.value }));
    $("seconds").addEventListener("change", (e) => this.experiment({ seconds: Math.min(600, Math.max(1, Math.round(Number(e.target.value)) || 10)) }));
    $("unroll").addEventListener("change", (e) => this.experiment({ unroll: Math.min(1000, Math.max(0, Math.round(Number(e.target.value)) || 0)) }));
    $("benchmark-name").addEventListener("change", (e) => this.experiment({ text: e.target.value, params: this.benchmark(e.target.value).smallest.join(" ") }));
    $("run").addEventListener("click", () => this.run());
    $("stop").addEventListener("click", () => this.stop());
    $("share").addEventListener("click", () => this.copy($("share"), location.href));
    $("embed").addEventListener("click", () => this.copy($("embed"), embedCode(this)));
    $("help-open").addEventListener("click", () => $("help").showModal());
    $("skip").addEventListener("click", (e) => {
      e.preventDefault();
      $("results").focus();
    });
    $("skip-view").addEventListener("click", (e) => {
      e.preventDefault();
      if (this.state.show === "tree") this.views.tree.focus();
      else $(`view-${this.state.show}`).focus();
    });
    document.querySelector(".brand").addEventListener("click", (e) => {
      e.preventDefault();
      this.adopt(first, { push: true });
    });
    for (const tab of document.querySelectorAll("[role=tab]")) {
      tab.addEventListener("click", () => this.change({ show: tab.id.slice(4) }));
      tab.addEventListener("keydown", (e) => this.tabKey(e));
    }
    addEventListener("hashchange", () => {
      if (location.hash !== this.written) this.adopt(read(location.hash));
    });
    addEventListener("keydown", (e) => {
      if ((e.ctrlKey || e.metaKey) && e.key === "Enter" && !e.defaultPrevented) this.run();
    });
  }

  tabKey(e) {
    const tabs = [...document.querySelectorAll("[role=tab]")];
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    const next = tabs[(tabs.indexOf(e.target) + by + tabs.length) % tabs.length];
    next.focus();
    next.click();
  }

  benchmark(name) { return this.catalog.benchmarks.find((b) => b.name === name) || this.catalog.benchmarks[0]; }

  setKind(kind) {
    this.texts[this.state.kind] = this.state.text;
    const text = this.texts[kind];
    this.experiment({ kind, text, params: kind === "benchmark" ? this.benchmark(text).smallest.join(" ") : "", unroll: 0 });
  }

  typed(text) {
    clearTimeout(this.later);
    if (text === this.state.text) return;
    this.later = setTimeout(() => this.experiment({ text }), patience);
  }

  // The state: every change goes through one of these.

  /** adopt replaces the whole experiment, as by that of a link. */
  adopt(state, { push = false } = {}) {
    clearTimeout(this.later);
    const before = this.ready && JSON.stringify([this.what(), this.state.seconds]);
    this.state = { ...state };
    const { kind, stop } = this.tour.find(state);
    if (stop && !state.text) this.state = { ...this.tour.state(stop, kind), embed: state.embed };
    if (this.state.kind === "benchmark" && !this.state.params) this.state.params = this.benchmark(this.state.text).smallest.join(" ");
    if (!this.catalog.algorithms.some((a) => a.name === this.state.algorithm)) this.state.algorithm = defaults.algorithm;
    this.tour.show(this.state);
    this.showForm();
    this.keep(push);
    if (before !== JSON.stringify([this.what(), this.state.seconds])) {
      this.run();
      return;
    }
    this.showView();
    this.explore(this.turn);
  }

  /** experiment changes the program or how it is explored. */
  experiment(by) {
    clearTimeout(this.later);
    Object.assign(this.state, by, { execution: 0, step: 0, play: "", mine: "", question: 0 });
    this.showForm();
    this.keep(by.kind !== undefined);
    this.run();
  }

  /** change changes what is shown. */
  change(by) {
    if (by.algorithm || by.against !== undefined) by = { execution: 0, step: 0, ...by };
    Object.assign(this.state, by);
    this.keep(by.execution === undefined || by.algorithm !== undefined);
    this.showView();
    if (this.ready) this.explore(this.turn);
  }

  /** keep writes the state into the address. With push, Back returns to what was there before. */
  keep(push = false) {
    this.written = write(this.state);
    if (push && this.written !== location.hash) history.pushState(null, "", this.written);
    else history.replaceState(null, "", this.written);
  }

  showForm() {
    const s = this.state;
    this.library.show(s);
    const listed = s.kind === "benchmark";
    document.querySelector(`input[name=kind][value=${s.kind}]`).checked = true;
    $("editor").hidden = listed;
    $("benchmark").hidden = !listed;
    $("unroll-label").hidden = s.kind !== "c";
    $("memory").value = s.memory;
    $("seconds").value = s.seconds;
    $("unroll").value = s.unroll;
    if (listed) this.showBenchmark();
    else {
      this.editor.setKind(s.kind);
      this.editor.setText(s.text);
    }
  }

  showBenchmark() {
    const b = this.benchmark(this.state.text);
    $("benchmark-name").value = b.name;
    $("benchmark-doc").replaceChildren(make("span", { class: "sentence" }, b.doc, "."), make("span", {}, "Source: ", b.source));
    const values = this.params();
    $("benchmark-params").replaceChildren(...b.params.map((p, i) => make("label", { title: p.doc }, `${p.name}: ${p.doc}`,
      make("input", { type: "number", min: p.min, max: p.max, value: values[i] ?? p.min, onchange: () => this.setParams() }))));
  }

  setParams() {
    const values = [...$("benchmark-params").querySelectorAll("input")].map((i) => Math.round(Number(i.value)) || 0);
    this.experiment({ params: values.join(" ") });
  }

  params() { return (this.state.params.match(/\d+/g) || []).map(Number); }

  /** what is the experiment in the form that the module takes. */
  what() {
    const { kind, text, unroll, memory } = this.state;
    return { kind, text, params: kind === "benchmark" ? this.params() : [], unroll, memory };
  }

  // Exploring.

  /** call calls the module; the call is cancelled when the experiment ends. */
  call(method, args, options) {
    const call = this.pool.call(method, args, options);
    this.calls.add(call);
    call.promise.catch(() => {}).finally(() => this.calls.delete(call));
    return call.promise;
  }

  stop(why = "stopped by you") {
    for (const call of this.calls) call.cancel(why);
    this.calls.clear();
  }

  async run() {
    this.stop("stopped");
    const turn = (this.turn = (this.turn || 0) + 1);
    this.runs.clear();
    this.begun.clear();
    for (const a of this.catalog.algorithms) this.counters.clear(a.name);
    const checked = await this.call("check", [this.what()], { seconds: 10 }).catch((e) => ({ problem: { message: e.message, from: 0, to: 0 } }));
    if (turn !== this.turn) return;
    this.showProblem(checked.problem);
    this.ready = !checked.problem;
    this.name = checked.name;
    document.title = this.ready ? `${this.name} · dporbench` : "dporbench";
    $("stop").disabled = !this.ready;
    this.showView();
    if (!this.ready) {
      $("status").textContent = "";
      return;
    }
    await this.explore(turn);
  }

  /** explore explores with the algorithms shown that have not begun. */
  async explore(turn) {
    const todo = this.inOrder().filter((a) => !this.begun.has(a.name));
    if (todo.length > 0) {
      delete document.body.dataset.done;
      $("stop").disabled = false;
      $("status").textContent = "Exploring …";
      for (const a of todo) this.begun.add(a.name);
      await Promise.all(todo.map((a) => this.exploreBy(turn, a.name)));
    }
    if (turn === this.turn && [...this.names()].every((n) => this.runs.get(n)?.ended)) this.done();
  }

  /** inOrder is the order in which algorithms begin: first the selected one, then those of your module, then those that finish soonest. */
  inOrder() {
    const rank = (a) => (a.name === this.state.algorithm ? 0 : a.added ? 0.5 : a.optimal ? 1 : a.samples || a.plain ? 3 : 2);
    const names = this.names();
    return this.catalog.algorithms.filter((a) => names.has(a.name)).sort((a, b) => rank(a) - rank(b));
  }

  async exploreBy(turn, algorithm) {
    const { seconds } = this.state;
    let last = null;
    const got = (run) => {
      if (turn !== this.turn) return;
      last = run;
      this.runs.set(algorithm, run);
      if (run.ended) this.count();
      this.counters.show(run);
      this.views[this.state.show].progress?.();
    };
    try {
      got(await this.call("explore", [this.what(), algorithm, this.bounds], { progress: got, seconds, background: true }));
    } catch (e) {
      if (e instanceof Stopped && last) got({ ...last, ended: true, stopped: e.message });
      else got({ algorithm, ended: true, failed: e.message, counts: {}, stored: {}, curve: [] });
    }
  }

  count() {
    const ended = [...this.runs.values()].filter((r) => r.ended).length;
    $("status").textContent = `Exploring: ${ended} of ${plural(this.begun.size, "algorithm")} done`;
  }

  done() {
    const runs = [...this.runs.values()];
    const unfinished = runs.filter((r) => r.stopped).length;
    const failures = new Set(runs.map((r) => r.failed));
    this.counters.compare(this.runs);
    $("stop").disabled = true;
    $("status").textContent = unfinished > 0 ? `Done, except for ${plural(unfinished, "algorithm")} stopped before the end.` : "Done.";
    if (failures.size === 1 && runs[0].failed) this.showProblem({ message: runs[0].failed, from: 0, to: 0 });
    document.body.dataset.done = String(this.turn);
    this.views[this.state.show].progress?.();
    this.tour.mark();
  }

  showProblem(problem) {
    $("problem").hidden = !problem;
    $("problem").textContent = problem?.message || "";
    const placed = problem && problem.to > 0;
    this.editor.setProblem(placed ? { ...problem, from: this.place(problem.from), to: this.place(problem.to) } : null);
  }

  /** place converts a position in the text from bytes. */
  place(bytes) { return new TextDecoder().decode(new TextEncoder().encode(this.state.text).slice(0, bytes)).length; }

  // Looking closer.

  showView() {
    embed(this);
    const names = this.names();
    this.counters.only(names);
    this.counters.choose(this.state.algorithm);
    const { name, doc, paper, link } = this.catalog.algorithms.find((a) => a.name === this.state.algorithm);
    $("about").replaceChildren(make("strong", {}, name), `: ${doc}. `, link ? make("a", { href: link, rel: "noreferrer" }, paper) : paper, ".");
    const all = this.state.algorithms === "all";
    $("all").textContent = all ? "Fewer" : `All ${this.catalog.algorithms.length}`;
    $("all").setAttribute("aria-pressed", String(all));
    for (const box of $("chooser-list").querySelectorAll("input")) box.checked = names.has(box.value);
    for (const [name, view] of Object.entries(this.views)) {
      const shown = name === this.state.show;
      const tab = $(`tab-${name}`);
      tab.setAttribute("aria-selected", String(shown));
      tab.tabIndex = shown ? 0 : -1;
      $(`view-${name}`).hidden = !shown;
      if (shown) view.show();
    }
    this.tour.mark();
  }

  /** copy copies a text, and says so on the button. */
  async copy(button, text) {
    const name = button.textContent;
    button.disabled = true;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      window.prompt("The browser does not allow this page to copy. Copy it here:", text);
    }
    setTimeout(() => {
      button.textContent = name;
      button.disabled = false;
    }, 1500);
  }
}

window.app = new App();
navigator.serviceWorker?.register("sw.js").catch(() => {}); // without it, the page needs its host
