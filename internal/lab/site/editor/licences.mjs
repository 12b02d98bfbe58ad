// Writes the licences of all packages in the bundle.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = "node_modules";
const names = JSON.parse(readFileSync("package-lock.json")).packages;
for (const [path, entry] of Object.entries(names).sort()) {
  if (!path || entry.dev) continue;
  const file = readdirSync(path).find((name) => /^licen[sc]e/i.test(name));
  if (!file) throw new Error(`${path}: no licence`);
  console.log(`${path.slice(folder.length + 1)} ${entry.version}\n\n${readFileSync(join(path, file), "utf8").trim()}\n\n${"-".repeat(72)}\n`);
}
