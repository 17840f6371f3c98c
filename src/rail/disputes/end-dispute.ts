import type { Db } from "../../platform/database/schema.ts";
import { ourLine } from "../../platform/slack/blocks/blocks.ts";
import { block, callback } from "../../platform/slack/blocks/ids.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import {
  bold,
  copyBlock,
  date,
  lines,
  richText,
  user,
} from "../../platform/slack/blocks/rich-text.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { ChangeKind } from "../../request/change-kind.ts";
import { redrawPressed } from "../../request/clicks/redraw-pressed.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import {
  findConnectionOf,
  findDispute,
  findSeenRail,
  forgetInstructions,
  isDisputedAnywhere,
  lockProblem,
  saveProblem,
} from "../../request/queries/disputes.ts";
import { saveDraft } from "../../request/queries/drafts.ts";
import type { EndDispute } from "../../request/rules/change.ts";
import { sendForApproval } from "../../request/screens/asking.ts";
import { errorAt } from "../../request/screens/refusals.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";
import { redrawAdoption } from "../adopting/adoption-problem.ts";
import { requestOfRail } from "../screens/rail-facts.ts";
import { openReasonForm, submitReason } from "../screens/reason-form.ts";
import { problemsNow } from "./dispute-rail.ts";
import { problemParts } from "./disputed-rail.ts";
import { railsDisputed } from "./problem-notices.ts";

const LABEL = "Why can it end?";
const OVER = "This Rail is not disputed now.";
const FORMER =
  "This Rail belongs to a former connection. The dispute can end once that connection is in use again.";

/** [End the dispute]. Nothing finds a notice again by itself, so one whose dispute is over is redrawn here. */
export async function openEndDispute(context: Context, args: ButtonArgs): Promise<void> {
  const { db, command } = context;
  const { action: pressed, body } = args;
  let isOver = false;
  await openReasonForm(context, args, async (workspaceId, railId) => {
    const { id } = await findCurrentConnection(db, workspaceId);
    const connectionId = await findConnectionOf(db, workspaceId, railId);
    const dispute = await findDispute(db, connectionId, railId);
    if (!dispute || connectionId !== id) {
      const why = await whyNone(db, workspaceId, railId);
      isOver = why === OVER;
      return note(why);
    }
    return {
      callbackId: callback.endDispute,
      title: "End the dispute",
      submit: "Send for approval",
      blocks: [
        richText(
          [user(dispute.by), " marked this Rail as disputed, ", date(dispute.at), "."],
          ...problemParts(dispute),
          ["Every rule's approvers must agree before its instructions are shown again."],
        ),
      ],
      label: LABEL,
      hint: "Shown to the approvers.",
    };
  });
  if (!isOver || !pressed.block_id?.startsWith(block.disputeNotice)) return;
  const { problems, further } = await problemsNow(context, workspaceOf(body), body.message?.blocks);
  const notice = railsDisputed(problems, { command, further: further.count });
  await redrawPressed(context, body, notice);
}

const whyNone = async (db: Db, workspaceId: string, railId: string) =>
  (await isDisputedAnywhere(db, workspaceId, railId)) ? FORMER : OVER;

export function submitEndDispute(context: Context, args: SubmitArgs): Promise<void> {
  const { db, clock, newId, draftsPerPerson } = context;
  return submitReason(args, LABEL, async ({ workspaceId, railId, reason, askedIn, by }) => {
    const { id: connectionId } = await findCurrentConnection(db, workspaceId);
    const rail = await findSeenRail(db, connectionId, railId);
    if (!rail?.dispute)
      return args.ack(errorAt(block.reason, await whyNone(db, workspaceId, railId)));
    const name = (await requestOfRail(db, connectionId, railId))?.content.change.name;
    const { type, sourceAsset, destinationAsset, source, destination, dispute } = rail;
    const draft = {
      id: newId(),
      workspaceId,
      connectionId,
      createdBy: by,
      askedIn,
      change: {
        kind: "end-dispute",
        name: name ?? "Rail created outside Signalbox",
        reason,
        railId,
        type,
        sourceAsset,
        destinationAsset,
        networks: [source.network, destination.network].filter((each) => each !== null),
        entryPoint: source.detail?.value ?? null,
        dispute,
      },
    } as const;
    const digest = await saveDraft(db, draft, clock(), draftsPerPerson);
    const shown = { draftId: draft.id, digest };
    await sendForApproval(context, args, shown, block.reason);
  });
}

const ENDED_ALREADY = "The dispute that it was about had ended already.";

/** Another request may have ended it, and the Rail may be disputed anew for another reason. */
async function isStillIt(db: Db, { railId, dispute }: EndDispute, connectionId: string) {
  const now = await findDispute(db, connectionId, railId);
  return now?.at === dispute.at;
}

/** Shows the deposit instructions of a disputed Rail again; nothing is sent. */
export const endDisputeKind: ChangeKind<EndDispute> = {
  words: {
    nothingDone: "The Rail is still disputed.",
    nothingWillBeDone: "The Rail stays disputed.",
    next: "The dispute ends next.",
    sending: "The dispute is being ended.",
    noWayBack: "Once there are enough approvals, its deposit instructions are shown again.",
    inForce: "DISPUTE ENDED",
    inRules: "the end of disputes",
  },
  title: ({ type, sourceAsset, destinationAsset }) =>
    `end the dispute about an ${TYPE_NAMES[type]} Rail, ${code(sourceAsset)} → ${code(destinationAsset)}`,
  card: ({ dispute, railId, entryPoint }, { request: { state } }) => ({
    facts: [
      ["Change", ["End the dispute"]],
      ["Rail", [shortened(railId, 255)]],
    ],
    body: [
      ...problemParts(dispute),
      ...(entryPoint === null ? [] : [lines(["People would pay into:"]), ...copyBlock(entryPoint)]),
      ...(state.status === "pending"
        ? [lines([bold("Approve only if you know that the reported problem is solved.")])]
        : []),
    ],
    context: ourLine(user(dispute.by), " marked it as disputed, ", date(dispute.at)),
  }),
  warnings: () => [],
  route: ({ railId }) => `end-dispute ${railId}`,
  subject: () => null,
  traits: ({ type, sourceAsset, destinationAsset, networks }) => ({
    types: type === "EXCHANGE" ? [] : [type],
    assets: [sourceAsset, destinationAsset],
    networks,
  }),
  isTyped: () => false,
  fillsWorkspace: true,
  carriedOut: {
    by: "signalbox",
    job: "keep-register",
    settle: (_, { countedApprovers }) => ({ type: "dispute-ended", countedApprovers }),
  },
  remedies: () => ["close"],
  whyPinned: () => undefined,
  whyVoid: (_, { overtaken }) => overtaken,
  async obstacle(db, change, { connectionId }) {
    return (await isStillIt(db, change, connectionId)) ? undefined : { because: "not-disputed" };
  },
  async whyOvertaken(db, change, { connectionId }) {
    return (await isStillIt(db, change, connectionId)) ? undefined : ENDED_ALREADY;
  },
  async record(tx, { workspaceId, connectionId }, { railId, dispute }, { type }) {
    if (type !== "dispute-ended") return;
    const known = await lockProblem(tx.db, { workspaceId, connectionId, railId });
    // Another request ended it, and there is a new dispute: these approvals were not about that one.
    if (known?.rail.dispute?.at !== dispute.at) return;
    const { later } = known.rail.dispute;
    // Nobody who approved the end has read what was reported since it was asked for.
    const isRead = later?.reportedAt === dispute.later?.reportedAt;
    await saveProblem(tx.db, connectionId, railId, isRead ? null : (later ?? null));
    for (const ref of await forgetInstructions(tx.db, connectionId, railId)) {
      await tx.enqueue({ name: "post-instructions", request: ref });
    }
    await redrawAdoption(tx, connectionId, railId);
  },
};
