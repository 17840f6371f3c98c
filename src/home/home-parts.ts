import type { Button, KnownBlock } from "@slack/types";
import { resumeButton } from "../freeze/freeze-messages.ts";
import { actions, button, context, header, section } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import type { Line } from "../platform/slack/blocks/rich-text.ts";
import { bold, date, richText, user } from "../platform/slack/blocks/rich-text.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import { railList } from "../rail/screens/list.ts";
import type { RailRow } from "../rail/screens/rail-row.ts";
import { overflowValue } from "../request/card/button-value.ts";
import { statusTitle } from "../request/card/request-status.ts";
import { frozenLine } from "../request/card/request-warnings.ts";
import { kindOf } from "../request/change-kind.ts";
import { tally } from "../request/list/list.ts";
import { rowBlocks } from "../request/list/list-screen.ts";
import type { RequestRow } from "../request/list/requests-list.ts";
import { requestList } from "../request/list/requests-list.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { policyNow } from "../request/rules/approval/policy.ts";
import type { Environment } from "../request/rules/change.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import type { Frozen } from "../request/rules/freeze.ts";
import { environmentName, requestName } from "../request/words.ts";
import type { MissingPart } from "../workspace/set-up/setup-facts.ts";
import type { Waiting } from "./waiting.ts";

/** Shown by `/rail` alone and by the App Home. */
export interface Home {
  command: string;
  workspaceName: string;
  /** Null where no connection is set up. */
  environment: Environment | null;
  /** The parts of the set-up that are missing. */
  missing: readonly MissingPart[];
  maySetUp: boolean;
  /** Cards of open requests that the approvals channel did not take at the last try. */
  missingCards: number;
  /** Null while sending goes on. */
  frozen: Frozen | null;
  /** Whether this person may let it go on. */
  looksAfter: boolean;
  waiting: Waiting;
  /** All that the service has shown; the last that became known first. */
  rails: readonly RailRow[];
  /** Requests that have not ended. */
  open: readonly RequestRow[];
  now: string;
  /** Newest first. */
  myRequests: readonly ChangeRequest[];
  policy: Policy;
}

export function homeTitle({ workspaceName, environment }: Home): KnownBlock[] {
  return [
    header(`Rails · ${shortened(workspaceName, 60)}`),
    ...(environment === null ? [] : [context(environmentName(environment))]),
  ];
}

/** Whether there is nothing to show yet but the set-up; a workspace that lost its token still shows what it has. */
export function isBeforeSetUp({ missing, rails, open, myRequests }: Home): boolean {
  return missing.length > 0 && rails.length + open.length + myRequests.length === 0;
}

/** Nothing is green while nothing can be sent, or requested. */
export function newRailButton({ missing, frozen }: Home): Button {
  const isReady = missing.length === 0 && frozen === null;
  return button("New Rail", action.newRail, "new", isReady ? { style: "primary" } : {});
}

/** Says why nothing can be asked for, decided in the channel or sent, and the remedy. */
export function obstacles(props: Home): KnownBlock[] {
  const { missing, missingCards, maySetUp, frozen, looksAfter, command } = props;
  const cards = missingCards === 0 ? [] : [richText(cardsMissing(missingCards, command))];
  return [
    ...(missing.length === 0 ? cards : setUpMissing(missing, { maySetUp, command })),
    ...(frozen === null
      ? []
      : [richText(frozenLine(frozen)), ...(looksAfter ? [actions(resumeButton(frozen))] : [])]),
  ];
}

const cardsMissing = (count: number, command: string): Line => [
  bold(`The approvals channel did not take ${counted(count, "approval card")}. `),
  `The people concerned got direct messages. Approvers and administrators see why with ${command} health.`,
];

const PARTS: Record<MissingPart, string> = {
  connection: "the connection to the Rail service",
  token: "the token of the Rail service",
  channel: "the approvals channel",
  approvers: "the approvers",
};

function setUpMissing(
  missing: readonly MissingPart[],
  { maySetUp, command }: Pick<Home, "maySetUp" | "command">,
): KnownBlock[] {
  const what = `Still missing: ${missing.map((part) => PARTS[part]).join(", ")}.`;
  const who = maySetUp
    ? "You can set it up."
    : `An administrator, or the first installer of Signalbox, can type ${command} setup.`;
  return [
    richText([bold("Signalbox is not set up in this workspace yet.")], [`${what} ${who}`]),
    ...(maySetUp
      ? [actions(button("Set up", action.openSetup, "home", { style: "primary" }))]
      : []),
  ];
}

/** How many rows each part shows, and the buttons of its requests. */
interface Shown {
  most: number;
  more?: ((request: ChangeRequest) => Button[]) | undefined;
}

/** What waits for this person; requests that they may approve have these buttons. */
export function waiting(
  { waiting: { approvals, remedies, rails, reviews }, policy, command, now }: Home,
  { most, more }: Shown,
): KnownBlock[] {
  const all = (where: string) => (more: number) => `and ${more} more. See all: ${command} ${where}`;
  const left = rails.length - most;
  return [
    richText([bold(waitsForApproval(approvals.length))]),
    ...firstOf(approvals, policy, all("pending"), { most, more }),
    ...(remedies.length === 0
      ? []
      : [
          richText([bold(waitsForRemedy(remedies.length))]),
          ...firstOf(remedies, policy, all("requests review"), { most }),
        ]),
    ...(rails.length === 0
      ? []
      : [
          richText([bold(waitsForJudgement(rails.length))]),
          ...rails.slice(0, most).flatMap((row) => rowBlocks(railList, row, now)),
          ...(left > 0 ? [section(all("list elsewhere")(left))] : []),
        ]),
    ...(reviews === 0
      ? []
      : [section(waitsForReview(reviews), button("Review…", action.openReview, "home"))]),
  ];
}

/** Requests of this person, with these buttons. Not all of them are read, so the others are not counted. */
export function mine({ myRequests, policy, command }: Home, shown: Shown): KnownBlock[] {
  const asked = myRequests.length === 0 ? "You have not made any requests yet" : "Your requests";
  const others = () => `See all: ${command} requests by me`;
  return [richText([bold(asked)]), ...firstOf(myRequests, policy, others, shown)];
}

/** The home is an overview: the first few, and where the others stand. */
function firstOf(
  requests: readonly ChangeRequest[],
  policy: Policy,
  others: (left: number) => string,
  { most, more = () => [] }: Shown,
): KnownBlock[] {
  const left = requests.length - most;
  return [
    ...requests.slice(0, most).flatMap((request) => requestRow(request, policy, more(request))),
    ...(left > 0 ? [section(others(left))] : []),
  ];
}

const waitsForApproval = (count: number) =>
  count === 0
    ? "Nothing needs your approval"
    : `${counted(count, "request needs", "requests need")} your approval`;

const waitsForRemedy = (count: number) =>
  `${counted(count, "request needs", "requests need")} a decision about the outcome`;

const waitsForJudgement = (count: number) =>
  `${counted(count, "Rail needs", "Rails need")} an approver's decision`;

/** Short: a message has little room left. */
const waitsForReview = (count: number) => `${count} to review`;

/** The notification: how much waits. */
export function waitsText({ approvals, remedies, rails, reviews }: Waiting): string {
  const parts = [
    ...(remedies.length > 0 ? [waitsForRemedy(remedies.length)] : []),
    ...(rails.length > 0 ? [waitsForJudgement(rails.length)] : []),
    ...(reviews > 0 ? [waitsForReview(reviews)] : []),
  ];
  return [waitsForApproval(approvals.length), ...parts].join(" · ");
}

/** What there is, with its state in words; the lists behind it count the same. */
export function overview({ rails, open }: Home): KnownBlock[] {
  return [
    richText(
      [bold("In this workspace")],
      [rails.length === 0 ? "No Rails yet" : tally(railList, rails)],
      [open.length === 0 ? "No open requests" : tally(requestList, open)],
    ),
  ];
}

/** A request in a list, with the button that opens it, after these leaves. */
function requestRow(
  request: ChangeRequest,
  policy: Policy,
  before: readonly Button[] = [],
): KnownBlock[] {
  const { change } = request.content;
  return [
    richText(
      [bold(requestName(request))],
      [
        `${statusTitle(request, policyNow(request, policy))} · ${kindOf(change).title(change)} · requested by `,
        user(request.requestedBy),
        ", ",
        date(request.requestedAt),
      ],
    ),
    actions(...before, button("Open", action.showRequest, overflowValue("open", request))),
  ];
}
