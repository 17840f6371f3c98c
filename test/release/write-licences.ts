import { readFileSync, writeFileSync } from "node:fs";
import { licencesOfShipped } from "./licences.ts";

/** `npm run licences`: prints `docs/licences.md`. */
const root = new URL("../../", import.meta.url);
const lock = readFileSync(new URL("package-lock.json", root), "utf8");
writeFileSync(new URL("docs/licences.md", root), licencesOfShipped(lock));
