import { readFileSync, writeFileSync } from "node:fs";
import { PAGE, pageWithTables } from "./coverage.ts";

writeFileSync(PAGE, pageWithTables(readFileSync(PAGE, "utf8")));
