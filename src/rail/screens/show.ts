import type { Db } from "../../platform/database/schema.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { actions } from "../../platform/slack/blocks/blocks.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { action, callback } from "../../platform/slack/blocks/ids.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { copyBlock, richText, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { inView } from "../../platform/slack/blocks/table.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed } from "../../platform/slack/message.ts";
import { faultOfText } from "../../platform/text/typed-text.ts";
import { requestAnswer } from "../../request/card/approval-card.ts";
import { railButton } from "../../request/card/rail-button.ts";
import type { Command } from "../../request/command.ts";
import { wordsOf } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { findConnectionOf } from "../../request/queries/disputes.ts";
import { findRequest, findRequestByNumber } from "../../request/queries/requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { numberOf, readRequestNumber } from "../../request/rules/change-request.ts";
import { adoptionOf } from "../../request/rules/outcome/adopted.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";
import { railOrNull, readBack } from "../creating/verify-rail.ts";
import { disputedRail } from "../disputes/disputed-rail.ts";
import { depositInstructions } from "../instructions/deposit-instructions.ts";
import {
  arrivalLine,
  NOT_APPROVED,
  notApprovedLine,
  originLine,
  PROBLEM_REPORTED,
  railContext,
  valueAt,
} from "../instructions/rail-lines.ts";
import { findByName, hitList, noMatch } from "./find-by-name.ts";
import type { RailFacts } from "./rail-facts.ts";
import { railFacts, requestOfRail } from "./rail-facts.ts";

export const showCommand: Command<{ what: string }> = {
  verb: "show",
  usage: {
    takes: "<name|id|R-142>",
    does: "shows one Rail with its deposit instructions, read afresh, or one request",
  },
  act: () => "look",
  parse(typed) {
    const what = wordsOf(typed).join(" ");
    return what === "" ? { ok: false, problem: PROBLEM } : { ok: true, args: { what } };
  },
  answer: (context, { what }, { workspaceId }) => showAnswer(context, workspaceId, what),
};

const PROBLEM = "show needs the name or id of a Rail, or a request number, for example R-142.";

/** [Open] and [Check again]: the Rail as the service shows it now. */
export async function openRail(context: Context, { action, body, respond }: ButtonArgs) {
  await respond(privately(await railAnswer(context, workspaceOf(body), action.value ?? "")));
}

type Reading = Pick<
  Context,
  "db" | "transaction" | "seal" | "pins" | "railApis" | "messenger" | "clock"
>;
type Answering = Reading & Pick<Context, "command">;

/** A request by its number, or a Rail by its name or id, in that order. Throws a `RailApiError`. */
export async function showAnswer(
  context: Answering,
  workspaceId: string,
  what: string,
): Promise<Message> {
  if (faultOfText(what, { max: 255 })) {
    return note(
      "That is neither a name nor an id: it is too long or holds characters that neither may have.",
    );
  }
  const number = readRequestNumber(what);
  const request = number && (await findRequestByNumber(context.db, workspaceId, number));
  if (request) return requestAnswer(context, request);

  const hits = await findByName(context.db, workspaceId, what);
  const [only] = hits;
  if (!only) return railAnswer(context, workspaceId, what);
  if (hits.length > 1) return hitList(what, hits);
  return only.railId === undefined
    ? requestAnswer(context, only.request)
    : railAnswer(context, workspaceId, only.railId);
}

/** One Rail, read afresh; or its request, if its instructions are withheld. Throws a `RailApiError`. */
export async function railAnswer(
  context: Answering,
  workspaceId: string,
  railId: string,
): Promise<Message> {
  const shown = await showRail(context, workspaceId, railId);
  switch (shown.kind) {
    case "rail":
      return shown.facts.name === null
        ? unapprovedRail(shown.facts)
        : depositInstructions(shown.facts);
    case "withheld":
      return requestAnswer(context, shown.request);
    case "not-shown": {
      const number = numberOf(shown.request);
      return note(
        `${number} has this Rail, but the Rail service does not show it just now.`,
        `Its deposit instructions are not shown until it does. Try again in a moment; ${context.command} show ${number} shows the request.`,
        "If it stays like this, an administrator has to ask the Rail service why.",
      );
    }
    case "absent":
      return noMatch(railId);
  }
}

type ShownRail =
  | { kind: "rail"; facts: RailFacts }
  /** Not checked yet, no longer what was approved, or of a former connection: nobody gets its instructions. */
  | { kind: "withheld"; request: ChangeRequest }
  /** The service once said that it had made it, and now answers 404. */
  | { kind: "not-shown"; request: ChangeRequest }
  | { kind: "absent" };

/** Reads a Rail afresh, and judges it again if it was approved here. Throws a `RailApiError`. */
export async function showRail(
  context: Reading,
  workspaceId: string,
  railId: string,
): Promise<ShownRail> {
  const { id: connectionId } = await findCurrentConnection(context.db, workspaceId);
  const request = await requestOfRail(context.db, connectionId, railId);
  const shown = async (rail: Rail): Promise<ShownRail> => {
    return { kind: "rail", facts: await railFacts(context, workspaceId, connectionId, rail) };
  };
  const read = async () => {
    const rail = await railOrNull(await context.railApis(workspaceId, connectionId), railId);
    // Another Rail than the one that was asked for may be withheld.
    return rail && (rail.id ?? railId) === railId ? rail : null;
  };
  if (!request) {
    const rail = await read();
    if (!rail) return ofFormerConnection(context.db, workspaceId, railId);
    // A request that does not know the Rail with its tag has not judged it yet.
    const tag = readTag(rail.metadata);
    const asker = tag && (await findRequest(context.db, { workspaceId, requestId: tag.requestId }));
    return asker ? { kind: "withheld", request: asker } : shown(rail);
  }
  if (adoptionOf(request)) {
    const rail = await read();
    return rail ? shown(rail) : { kind: "not-shown", request };
  }
  const { status } = request.state;
  if (status !== "verified" && status !== "done") return { kind: "withheld", request };
  const ref = { workspaceId, requestId: request.id };
  const { rail, applied } = await readBack(context, ref, connectionId, railId);
  if (rail === null) return { kind: "not-shown", request };
  return applied.ok && applied.request.state.status !== "quarantined"
    ? shown(rail)
    : { kind: "withheld", request: applied.ok ? applied.request : request };
}

/** The connection in use does not show the Rails of a former one. */
async function ofFormerConnection(db: Db, workspaceId: string, railId: string): Promise<ShownRail> {
  const connectionId = await findConnectionOf(db, workspaceId, railId);
  const request = await requestOfRail(db, connectionId, railId);
  return request ? { kind: "withheld", request } : { kind: "absent" };
}

/** Shows how to pay into the existing Rail on top of the form, without buttons. */
export async function showSimilarRail(context: Context, { action, body, client }: ButtonArgs) {
  const message = await railAnswer(context, workspaceOf(body), action.value ?? "");
  const view = checkedView(
    modal({
      id: callback.notice,
      title: "Existing Rail",
      blocks: inView(message.blocks, { withoutButtons: true }),
    }),
  );
  await client.views.push({ trigger_id: body.trigger_id, view });
}

/** A Rail that nobody approved: where it delivers, and nothing to pay with. One that has a request cannot be adopted. */
export function unapprovedRail(props: RailFacts): Message {
  const { rail, requestNumber, adoptionNumber, dispute, reportedAt } = props;
  if (dispute !== null) return disputedRail({ ...props, dispute });
  const buttons = [
    ...(requestNumber === undefined && adoptionNumber === undefined
      ? railButton("Adopt…", action.adoptRail, rail.id)
      : []),
    ...railButton("Report a problem", action.reportProblem, rail.id),
    ...railButton("Show instructions anyway", action.openUnapproved, rail.id),
  ];
  return headed(
    NOT_APPROVED,
    richText(
      notApprovedLine(requestNumber),
      adoptionNumber !== undefined && [`Its adoption is requested: R-${adoptionNumber}.`],
      reportedAt !== null && warningLine(PROBLEM_REPORTED),
    ),
    richText(originLine(props), arrivalLine(rail, props), ...copyBlock(valueAt(rail))),
    railContext(props),
    buttons.length > 0 && actions(...buttons),
  );
}
