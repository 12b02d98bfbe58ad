// The page in a frame of another page of the same origin: it asks for its data, and reports what is selected.

const around = (message) => window.parent.postMessage(message, location.origin === "null" ? "*" : location.origin);

addEventListener("message", (e) => {
  if (e.source !== window.parent || typeof e.data?.data !== "string") return;
  const { data, program, title, select } = e.data;
  document.getElementById("data").textContent = data;
  document.querySelector("h1").textContent = program;
  document.title = title;
  const app = show();
  const chosen = app.trees[0].executions.find((b) => b.visit === select);
  if (chosen) app.select(chosen);
  app.followed = (b) => around({ selected: b.visit, algorithm: b.tree.algorithm });
}, { once: true });

around({ ready: true });
