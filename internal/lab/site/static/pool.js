// A pool of workers, so that a slow algorithm does not hold up the others, nor the page.

const big = 300 << 20; // a module's memory does not shrink, so a worker with more is not reused
const grace = 2500; // milliseconds for a call to notice by itself that its time is up

/** Stopped is the error of a call that was cancelled; its message says why. */
export class Stopped extends Error {}

export class Pool {
  constructor(size) {
    this.size = size;
    this.idle = [];
    this.busy = new Map(); // tasks by worker
    this.waiting = [];
    this.starting = 0;
    this.begun = false; // a worker has been ready
    this.next = 1;
    this.module = this.compile();
    this.module.catch(() => {});
    this.fill();
  }

  async compile() {
    const answer = await fetch("lab.wasm");
    if (!answer.ok) throw new Error(`lab.wasm: ${answer.status}`);
    if (answer.headers.get("content-type")?.includes("application/wasm")) return WebAssembly.compileStreaming(answer);
    return WebAssembly.compile(await answer.arrayBuffer());
  }

  async fill() {
    const module = await this.module;
    const most = this.begun ? this.size : 1; // the first one has the machine to itself, so that it is ready soon
    while (this.idle.length + this.busy.size + this.starting < most) this.start(module);
  }

  start(module) {
    const worker = new Worker("worker.js");
    this.starting++;
    worker.onmessage = ({ data }) => {
      if (data.ready) {
        this.starting--;
        this.begun = true;
        this.release(worker);
        this.fill();
      } else this.answer(worker, data);
    };
    worker.onerror = (e) => {
      e.preventDefault();
      this.answer(worker, { result: { panic: e.message || "the worker has ended" }, memory: Infinity });
    };
    worker.postMessage({ module });
  }

  /**
   * call runs a method of the module; the result is { promise, cancel }. seconds, if not 0, limits it from its start.
   * Background calls always leave one worker to the others.
   */
  call(method, args, { progress = () => {}, seconds = 0, background = false } = {}) {
    const task = { id: this.next++, method, args, progress, seconds, background };
    const promise = new Promise((resolve, reject) => Object.assign(task, { resolve, reject }));
    this.waiting.push(task);
    this.module.catch((e) => task.reject(e));
    this.dispatch();
    return { promise, cancel: (why = "stopped") => this.cancel(task, why) };
  }

  dispatch() {
    while (this.idle.length > 0) {
      const task = this.first();
      if (!task) return;
      const worker = this.idle.pop();
      this.waiting.splice(this.waiting.indexOf(task), 1);
      this.busy.set(worker, task);
      if (task.seconds > 0) {
        task.timer = setTimeout(() => this.cancel(task, `stopped after ${task.seconds} s; it had not reached its next event`), task.seconds * 1000 + grace);
      }
      worker.postMessage({ id: task.id, method: task.method, args: task.args });
    }
  }

  /** first is the task to begin next, if any may begin. */
  first() {
    const urgent = this.waiting.find((t) => !t.background);
    if (urgent) return urgent;
    const behind = [...this.busy.values()].filter((t) => t.background).length;
    return behind < this.size - 1 ? this.waiting[0] : undefined;
  }

  answer(worker, { id, progress, result, memory }) {
    const task = this.busy.get(worker);
    if (!task || (id && task.id !== id)) return;
    if (progress) {
      task.progress(progress);
      return;
    }
    clearTimeout(task.timer);
    this.busy.delete(worker);
    if (memory > big || result.panic) this.end(worker);
    else this.release(worker);
    if (result.panic) task.reject(new Error(result.panic));
    else task.resolve(result);
  }

  cancel(task, why) {
    clearTimeout(task.timer);
    const at = this.waiting.indexOf(task);
    if (at >= 0) this.waiting.splice(at, 1);
    for (const [worker, its] of this.busy) {
      if (its !== task) continue;
      this.busy.delete(worker);
      this.end(worker);
    }
    task.reject(new Stopped(why));
  }

  release(worker) {
    this.idle.push(worker);
    this.dispatch();
  }

  end(worker) {
    worker.terminate();
    this.fill();
  }
}
