import type { RichTextBlockElement, RichTextSection } from "@slack/types";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  channel,
  copyableInline,
  lines,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import {
  policyDifferenceList,
  wideningLines,
} from "../../policy/screens/policy-difference-rows.ts";
import type { RequestFacts } from "../../request/card/request-facts.ts";
import type { CarriedOver, ChangeConnection } from "../../request/rules/change.ts";
import type { SetupRequest } from "../../request/rules/change-request.ts";
import { environmentName } from "../../request/words.ts";

/** How much of a change of the set-up a screen has room for. */
export interface SetupRoom {
  /** So many people, groups or rules are named in one place; more are counted. */
  most: number;
  /** In characters of JSON. */
  size: number;
}

/** Exactly what a change of the set-up would bring, and what it would not. */
export function setupFacts(
  { content: { change } }: SetupRequest,
  { policyBefore }: Pick<RequestFacts, "policyBefore">,
  room: SetupRoom,
): RichTextBlockElement[] {
  switch (change.kind) {
    case "change-policy":
      return [
        lines([bold(`Policy version ${change.from} → ${change.from + 1}`), ". What changes:"]),
        ...policyDifferenceList(policyBefore ?? NO_POLICY, change.document, {
          most: room.most,
          size: room.size - OWN_SIZE,
        }),
        lines(["What waits already keeps its own rule, and counts only whom both policies name."]),
      ];
    case "change-channel":
      return [
        lines(
          [
            "Approvals are asked for in ",
            channel(change.channelId),
            " instead of ",
            ...fromChannel(change.from),
            ".",
          ],
          ["Cards that stand in the channel before stay there."],
        ),
      ];
    case "change-connection":
      return [
        lines(
          [bold("Name: "), shortened(change.connectionName, 60)],
          [bold("Base address: "), copyableInline(change.to.baseUrl)],
          [bold("Environment: "), environmentName(change.to.environment)],
          [bold("Token: "), tokenText(change.lastFour)],
          [change.carriesOver ? carriedText(change.carriesOver) : comesAlong(change)],
        ),
      ];
  }
}

/** Of the lines around the differences of a policy, and of what counts those that have no room. */
const OWN_SIZE = 600;

/** Where there never was a policy. */
const NO_POLICY = { rules: [], coolDownHours: 0 };

const fromChannel = (from: string | null): Leaf[] => [from === null ? "no channel" : channel(from)];

const tokenText = (lastFour: string) =>
  lastFour === "" ? "too short to show its end" : `ends in ${shortened(lastFour, 8)}`;

/** Its red lines: in what it lets more happen. */
export function setupWarnings(
  { content: { change, connection }, requestedBy }: SetupRequest,
  { policyBefore }: Pick<RequestFacts, "policyBefore">,
): RichTextSection[] {
  switch (change.kind) {
    case "change-policy":
      return wideningLines(
        policyBefore ?? NO_POLICY,
        change.document,
        requestedBy,
        MOST_IN_WARNINGS,
      );
    case "change-channel":
      return [];
    case "change-connection":
      return [
        ...(change.to.environment === "production" && connection.environment === "sandbox"
          ? [warningLine("from the sandbox to production: Rails will move real money.")]
          : []),
        ...(change.carriesOver
          ? [
              warningLine(
                "nothing proves that this token is your own company's.",
                ` If it is another company's, its Rails are created by ${counted(change.carriesOver.destinations, "destination")} and ${counted(change.carriesOver.requests, "request")} of yours.`,
              ),
            ]
          : []),
        ...(change.to.baseUrl === connection.baseUrl && !change.carriesOver
          ? [
              change.holdsFormer
                ? warningLine(
                    "nothing proves whose this token is.",
                    " If it is another company's, Rails are created in its name.",
                  )
                : warningLine("the same base address with a token of another company."),
            ]
          : []),
      ];
  }
}

/** A connection that was used before gets a token of its own kept beside it until then. */
function comesAlong({ to, tokenAt, holdsFormer }: ChangeConnection): string {
  const what =
    to.id === tokenAt
      ? "No destination and no approval comes along"
      : "The register of its former use counts again. What is held there goes on";
  return `${what}; what waits now ${holdsFormer ? "is held until the approvers of every rule carry it over" : "ends"}.`;
}

const carriedText = ({ destinations, requests }: CarriedOver) =>
  `With it come ${counted(destinations, "destination")} and ${counted(requests, "waiting request")} of the connection before, with their approvals. What was asked for since then ends.`;

const MOST_IN_WARNINGS = 8;
