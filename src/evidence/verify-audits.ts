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
import { marksBetween, marksIn, rowKey } from "../request/queries/row-macs.ts";
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
  if (found.brokenAt !== null) found = await walk(db, workspaceId, heads);
  const former = await findAuditCheck(db, workspaceId);
  const { brokenAt } = found;
  const told = saidIn(seal, workspaceId, TOLD, await findNotes(db, workspaceId));
  const toldAt = former?.brokenAt === brokenAt && told === brokenAt ? former.toldAt : null;
  const check: AuditCheck = { ...found, checkedAt: clock(), toldAt };
  await saveAuditCheck(db, workspaceId, check);
  await saySo(context, workspaceId, CHECKED, check.checkedAt);
  if (brokenAt === null) return;
  logger.error({ workspaceId, brokenAt }, "the audit was changed: an entry is not the one written");
  if (toldAt !== null) return;
  const reason = `Entry ${brokenAt} of the audit is not the one that was written or signed.`;
  await freezeByItself(context, workspaceId, reason);
  const policy = await findPolicy(db, workspaceId);
  await tellApprovers(context, workspaceId, {
    message: () => auditChanged({ brokenAt, command }),
    people: () => everyoneNamed(context, workspaceId, policy),
  });
  await saveAuditCheck(db, workspaceId, { ...check, toldAt: clock() });
  await saySo(context, workspaceId, TOLD, brokenAt);
}

/**
 * Page after page, up to the last entry at the beginning: others may come meanwhile. Where the chain is whole and is not the
 * one that was signed, the break is at the first head that it does not have.
 */
export async function walk(
  db: Db,
  workspaceId: string,
  heads: readonly SignedHead[],
): Promise<Pick<AuditCheck, "entries" | "brokenAt">> {
  const head = (await findLastEntry(db, workspaceId)) ?? BEGINNING;
  let last = await auditBegin(db, workspaceId);
  let entries = 0;
  // Entries before it were deleted in their time, with all that could be held against those heads.
  const signed = Map.groupBy(
    heads.filter(({ size }) => size > last.sequence),
    ({ size }) => size,
  );
  for (;;) {
    const range = { after: last.sequence, last: head.sequence };
    const page = await auditPage(db, workspaceId, range, ENTRIES);
    const brokenAt =
      firstBreak(page, page.length === 0 ? head : undefined, last) ??
      (await firstOtherMark(db, workspaceId, page)) ??
      null;
    entries += page.length;
    for (const { sequence, hash } of page) {
      const isAsSigned = signed.get(sequence)?.every((each) => each.hash === hash) ?? true;
      if (!isAsSigned) return { entries, brokenAt: Math.min(sequence, brokenAt ?? sequence) };
      signed.delete(sequence);
    }
    if (brokenAt !== null) return { entries, brokenAt };
    if (page.length === 0) {
      const missing = [...signed.keys()].filter((size) => size > last.sequence);
      return { entries, brokenAt: missing.length === 0 ? null : Math.min(...missing) };
    }
    last = page.at(-1) ?? last;
  }
}

/** The first of these entries that names another code of a row than is kept for it, or one that is not kept. */
async function firstOtherMark(
  db: Db,
  workspaceId: string,
  page: readonly AuditEntry[],
): Promise<number | undefined> {
  const [first] = page;
  if (!first) return undefined;
  const textOf = (mark: RowMark, sequence: number) =>
    [sequence, rowKey(mark), mark.version, mark.key, mark.mac].join(" ");
  const kept = await marksBetween(db, workspaceId, first.sequence, page.at(-1)?.sequence ?? 0);
  const inDatabase = new Set(kept.map((mark) => textOf(mark, mark.sequence)));
  const inAudit = new Set(
    page.flatMap((entry) => marksIn(entry).map((mark) => textOf(mark, entry.sequence))),
  );
  const others = [
    ...[...inDatabase].filter((text) => !inAudit.has(text)),
    ...[...inAudit].filter((text) => !inDatabase.has(text)),
  ].map((text) => Number.parseInt(text, 10));
  return others.length === 0 ? undefined : Math.min(...others);
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
