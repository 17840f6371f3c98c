import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Database } from "./schema.ts";
import type { Seal } from "./seal.ts";
import { StoreError } from "./store-error.ts";

/**
 * A column of sealed texts, and the column beside it that names the workspace or organisation they are bound to. Where it
 * is empty, a token was removed.
 */
type SealedColumn = {
  [Table in keyof Database]: {
    table: Table;
    workspace: keyof Database[Table] & string;
    column: keyof Database[Table] & string;
  };
}[keyof Database];

/** Every one there is: what is missing here is lost with the key that sealed it. */
export const SEALED: readonly SealedColumn[] = [
  { table: "connections", workspace: "workspace_id", column: "sealed_token" },
  { table: "slack_installations", workspace: "id", column: "sealed_bot_token" },
  { table: "slack_installations", workspace: "id", column: "sealed_refresh_token" },
];

export interface Resealed {
  /** How many texts were sealed anew. */
  resealed: number;
  /** Where a text stands that none of the keys opens. */
  closed: { table: string; workspaceId: string }[];
}

/**
 * Seals everything sealed anew under the first key, reading `batch` texts at a time. Each is saved by itself and only
 * over what was read: a run that was killed is finished by the next one, and a token that a replica saves meanwhile
 * stays. Goes through all of it until it finds nothing left to seal.
 */
export async function reseal(db: Kysely<Database>, seal: Seal, batch = 100): Promise<Resealed> {
  let resealed = 0;
  for (;;) {
    const closed: Resealed["closed"] = [];
    let found = 0;
    for (const column of SEALED) {
      for await (const { workspaceId, sealed } of olderTexts(db, seal, column, batch)) {
        const anew = sealedAnew(seal, sealed, workspaceId);
        if (anew === undefined) {
          closed.push({ table: column.table, workspaceId });
          continue;
        }
        found += 1;
        if (await replace(db, column, sealed, anew)) resealed += 1;
      }
    }
    if (found === 0) return { resealed, closed };
  }
}

interface SealedText {
  workspaceId: string;
  sealed: string;
}

/** What another key has sealed, in the order of the texts themselves, since no two of them are alike. */
async function* olderTexts(
  db: Kysely<Database>,
  { prefix }: Seal,
  { table, workspace, column }: SealedColumn,
  batch: number,
): AsyncGenerator<SealedText> {
  const sealed = sql.ref(column);
  let after: string | undefined = "";
  while (after !== undefined) {
    const { rows }: { rows: SealedText[] } = await sql<SealedText>`
      select ${sql.ref(workspace)} as "workspaceId", ${sealed} as sealed from ${sql.table(table)}
      where not starts_with(${sealed}, ${prefix}) and ${sealed} > ${after}
      order by ${sealed} limit ${batch}`.execute(db);
    yield* rows;
    after = rows.at(-1)?.sealed;
  }
}

/** Nothing where none of the keys opens it. */
function sealedAnew(seal: Seal, sealed: string, workspaceId: string): string | undefined {
  try {
    return seal.seal(seal.open(sealed, workspaceId), workspaceId);
  } catch (error) {
    if (error instanceof StoreError && error.code === "cannot-unseal") return undefined;
    throw error;
  }
}

/** False where something else stands there by now. */
async function replace(
  db: Kysely<Database>,
  { table, column }: SealedColumn,
  before: string,
  after: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${after}
    where ${sql.ref(column)} = ${before}`.execute(db);
  return numAffectedRows === 1n;
}
