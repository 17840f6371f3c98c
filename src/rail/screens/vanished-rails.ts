import type { KnownBlock, RichTextBlockElement } from "@slack/types";
import { z } from "zod";
import { parsedJson } from "../../platform/process/json.ts";
import { actions, button, header, plain } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  copyable,
  copyableInline,
  date,
  lines,
  richText,
  user,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { VanishedRail } from "../../request/queries/find-vanished.ts";
import type { SeenEnd } from "../../request/rules/outcome/seen-rail.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";

const MOST_SHOWN = 3;

/** Rails that the service has shown and shows no more: each as it was last seen, and what approvers can do about it. */
export function vanishedBlocks(all: readonly VanishedRail[]): KnownBlock[] {
  if (all.length === 0) return [];
  const waiting = all.filter(({ ruling }) => !ruling?.agreed);
  const further = all.length - MOST_SHOWN;
  return [
    richText(
      lines(
        [bold(`Rails that the service shows no more: ${all.length}`)],
        [
          waiting.length > 0
            ? "No Rail is created while one is missing, since its list may hide others."
            : "Each was ruled out, so new Rails are created all the same.",
        ],
      ),
    ),
    ...[...waiting, ...all.filter(({ ruling }) => ruling?.agreed)]
      .slice(0, MOST_SHOWN)
      .flatMap(vanishedRail),
    ...(further > 0 ? [richText(lines([`And ${counted(further, "more Rail")}.`]))] : []),
  ];
}

/** To the approvals channel: somebody proposed it, or it is ruled out. */
export function rulingNotice(vanished: VanishedRail): Message {
  const text = vanished.ruling?.agreed ? "A Rail was ruled out" : "Rule out a Rail that is gone?";
  return { text, blocks: [header(text), ...vanishedRail(vanished)] };
}

function vanishedRail({ rail, ruling, requestNumber }: VanishedRail): KnownBlock[] {
  const { railId, type, sourceAsset, destinationAsset, lastSeenAt } = rail;
  const owner = requestNumber === null ? "Not approved here" : `R-${requestNumber}`;
  const value = JSON.stringify({ railId, lastSeenAt, proposedAt: ruling?.proposedAt ?? null });
  return [
    richText(
      lines(
        [`${owner} · Rail `, copyableInline(railId)],
        [
          `${TYPE_NAMES[type]} ${code(sourceAsset)} → ${code(destinationAsset)} · last seen `,
          date(lastSeenAt),
        ],
      ),
      ...endParts("Money was sent to", rail.source),
      ...endParts("It delivered to", rail.destination),
      lines(...standing(ruling)),
    ),
    ...(ruling?.agreed ? [] : [actions(ruleOutButton(value, ruling !== null))]),
  ];
}

function endParts(
  label: string,
  { displayName, detail, network }: SeenEnd,
): RichTextBlockElement[] {
  const on = network === null ? "" : ` on ${code(network)}`;
  const name = shortened(displayName, 60);
  return [
    lines([`${label} “${name}”${on}, as the service named it:`]),
    ...(detail === null ? [lines(["the service showed no IBAN"])] : copyable(detail.value)),
  ];
}

function standing(ruling: VanishedRail["ruling"]): Leaf[][] {
  if (ruling === null) return [["Two approvers can rule it out, once they know that it is gone."]];
  const proposed = ["Proposed by ", user(ruling.proposedBy), ", ", date(ruling.proposedAt)];
  if (ruling.agreed === null) return [[...proposed, ". Another approver has to agree."]];
  const agreed = ["; agreed by ", user(ruling.agreed.by), ", ", date(ruling.agreed.at)];
  return [[...proposed, ...agreed, ". It counts again if the service shows it again."]];
}

function ruleOutButton(value: string, isProposed: boolean) {
  return button(
    isProposed ? "Agree to rule it out" : "Propose to rule it out",
    action.ruleOutRail,
    value,
    {
      confirm: {
        title: plain("Rule this Rail out?"),
        text: plain(
          "Only if the Rail service told you that this Rail is gone. Its absence then stops no creation any more.",
        ),
        confirm: plain("Rule out"),
        deny: plain("Not yet"),
      },
    },
  );
}

/** Undefined when the value is not one of ours. */
export function readRuleOut(value: string | undefined) {
  return shownRail.safeParse(parsedJson(value)).data;
}

const shownRail = z.object({
  railId: z.string(),
  lastSeenAt: z.string(),
  proposedAt: z.string().nullable(),
});
