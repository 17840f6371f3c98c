import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { printAuthority } from "./print-authority.ts";

/** `npm run authority`: prints the table of authority into `docs/authority.md`. */
writeFileSync(fileURLToPath(new URL("../../docs/authority.md", import.meta.url)), printAuthority());
