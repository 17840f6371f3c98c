import { readFile } from "node:fs/promises";
import type { Db } from "../../platform/database/schema.ts";
import { csvRow } from "../../platform/text/csv.ts";
import type { Context } from "../../request/context.ts";
import { AUDIT_ENTRY } from "../../request/queries/audit.ts";
import { auditPage } from "../../request/queries/audit-checks.ts";
import { toRequest } from "../../request/queries/rows.ts";
import type { AuditEntry } from "../../request/rules/audit.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { canonicalJson } from "../../request/rules/digest.ts";
import { listTimeStamps } from "../heads.ts";
import type { Rules } from "../policies-in-force.ts";
import { policiesInForce } from "../policies-in-force.ts";
import { fingerprintOf, noteKey, pemOf } from "../rules/signed-note.ts";
import { countingPeople } from "./counting-people.ts";
import { dossierOf } from "./dossier.ts";
import type { Folder, Growing } from "./folder.ts";
import { openFolder } from "./folder.ts";
import type { Period } from "./period.ts";
import {
  ENTRY_HEAD,
  ENTRY_TABLES,
  entryRow,
  REQUESTS_HEAD,
  requestRow,
  SEGREGATION_HEAD,
  segregationRow,
} from "./tables.ts";

const ENTRIES = 1_000;
const REQUESTS = 500;
/** The files that are the same in every export. */
const ENCLOSED = ["VERIFY.md", "verify.mjs", "controls.md"];

export interface Exported {
  entries: number;
  requests: number;
  /** The fingerprint of the key that signed it. */
  fingerprint: string;
}

/** Writes everything about a period into a new directory: the same bytes each time, as long as nothing was changed. */
export async function exportAudit(
  { db }: Pick<Context, "db">,
  period: Period,
  directory: string,
): Promise<Exported> {
  const folder = await openFolder(directory);
  const people = countingPeople();
  const { entries, requestIds } = await writeEntries(db, period, folder, people.count);
  const rules = await policiesInForce(db, period.workspaceId, period.until.size);
  const policies = rules.map((each) => `${canonicalJson(each)}\n`);
  await folder.write("policies.jsonl", policies.join(""));
  const requests = await writeRequests(db, period, folder, requestIds, rules);
  await folder.write("people.csv", people.table());
  await writeHeads(db, period, folder);
  const key = noteKey(period.signingKey);
  await folder.write("key.pem", pemOf(key.publicKey));
  for (const name of ENCLOSED) {
    await folder.write(name, await readFile(new URL(`enclosed/${name}`, import.meta.url)));
  }
  const { after, until } = period;
  await folder.seal(
    [
      `workspace ${period.workspaceId}`,
      `period from ${period.from} to ${period.to}`,
      `after entry ${after.sequence} ${after.hash}`,
      `until entry ${until.size} ${until.hash}`,
    ],
    key,
  );
  return { entries, requests, fingerprint: fingerprintOf(key.publicKey) };
}

async function writeEntries(
  db: Db,
  { workspaceId, after, until }: Period,
  folder: Folder,
  count: (entry: AuditEntry) => void,
): Promise<{ entries: number; requestIds: string[] }> {
  const file = folder.open("entries.jsonl");
  const tables = Object.entries(ENTRY_TABLES).map(([name, isIn]) => ({
    isIn,
    table: folder.open(name),
  }));
  for (const { table } of tables) await table.add(ENTRY_HEAD);
  const requestIds = new Set<string>();
  let entries = 0;
  let last = after.sequence;
  for (;;) {
    const page = await auditPage(db, workspaceId, { after: last, last: until.size }, ENTRIES);
    if (page.length === 0) break;
    await file.add(page.map(entryLine).join(""));
    for (const entry of page) {
      count(entry);
      if (entry.requestId !== null) requestIds.add(entry.requestId);
      for (const { isIn, table } of tables) if (isIn(entry)) await table.add(entryRow(entry));
    }
    entries += page.length;
    last = page.at(-1)?.sequence ?? until.size;
  }
  for (const each of [file, ...tables.map(({ table }) => table)]) await each.end();
  return { entries, requestIds: [...requestIds] };
}

const entryLine = (entry: AuditEntry): string => `${canonicalJson(entry)}\n`;

/** In the order of their numbers, and the entries of theirs from before the period. */
async function writeRequests(
  db: Db,
  period: Period,
  folder: Folder,
  requestIds: readonly string[],
  rules: readonly Rules[],
): Promise<number> {
  const population = folder.open("requests.csv");
  const segregation = folder.open("segregation.csv");
  await population.add(REQUESTS_HEAD);
  await segregation.add(SEGREGATION_HEAD);
  const byVersion = new Map(rules.map((each) => [each.version, each]));
  const numbers = await numbersOf(db, period.workspaceId, requestIds);
  const earlier: AuditEntry[] = [];
  for (let from = 0; from < numbers.length; from += REQUESTS) {
    const batch = numbers.slice(from, from + REQUESTS);
    const requests = await requestsOf(db, period.workspaceId, batch);
    const entries = await entriesOf(db, period, requests);
    for (const request of requests) {
      const own = entries.get(request.id) ?? [];
      earlier.push(...own.filter(({ sequence }) => sequence <= period.after.sequence));
      const dossier = dossierOf(request, own);
      await folder.write(`requests/${dossier.request}/approved.json`, request.canonical);
      await folder.write(
        `requests/${dossier.request}/dossier.json`,
        `${JSON.stringify(dossier, null, 1)}\n`,
      );
      await population.add(requestRow(dossier));
      await segregation.add(segregationRow(dossier, byVersion.get(dossier.policy.version)));
    }
  }
  await endBoth(population, segregation);
  const inTheirOrder = earlier.sort((one, other) => one.sequence - other.sequence);
  await folder.write("earlier.jsonl", inTheirOrder.map(entryLine).join(""));
  return numbers.length;
}

async function endBoth(one: Growing, other: Growing): Promise<void> {
  await one.end();
  await other.end();
}

async function numbersOf(
  db: Db,
  workspaceId: string,
  requestIds: readonly string[],
): Promise<number[]> {
  const wanted = new Set(requestIds);
  const rows = await db
    .selectFrom("requests")
    .select(["id", "number"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("number")
    .execute();
  return rows.filter(({ id }) => wanted.has(id)).map(({ number }) => number);
}

async function requestsOf(
  db: Db,
  workspaceId: string,
  numbers: readonly number[],
): Promise<ChangeRequest[]> {
  const rows = await db
    .selectFrom("requests")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("number", "in", numbers)
    .orderBy("number")
    .execute();
  return rows.map(toRequest);
}

async function entriesOf(
  db: Db,
  { workspaceId, until }: Period,
  requests: readonly ChangeRequest[],
): Promise<Map<string, AuditEntry[]>> {
  const rows: AuditEntry[] = await db
    .selectFrom("audit")
    .select(AUDIT_ENTRY)
    .where("workspace_id", "=", workspaceId)
    .where("sequence", "<=", until.size)
    .where(
      "request_id",
      "in",
      requests.map(({ id }) => id),
    )
    .orderBy("sequence")
    .execute();
  return Map.groupBy(rows, ({ requestId }) => requestId ?? "");
}

async function writeHeads(db: Db, period: Period, folder: Folder): Promise<void> {
  const stamps = await listTimeStamps(db, period.workspaceId);
  const rows = [csvRow(["entries", "signed_at", "hash", "note", "time_stamp"])];
  for (const { size, at, hash, note } of period.heads) {
    const name = `heads/${size}-${at.replaceAll(":", "")}`;
    const stamp = stamps.get(note);
    await folder.write(`${name}.note`, note);
    if (stamp) await folder.write(`${name}.tsr`, stamp);
    rows.push(csvRow([size, at, hash, `${name}.note`, stamp ? `${name}.tsr` : "none yet"]));
  }
  await folder.write("heads.csv", rows.join(""));
}
