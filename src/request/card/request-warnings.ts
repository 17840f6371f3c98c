import type { RichTextSection } from "@slack/types";
import { addressWarnings } from "../../destination/values/address-warnings.ts";
import { sameLines } from "../../destination/values/same-lines.ts";
import { frozenLine } from "../../freeze/freeze-messages.ts";
import { readAddress } from "../../platform/payment-details/address.ts";
import { date, mentions, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { setupWarnings } from "../../workspace/set-up/setup-change-facts.ts";
import { approvalCount, awaited, outOfAttempts } from "../rules/approval/awaited.ts";
import type {
  CreateRail,
  DestinationChange,
  DestinationDetails,
  ImportDestination,
} from "../rules/change.ts";
import type { ChangeRequest, Status } from "../rules/change-request.ts";
import { isSetupRequest } from "../rules/change-request.ts";
import { mindsFreeze } from "../rules/status.ts";
import { subjectOf, subjectOfChange } from "../rules/subject.ts";
import { valueName } from "./change-words.ts";
import type { RegisteredFacts, RequestFacts } from "./request-facts.ts";

/** The red lines of a request: only what is true. Those about other values that are known here are drawn apart. */
export function requestWarnings(facts: RequestFacts): RichTextSection[] {
  return [...ofTheHold(facts), ...ofTheFreeze(facts), ...ofTheChange(facts), ...ofThePeople(facts)];
}

function ofTheHold({ isHeld }: RequestFacts): RichTextSection[] {
  return isHeld ? [warningLine("held: nobody can approve it, and nothing is sent.", HELD)] : [];
}

const HELD =
  " The Rail service's token was replaced, and nothing proves whose the new one is. An administrator can ask in the set-up to carry the register over.";

/** What is sent already, or can no longer be, does not mind. */
function ofTheFreeze({ frozen, request }: RequestFacts): RichTextSection[] {
  // A retirement sends nothing, so it is done all the same.
  return frozen && request.content.change.kind !== "retire-destination"
    ? [frozenLine(frozen, MEANWHILE[request.state.status])]
    : [];
}

const MEANWHILE: Partial<Record<Status, string>> = {
  pending: "it can be approved meanwhile",
  "needs-a-person": "it can be decided meanwhile",
};

function ofTheChange(facts: RequestFacts): RichTextSection[] {
  const { request } = facts;
  if (isSetupRequest(request)) return mindsFreeze(request) ? setupWarnings(request, facts) : [];
  const { change } = request.content;
  switch (change.kind) {
    case "create-rail":
      return ofTheDestination(change, facts);
    case "whitelist-destination":
      return unchecked(change);
    case "import-destination":
      return [...unchecked(change), ...ofTheImport(change, facts)];
    case "retire-destination":
    case "change-policy":
    case "change-channel":
    case "change-connection":
      return [];
  }
}

function ofTheDestination(
  change: CreateRail,
  { request, destination, isFirstUse }: RequestFacts,
): RichTextSection[] {
  const firstUse = isFirstUse ? [FIRST_USE] : [];
  if (destination === null) {
    return [
      warningLine("this destination is not in the register of whitelisted ones."),
      ...firstUse,
    ];
  }
  return [
    ...unusable(destination, request),
    ...(destination.isProven || destination.whyUnusable === "contradicted"
      ? []
      : [unproven(subjectOfChange(change).details)]),
    ...firstUse,
  ];
}

export const FIRST_USE = warningLine(
  "first use of this destination: no Rail asked for here delivers into it yet.",
);

/** While it waits, retirement and cool-down stand in its way; afterwards they say nothing of it. */
function unusable(
  { whyUnusable, usableFrom }: RegisteredFacts,
  { state: { status } }: ChangeRequest,
): RichTextSection[] {
  const isWaiting = mindsFreeze({ state: { status } });
  switch (whyUnusable) {
    case undefined:
      return [];
    case "contradicted":
      return [
        warningLine(
          "the Rail service has shown this destination's id with another value. Do not use it; an administrator has to look at it.",
        ),
      ];
    case "retired":
      return isWaiting ? [warningLine("this destination has been retired.")] : [];
    case "cooling-down":
      return isWaiting
        ? [
            warningLine(
              "this destination was whitelisted too recently. It may be used from ",
              date(usableFrom),
              ".",
            ),
          ]
        : [];
  }
}

/** Said of an imported or hand-entered id, on every screen about it. */
export function unproven(details: Pick<DestinationDetails, "kind">): RichTextSection {
  const value = valueName(details);
  return warningLine(
    `unproven: until the service shows this id with this ${value} in a Rail, that they belong together is only our word.`,
  );
}

/** What was checked is known to be of a family: only Solana's form has more to say of an address than that it is right. */
function unchecked({
  details,
  isFormatChecked,
}: Exclude<DestinationChange, { kind: "retire-destination" }>): RichTextSection[] {
  if (details.kind === "bank-account") return [];
  const { network: id, address } = details;
  const reading = readAddress(address, { id, family: isFormatChecked ? "solana" : null });
  return reading.ok ? addressWarnings(reading, id) : [];
}

/**
 * What the value is known as besides. Of a Rail only that the deposits of another one are sent to its destination: the rest
 * is its destination's matter.
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

function ofTheImport(
  change: ImportDestination,
  { request, destination, same }: RequestFacts,
): RichTextSection[] {
  if (!mindsFreeze(request)) return [];
  const isShown = same.some(
    (known) => known.is === "unregistered" && known.rail.destination.serviceId === change.serviceId,
  );
  return [
    ...(isShown ? [] : [unproven(subjectOfChange(change).details)]),
    ...(destination !== null && destination.whyUnusable !== "retired"
      ? [warningLine("this id stands in the register already, so it cannot be imported.")]
      : []),
  ];
}

/** More are counted instead of named. */
const MOST_NAMED = 10;

function ofThePeople({ request, currentPolicy }: RequestFacts): RichTextSection[] {
  const ended = outOfAttempts(request);
  const { missing } = approvalCount(request, currentPolicy);
  const { people, groups, quiet } = awaited(request, currentPolicy);
  // Who is in a group, Slack alone knows.
  const isShort =
    request.state.status === "pending" &&
    groups.length === 0 &&
    people.length + quiet.length < missing;
  const subject = subjectOf(request);
  const value = subject ? valueName(subject.details) : "value";
  return [
    ...(ended.length === 0
      ? []
      : [
          warningLine(
            `three wrong groups of the ${value} were typed by `,
            ...mentions(ended, MOST_NAMED),
            ", who cannot approve this any more.",
          ),
        ]),
    ...(isShort
      ? [
          warningLine(
            "too few people are left who may approve this. It can be withdrawn and asked for again.",
          ),
        ]
      : []),
  ];
}
