import type { Db } from "../platform/database/schema.ts";
import type { Chore } from "../platform/queue/job.ts";
import { WALK_SECONDS } from "../platform/queue/job.ts";
import { header } from "../platform/slack/blocks/blocks.ts";
import { bold, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { messageWith } from "../platform/slack/message.ts";
import type { ChoreContext } from "../request/capability.ts";
import { inPages } from "../request/each-workspace.ts";
import { freezeByItself } from "../request/freezing/freeze.ts";
import type { Mark } from "../request/marker.ts";
import { findLastEntry } from "../request/queries/audit.ts";
import type { AuditCheck, Checked } from "../request/queries/audit-checks.ts";
import {
  auditBegin,
  auditPage,
  findAuditCheck,
  listChecked,
  saveAuditCheck,
} from "../request/queries/audit-checks.ts";
import { findPolicy } from "../request/queries/companies.ts";
import type { RowMark } from "../request/queries/row-macs.ts";
import { findStrayMark, marksBetween, marksIn, rowKey } from "../request/queries/row-macs.ts";
import type { AuditEntry } from "../request/rules/audit.ts";
import { BEGINNING, firstBreak } from "../request/rules/audit.ts";
import { tellApprovers } from "../request/tell-approvers.ts";
import { everyoneNamed } from "../request/who-is.ts";
import { checkRows } from "./check-rows.ts";
import { keptHeads } from "./heads.ts";
import type { SignedHead } from "./rules/head.ts";
import { findNotes, notesIn, saidIn, saySo } from "./watch-notes.ts";

type Verifying = Pick<
  ChoreContext,
  | ("db" | "transaction" | "seal" | "clock" | "logger" | "people" | "messenger" | "marker")
  | ("approvalsChannelOf" | "command" | "startedAt" | "evidence")
>;

const DAY = 24 * 60 * 60_000;
const WORKSPACES = 500;
const ENTRIES = 500;

/**
 * Verifies the audit of each workspace once after every start of a process, and once a day: as a chain, and against every
 * signed head. A break stops all sending, and the approvers are told once. One workspace that cannot be verified holds up no
 * other.
 */
export async function verifyAudits(context: Verifying): Promise<void> {
  const { db, seal, clock, startedAt } = context;
  const yesterday = new Date(Date.parse(clock()) - DAY).toISOString();
  const before = startedAt > yesterday ? startedAt : yesterday;
  const all = inPages((last: Checked | null) =>
    listChecked(db, { before, now: clock() }, last?.id ?? null, WORKSPACES),
  );
  for await (const { id, isDue, notes } of all) {
    const at = saidIn(seal, id, CHECKED, notesIn(notes));
    // What the table says can be written by others, and what the note says cannot.
    const isNoted = typeof at === "string" && at >= before && at <= clock();
    if (isDue || !isNoted) await verified(context, id);
  }
}

const CHECKED = "audit-checked";
const TOLD = "audit-break-told";

export const verifyAuditsChore: Chore<Verifying> = {
  name: "verify-audits",
  everySeconds: 300,
  expireInSeconds: WALK_SECONDS,
  work: verifyAudits,
};

async function verified(context: Verifying, workspaceId: string): Promise<void> {
  try {
    await verifyAudit(context, workspaceId);
    await checkRows(context, workspaceId, "all");
  } catch (error) {
    context.logger.error({ err: error, workspaceId }, "an audit could not be verified");
  }
}

async function verifyAudit(context: Verifying, workspaceId: string): Promise<void> {
  const { db, seal, clock, logger, command } = context;
  // Before the walk, which then knows of every entry that they name.
  const heads = await keptHeads(context, workspaceId);
  let found = await walk(db, workspaceId, heads);
  // Entries that were kept long enough may have been deleted during the walk.
  if (found.breaks.length > 0) found = await walk(db, workspaceId, heads);
  const { entries, breaks } = found;
  const told = breaksIn(saidIn(seal, workspaceId, TOLD, await findNotes(db, workspaceId)));
  const untold = breaks.find((each) => !told.includes(each));
  const former = await findAuditCheck(db, workspaceId);
  const checkedAt = clock();
  const toldAt = untold === undefined && breaks.length > 0 ? (former?.toldAt ?? checkedAt) : null;
  const check: AuditCheck = { entries, brokenAt: breaks[0] ?? null, checkedAt, toldAt };
  await saveAuditCheck(db, workspaceId, check);
  await saySo(context, workspaceId, CHECKED, checkedAt);
  if (breaks.length > 0) {
    logger.error({ workspaceId, breaks }, "the audit was changed: an entry is not the one written");
  }
  if (untold !== undefined) {
    const reason = `Entry ${untold} of the audit is not the one that was written or signed.`;
    await freezeByItself(context, workspaceId, reason);
    const policy = await findPolicy(db, workspaceId);
    await tellApprovers(context, workspaceId, {
      message: () => auditChanged({ brokenAt: untold, command }),
      people: () => everyoneNamed(context, workspaceId, policy),
    });
    await saveAuditCheck(db, workspaceId, { ...check, toldAt: clock() });
  }
  // What was put right may be changed again.
  const isNoted = untold === undefined && told.every((each) => breaks.includes(each));
  if (!isNoted) await saySo(context, workspaceId, TOLD, breaks);
}

/** A former release noted the first one alone. */
const breaksIn = (said: unknown) => [said].flat().filter((each) => typeof each === "number");

/** A chain that is broken more often was rewritten: people know enough. */
const MOST_BREAKS = 1_000;

/**
 * Page after page, up to the last entry at the beginning: others may come meanwhile. `breaks` are the entries that are not
 * the ones written, in their order. After a break the chain is followed further: one that people know of, such as that of a
 * restored database, hides no later one. Where it is not the one that was signed, it breaks at each head that it lacks.
 */
async function walk(
  db: Db,
  workspaceId: string,
  heads: readonly SignedHead[],
): Promise<{ entries: number; breaks: number[] }> {
  const head = (await findLastEntry(db, workspaceId)) ?? BEGINNING;
  let last = await auditBegin(db, workspaceId);
  let entries = 0;
  const breaks = new Set<number>();
  // Entries before it were deleted in their time, with all that could be held against those heads.
  const signed = Map.groupBy(
    heads.filter(({ size }) => size > last.sequence),
    ({ size }) => size,
  );
  const found = () => ({ entries, breaks: [...breaks].sort((one, other) => one - other) });
  while (breaks.size < MOST_BREAKS) {
    const range = { after: last.sequence, last: head.sequence };
    const page = await auditPage(db, workspaceId, range, ENTRIES);
    if (page.length === 0) {
      const cut = firstBreak([], head, last);
      const stray = await findStrayMark(db, workspaceId);
      for (const each of [cut ?? [], stray ?? [], ...signed.keys()].flat()) breaks.add(each);
      return found();
    }
    for (const each of breaksOf(page, last)) breaks.add(each);
    for (const each of await otherMarks(db, workspaceId, page)) breaks.add(each);
    for (const { sequence, hash } of page) {
      const isAsSigned = signed.get(sequence)?.every((each) => each.hash === hash) ?? true;
      if (!isAsSigned) breaks.add(sequence);
      signed.delete(sequence);
    }
    entries += page.length;
    last = page.at(-1) ?? last;
  }
  return found();
}

/** Every break among these entries, each as if what stands there were right. */
function breaksOf(page: readonly AuditEntry[], before: Mark): number[] {
  const breaks: number[] = [];
  let [rest, last] = [page, before];
  for (;;) {
    const at = firstBreak(rest, undefined, last);
    if (at === undefined) return breaks;
    breaks.push(at);
    const index = at - last.sequence - 1;
    last = rest[index] ?? last;
    rest = rest.slice(index + 1);
  }
}

/** Those of these entries that name another code of a row than is kept for it, or one that is not kept. */
async function otherMarks(
  db: Db,
  workspaceId: string,
  page: readonly AuditEntry[],
): Promise<number[]> {
  const first = page[0]?.sequence ?? 0;
  const textOf = (mark: RowMark, sequence: number) =>
    [sequence, rowKey(mark), mark.version, mark.key, mark.mac].join(" ");
  const kept = await marksBetween(db, workspaceId, first, page.at(-1)?.sequence ?? 0);
  const inDatabase = new Set(kept.map((mark) => textOf(mark, mark.sequence)));
  const inAudit = new Set(
    page.flatMap((entry) => marksIn(entry).map((mark) => textOf(mark, entry.sequence))),
  );
  return [
    ...[...inDatabase].filter((text) => !inAudit.has(text)),
    ...[...inAudit].filter((text) => !inDatabase.has(text)),
  ].map((text) => Number.parseInt(text, 10));
}

/** `brokenAt` is the sequence number of the first entry that is not the one that was written. */
export function auditChanged({
  brokenAt,
  command,
}: {
  brokenAt: number;
  command: string;
}): Message {
  const title = "The audit was changed";
  return messageWith(
    `${title} at entry ${brokenAt}`,
    header(title),
    richText(
      [
        bold(`Entry ${brokenAt} is not the one that was written or signed. `),
        "Somebody changed, removed or added entries in the database.",
      ],
      ["Approvals and Rails that Signalbox shows may be false, too."],
      ["Signalbox stopped all sending."],
      [
        bold("Next: "),
        `the operator finds out who could write to the database. Then ${command} resume resumes sending.`,
      ],
    ),
  );
}
