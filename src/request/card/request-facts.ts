import { overOneConnection } from "../../platform/database/at-once.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import type { Context } from "../context.ts";
import { findPolicy, findWorkspaceName } from "../queries/companies.ts";
import { findDestinationByServiceId } from "../queries/destinations.ts";
import { findProblem } from "../queries/disputes.ts";
import { findFreeze } from "../queries/freezes.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage } from "../queries/messages.ts";
import { countAllRailsInto } from "../queries/rails/known-rails.ts";
import { findPolicyVersion } from "../queries/setups.ts";
import { isHeld } from "../queries/successions.ts";
import { valueFacts } from "../queries/values/known-values.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import type { Policy } from "../rules/approval/policy.ts";
import { policyNow } from "../rules/approval/policy.ts";
import { approvesRail } from "../rules/change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import type { Unusable } from "../rules/destination.ts";
import { serviceIdOf, whyUnusable } from "../rules/destination.ts";
import type { Frozen } from "../rules/freeze.ts";
import { subjectOf } from "../rules/kind-rules.ts";
import type { KnownValue, ValueFacts } from "../rules/known-value.ts";
import type { MarkedDispute, ReportedProblem } from "../rules/outcome/seen-rail.ts";
import { remediesFor } from "../rules/remedies-for.ts";
import type { Remedy } from "../rules/remedy.ts";
import { isWaitingToSend, mindsFreeze } from "../rules/status.ts";

/** The register's entry of the destination that a request is about. */
export interface RegisteredFacts {
  addedBy: string;
  approvedBy: readonly string[];
  addedAt: string;
  usableFrom: string;
  usedByRails: number;
  isProven: boolean;
  whyUnusable: Unusable | undefined;
}

/** Everything that a card, a review or a list says about a request besides the request itself. */
export interface RequestFacts {
  request: ChangeRequest;
  /** The rule in force for this kind of change. */
  currentPolicy: ApprovalPolicy;
  /** The base version of a change of the policy; null for any other change, or without a base version. */
  policyBefore: Policy | null;
  /** How long a destination that is whitelisted now has to wait. */
  coolDownHours: number;
  workspaceName: string;
  /** Null if it is not in the register, for example before it is whitelisted. */
  destination: RegisteredFacts | null;
  /** No Rail requested here delivers into this destination yet; false unless the request is for a Rail. */
  isFirstUse: boolean;
  /** The problem of the Rail that would be adopted, as reported or as disputed; null for any other change. */
  problem: ReportedProblem | MarkedDispute | null;
  /** Other meanings of the value, besides this request and its destination. */
  same: readonly KnownValue[];
  /** Known values that a person may take for the address or IBAN of this request. */
  lookAlikes: ValueFacts["lookAlikes"];
  /** The remedies that people have now for an unknown outcome. */
  remedies: readonly Remedy["type"][];
  /** Set while a freeze holds it up. */
  frozen: Frozen | null;
  /** It waits under a replaced connection, and nobody knows which company the new token belongs to. */
  isHeld: boolean;
  instructionsLink?: string | undefined;
  instructionsWentTo?: "channel" | "direct-message" | undefined;
  /** False once Slack refused to change the message of a quarantined Rail; undefined before the first try. */
  areInstructionsWithdrawn?: boolean | undefined;
}

export async function requestFacts(
  {
    db,
    messenger,
    clock,
  }: Pick<Context, "db" | "clock"> & { messenger: Pick<Messenger, "linkTo"> },
  request: ChangeRequest,
): Promise<RequestFacts> {
  const { workspaceId, connectionId, content } = request;
  const { change } = content;
  const subject = subjectOf(request);
  const serviceId = subject?.serviceId ?? null;
  const ref = { workspaceId, requestId: request.id };
  const [
    registered,
    instructions,
    policy,
    value,
    policyBefore,
    workspaceName,
    freeze,
    held,
    problem,
  ] = await overOneConnection(db, (db) =>
    Promise.all([
      findRegistered(db, connectionId, serviceId),
      findMessage(db, ref, "instructions"),
      findPolicy(db, workspaceId),
      subject ? valueFacts(db, connectionId, subject.details) : NO_VALUE,
      change.kind === "change-policy" && findPolicyVersion(db, workspaceId, change.from),
      findWorkspaceName(db, workspaceId),
      mindsFreeze(request) && findFreeze(db, workspaceId),
      isWaitingToSend(request) && isHeld(db, workspaceId, connectionId),
      change.kind === "adopt-rail" ? findProblem(db, connectionId, change.railId) : null,
    ]),
  );
  const { found, rails } = registered;
  return {
    request,
    currentPolicy: policyNow(request, policy),
    policyBefore: policyBefore || null,
    coolDownHours: policy.coolDownHours,
    workspaceName,
    destination: found
      ? {
          addedBy: found.addedBy,
          approvedBy: found.approvedBy,
          addedAt: found.addedAt,
          usableFrom: found.usableFrom,
          usedByRails: rails.all,
          isProven: found.provenAt !== null,
          whyUnusable: whyUnusable(found, clock()),
        }
      : null,
    isFirstUse: approvesRail(change) && rails.ours === 0,
    problem,
    same: value.same.filter((known) => !isItself(known, request, serviceId)),
    lookAlikes: value.lookAlikes,
    remedies: remediesFor(request, clock()),
    frozen: freeze ? freeze.frozen : null,
    isHeld: held,
    ...(instructions && {
      instructionsLink: await messenger.linkTo(workspaceId, instructions),
      instructionsWentTo: instructions.channelId === content.askedIn ? "channel" : "direct-message",
      areInstructionsWithdrawn: areWithdrawn(request, instructions),
    }),
  };
}

function areWithdrawn({ version }: ChangeRequest, drawn: PostedMessage): boolean | undefined {
  if (drawn.version >= version) return true;
  return drawn.redrawAt === undefined ? undefined : false;
}

async function findRegistered(db: Db, connectionId: string, serviceId: string | null) {
  const found =
    serviceId === null ? undefined : await findDestinationByServiceId(db, connectionId, serviceId);
  return { found, rails: found ? await countAllRailsInto(db, connectionId, found) : NO_RAILS };
}

const NO_RAILS = { all: 0, ours: 0 };
/** A change of the set-up has none. */
const NO_VALUE = { same: [], lookAlikes: [] } satisfies ValueFacts;

function isItself(known: KnownValue, { number }: ChangeRequest, serviceId: string | null): boolean {
  switch (known.is) {
    case "asked-for":
      return known.requestNumber === number;
    case "destination":
      return known.destination.retiredAt === null && serviceIdOf(known.destination) === serviceId;
    case "entry-point":
    case "unregistered":
      return false;
  }
}
