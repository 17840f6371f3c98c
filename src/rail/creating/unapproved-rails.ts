import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { bold, bulletList, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed } from "../../platform/slack/message.ts";
import { grouped, shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { NewsOf } from "../../request/queries/notices.ts";
import type { SeenRail } from "../../request/rules/outcome/seen-rail.ts";
import { code, environmentName, TYPE_NAMES } from "../../request/words.ts";

export const MOST_SHOWN = 10;

/**
 * To the approvers: Rails that the service shows and nobody approved here. Nothing redraws it, so its words stay true
 * once one of them is adopted.
 */
export function unapprovedRails(
  found: readonly NewsOf<"rails-not-approved">[],
  { command }: { command: string },
): Message {
  const count = found.reduce((sum, each) => sum + each.count, 0);
  const rails = found.flatMap((each) => each.rails).slice(0, MOST_SHOWN);
  const title = `${counted(count, "Rail")} created outside Signalbox`;
  const further = count - rails.length;
  const environments = [...new Set(found.map((each) => environmentName(each.environment)))];
  return headed(
    title,
    richText(
      [
        `Found at the Rail service (${environments.join(", ")}). `,
        bold("Do not send money to such a Rail until it is approved here."),
      ],
      bulletList(...rails.map(railLeaves), further > 0 && [`and ${further} more`]),
      [`Still not approved: ${command} list elsewhere`],
      [
        `Check with your company who made them. If nobody did, stop sending with ${command} freeze and replace the token.`,
      ],
    ),
  );
}

function railLeaves({ railId, type, sourceAsset, destinationAsset, destination }: SeenRail): Line {
  const { displayName, detail } = destination;
  const value = detail === null ? "" : `, ${shortened(grouped(detail.value), 80)}`;
  return [
    `Created outside Signalbox: Rail ${shortened(railId, 60)} · ${TYPE_NAMES[type]} ${code(sourceAsset)} → ${code(destinationAsset)} to “${shortened(displayName, 60)}”${value}`,
  ];
}

/** To the approvers: Rails that Signalbox cannot tell apart. The last look says how many. */
export function unreadableRails(
  found: readonly NewsOf<"rails-unreadable">[],
  { command }: { command: string },
): Message {
  const { environment = "sandbox", count = 0 } = found.at(-1) ?? {};
  const title = `${counted(count, "Rail")} cannot be read`;
  return headed(
    title,
    richText(
      [
        `The Rail service (${environmentName(environment)}) shows ${counted(count, "Rail")} without an id and without a readable name. `,
        bold("Signalbox cannot show who is paid there."),
      ],
      ["All other Rails are read, and requests continue."],
      [
        `Ask the Rail service who made them. If nobody in your company did, stop sending with ${command} freeze and replace the token. ${command} health shows how many there are now.`,
      ],
    ),
  );
}
