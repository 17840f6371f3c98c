import { sql } from "kysely";
import type { Database, Db } from "./schema.ts";
import { FORMER_PREFIX, type Seal, type SealedFor } from "./seal.ts";
import { StoreError } from "./store-error.ts";

interface Row {
  id: string;
  sealed: string;
  workspaceId: string;
  /** The base address of a connection; empty elsewhere. */
  baseUrl: string;
}

/** A column of sealed texts. Where it is empty, a token was removed. */
interface SealedColumn {
  table: keyof Database & string;
  column: string;
  /** The columns that name the workspace or organisation, and the address. */
  workspace: string;
  baseUrl?: string;
  sealedFor(row: Row): SealedFor;
}

/** Every column: one that is missing here is lost with its key. */
export const SEALED: readonly SealedColumn[] = [
  {
    table: "connections",
    column: "sealed_token",
    workspace: "workspace_id",
    baseUrl: "base_url",
    sealedFor: ({ workspaceId, id, baseUrl }) => ({
      purpose: "rail-token",
      workspaceId,
      connectionId: id,
      baseUrl,
    }),
  },
  {
    table: "slack_installations",
    column: "sealed_bot_token",
    workspace: "id",
    sealedFor: ({ workspaceId }) => ({ purpose: "slack-bot-token", workspaceId }),
  },
  {
    table: "slack_installations",
    column: "sealed_refresh_token",
    workspace: "id",
    sealedFor: ({ workspaceId }) => ({ purpose: "slack-refresh-token", workspaceId }),
  },
];

export interface Resealed {
  resealed: number;
  /** The place of a text that cannot be opened. */
  closed: { table: string; workspaceId: string }[];
}

export interface Resealing {
  /** `another-key`: all that the first key has not sealed. `former-release`: only the form of the former release. */
  what: "another-key" | "former-release";
  /** The former release bound no address: a token that it sealed is opened at these addresses only. */
  listed: readonly { baseUrl: string }[];
  /** How many texts are read at a time. */
  batch?: number;
}

/**
 * Seals every text anew under the first key. Each text is saved separately, and only over the text that was read: the
 * next run finishes a killed one, and a token that a replica saves meanwhile stays. Repeats until nothing is left to
 * seal.
 */
export async function reseal(db: Db, seal: Seal, resealing: Resealing): Promise<Resealed> {
  let resealed = 0;
  for (;;) {
    const closed: Resealed["closed"] = [];
    let found = 0;
    for (const column of SEALED) {
      for await (const row of olderTexts(db, seal, column, resealing)) {
        const anew = sealedAnew(seal, row, column.sealedFor(row), resealing);
        if (anew === undefined) {
          closed.push({ table: column.table, workspaceId: row.workspaceId });
          continue;
        }
        found += 1;
        if (await replace(db, column, row, anew)) resealed += 1;
      }
    }
    if (found === 0) return { resealed, closed };
  }
}

/** What has to be sealed anew, in the order of the texts themselves, since no two of them are alike. */
async function* olderTexts(
  db: Db,
  { prefix }: Seal,
  { table, workspace, baseUrl, column }: SealedColumn,
  { what, batch = 100 }: Resealing,
): AsyncGenerator<Row> {
  const sealed = sql.ref(column);
  const isMeant =
    what === "another-key"
      ? sql`not starts_with(${sealed}, ${prefix})`
      : sql`starts_with(${sealed}, ${FORMER_PREFIX})`;
  const address = baseUrl === undefined ? sql`''` : sql.ref(baseUrl);
  let after: string | undefined = "";
  while (after !== undefined) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      select id, ${sealed} as sealed, ${sql.ref(workspace)} as "workspaceId",
        ${address} as "baseUrl"
      from ${sql.table(table)}
      where ${isMeant} and ${sealed} > ${after}
      order by ${sealed} limit ${batch}`.execute(db);
    yield* rows;
    after = rows.at(-1)?.sealed;
  }
}

/** Nothing where it cannot be opened. */
function sealedAnew(
  seal: Seal,
  { sealed }: Row,
  sealedFor: SealedFor,
  { listed }: Resealing,
): string | undefined {
  const isCalled =
    sealedFor.purpose !== "rail-token" ||
    listed.some(({ baseUrl }) => baseUrl === sealedFor.baseUrl);
  try {
    const secret = isCalled ? seal.openFormer(sealed, sealedFor) : seal.open(sealed, sealedFor);
    return seal.seal(secret, sealedFor);
  } catch (error) {
    if (error instanceof StoreError && error.code === "cannot-unseal") return undefined;
    throw error;
  }
}

/** False where something else stands there by now. */
async function replace(
  db: Db,
  { table, column }: SealedColumn,
  { id, sealed }: Row,
  anew: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${anew}
    where id = ${id} and ${sql.ref(column)} = ${sealed}`.execute(db);
  return numAffectedRows === 1n;
}
