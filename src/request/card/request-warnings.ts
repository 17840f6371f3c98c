import type { RichTextSection } from "@slack/types";
import { date, mentions, user, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { kindOf } from "../change-kind.ts";
import { approvalCount, awaited, outOfAttempts } from "../rules/approval/awaited.ts";
import type { DestinationDetails } from "../rules/change.ts";
import { isHeldByFreeze } from "../rules/change.ts";
import type { Status } from "../rules/change-request.ts";
import type { Frozen } from "../rules/freeze.ts";
import { reasonsIn } from "../rules/freeze.ts";
import { subjectOf, subjectOfChange } from "../rules/kind-rules.ts";
import { mindsFreeze } from "../rules/status.ts";
import { valueName } from "./change-facts.ts";
import { sameLines } from "./known-value-lines.ts";
import type { RequestFacts } from "./request-facts.ts";

/** The red lines of a request: only what is true. Other known values are drawn separately. */
export function requestWarnings(facts: RequestFacts): RichTextSection[] {
  const { isHeld, frozen, request } = facts;
  const { change } = request.content;
  return [
    ...(isHeld ? [warningLine("on hold: nobody can approve it, and nothing is sent.", HELD)] : []),
    ...(frozen && isHeldByFreeze(change)
      ? [frozenLine(frozen, MEANWHILE[request.state.status])]
      : []),
    ...kindOf(change).warnings(change, facts),
    ...ofThePeople(facts),
  ];
}

const HELD =
  " The Rail service's token was replaced, and nothing proves whose the new one is. An administrator can request in the set-up that the register is carried over.";

/**
 * For everything that a freeze holds up: who stopped sending, since when, and why; and what people can do `meanwhile`.
 * After a further reason its author is named as that: the freeze and the reasons before it may be another person's.
 */
export function frozenLine(frozen: Frozen, meanwhile?: string): RichTextSection {
  const { by, since, isFurther } = frozen;
  const who = by === null ? "Signalbox itself" : user(by);
  const then = meanwhile === undefined ? "" : `; ${meanwhile}`;
  // Shorter by what the rest is longer: some messages have no room left.
  const why = isFurther
    ? `Reasons: “${reasonsIn(frozen, 190, "none given")}”`
    : `Reason: “${reasonsIn(frozen, 200, "none given")}”`;
  return warningLine(
    "sending is frozen",
    ...(isFurther
      ? [", last reason by ", who, ", ", date(since)]
      : [" by ", who, " since ", date(since)]),
    `. Nothing is sent until approvers resume it${then}. ${why}`,
  );
}

const MEANWHILE: Partial<Record<Status, string>> = {
  pending: "it can be approved meanwhile",
  "needs-a-person": "it can be decided meanwhile",
};

/** Every screen about an imported or hand-entered id says this. */
export function unproven(details: Pick<DestinationDetails, "kind">): RichTextSection {
  const value = valueName(details);
  return warningLine(
    `unproven: the Rail service has not yet confirmed that this id belongs to this ${value}.`,
    " Check it there.",
  );
}

/**
 * Other meanings of the value. A Rail warns only that deposits of another Rail go to its destination: the rest
 * concerns its destination.
 */
export function knownAs({ request, same }: RequestFacts, size: number): RichTextSection[] {
  const { change } = request.content;
  const details = subjectOfChange(change)?.details;
  if (!details || !mindsFreeze(request)) return [];
  const network = details.kind === "wallet" ? details.network : null;
  const asked = { network, isImport: change.kind === "import-destination" };
  const worthSaying =
    change.kind === "create-rail" ? same.filter(({ is }) => is === "entry-point") : same;
  const inFull = sameLines(worthSaying, asked);
  return JSON.stringify(inFull).length <= size ? inFull : sameLines(worthSaying, asked, 0);
}

/** More are counted instead of named. */
const MOST_NAMED = 10;

function ofThePeople({ request, currentPolicy }: RequestFacts): RichTextSection[] {
  const ended = outOfAttempts(request);
  const { missing } = approvalCount(request, currentPolicy);
  const { people, groups } = awaited(request, currentPolicy);
  // Only Slack knows who is in a group.
  const isShort =
    request.state.status === "pending" && groups.length === 0 && people.length < missing;
  const subject = subjectOf(request);
  const value = subject ? valueName(subject.details) : "value";
  return [
    ...(ended.length === 0
      ? []
      : [
          warningLine(
            `the check of the ${value} failed 3 times for `,
            ...mentions(ended, MOST_NAMED),
            request.state.status === "pending"
              ? ", who can no longer approve."
              : ", who could not approve.",
          ),
        ]),
    ...(isShort
      ? [warningLine("too few approvers are left. It can be withdrawn and requested again.")]
      : []),
  ];
}
