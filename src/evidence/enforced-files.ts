import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Enforced } from "../platform/database/seal.ts";

/**
 * The workspaces whose rows have to be signed, as files in `DATA_DIR`: nobody who writes to the database makes us forget one.
 * Throws where the directory cannot be read or written.
 */
export function openEnforced(dataDir: string): Enforced {
  const directory = join(dataDir, "signed-rows");
  mkdirSync(directory, { recursive: true });
  const known = new Set(readdirSync(directory));
  const nameOf = (workspaceId: string) => workspaceId.replace(/[^A-Za-z0-9-]/g, "_");
  return {
    has: (workspaceId) => known.has(nameOf(workspaceId)),
    add(workspaceId) {
      const name = nameOf(workspaceId);
      writeFileSync(join(directory, name), "", { flush: true });
      known.add(name);
    },
  };
}
