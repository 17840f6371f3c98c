import type { KnownBlock } from "@slack/types";
import { serviceTroubleSentence } from "../../platform/rail-api/service-trouble.ts";
import { actions, button, plain } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  copyableInline,
  richText,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { OfferedRailApi } from "../../request/context.ts";
import type { ConnectionSummary } from "../../request/queries/connections.ts";
import type { Predecessor } from "../../request/queries/successions.ts";
import { CONNECTION_PINNED } from "../../request/rules/pinned.ts";
import { environmentName } from "../../request/words.ts";
import type { MissingPart, SetupFacts } from "../set-up/setup-facts.ts";

interface Props extends Pick<SetupFacts, "setup" | "pins" | "predecessor"> {
  offered: readonly OfferedRailApi[];
}

/** Highlights the button for the first missing part. */
type Primary = (...parts: MissingPart[]) => { style?: "primary" };

/** Part one of the set-up: the service that the workspace is connected to, and the token. */
export function connectionBlocks(
  { setup: { connection }, pins, predecessor, offered: all }: Props,
  primaryIf: Primary,
): KnownBlock[] {
  const isPinned = pins.connection !== null;
  // Nothing else can be chosen.
  const offered = isPinned ? [] : all;
  const title = bold("1 · Connection: ");
  const connect = (label: string) =>
    offered.length === 0
      ? []
      : [button(label, action.setUpConnection, "connection", primaryIf("connection"))];
  if (connection === null) {
    const none = offered.length === 0 ? NONE_OFFERED : "none yet";
    return [richText([title, none]), ...actionsUnlessNone(connect("Connect"))];
  }
  const hasToken = connection.lastFour !== null;
  const isCalled = offeredOf(connection, all) !== undefined;
  return [
    richText(
      [
        title,
        `${serviceName(connection)}, `,
        copyableInline(connection.baseUrl),
        ...tokenLeaves(connection.lastFour),
      ],
      isPinned && [CONNECTION_PINNED],
      !isCalled && warningLine(NOT_CALLED, ` ${serviceTroubleSentence("not-listed")}`),
      predecessor && warningLine(NOT_PROVEN, ` ${notCarried(predecessor)}`),
    ),
    ...actionsUnlessNone([
      ...(hasToken ? [button("Check the token now", action.checkToken, "check")] : []),
      ...(offeredOf(connection, offered)
        ? [
            button(
              hasToken ? "Replace the token" : "Enter a token",
              action.replaceToken,
              "replace",
              primaryIf("token"),
            ),
          ]
        : []),
      ...connect("Another connection"),
      ...(hasToken ? [removeButton(isPinned)] : []),
      ...(hasToken && predecessor ? [CARRY_OVER] : []),
    ]),
  ];
}

const NOT_PROVEN = "nothing proves whose token this is.";

function notCarried({ destinations, requests }: Predecessor): string {
  return `The former connection keeps ${counted(destinations, "destination")}, and holds ${counted(requests, "request")}. The approvers of every rule can carry them over.`;
}

const CARRY_OVER = button("Carry the register over…", action.carryOver, "carry-over", {
  confirm: {
    title: plain("Carry the register over?"),
    text: plain(
      "The approvers of every rule are asked. If they agree, the former destinations and approvals count with the new token. Check first that the token is your own company's.",
    ),
    confirm: plain("Ask the approvers"),
    deny: plain("Not now"),
  },
});

const NOT_CALLED = "nothing is sent to this address.";

const NONE_OFFERED =
  "none yet, and the operator of Signalbox offers none: they name the addresses of Rail services in RAIL_API_URLS";

const removeButton = (isPinned: boolean) =>
  button("Remove the token", action.removeToken, "remove", {
    style: "danger",
    confirm: {
      title: plain("Remove the token?"),
      text: plain(`Nothing more is sent to the Rail service, at once. ${isPinned ? PINNED : OURS}`),
      confirm: plain("Remove it"),
      deny: plain("Keep it"),
      style: "danger",
    },
  });

const OURS =
  "Approved requests wait until there is a token again, or expire; nothing is lost. The token keeps working at the Rail service until you end it there.";
const PINNED =
  "Approved requests wait, or expire. Sending resumes only when RAIL_API_TOKEN in the configuration is another token. End the old one at the Rail service.";

/** A block of buttons has at least one. */
const actionsUnlessNone = (buttons: Parameters<typeof actions>) =>
  buttons.length === 0 ? [] : [actions(...buttons)];

/** Its name and environment: once only if the operator named it after that, or not at all. */
export function serviceName({
  name,
  environment,
}: Pick<ConnectionSummary, "name" | "environment">): string {
  const shown = environmentName(environment);
  const saysMore = name !== "" && name.toLowerCase() !== shown.toLowerCase();
  return saysMore ? `${shortened(name, 40)} · ${shown}` : shown;
}

function tokenLeaves(lastFour: string | null): Line {
  if (lastFour === null) return [". ", bold("It has no token: nothing is sent.")];
  return lastFour === "" ? [", with a token"] : [", token ending in ", copyableInline(lastFour)];
}

/** Undefined if the operator no longer lists the connection. */
export function offeredOf(
  { baseUrl, environment }: Pick<ConnectionSummary, "baseUrl" | "environment">,
  offered: readonly OfferedRailApi[],
): OfferedRailApi | undefined {
  return offered.find((each) => each.baseUrl === baseUrl && each.environment === environment);
}
