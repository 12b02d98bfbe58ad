// The page in a frame of another page of the same origin: it asks for its data, and reports what is selected and what executions are called. The page
// around it marks what to look at, and selects explorations.

const around = (message) => window.parent.postMessage(message, location.origin === "null" ? "*" : location.origin);
let app;

addEventListener("message", (e) => {
  if (e.source !== window.parent) return;
  if (!app && typeof e.data?.data === "string") begin(e.data);
  if (!app) return;
  if (e.data.marks) app.mark(e.data.marks);
  if (e.data.go) app.point(e.data.go);
  if (e.data.focus) app.focus();
});

function begin({ data, program, title, select, marks = [] }) {
  document.getElementById("data").textContent = data;
  document.querySelector("h1").textContent = program;
  document.title = title;
  document.body.classList.add("framed");
  app = show();
  const chosen = app.trees[0].executions.find((b) => b.visit === select);
  if (chosen) app.select(chosen);
  else if (marks.length > 0) app.point(marks[0]);
  app.followed = (b) => around({ selected: b.visit, algorithm: b.tree.algorithm });
  app.unused = (key) => around({ key });
  around({ names: app.trees[0].executions.map((b) => [b.visit, b.name]), shown: app.selected?.visit });
}

around({ ready: true });
