// A worker: the laboratory as a WebAssembly module, which answers one call at a time. A running call cannot be
// interrupted, so stopping it means ending the worker.

importScripts("wasm_exec.js");

const go = new Go();
let gone = false;

self.labReady = () => postMessage({ ready: true });

onmessage = async ({ data }) => {
  if (data.module) {
    const instance = await WebAssembly.instantiate(data.module, go.importObject);
    await go.run(instance);
    gone = true;
    return;
  }
  const { id, method, args } = data;
  const words = args.map((a) => (typeof a === "object" ? JSON.stringify(a) : a));
  let result;
  try {
    result = JSON.parse(lab[method](...words, (progress) => postMessage({ id, progress: JSON.parse(progress) })));
  } catch (error) {
    result = { panic: gone || go.exited ? "out of memory" : String(error) };
  }
  postMessage({ id, result, memory: go._inst.exports.mem.buffer.byteLength });
};
