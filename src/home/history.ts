import { z } from "zod";
import { date, type Leaf, type Line } from "../platform/slack/blocks/rich-text.ts";
import { upTo } from "../platform/text/times.ts";
import { quoted } from "../request/card/change-lines.ts";
import { actor } from "../request/card/people.ts";
import type { Context } from "../request/engine/context.ts";
import { SOURCES, voidReason } from "../request/forms/reasons.ts";
import { CHECKED_IN } from "../request/rules/challenge.ts";
import type { Action } from "../request/rules/entry.ts";
import { type Request, SIGNALBOX } from "../request/rules/request.ts";
import { readHistory } from "../request/store/chain.ts";
import type { StoredEntry } from "../request/store/entry-hash.ts";

/** The last `most` steps of a request, newest first, a line each. */
export async function readHistoryLines({ db }: Context, request: Request, most: number) {
  return historyLines(await readHistory(db, request.workspace, request.id, most + 1), most);
}

export type Recorded = Pick<StoredEntry, "at" | "by" | "action" | "facts">;

export function historyLines(entries: readonly Recorded[], most: number): Line[] {
  const lines = entries.map((entry): Line => [date(entry.at), " · ", ...words(entry)]);
  return upTo(lines, most, () => ["Earlier steps are in the audit export"]);
}

const text = z.string().catch("");
const noted = z.object({
  ...{ reason: text, railId: text },
  checkedIn: z.enum(CHECKED_IN).nullable().catch(null),
  matched: z.boolean().optional(),
  number: z.int().optional(),
});

function words({ action, by, facts }: Recorded): Line {
  if (!isAction(action)) return [action];
  return WORDS[action](actor(by), noted.parse(JSON.parse(facts)));
}

const isAction = (text: string): text is Action => Object.hasOwn(WORDS, text);

export const WORDS: Readonly<Record<Action, (by: Leaf, facts: z.output<typeof noted>) => Line>> = {
  requested: (by) => ["Requested by ", by],
  approved: (by, { checkedIn }) => [
    ...["Approved by ", by],
    checkedIn !== null && ` (checked: ${SOURCES[checkedIn]})`,
  ],
  denied: (by, { reason }) => ["Denied by ", by, why(reason)],
  withdrawn: (by) => ["Withdrawn by ", by],
  expired: () => ["Expired"],
  void: (_, { reason }) => [`Closed: ${voidReason(reason)}`],
  recounted: () => ["Approvals counted again"],
  waiting: () => ["Waits to be sent"],
  sending: () => ["Sent to the Rail service"],
  created: () => ["The Rail service created it"],
  refused: (_, { reason }) => ["The Rail service refused it", why(reason)],
  "not-created": () => ["The Rail service refused the token"],
  "not-sent": () => ["The Rail service could not be reached: nothing was sent"],
  unknown: () => ["The Rail service gave no clear answer"],
  stuck: () => ["Needs review"],
  "read-back": (_, { matched }) => [
    matched === undefined && "The service does not show it yet",
    matched !== undefined && (matched ? "Matches its approval" : "Differs from its approval"),
  ],
  filled: () => ["The Rail service added details"],
  registered: () => ["Registered"],
  linked: (by, { railId, reason }) => [by, ` linked the Rail ${quoted(railId)}`, why(reason)],
  "asked-again": (by, { reason }) => [by, " requested new approvals", why(reason)],
  "given-up": (by, { reason }) => ["Closed by ", by, why(reason)],
  retired: (by, { reason }) => ["Removed from the register by ", by, why(reason)],
  frozen: (by, { reason }) => [by, " stopped all sending", why(reason)],
  replaced: (by) => [by, " stopped sending again, which replaces this"],
  resumed: () => ["Sending resumed"],
  restored: () => ["The database was restored from a backup"],
  broken: () => ["Its record was changed outside Signalbox"],
  reported: (by, { reason }) => ["Reported by ", by, why(reason)],
  trusted: (_, { number }) => [
    "Trusted as the service shows it",
    number !== undefined && ` (R-${number})`,
  ],
  // The last approval is what changes them, and has a line of its own.
  settings: (by) => (by === actor(SIGNALBOX) ? ["Settings changed"] : ["Settings changed by ", by]),
  installed: (by) => ["Signalbox installed by ", by],
  removed: () => ["Signalbox removed from the workspace"],
  "token-entered": (by) => ["Token of the Rail service entered by ", by],
};

const why = (reason: string) => reason !== "" && `: ${quoted(reason, 150)}`;
