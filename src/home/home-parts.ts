import type { Button, KnownBlock } from "@slack/types";
import { resumeButton } from "../freeze/freeze-messages.ts";
import { actions, button, context, header, section } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import { bold, lines, richText } from "../platform/slack/blocks/rich-text.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import { requestRow } from "../request/card/request-row.ts";
import { frozenLine } from "../request/card/request-warnings.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import type { Environment } from "../request/rules/change.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import type { Frozen } from "../request/rules/freeze.ts";
import { environmentName } from "../request/words.ts";
import type { MissingPart } from "../workspace/set-up/setup-facts.ts";

/** Shown by `/rail` alone and by the App Home. */
export interface Home {
  /** The slash command, such as `/rail`. */
  command: string;
  workspaceName: string;
  /** Null where no connection is set up. */
  environment: Environment | null;
  /** The parts of the set-up that are missing. */
  missing: readonly MissingPart[];
  /** Whether this person sets it up. */
  maySetUp: boolean;
  /** Null while sending goes on. */
  frozen: Frozen | null;
  /** Whether this person may let it go on. */
  looksAfter: boolean;
  /** Requests that this person may approve and has not approved yet. */
  waitingForMe: readonly ChangeRequest[];
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

/** Nothing is green while nothing can be sent, or requested. */
export function newRailButton({ missing, frozen }: Home): Button {
  const isReady = missing.length === 0 && frozen === null;
  return button("New Rail", action.newRail, "new", isReady ? { style: "primary" } : {});
}

/** Says why nothing can be asked for or sent, and the remedy. */
export function obstacles({ missing, maySetUp, frozen, looksAfter, command }: Home): KnownBlock[] {
  return [
    ...(missing.length === 0 ? [] : setUpMissing(missing, { maySetUp, command })),
    ...(frozen === null
      ? []
      : [richText(frozenLine(frozen)), ...(looksAfter ? [actions(resumeButton(frozen))] : [])]),
  ];
}

const PARTS: Record<MissingPart, string> = {
  connection: "the connection to the Rail service",
  token: "the token of the Rail service",
  channel: "the channel for approvals",
  approvers: "who approves",
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
    richText(lines([bold("Signalbox is not set up in this workspace yet.")], [`${what} ${who}`])),
    ...(maySetUp
      ? [actions(button("Set up", action.openSetup, "home", { style: "primary" }))]
      : []),
  ];
}

const MOST_ROWS = 5;

const noButtons = (_: ChangeRequest): Button[] => [];

/** Requests that this person may approve, with these buttons. */
export function waiting({ waitingForMe, policy, command }: Home, more = noButtons): KnownBlock[] {
  return [
    richText(lines([bold(waitsText(waitingForMe.length))])),
    ...firstOf(waitingForMe, policy, `See them all: ${command} pending`, more),
  ];
}

/** Requests of this person, with these buttons. */
export function mine({ myRequests, policy, command }: Home, more = noButtons): KnownBlock[] {
  const asked = myRequests.length === 0 ? "You have not made any requests yet" : "Your requests";
  const others = `Open one by its number: ${command} show R-142`;
  return [richText(lines([bold(asked)])), ...firstOf(myRequests, policy, others, more)];
}

/** The home is an overview: the first few, how many more there are, and where they stand. */
function firstOf(
  requests: readonly ChangeRequest[],
  policy: Policy,
  whereOthersAre: string,
  more: (request: ChangeRequest) => Button[],
): KnownBlock[] {
  const left = requests.length - MOST_ROWS;
  return [
    ...requests
      .slice(0, MOST_ROWS)
      .flatMap((request) => requestRow(request, policy, more(request))),
    ...(left > 0 ? [section(`and ${left} more. ${whereOthersAre}`)] : []),
  ];
}

export function waitsText(count: number): string {
  if (count === 0) return "Nothing needs your approval";
  return `${counted(count, "request needs", "requests need")} your approval`;
}
