import type { Db } from "../../platform/database/schema.ts";
import type { Chore } from "../../platform/queue/job.ts";
import { WALK_SECONDS } from "../../platform/queue/job.ts";
import { header } from "../../platform/slack/blocks/blocks.ts";
import { bold, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { ChoreContext } from "../capability.ts";
import { findLastEntry } from "../queries/audit.ts";
import type { AuditCheck } from "../queries/audit-checks.ts";
import {
  auditBegin,
  auditPage,
  findAuditCheck,
  listUnverified,
  saveAuditCheck,
} from "../queries/audit-checks.ts";
import { findPolicy } from "../queries/companies.ts";
import { BEGINNING, firstBreak } from "../rules/audit.ts";
import { tellApprovers } from "../tell-approvers.ts";
import { everyoneNamed } from "../who-is.ts";

type Verifying = Pick<
  ChoreContext,
  | ("db" | "clock" | "logger" | "people" | "messenger")
  | ("approvalsChannelOf" | "command" | "startedAt")
>;

const DAY = 24 * 60 * 60_000;
const WORKSPACES = 500;
const ENTRIES = 500;

/**
 * Verifies the audit of each workspace once after every start of a process, and once a day. The approvers are told once of
 * a break. One workspace that cannot be verified holds up no other.
 */
export async function verifyAudits(context: Verifying): Promise<void> {
  const { db, clock, startedAt } = context;
  const yesterday = new Date(Date.parse(clock()) - DAY).toISOString();
  const before = startedAt > yesterday ? startedAt : yesterday;
  let after: string | null = null;
  do {
    const due: string[] = await listUnverified(db, before, after, WORKSPACES);
    for (const workspaceId of due) await verified(context, workspaceId);
    after = due.at(-1) ?? null;
  } while (after !== null);
}

export const verifyAuditsChore: Chore<Verifying> = {
  name: "verify-audits",
  everySeconds: 300,
  expireInSeconds: WALK_SECONDS,
  work: verifyAudits,
};

async function verified(context: Verifying, workspaceId: string): Promise<void> {
  try {
    await verifyAudit(context, workspaceId);
  } catch (error) {
    context.logger.error({ err: error, workspaceId }, "an audit could not be verified");
  }
}

async function verifyAudit(context: Verifying, workspaceId: string): Promise<void> {
  const { db, clock, logger, command } = context;
  let found = await walk(db, workspaceId);
  // Entries that were kept long enough may have been deleted during the walk.
  if (found.brokenAt !== null) found = await walk(db, workspaceId);
  const former = await findAuditCheck(db, workspaceId);
  const { brokenAt } = found;
  const toldAt = former?.brokenAt === brokenAt ? former.toldAt : null;
  const check: AuditCheck = { ...found, checkedAt: clock(), toldAt };
  await saveAuditCheck(db, workspaceId, check);
  if (brokenAt === null) return;
  logger.error({ workspaceId, brokenAt }, "the audit was changed: an entry is not the one written");
  if (toldAt !== null) return;
  const policy = await findPolicy(db, workspaceId);
  await tellApprovers(context, workspaceId, {
    message: () => auditChanged({ brokenAt, command }),
    people: () => everyoneNamed(context, workspaceId, policy),
  });
  await saveAuditCheck(db, workspaceId, { ...check, toldAt: clock() });
}

/** Page after page, up to the last entry at the beginning: others may come meanwhile. */
async function walk(
  db: Db,
  workspaceId: string,
): Promise<Pick<AuditCheck, "entries" | "brokenAt">> {
  const head = (await findLastEntry(db, workspaceId)) ?? BEGINNING;
  let last = await auditBegin(db, workspaceId);
  let entries = 0;
  for (;;) {
    const range = { after: last.sequence, last: head.sequence };
    const page = await auditPage(db, workspaceId, range, ENTRIES);
    const brokenAt = firstBreak(page, page.length === 0 ? head : undefined, last) ?? null;
    entries += page.length;
    if (brokenAt !== null || page.length === 0) return { entries, brokenAt };
    last = page.at(-1) ?? last;
  }
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
  return {
    text: `${title} at entry ${brokenAt}`,
    blocks: [
      header(title),
      richText(
        lines(
          [
            bold(`Entry ${brokenAt} is not the one that was written. `),
            "Somebody changed, removed or added entries in the database.",
          ],
          ["What Signalbox shows about approvals and Rails may be false, too."],
          [
            bold("Next: "),
            `an approver stops sending with ${command} freeze. The operator of Signalbox finds out who could write to the database.`,
          ],
        ),
      ),
    ],
  };
}
