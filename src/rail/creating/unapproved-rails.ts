import { header } from "../../platform/slack/blocks/blocks.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { bold, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { grouped, shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { OutOfReach } from "../../request/posting/out-of-reach.ts";
import { whatToDo } from "../../request/posting/out-of-reach.ts";
import type { Environment } from "../../request/rules/change.ts";
import type { SeenRail } from "../../request/rules/outcome/seen-rail.ts";
import { code, environmentName, TYPE_NAMES } from "../../request/words.ts";

const MOST_SHOWN = 10;

/** To the approvers: Rails that the service shows and nobody approved here. `channel`: why it is told alone. */
export function unapprovedRails(
  rails: readonly SeenRail[],
  { environment, command }: { environment: Environment; command: string },
  channel?: OutOfReach,
): Message {
  const title = `${counted(rails.length, "Rail")} not approved here`;
  const further = rails.length - MOST_SHOWN;
  return {
    text: title,
    blocks: [
      header(title),
      richText(
        lines([
          `The Rail service (${environmentName(environment)}) shows ${counted(rails.length, "Rail")} that nobody approved in Signalbox. `,
          bold("Do not send money there."),
        ]),
        {
          type: "rich_text_list",
          style: "bullet",
          elements: [
            ...rails.slice(0, MOST_SHOWN).map((rail) => lines(railLeaves(rail))),
            ...(further > 0 ? [lines([`and ${further} more: ${command} list shows them`])] : []),
          ],
        },
        lines(
          [
            `Check with your company who made them. If nobody did, stop sending with ${command} freeze and replace the token.`,
          ],
          ...(channel === undefined
            ? []
            : [
                [
                  "This is not told in the approvals channel, as it should be. ",
                  ...whatToDo(channel),
                ],
              ]),
        ),
      ),
    ],
  };
}

function railLeaves({
  railId,
  type,
  sourceAsset,
  destinationAsset,
  destination,
}: SeenRail): Leaf[] {
  const { displayName, detail } = destination;
  const value = detail === null ? "" : `, ${shortened(grouped(detail.value), 80)}`;
  return [
    `Not approved here: Rail ${shortened(railId, 60)} · ${TYPE_NAMES[type]} ${code(sourceAsset)} → ${code(destinationAsset)} to “${shortened(displayName, 60)}”${value}`,
  ];
}
