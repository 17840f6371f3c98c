import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Enforced } from "../platform/database/seal.ts";
import { fileNameOf } from "../platform/process/kept-files.ts";

/**
 * The workspaces whose rows have to be signed, as files in `DATA_DIR`: nobody who writes to the database makes us forget one.
 * Throws where the directory cannot be read or written.
 */
export function openEnforced(dataDir: string): Enforced {
  const directory = join(dataDir, "signed-rows");
  mkdirSync(directory, { recursive: true });
  const known = new Set(readdirSync(directory));
  return {
    has: (workspaceId) => known.has(fileNameOf(workspaceId)),
    add(workspaceId) {
      const name = fileNameOf(workspaceId);
      writeFileSync(join(directory, name), "", { flush: true });
      known.add(name);
    },
  };
}
