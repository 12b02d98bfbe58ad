// An execution as columns: time runs down, each thread has a column, and arrows show which events happen before which.

import { draw } from "./dom.js";

const hues = 10; // of threads, as in trees
const row = 31; // pixels from one event to the next

/**
 * columns draws events, each { thread, text, before }. Options: all, the events whose widths count as well; schedules, pairs of positions of
 * first events and heads; races, pairs of positions; newest, whether the last event is emphasised; arrows, whether happens-before is drawn; rows, the least height; label.
 */
export function columns(threads, events, { all = events, schedules = [], races = [], newest = false, arrows = true, rows = 6, label = aloud(threads, events) } = {}) {
  const { place, width } = places(threads, all);
  const y = (i) => 46 + i * row;
  const bottom = y(Math.max(rows, events.length));
  const svg = draw("svg", { class: "execution", viewBox: `0 0 ${width} ${bottom}`, role: "img", "aria-label": label });
  svg.style.maxWidth = `${width}px`;
  for (const [at, head] of schedules) svg.append(draw("rect", { class: "schedule", x: 24, y: y(at) - 15, width: width - 32, height: (head - at) * row + 30, rx: 8 }));
  for (const [t, p] of place) {
    svg.append(draw("line", { class: "lane", x1: p.x, x2: p.x, y1: 24, y2: bottom - 16 }),
      draw("g", { class: `t${t % hues} thread` }, draw("rect", { x: p.x - p.width / 2, y: 3, width: p.width, height: 21, rx: 5 }), draw("text", { x: p.x, y: 18 }, threads[t])));
  }
  events.forEach((e, i) => {
    for (const j of arrows ? e.before : []) if (events[j].thread !== e.thread) svg.append(...arrow(place.get(events[j].thread), y(j), place.get(e.thread), y(i), "hb"));
  });
  const heads = new Set(schedules.map(([, head]) => head));
  const racing = new Set(races.flat());
  events.forEach((e, i) => {
    const p = place.get(e.thread);
    const classes = [`t${e.thread % hues}`, "event", heads.has(i) ? "head" : "", newest && i === events.length - 1 ? "new" : "", racing.has(i) ? "racing" : ""];
    svg.append(draw("text", { class: "count", x: 14, y: y(i) + 4 }, i + 1),
      draw("g", { class: classes.join(" ") }, draw("rect", { x: p.x - p.width / 2, y: y(i) - 11, width: p.width, height: 22, rx: 5 }), draw("text", { x: p.x, y: y(i) + 4.5 }, e.text)));
  });
  for (const [first, second] of races) {
    if (first >= 0 && second >= 0) svg.append(...arrow(place.get(events[first].thread), y(first), place.get(events[second].thread), y(second), "race"));
  }
  return svg;
}

/** places are the columns of the threads, by their numbers. */
function places(threads, all) {
  const place = new Map();
  let x = 34;
  threads.forEach((name, t) => {
    if (!name) return;
    const longest = Math.max(name.length, ...all.filter((e) => e.thread === t).map((e) => e.text.length));
    const width = Math.max(44, Math.min(190, longest * 7.2 + 18));
    place.set(t, { x: x + width / 2, width });
    x += width + 24;
  });
  return { place, width: x };
}

/** aloud is an execution as text. */
export function aloud(threads, events) {
  if (events.length === 0) return "The execution is empty.";
  return `The execution so far: ${events.map((e) => `${threads[e.thread]}: ${e.text}`).join("; ")}.`;
}

function arrow(from, y1, to, y2, kind) {
  const right = to.x > from.x ? 1 : -1;
  const x1 = from.x + right * from.width / 2;
  const x2 = to.x - right * (to.width / 2 + 1);
  const bend = right * Math.max(14, Math.abs(x2 - x1) / 2.5);
  const end = x2 - right * 6;
  return [
    draw("path", { class: kind, d: `M${x1} ${y1}C${x1 + bend} ${y1} ${end - bend} ${y2} ${end} ${y2}` }),
    draw("path", { class: `${kind} tip`, d: `M${x2} ${y2}l${-right * 7} -3.5v7z` }),
  ];
}
