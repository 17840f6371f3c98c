import { readFile } from "node:fs/promises";
import type { Db } from "../../platform/database/schema.ts";
import { csvRow } from "../../platform/text/csv.ts";
import { auditPage } from "../../request/queries/audit-checks.ts";
import type { AuditEntry } from "../../request/rules/audit.ts";
import { canonicalJson } from "../../request/rules/digest.ts";
import { listTimeStamps } from "../heads.ts";
import type { Rules } from "../policies-in-force.ts";
import { policiesInForce } from "../policies-in-force.ts";
import type { NoteKey } from "../rules/head.ts";
import { fingerprintOf, noteKey, pemOf } from "../rules/head.ts";
import type { Dossier } from "./dossier.ts";
import { dossierOf } from "./dossier.ts";
import type { Folder, Growing } from "./folder.ts";
import { openFolder } from "./folder.ts";
import type { Period } from "./period.ts";
import type { Exporting, ReadRequest } from "./read-requests.ts";
import { entriesOf, numbersOf, requestsOf } from "./read-requests.ts";
import {
  countingPeople,
  ENTRY_HEAD,
  ENTRY_TABLES,
  entryRow,
  REQUESTS_HEAD,
  REVIEWS_HEAD,
  requestRow,
  reviewRows,
  SEGREGATION_HEAD,
  segregationRow,
} from "./tables.ts";

/** Entries of a page: more at once need more memory, and are no faster. */
const ENTRIES = 500;
const REQUESTS = 50;
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
  context: Exporting,
  period: Period,
  directory: string,
): Promise<Exported> {
  const { db } = context;
  await using folder = await openFolder(directory);
  const people = countingPeople();
  const { entries, requestIds } = await writeEntries(db, period, folder, people.count);
  const rules = await policiesInForce(db, period.workspaceId, period.until.size);
  const policies = rules.map((each) => `${canonicalJson(each)}\n`);
  await folder.write("policies.jsonl", policies.join(""));
  const requests = await writeRequests(context, period, folder, requestIds, rules);
  await folder.write("people.csv", people.table());
  await writeHeads(db, period, folder);
  const key = noteKey(period.signingKey);
  await folder.write("key.pem", pemOf(key));
  await writeFormerKeys(period, folder, key);
  for (const name of ENCLOSED) {
    await folder.write(name, await readFile(new URL(`enclosed/${name}`, import.meta.url)));
  }
  const { after, until, isDeletedBefore } = period;
  await folder.seal(
    [
      `workspace ${period.workspaceId}`,
      `period from ${period.from} to ${period.to}`,
      `after${isDeletedBefore ? " deleted" : ""} entry ${after.sequence} ${after.hash}`,
      `until entry ${until.size} ${until.hash}`,
    ],
    key,
  );
  return { entries, requests, fingerprint: fingerprintOf(key) };
}

async function writeEntries(
  db: Db,
  { workspaceId, after, until }: Period,
  folder: Folder,
  count: (entry: AuditEntry) => void,
): Promise<{ entries: number; requestIds: string[] }> {
  const file = await folder.open("entries.jsonl");
  const tables: { isIn(entry: AuditEntry): boolean; table: Growing }[] = [];
  for (const [name, isIn] of Object.entries(ENTRY_TABLES)) {
    const table = await folder.open(name);
    await table.add(ENTRY_HEAD);
    tables.push({ isIn, table });
  }
  const reviews = await folder.open("reviews.csv");
  await reviews.add(REVIEWS_HEAD);
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
    }
    await reviews.add(page.map(reviewRows).join(""));
    for (const { isIn, table } of tables) {
      await table.add(page.filter(isIn).map(entryRow).join(""));
    }
    entries += page.length;
    last = page.at(-1)?.sequence ?? until.size;
  }
  for (const each of [file, reviews, ...tables.map(({ table }) => table)]) await each.end();
  return { entries, requestIds: [...requestIds] };
}

const entryLine = (entry: AuditEntry): string => `${canonicalJson(entry)}\n`;

/** In the order of their numbers, and the entries of theirs from before the period. */
async function writeRequests(
  context: Exporting,
  period: Period,
  folder: Folder,
  requestIds: readonly string[],
  rules: readonly Rules[],
): Promise<number> {
  const population = await folder.open("requests.csv");
  const segregation = await folder.open("segregation.csv");
  await population.add(REQUESTS_HEAD);
  await segregation.add(SEGREGATION_HEAD);
  const byVersion = new Map(rules.map((each) => [each.version, each]));
  const { db } = context;
  const numbers = await numbersOf(db, period.workspaceId, requestIds);
  const earlier: AuditEntry[] = [];
  for (let from = 0; from < numbers.length; from += REQUESTS) {
    const batch = numbers.slice(from, from + REQUESTS);
    const rows = await requestsOf(context, period.workspaceId, batch);
    const entries = await entriesOf(db, period, rows);
    const isEarlier = ({ sequence }: AuditEntry) => sequence <= period.after.sequence;
    for (const own of entries.values()) earlier.push(...own.filter(isEarlier));
    const dossiers = await Promise.all(
      rows.map((row) => writeDossier(folder, row, entries.get(row.request.id) ?? [])),
    );
    await population.add(dossiers.map(requestRow).join(""));
    const rulesOf = ({ policy }: Dossier) => byVersion.get(policy.version);
    const duties = dossiers.map((dossier) => segregationRow(dossier, rulesOf(dossier)));
    await segregation.add(duties.join(""));
  }
  await population.end();
  await segregation.end();
  const inTheirOrder = earlier.sort((one, other) => one.sequence - other.sequence);
  await folder.write("earlier.jsonl", inTheirOrder.map(entryLine).join(""));
  return numbers.length;
}

async function writeDossier(
  folder: Folder,
  { request, isAsWritten }: ReadRequest,
  entries: readonly AuditEntry[],
): Promise<Dossier> {
  const dossier = dossierOf(request, isAsWritten, entries);
  const of = `requests/${dossier.request}`;
  await folder.write(`${of}/approved.json`, request.canonical);
  await folder.write(`${of}/dossier.json`, `${JSON.stringify(dossier, null, 1)}\n`);
  return dossier;
}

/** Those that signed heads of the period before the key of today. */
async function writeFormerKeys(
  { heads }: Period,
  folder: Folder,
  today: Pick<NoteKey, "text">,
): Promise<void> {
  const former = new Set(heads.map(({ key }) => key).filter((key) => key !== today.text));
  for (const text of former) {
    await folder.write(`keys/${fingerprintOf({ text })}.pem`, pemOf({ text }));
  }
}

async function writeHeads(db: Db, period: Period, folder: Folder): Promise<void> {
  const stamps = await listTimeStamps(db, period.workspaceId);
  const rows = [csvRow(["entries", "signed_at", "hash", "key", "note", "time_stamp"])];
  for (const { size, at, hash, key, note } of period.heads) {
    const name = `heads/${size}-${at.replaceAll(":", "")}`;
    const stamp = stamps.get(note);
    await folder.write(`${name}.note`, note);
    if (stamp) await folder.write(`${name}.tsr`, stamp);
    const by = fingerprintOf({ text: key });
    rows.push(csvRow([size, at, hash, by, `${name}.note`, stamp ? `${name}.tsr` : "none yet"]));
  }
  await folder.write("heads.csv", rows.join(""));
}
