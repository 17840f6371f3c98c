import { copyBlock, date, lines, user } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { ChangeKind } from "../../request/change-kind.ts";
import {
  findDispute,
  forgetInstructions,
  lockProblem,
  saveProblem,
} from "../../request/queries/disputes.ts";
import type { EndDispute } from "../../request/rules/change.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";
import { problemParts } from "./disputed-rail.ts";

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
  card: ({ dispute, railId, entryPoint }) => ({
    facts: [
      ["Change", ["End the dispute"]],
      ["Rail", [shortened(railId, 255)]],
    ],
    body: [
      ...problemParts(dispute),
      ...(entryPoint === null ? [] : [lines(["People would pay into:"]), ...copyBlock(entryPoint)]),
      lines(["Approve only if you know that the reported problem is solved."]),
    ],
    context: [user(dispute.by), " marked it as disputed, ", date(dispute.at)],
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
  whyVoid: () => undefined,
  async obstacle(db, { railId, dispute }, { connectionId }) {
    const now = await findDispute(db, connectionId, railId);
    return now?.at === dispute.at ? undefined : { because: "not-disputed" };
  },
  async record(tx, { workspaceId, connectionId }, { railId, dispute }, { type }) {
    if (type !== "dispute-ended") return;
    const known = await lockProblem(tx.db, { workspaceId, connectionId, railId });
    // Another request ended it, and there is a new dispute: these approvals were not about that one.
    if (known?.rail.dispute?.at !== dispute.at) return;
    await saveProblem(tx.db, connectionId, railId, null);
    for (const ref of await forgetInstructions(tx.db, connectionId, railId)) {
      await tx.enqueue({ name: "post-instructions", request: ref });
    }
  },
};
