import { databaseTime } from "../platform/database/database-time.ts";
import type { Db } from "../platform/database/schema.ts";
import type { Seal } from "../platform/database/seal.ts";
import { everyWorkspace } from "../request/each-workspace.ts";
import { renewMarks } from "../request/sign-rows.ts";
import { renewNotes } from "./watch-notes.ts";

export interface Renewed {
  renewed: number;
  /** Rows that are not as they were written, each with its workspace. */
  doubted: string[];
}

/** For every workspace that is served. Throws a `StoreError` `cannot-unseal` where a key is missing. */
export async function renewEverywhere(db: Db, seal: Seal): Promise<Renewed> {
  const all: Renewed = { renewed: 0, doubted: [] };
  for await (const id of everyWorkspace(db, "are-served")) {
    const at = new Date(await databaseTime(db)).toISOString();
    await renewNotes(db, seal, id);
    const { renewed, doubted } = await renewMarks(db, seal, id, { at, actor: "operator" });
    all.renewed += renewed;
    all.doubted.push(...doubted.map((row) => `${row} of workspace ${id}`));
  }
  return all;
}
