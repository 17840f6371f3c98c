import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import type { Chore } from "../../platform/queue/job.ts";
import { WALK_SECONDS } from "../../platform/queue/job.ts";
import type { People } from "../../platform/slack/slack.ts";
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
import type { TellApproversDeps } from "../tell-approvers.ts";
import { tellApprovers } from "../tell-approvers.ts";
import { everyoneNamed } from "../who-is.ts";
import { auditChanged } from "./audit-changed.ts";

interface Deps extends TellApproversDeps {
  people: Pick<People, "whoIs">;
  db: Db;
  clock: Clock;
  logger: Pick<Logger, "warn" | "error">;
  command: string;
  /** When this process began, in ISO 8601. */
  startedAt: string;
}

const DAY = 24 * 60 * 60_000;
const WORKSPACES = 500;
const ENTRIES = 500;

/**
 * Verifies the audit of each workspace once after every start of a process, and once a day. The approvers are told once of
 * a break. One workspace that cannot be verified holds up no other.
 */
export async function verifyAudits(deps: Deps): Promise<void> {
  const { db, clock, startedAt } = deps;
  const yesterday = new Date(Date.parse(clock()) - DAY).toISOString();
  const before = startedAt > yesterday ? startedAt : yesterday;
  let after: string | null = null;
  do {
    const due: string[] = await listUnverified(db, before, after, WORKSPACES);
    for (const workspaceId of due) await verified(deps, workspaceId);
    after = due.at(-1) ?? null;
  } while (after !== null);
}

export const verifyAuditsChore: Chore<Deps> = {
  name: "verify-audits",
  everySeconds: 300,
  expireInSeconds: WALK_SECONDS,
  work: verifyAudits,
};

async function verified(deps: Deps, workspaceId: string): Promise<void> {
  try {
    await verifyAudit(deps, workspaceId);
  } catch (error) {
    deps.logger.error({ err: error, workspaceId }, "an audit could not be verified");
  }
}

async function verifyAudit(deps: Deps, workspaceId: string): Promise<void> {
  const { db, clock, logger, command } = deps;
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
  const policy = await findPolicy(deps.db, workspaceId);
  await tellApprovers(deps, workspaceId, {
    message: () => auditChanged({ brokenAt, command }),
    people: () => everyoneNamed(deps, workspaceId, policy),
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
