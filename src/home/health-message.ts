import type { KnownBlock, RichTextBlock, RichTextBlockElement } from "@slack/types";
import { whyMayNot } from "../authority/judge.ts";
import { resumeButton } from "../freeze/freeze-messages.ts";
import { actions, button, header } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import type { Line } from "../platform/slack/blocks/rich-text.ts";
import { ago, bold, date, lines, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { messageWith } from "../platform/slack/message.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import { vanishedBlocks } from "../rail/screens/vanished-rails.ts";
import { frozenLine } from "../request/card/request-warnings.ts";
import { bullets } from "../request/card/unknown-outcome.ts";
import type { Context } from "../request/context.ts";
import { countUnreadableRails, findPolicy, findRailsReadAt } from "../request/queries/companies.ts";
import { listOpenRequests } from "../request/queries/find-requests.ts";
import { findFreeze, findFreezeNotice } from "../request/queries/freezes.ts";
import type { VanishedRail } from "../request/queries/rails/find-vanished.ts";
import { listVanishedRails } from "../request/queries/rails/find-vanished.ts";
import { findRequest } from "../request/queries/requests.ts";
import { findSetup } from "../request/queries/setups.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { namedAnywhere } from "../request/rules/approval/policy.ts";
import type { Connection } from "../request/rules/change.ts";
import type { Status } from "../request/rules/change-request.ts";
import type { Freeze } from "../request/rules/freeze.ts";
import { rosterOfPolicy } from "../request/who-is.ts";
import { environmentName } from "../request/words.ts";

/** A job that was given up, for people. */
interface GivenUp {
  /** Follows the number of its request: "drawing its card". */
  does: string;
  /** Null where the request is not known any more. */
  requestNumber: number | null;
  /** ISO 8601. */
  since: string;
  because: string;
}

/** How a workspace is doing. Times are ISO 8601. */
export interface Health {
  freeze: Freeze;
  /** Whether the approvers' channel shows how sending stands. */
  isChannelTold: boolean;
  policy: Policy;
  /** Null where none is set up. */
  connection: Connection | null;
  railsReadAt: string | null;
  /** How many Rails the service shows without an id, and with text that nobody can read. */
  unreadableRails: number;
  /** Shown before, and not in the last whole list. */
  vanished: readonly VanishedRail[];
  open: Partial<Record<Status, number>>;
  /** Numbers of requests whose instructions cannot be sent to the requester. */
  undeliverable: readonly number[];
  givenUp: readonly GivenUp[];
}

export async function healthOf(
  { db, queue }: Pick<Context, "db" | "queue">,
  workspaceId: string,
): Promise<Health> {
  const { connection } = await findSetup(db, workspaceId);
  const open: Partial<Record<Status, number>> = {};
  const undeliverable: number[] = [];
  for (const { state, number } of await listOpenRequests(db, workspaceId)) {
    open[state.status] = (open[state.status] ?? 0) + 1;
    if (state.status === "verified" && state.isUndeliverable) undeliverable.push(number);
  }
  const givenUp: GivenUp[] = [];
  for (const { does, request, failedAt, because } of await queue.deadLetters(workspaceId)) {
    const requestNumber = (await findRequest(db, request))?.number ?? null;
    givenUp.push({ does, requestNumber, since: failedAt, because });
  }
  const freeze = await findFreeze(db, workspaceId);
  const notice = await findFreezeNotice(db, workspaceId);
  return {
    freeze,
    isChannelTold: (notice?.version ?? 0) >= freeze.version,
    policy: await findPolicy(db, workspaceId),
    connection,
    railsReadAt: connection && (await findRailsReadAt(db, connection.id)),
    vanished: connection ? await listVanishedRails(db, connection.id) : [],
    unreadableRails: connection ? await countUnreadableRails(db, connection.id) : 0,
    open,
    undeliverable,
    givenUp,
  };
}

/** Anyone who may approve anything may look after it. */
export async function looksAfter(
  context: Pick<Context, "people">,
  workspaceId: string,
  policy: Policy,
  userId: string,
): Promise<boolean> {
  const roster = await rosterOfPolicy(context, workspaceId, policy, [userId], "of-a-minute");
  const offices = { anywhere: namedAnywhere(policy), roster };
  return whyMayNot("look-after", { by: userId }, offices) === undefined;
}

/** More are counted. */
const MOST_NAMED = 5;

/** How sending and the background work of a workspace are doing; `lookedAt` says what was found just now. */
export function health(facts: Health, lookedAt: readonly KnownBlock[] = []): Message {
  const { freeze, isChannelTold, connection, railsReadAt, givenUp } = facts;
  const title = "System status";
  const buttons = [
    ...(freeze.frozen ? [resumeButton(freeze.frozen)] : []),
    ...(givenUp.length > 0 ? [button("Try them again", action.retryDeadLetters, "retry")] : []),
  ];
  return messageWith(
    freeze.frozen ? `${title}: sending is frozen` : title,
    header(title),
    richText(
      freeze.frozen ? frozenLine(freeze.frozen) : lines([bold("Sending: "), "on"]),
      !isChannelTold && [NOT_TOLD],
      [
        bold("Rail service: "),
        connection === null
          ? "not set up"
          : `${new URL(connection.baseUrl).host} · ${environmentName(connection.environment)}`,
      ],
      [
        bold("All its Rails last read: "),
        ...(railsReadAt === null ? ["never"] : [date(railsReadAt), " (", ago(railsReadAt), ")"]),
      ],
      facts.unreadableRails > 0 && unreadableRow(facts),
      [bold("Open requests: "), openText(facts)],
    ),
    ...lookedAt,
    ...vanishedBlocks(facts.vanished),
    undeliverableLine(facts),
    richText(...givenUpParts(givenUp)),
    buttons.length > 0 && actions(...buttons),
  );
}

const NOT_TOLD =
  "The approvals channel does not show this yet. If this continues, invite Signalbox there with /invite, and let it post.";

const unreadableRow = ({ unreadableRails: count }: Health): Line => [
  bold(`Rails that cannot be read: ${count}. `),
  "The Rail service shows no id and broken text. An administrator has to ask it which Rails these are.",
];

function openText({ open }: Health): string {
  const parts = STATUSES.flatMap(([status, words]) => {
    const count = open[status] ?? 0;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return parts.length === 0 ? "none" : parts.join(", ");
}

function undeliverableLine({ undeliverable }: Health): RichTextBlock | undefined {
  if (undeliverable.length === 0) return undefined;
  const named = undeliverable.slice(0, MOST_NAMED).map((number) => `R-${number}`);
  const left = undeliverable.length - named.length;
  const others = left > 0 ? ` and ${counted(left, "more request")}` : "";
  return richText([
    bold("Deposit instructions that wait: "),
    `${named.join(", ")}${others}. Slack takes no direct message to the requester. Open them with the button on the card.`,
  ]);
}

/** In the order in which people have something to do about them. */
const STATUSES: readonly (readonly [Status, string])[] = [
  ["quarantined", "quarantined"],
  ["needs-a-person", "to be decided by a person"],
  ["unknown", "with an outcome not known yet"],
  ["blocked", "blocked"],
  ["pending", "waiting for approval"],
  ["approved", "approved and not sent yet"],
  ["sending", "being sent"],
  ["created", "being checked"],
  ["verified", "with instructions to be posted"],
];

function givenUpParts(givenUp: readonly GivenUp[]): RichTextBlockElement[] {
  if (givenUp.length === 0) return [lines(["No failed jobs"])];
  const failed = ({ does, requestNumber, since, because }: GivenUp): Line => [
    `${requestNumber === null ? "A request that is gone" : `R-${requestNumber}`}: ${does}, since `,
    date(since),
    `. Why: ${shortened(because, 160, "not known")}`,
  ];
  return [
    lines([bold("Given up after many tries:")]),
    ...bullets(givenUp, "job", failed, MOST_NAMED),
  ];
}
