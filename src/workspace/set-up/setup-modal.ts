import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { actions, button, section } from "../../platform/slack/blocks/blocks.ts";
import { action, callback } from "../../platform/slack/blocks/ids.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { bold, channel, everyone, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import type { Place } from "../../platform/slack/slack.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { OfferedRailApi } from "../../request/context.ts";
import { pinnedBlocks } from "../../request/pin-words.ts";
import { isChannelGoverned, isGoverned } from "../../request/queries/setups.ts";
import { toPolicyForm } from "../../request/rules/approval/usual-policy.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import { CHANNEL_PINNED } from "../../request/rules/pinned.ts";
import { connectionBlocks } from "../connection/connection-blocks.ts";
import type { MissingPart, SetupFacts } from "./setup-facts.ts";
import { missingParts } from "./setup-facts.ts";

export interface SetupModal extends SetupFacts {
  /** The conversation in which it was opened: requests from here belong to it. */
  askedIn: string;
  offered: readonly OfferedRailApi[];
  /** The result of the last press. */
  said?: string | undefined;
}

/** How each part of the set-up stands, with the buttons that change it. */
export function setupModal(props: SetupModal): ModalView {
  const { askedIn, workspaceName, setup, said } = props;
  const missing = missingParts(setup);
  return modal({
    id: callback.setup,
    title: "Set-up",
    close: "Close",
    carries: { askedIn } satisfies SetupMetadata,
    blocks: [
      said !== undefined && section(shortened(said, 1_000)),
      richText(
        [bold(`${shortened(workspaceName, 60)} ${statusText(missing)}`)],
        [sinceWhen(setup)],
      ),
      ...connectionBlocks(props, (...parts) => primaryIf(props, ...parts)),
      ...channelBlocks(props),
      ...approverBlocks(props),
      ...pinnedBlocks(props.pins),
      ...waitingBlocks(props),
    ],
  });
}

function sinceWhen(setup: SetupModal["setup"]): string {
  if (!isGoverned(setup)) return FIRST;
  return isChannelGoverned(setup) ? LATER : CHANNEL_NEXT;
}

const FIRST =
  "Until the set-up is complete, nobody can request or approve anything, and your choices here take effect at once.";
const LATER =
  "Changes need approval. Only these take effect at once: replacing the token of the same company, removing a token, removing an approver.";

const CHANNEL_NEXT =
  "Choosing the approvals channel takes effect at once. Other changes need approval in it after that.";

const metadata = z.strictObject({ askedIn: z.string().min(1).max(255) });

type SetupMetadata = z.output<typeof metadata>;

/** Throws a ZodError when the view is not one of ours. */
export function readSetupModal(view: Pick<SubmittedView, "private_metadata">): SetupMetadata {
  return metadata.parse(parsedJson(view.private_metadata));
}

const MISSING: Record<MissingPart, string> = {
  connection: "the connection to the Rail service",
  token: "the token of the connection",
  channel: "the approvals channel",
  approvers: "the approvers and the approvals needed",
};

/** Follows the workspace's name. */
function statusText(missing: readonly MissingPart[]): string {
  if (missing.length === 0) return "is set up";
  const named = missing.map((part) => MISSING[part]);
  const last = named.at(-1) ?? "";
  const rest = named.slice(0, -1).join(", ");
  return `is not ready. Missing: ${rest === "" ? last : `${rest}, ${last}`}`;
}

/** One button stands out: that of the first part that is missing. */
function primaryIf(props: SetupModal, ...parts: MissingPart[]): { style?: "primary" } {
  const [first] = missingParts(props.setup);
  return first !== undefined && parts.includes(first) ? { style: "primary" } : {};
}

function channelBlocks(props: SetupModal): KnownBlock[] {
  const { setup, place, pins } = props;
  const { approvalsChannel } = setup;
  const chosen: Line = approvalsChannel === null ? ["none yet"] : [channel(approvalsChannel)];
  const trouble = place === null ? undefined : PLACE_TROUBLE[place];
  return [
    richText(
      [bold("2 · Approvals channel: "), ...chosen, ...(trouble ? [". ", bold(trouble)] : [])],
      pins.channel !== null && [CHANNEL_PINNED],
    ),
    ...(pins.channel === null
      ? [
          actions(
            button(
              approvalsChannel === null ? "Choose the channel" : "Choose another channel",
              action.setUpChannel,
              "channel",
              primaryIf(props, "channel"),
            ),
          ),
        ]
      : []),
  ];
}

const PLACE_TROUBLE: Record<Place, string | undefined> = {
  ours: undefined,
  "not-known": undefined,
  "not-a-member": "Signalbox is not in it: type /invite @Signalbox there.",
  "not-found": "Signalbox cannot see it: type /invite @Signalbox there, or choose another one.",
  archived: "It is archived: choose another one.",
  shared:
    "It is shared with another organisation, which must not see approvals: choose another one.",
  "direct-message": "It is a direct message: choose a channel.",
};

function approverBlocks(props: SetupModal): KnownBlock[] {
  const { policy } = props;
  const form = toPolicyForm(policy);
  const isMissing = policy.rules.length === 0;
  const edit = [
    button(
      isMissing ? "Name the approvers" : "Change the approvers",
      action.setUpApprovers,
      "approvers",
      primaryIf(props, "approvers"),
    ),
    ...(isMissing ? [] : [button("Remove an approver", action.removeApprover, "remove")]),
  ];
  if (!isMissing && form === null) {
    const rules = counted(policy.rules.length, "rule");
    return [
      richText([
        bold("3 and 4 · Approval rules: "),
        `the policy (version ${policy.version}) has ${rules} of its own, which the form does not show. The command's policy shows and changes them.`,
      ]),
      actions(...edit),
    ];
  }
  const who: Line = form
    ? everyone(form.approvers, form.groups)
    : ["none yet. Administrators are not approvers automatically"];
  return [
    richText([bold("3 · Approvers: "), ...who]),
    actions(...edit),
    richText([bold("4 · Approvals needed: "), ...(form ? [quorumText(form)] : ["none yet"])]),
    actions(
      button(
        isMissing ? "Set approvals needed" : "Change approvals needed",
        action.setUpQuorum,
        "quorum",
      ),
    ),
  ];
}

function quorumText(form: NonNullable<ReturnType<typeof toPolicyForm>>): string {
  const { approvalsRequired, destinationApprovalsRequired, coolDownHours, expiresInHours } = form;
  const forDestinations =
    destinationApprovalsRequired === null
      ? ""
      : `, ${destinationApprovalsRequired} for destinations`;
  const coolDown =
    coolDownHours === 0
      ? "a new destination can be used at once"
      : `a new destination can be used after ${counted(coolDownHours, "hour")}`;
  return `${approvalsRequired} of them${forDestinations}, never the requester. A request expires after ${counted(expiresInHours, "hour")}; ${coolDown}.`;
}

/** More are counted. */
const MOST_NAMED = 10;

function waitingBlocks({ waiting }: SetupModal): KnownBlock[] {
  if (waiting.length === 0) return [];
  const left = waiting.length - MOST_NAMED;
  return [
    richText(
      [bold("Waiting for the approvers:")],
      ...waiting
        .slice(0, MOST_NAMED)
        .map((request) => [`${numberOf(request)} · ${shortened(request.content.change.name, 75)}`]),
      left > 0 && [`and ${counted(left, "more request")}`],
    ),
  ];
}
