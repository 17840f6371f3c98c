import { DatabaseError } from "../../platform/database/database-error.ts";
import { type Db, statement } from "../../platform/database/db.ts";
import type { Keys } from "../../platform/database/keys.ts";
import { type Account, boundTo } from "./connections.ts";
import { entryParts, type Frame } from "./entry-hash.ts";
import { type RequestRow, requestParts, settingsParts } from "./stored-rows.ts";
import { installationBounds } from "./workspaces.ts";

/** `kept` is the seal or mac; of all else a table's statement brings what that covers. */
type Row = { place: string | number; kept: string } & Account & RequestRow & Frame;

interface Place {
  table: string;
  id: string;
  /** Before the first row. */
  from: string | number;
  column: string;
  /** What the seal or mac covers. */
  covered: string;
  /** That of the workspace, if it has another name. */
  workspace?: string;
  /** The same under the first key. Throws, or is null, where the row is not as we wrote it. */
  renew(row: Row, keys: Keys): string | null;
}

const MAC = { column: "mac", from: 0 };

const PLACES: readonly Place[] = [
  {
    ...{ table: "workspaces", id: "id", workspace: "id", from: "", column: "bot_token" },
    covered: "left_at",
    renew({ kept, workspace }, { seal }) {
      const bound = installationBounds(workspace);
      return seal.seal(seal.open(kept, bound), bound);
    },
  },
  {
    ...{ table: "connections", id: "id", from: "", column: "token" },
    covered: `id, base_url as "baseUrl"`,
    renew: (row, { seal }) => seal.seal(seal.open(row.kept, boundTo(row)), boundTo(row)),
  },
  {
    ...{ ...MAC, table: "requests", id: "id", from: "", covered: "id, version, body" },
    renew: (row, keys) => signedAnew(requestParts(row), row, keys),
  },
  {
    ...{ ...MAC, table: "settings", id: "version", covered: "version, body" },
    renew: (row, keys) => signedAnew(settingsParts(row), row, keys),
  },
  {
    ...{ ...MAC, table: "audit", id: "seq", covered: "seq, request, version, prev, hash" },
    renew: (row, keys) => signedAnew(entryParts(row.workspace, row), row, keys),
  },
];

const AT_ONCE = 500;

/** The next rows under another key, behind a row; and what writes them anew. */
function statementsFor({ table, id, from, column, covered, workspace = "workspace" }: Place) {
  const type = from === 0 ? "integer" : "text";
  const read = statement<Row>(`
    select ${workspace} as workspace, ${id} as place, ${column} as kept, ${covered}
    from signalbox.${table}
    where split_part(${column}, '.', 1) <> $1 and (${workspace}, ${id}) > ($2, $3::${type})
    order by ${workspace}, ${id} limit ${AT_ONCE}`);
  const write = statement<Pick<Row, "place">>(`
    update signalbox.${table} t set ${column} = n.renewed
    from json_to_recordset($1::json) n (workspace text, place ${type}, kept text, renewed text)
    where t.${workspace} = n.workspace and t.${id} = n.place and t.${column} = n.kept
    returning t.${id} as place`);
  return { read, write };
}

const signedAnew = (parts: Parameters<Keys["macs"]["sign"]>[0], { kept }: Row, { macs }: Keys) =>
  macs.isSigned(parts, kept) ? macs.sign(parts) : null;

/**
 * Puts all seals and macs under the first key, each once it was checked under its own. A row that
 * changes meanwhile is left as it is. Throws a `DatabaseError` at the first that is not as we wrote
 * it; what was renewed before stays, and it can be called again. Returns how many were renewed.
 */
export async function renewKeys(db: Db): Promise<number> {
  let renewed = 0;
  for (const place of PLACES) {
    const { read, write } = statementsFor(place);
    let last: Pick<Row, "workspace" | "place"> | undefined = { workspace: "", place: place.from };
    while (last) {
      const rows: Row[] = await db.query(read, [db.keys.first, last.workspace, last.place]);
      const next = rows.map((row) => ({ ...row, renewed: renewOne(place, row, db.keys) }));
      renewed += (await db.query(write, [JSON.stringify(next)])).length;
      last = rows.at(-1);
    }
  }
  return renewed;
}

function renewOne({ table, renew }: Place, row: Row, keys: Keys): string {
  const named = `${table} ${row.place} of workspace ${row.workspace}`;
  try {
    const renewed = renew(row, keys);
    if (renewed !== null) return renewed;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== "unsealable") throw error;
  }
  throw new DatabaseError("not-ours", `${named} was changed outside Signalbox.`);
}
