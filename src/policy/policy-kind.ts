import type { Pins } from "../authority/pins.ts";
import { loosenings } from "../authority/pins.ts";
import { bold, lines } from "../platform/slack/blocks/rich-text.ts";
import { counted } from "../platform/text/times.ts";
import type { ChangeKind } from "../request/change-kind.ts";
import { findSetup, savePolicyVersion } from "../request/queries/setups.ts";
import type { ChangePolicy } from "../request/rules/change.ts";
import { looseningText } from "../request/rules/pinned.ts";
import { mindsFreeze } from "../request/rules/status.ts";
import { StandingsNotKnown } from "../request/who-is.ts";
import { aboutSetup, afterSetupChange } from "../workspace/set-up/setup-kind.ts";
import { everybodyIn, livingOf } from "./living.ts";
import { leavesUnsatisfiable } from "./rules/living-quorum.ts";
import {
  pendingSentence,
  policyDifferenceList,
  wideningLines,
} from "./screens/policy-difference-rows.ts";

/** Another policy for the workspace. */
export const policyKind: ChangeKind<ChangePolicy> = {
  words: {
    nothingDone: "The policy stayed as it was.",
    nothingWillBeDone: "The policy will stay as it is.",
    next: "Takes effect next.",
    sending: "The change is taking effect.",
    noWayBack:
      "With enough approvals, the policy takes effect. Changing it back needs approvals under the new policy.",
    inForce: "IN EFFECT",
    inRules: "the policy",
  },
  title: () => "change the policy",
  card: ({ from, document }, { policyBefore }, room) => ({
    facts: [["Change", [`Policy version ${from} → ${from + 1}`]]],
    body: [
      lines([bold("What changes:")]),
      ...policyDifferenceList(policyBefore ?? NO_POLICY, document, {
        most: room.most,
        size: room.size - OWN_SIZE,
      }),
      lines([pendingSentence(policyBefore ?? NO_POLICY, document)]),
    ],
  }),
  warnings: ({ document }, { request, policyBefore }) =>
    mindsFreeze(request)
      ? wideningLines(policyBefore ?? NO_POLICY, document, request.requestedBy, MOST_IN_WARNINGS)
      : [],
  ...aboutSetup,
  async obstacle(db, { from }, { workspaceId }) {
    const { policyVersion } = await findSetup(db, workspaceId);
    return policyVersion === from ? undefined : { because: "set-up-changed" };
  },
  async record(tx, { id, workspaceId, requestedBy }, { kind, document }, { type, at }) {
    if (type !== "set-up-changed") return;
    await savePolicyVersion(tx.db, workspaceId, document, requestedBy, id, at);
    await afterSetupChange(tx, workspaceId, kind, id);
  },
  async whyInVain(context, workspaceId, { document }) {
    const living = await livingOf(context, workspaceId, everybodyIn(document));
    const [rule] = leavesUnsatisfiable(document, living);
    if (rule === undefined) return undefined;
    const isCertain =
      rule.unknownGroups.length === 0 &&
      [...living.standings.values()].every((each) => each !== "not-known");
    if (!isCertain) throw new StandingsNotKnown();
    return `Too few of the people named in “${rule.rule}” can approve now. Propose the policy again with others.`;
  },
  whyPinned,
  whyVoid: ({ from }, { policy, overtaken }) =>
    policy.version === from ? overtaken : ANOTHER_POLICY,
};

const ANOTHER_POLICY =
  "Another policy has taken effect since this was proposed. It no longer makes the changes that were shown.";

function whyPinned({ document }: ChangePolicy, pins: Pins): string | undefined {
  const [first, ...more] = loosenings(pins, document);
  if (!first) return undefined;
  const others = more.length === 0 ? "" : ` And ${counted(more.length, "more difference")}.`;
  return `It is looser than the configuration allows. ${looseningText(first)}${others}`;
}

/** Room for the lines around the differences, and for the count of those that do not fit. */
const OWN_SIZE = 600;

const MOST_IN_WARNINGS = 8;

/** The policy of a workspace that never had one. */
const NO_POLICY = { rules: [], coolDownHours: 0 };
