import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withTables } from "./tables.ts";

/** `npm run tables`: prints the tables of the README from the lists in `src`. */
const README = fileURLToPath(new URL("../README.md", import.meta.url));
writeFileSync(README, await withTables(readFileSync(README, "utf8")));
