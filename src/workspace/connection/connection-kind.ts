import type { RichTextSection } from "@slack/types";
import type { Seal } from "../../platform/database/seal.ts";
import type { Tx } from "../../platform/queue/transaction.ts";
import { bold, copyableInline, lines, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { ChangeKind } from "../../request/change-kind.ts";
import { dropToken, findConnection, moveToken } from "../../request/queries/connections.ts";
import { findSetup } from "../../request/queries/setups.ts";
import { endHold, makeConnectionCurrent } from "../../request/queries/successions.ts";
import type { CarriedOver, ChangeConnection, Connection } from "../../request/rules/change.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { canonicalJson } from "../../request/rules/digest.ts";
import { CONNECTION_PINNED } from "../../request/rules/pinned.ts";
import type { RequestEvent } from "../../request/rules/request-event.ts";
import { mindsFreeze } from "../../request/rules/status.ts";
import { environmentName } from "../../request/words.ts";
import { aboutSetup, afterSetupChange, wakeForToken } from "../set-up/setup-kind.ts";

export const connectionKind: ChangeKind<ChangeConnection> = {
  words: {
    nothingDone:
      "The Rail connection stayed as it was, and the token entered for it is no longer kept.",
    nothingWillBeDone:
      "The Rail connection will stay as it is, and the token entered for it will no longer be kept.",
    next: "Takes effect next.",
    sending: "The change is taking effect.",
    noWayBack:
      "With enough approvals, everything uses the new connection. Going back needs approvals too.",
    inForce: "IN EFFECT",
    inRules: "the Rail connection",
  },
  nothingElse({ carriesOver }, { state }, next) {
    if (!carriesOver) return undefined;
    const notCarried = `The register ${next ? "will not be" : "was not"} carried over.`;
    return endsHold(next ?? state.status) ? `${notCarried} Held requests end.` : notCarried;
  },
  title: (change) => `connect to ${goalText(change)}`,
  card: (change) => ({
    facts: [["Change", [`Connect to ${goalText(change)}`]]],
    body: [
      lines(
        [bold("Name: "), shortened(change.connectionName, 60)],
        [bold("Base address: "), copyableInline(change.to.baseUrl)],
        [bold("Environment: "), environmentName(change.to.environment)],
        [bold("Token: "), tokenText(change.lastFour)],
        [change.carriesOver ? carriedText(change.carriesOver) : comesAlong(change)],
      ),
    ],
  }),
  warnings: (change, { request }) =>
    mindsFreeze(request) ? warningsOf(change, request.content.connection) : [],
  ...aboutSetup,
  async obstacle(db, { to, tokenAt }, { workspaceId }) {
    const goal = await findConnection(db, workspaceId, to.id);
    const kept = await findConnection(db, workspaceId, tokenAt);
    return goal && kept && kept.lastFour !== null ? undefined : { because: "set-up-changed" };
  },
  async record(tx, request, change, { type }, seal) {
    if (type === "set-up-changed") await makeCurrent(tx, seal, request, change);
    if (WITHOUT_EFFECT.has(type)) await endWithoutEffect(tx, request, change, type);
  },
  // Carrying over keeps the address and the token that the environment sets.
  whyPinned: ({ carriesOver }, { connection }) =>
    connection === null || carriesOver ? undefined : CONNECTION_PINNED,
  // Approvers saw the address, and the end of exactly the token entered for it.
  whyVoid: ({ to, lastFour }, { setup }) =>
    canonicalJson({ to, lastFour }) === canonicalJson(setup.connection) ? undefined : TOKEN_GONE,
};

const WITHOUT_EFFECT: ReadonlySet<RequestEvent["type"]> = new Set([
  "denied",
  "withdrawn",
  "expired",
  "voided",
]);

async function makeCurrent(
  tx: Tx,
  seal: Seal,
  { id, workspaceId }: ChangeRequest,
  { kind, to, tokenAt, holdsFormer }: ChangeConnection,
): Promise<void> {
  if (tokenAt !== to.id) {
    await moveToken(tx.db, seal, workspaceId, tokenAt, to.id);
    await wakeForToken(tx, workspaceId, to.id);
  }
  await makeConnectionCurrent(tx.db, workspaceId, to.id, holdsFormer);
  await afterSetupChange(tx, workspaceId, kind, id);
}

/**
 * Drops the token of a change that never took effect. Approvers who deny carrying the register over, or let the
 * request expire, end the requests that it held: nobody ends them alone, nor does a request of a replaced connection.
 */
async function endWithoutEffect(
  tx: Tx,
  { workspaceId, connectionId }: ChangeRequest,
  { kind, tokenAt, carriesOver }: ChangeConnection,
  how: RequestEvent["type"],
): Promise<void> {
  const { connection } = await findSetup(tx.db, workspaceId);
  const isDecided = endsHold(how) && connection?.id === connectionId;
  if (carriesOver && isDecided) {
    await endHold(tx.db, workspaceId);
    await afterSetupChange(tx, workspaceId, kind);
  }
  // To carry over, no token was entered: it is that of a connection that was in use.
  if (!carriesOver && connection?.id !== tokenAt) await dropToken(tx.db, workspaceId, tokenAt);
}

const endsHold = (how: string) => how === "denied" || how === "expired";

const TOKEN_GONE =
  "The token that was entered for it is no longer kept, or another one has been entered since: there is nothing to change to.";

const goalText = ({ connectionName, to }: ChangeConnection) =>
  `${shortened(connectionName, 40, "(no name)")} (${environmentName(to.environment)})`;

const tokenText = (lastFour: string) =>
  lastFour === "" ? "too short to show its end" : `ends in ${shortened(lastFour, 8)}`;

/** A connection that was used before keeps its new token beside it until then. */
function comesAlong({ to, tokenAt, holdsFormer }: ChangeConnection): string {
  const what =
    to.id === tokenAt
      ? "Destinations and approvals do not carry over"
      : "The register of its former use counts again. Requests held there resume";
  return `${what}. Pending requests ${holdsFormer ? "are held until the approvers of every rule carry them over" : "end"}.`;
}

const carriedText = ({ destinations, requests }: CarriedOver) =>
  `With it come ${counted(destinations, "destination")} and ${counted(requests, "waiting request")} of the connection before, with their approvals. Requests made since then end.`;

/** The ways in which it permits more. */
function warningsOf(change: ChangeConnection, connection: Connection): RichTextSection[] {
  return [
    ...(change.to.environment === "production" && connection.environment === "sandbox"
      ? [warningLine("from the sandbox to production: Rails will move real money.")]
      : []),
    ...(change.carriesOver
      ? [
          warningLine(
            "nothing proves that this token is your own company's.",
            ` If it is another company's, Rails for your ${counted(change.carriesOver.destinations, "destination")} and ${counted(change.carriesOver.requests, "request")} are created in its name.`,
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
