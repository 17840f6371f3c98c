import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { TABLES, withTable } from "./tables.ts";

/** `npm run tables`: prints the tables of the documents from the lists in `src`. */
for (const path of Object.keys(TABLES)) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  writeFileSync(file, await withTable(path, readFileSync(file, "utf8")));
}
