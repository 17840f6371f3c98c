import { z } from "zod";
import { date, type Leaf, type Line } from "../../platform/slack/blocks/rich-text.ts";
import { counted } from "../../platform/text/times.ts";
import { SOURCES, voidReason } from "../forms/reasons.ts";
import { CHECKED_IN } from "../rules/challenge.ts";
import type { Action } from "../rules/entry.ts";
import type { StoredEntry } from "../store/entry-hash.ts";
import { quoted } from "./change-lines.ts";
import { actor } from "./people.ts";

export type Recorded = Pick<StoredEntry, "at" | "by" | "action" | "facts">;

const MOST_LINES = 30;

/** What happened to a request, a line each, in the order given; at most thirty. */
export function historyLines(entries: readonly Recorded[]): Line[] {
  const rest = entries.length - MOST_LINES;
  return [
    ...entries.slice(0, MOST_LINES).map((entry): Line => [date(entry.at), " · ", ...words(entry)]),
    ...(rest > 0 ? [[`${counted(rest, "more step")} in the audit export`]] : []),
  ];
}

const text = z.string().catch("");
const noted = z.object({
  ...{ how: text, reason: text, railId: text },
  checkedIn: z.enum(CHECKED_IN).nullable().catch(null),
  matched: z.boolean().optional(),
});

function words({ action, by, facts }: Recorded): Line {
  if (!isAction(action)) return [action];
  return WORDS[action](actor(by), noted.parse(JSON.parse(facts)));
}

const isAction = (text: string): text is Action => Object.hasOwn(WORDS, text);

const WORDS: Readonly<Record<Action, (by: Leaf, facts: z.output<typeof noted>) => Line>> = {
  requested: (by) => ["Requested by ", by],
  approved: (by, { checkedIn }) => [
    ...["Approved by ", by],
    checkedIn !== null && ` (checked: ${SOURCES[checkedIn]})`,
  ],
  denied: (by, { reason }) => ["Denied by ", by, why(reason)],
  withdrawn: (by) => ["Withdrawn by ", by],
  expired: () => ["Expired"],
  voided: (_, { reason }) => [`Closed: ${voidReason(reason)}`],
  recounted: () => ["Approvals counted again"],
  waiting: () => ["Waits to be sent"],
  sending: () => ["Sent to the Rail service"],
  created: () => ["The Rail service created it"],
  "not-created": (_, { reason }) => ["The Rail service refused it", why(reason)],
  "not-sent": () => ["The Rail service could not be reached: nothing was sent"],
  unknown: () => ["The Rail service gave no clear answer"],
  stuck: () => ["Needs review"],
  "read-back": (_, { matched }) => [
    matched === undefined ? "The service does not show it yet" : "Compared with its approval: ",
    matched !== undefined && (matched ? "equal" : "it differs"),
  ],
  filled: () => ["The Rail service added details"],
  registered: () => ["Registered"],
  linked: (by, { railId }) => [by, ` named the Rail: ${quoted(railId)}`],
  "asked-again": (by) => [by, " asked for new approvals"],
  closed: (by, { how, reason }) => [
    how === "retired" ? "Removed from the register by " : "Closed by ",
    ...[by, why(reason)],
  ],
  frozen: (by, { reason }) => [by, " stopped all sending", why(reason)],
  replaced: (by) => [by, " stopped sending again, which replaces this"],
  resumed: () => ["Sending resumed"],
  restored: () => ["The database was restored from a backup"],
  broken: () => ["Its record was changed outside Signalbox"],
  settings: (by) => ["Settings changed by ", by],
};

const why = (reason: string) => reason !== "" && `: ${quoted(reason, 150)}`;
