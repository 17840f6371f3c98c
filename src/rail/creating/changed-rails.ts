import type { RichTextBlockElement } from "@slack/types";
import { actions } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { bold, date, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { railButton } from "../../request/card/rail-button.ts";
import { bullets } from "../../request/card/unknown-outcome.ts";
import type { NewsOf } from "../../request/queries/notices.ts";
import { environmentName } from "../../request/words.ts";
import { railTitle } from "../disputes/disputed-rail.ts";

type Changed = NewsOf<"rails-changed">;

export const MOST_CHANGES = 5;

/** To the approvers: Rails that the service shows otherwise than before, or no longer. */
export function changedRails(all: readonly Changed[], { command }: { command: string }): Message {
  const count = all.reduce((sum, each) => sum + each.count, 0);
  const rails = all.flatMap((each) => each.rails).slice(0, MOST_CHANGES);
  const title = `🔴 ${counted(count, "Rail")} changed at the Rail service`;
  const environments = [...new Set(all.map((each) => environmentName(each.environment)))];
  const further = count - rails.length;
  return headed(
    title,
    richText([
      `The Rail service (${environments.join(", ")}) shows them differently than before. `,
      bold("Do not send money there until you know why."),
    ]),
    ...rails.flatMap((rail) => {
      const open = railButton("Open", action.openRail, rail.railId);
      return [
        richText([railTitle(rail.name, rail.railId)], ...whatChanged(rail)),
        ...(open.length === 0 ? [] : [actions(...open)]),
      ];
    }),
    further > 0 && richText([`And ${further} more: ${command} list`]),
    richText([
      `Ask the Rail service. If nobody knows, stop sending with ${command} freeze and replace the token.`,
    ]),
  );
}

function whatChanged(rail: Changed["rails"][number]): RichTextBlockElement[] {
  if (rail.is === "missing") return [lines(["No longer shown. Last seen ", date(rail.lastSeenAt)])];
  return bullets(rail.fields, "field", ({ field, before, now }) => [
    bold(field),
    ...(before === null && now === null ? [] : [`: ${shown(before)}, now ${shown(now)}`]),
  ]);
}

const shown = (value: string | null) =>
  value === null ? "nothing" : `“${shortened(value, 80, "blank")}”`;
