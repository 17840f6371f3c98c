import type { KnownBlock, RichTextBlockElement } from "@slack/types";
import { z } from "zod";
import { actions, button, plain } from "../../platform/slack/blocks/blocks.ts";
import { action, block } from "../../platform/slack/blocks/ids.ts";
import type { Lines } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  copyableInline,
  date,
  lines,
  richText,
  shownExactly,
  user,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { VanishedRail } from "../../request/queries/rails/find-vanished.ts";
import type { SeenEnd } from "../../request/rules/outcome/seen-rail.ts";
import { code, networkName, TYPE_NAMES } from "../../request/words.ts";

const MOST_SHOWN = 3;

/** Rails that the service no longer shows: each as last seen, and what approvers can do about it. */
export function vanishedBlocks(all: readonly VanishedRail[]): KnownBlock[] {
  if (all.length === 0) return [];
  const waiting = all.filter(({ ruling }) => !ruling?.agreed);
  const further = all.length - MOST_SHOWN;
  return [
    richText(
      [bold(`Rails that the service no longer shows: ${all.length}`)],
      [
        waiting.length > 0
          ? "No Rail is created while one is missing: the list may be incomplete."
          : "Each was ruled out, so they no longer block new Rails.",
      ],
    ),
    ...[...waiting, ...all.filter(({ ruling }) => ruling?.agreed)]
      .slice(0, MOST_SHOWN)
      .flatMap((each) => vanishedRail(each)),
    ...(further > 0 ? [richText([`And ${counted(further, "more Rail")}.`])] : []),
  ];
}

/** For the approvals channel: somebody proposed it, or it is ruled out. */
export function rulingNotice(vanished: VanishedRail): Message {
  const text = vanished.ruling?.agreed ? "A Rail was ruled out" : "Rule out a Rail that is gone?";
  return headed(text, ...vanishedRail(vanished, { block_id: block.ruleOutNotice }));
}

function vanishedRail(
  { rail, ruling, requestNumber }: VanishedRail,
  around: { block_id?: string } = {},
): KnownBlock[] {
  const { railId, type, sourceAsset, destinationAsset, lastSeenAt } = rail;
  const owner = requestNumber === null ? "Not approved here" : `R-${requestNumber}`;
  const value = JSON.stringify({ railId, lastSeenAt, proposedAt: ruling?.proposedAt ?? null });
  return [
    richText(
      [`${owner} · Rail `, copyableInline(railId)],
      [
        `${TYPE_NAMES[type]} ${code(sourceAsset)} → ${code(destinationAsset)} · last seen `,
        date(lastSeenAt),
      ],
      ...endParts("Source:", rail.source),
      ...endParts("Destination:", rail.destination),
      ...standing(ruling),
    ),
    ...(ruling?.agreed ? [] : [{ ...actions(rulingButton(value, ruling !== null)), ...around }]),
  ];
}

function endParts(
  label: string,
  { displayName, detail, network }: SeenEnd,
): RichTextBlockElement[] {
  const on = network === null ? "" : ` on ${networkName(network)}`;
  const name = shortened(displayName, 60);
  return [
    lines([`${label} “${name}”${on}, as the service named it:`]),
    ...(detail === null
      ? [lines(["the service showed no IBAN"])]
      : [shownExactly(detail.value, false)]),
  ];
}

function standing(ruling: VanishedRail["ruling"]): Lines {
  if (ruling === null) return [["Two approvers can rule it out, once they know that it is gone."]];
  const proposed = ["Proposed by ", user(ruling.proposedBy), ", ", date(ruling.proposedAt)];
  if (ruling.agreed === null) return [[...proposed, ". Another approver has to agree."]];
  const agreed = ["; agreed by ", user(ruling.agreed.by), ", ", date(ruling.agreed.at)];
  return [[...proposed, ...agreed, ". It counts again if the service shows it again."]];
}

function rulingButton(value: string, isProposed: boolean) {
  return button(
    isProposed ? "Agree to rule it out" : "Propose to rule it out",
    action.ruleOutRail,
    value,
    {
      confirm: {
        title: plain("Rule this Rail out?"),
        text: plain(
          "Continue only if the Rail service told you that this Rail is gone. Its absence then no longer blocks new Rails.",
        ),
        confirm: plain("Rule out"),
        deny: plain("Not yet"),
      },
    },
  );
}

/** What its button carries. */
export const shownRail = z.object({
  railId: z.string(),
  lastSeenAt: z.string(),
  proposedAt: z.string().nullable(),
});
