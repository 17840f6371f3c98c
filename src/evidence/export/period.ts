import { MOST_OFF_MS } from "../../platform/process/clock.ts";
import type { Context } from "../../request/context.ts";
import type { Mark } from "../../request/marker.ts";
import { auditBegin } from "../../request/queries/audit-checks.ts";
import { ourHeads } from "../heads.ts";
import type { SignedHead } from "../rules/head.ts";
import { signHead } from "../sign-heads.ts";

/** Times are ISO 8601; the period ends before `to`. */
export interface Asked {
  workspaceId: string;
  from: string;
  to: string;
}

export interface Period extends Asked {
  /** The entries of the export begin after this one. */
  after: Mark;
  /** That one and those before it were deleted in their time: no head shows it, since the app was removed. */
  isDeletedBefore: boolean;
  until: SignedHead;
  /** Every signed head from the one at the beginning to `until`. */
  heads: readonly SignedHead[];
  signingKey: Uint8Array;
}

/** Why there is no export, and what helps. */
export const WHY_NO_EXPORT = {
  "no-key": "The audit is not signed: the operator has to set AUDIT_SIGNING_KEY first.",
  "no-such-workspace": "There is no workspace with that id here.",
  "no-entries": "The audit of this workspace has no entries yet.",
  "not-a-time": "Give dates like 2026-07-01, or times in UTC like 2026-07-01T12:00:00Z.",
  "empty-period": "The period is empty: it begins at its end or after it.",
  "in-the-future": "The period ends in the future. Choose an end that has passed.",
} as const;

export type WhyNoExport = keyof typeof WHY_NO_EXPORT;

type Choosing = Pick<Context, "db" | "clock" | "evidence">;

/**
 * The signed heads between which a period lies, so that its entries are complete. Where none was signed since its end, one is
 * signed now. The same period has the same heads for ever.
 */
export async function periodOf(context: Choosing, asked: Asked): Promise<Period | WhyNoExport> {
  const { db, clock, evidence } = context;
  const { workspaceId } = asked;
  const { signingKey } = evidence;
  if (signingKey === null) return "no-key";
  const [from, to] = [isoOf(asked.from), isoOf(asked.to)];
  if (from === undefined || to === undefined) return "not-a-time";
  if (from >= to) return "empty-period";
  if (to > clock()) return "in-the-future";
  const workspace = await db
    .selectFrom("workspaces")
    .select("id")
    .where("id", "=", workspaceId)
    .executeTakeFirst();
  if (!workspace) return "no-such-workspace";

  const begin = await auditBegin(db, workspaceId);
  // What is left of a deleted time are its signed heads.
  const kept = byTime(await ourHeads(context, workspaceId, signingKey)).filter(
    ({ size }) => size > begin.sequence,
  );
  const until = kept.find(({ at }) => at >= to) ?? (await signHead(context, workspaceId));
  if (!until || until.size <= begin.sequence) return "no-entries";
  const first = kept.findLast(({ at }) => at <= from);
  // One of a later entry, too: it shows that the tail was cut after it, unless the clocks of two processes differ.
  const earlier = new Date(Date.parse(until.at) - 2 * MOST_OFF_MS).toISOString();
  const between = kept.filter(
    ({ at, size }) => at >= (first?.at ?? "") && at < (size > until.size ? earlier : until.at),
  );
  return {
    workspaceId,
    ...{ from, to, until, signingKey },
    after: first ? { sequence: first.size, hash: first.hash } : begin,
    isDeletedBefore: !first && begin.sequence > 0,
    heads: [...between, until],
  };
}

const byTime = (heads: readonly SignedHead[]) =>
  [...heads].sort((one, other) => (one.at < other.at ? -1 : 1));

/** A date means its beginning in UTC. */
function isoOf(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
