import type { RichTextElement } from "@slack/types";
import { overOneConnection } from "../../platform/database/at-once.ts";
import { bold } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { LastLook, People } from "../../platform/slack/slack.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { history } from "../card/history.ts";
import type { Context } from "../context.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, saveMessage } from "../queries/messages.ts";
import { listEvents } from "../queries/requests.ts";
import type { ChangeRequest, Status } from "../rules/change-request.ts";
import { isRepeat } from "../rules/request-event.ts";

/** A request that continues by itself in a moment is reported in one message when it comes to rest. */
const ON_ITS_WAY: readonly Status[] = ["approved", "sending", "created", "verified"];

interface Names {
  people: Pick<People, "nameOf">;
}

/** Names people plainly: a mention in a new message would call them about the past. */
async function withNames({ people }: Names, workspaceId: string, message: Message) {
  const plainly = async (leaf: RichTextElement): Promise<RichTextElement> => {
    const name = leaf.type === "user" && (await people.nameOf(workspaceId, leaf.user_id));
    return name ? bold(shortened(name, 60)) : leaf;
  };
  const blocks = message.blocks.map(async (block) => {
    if (block.type !== "rich_text") return block;
    const parts = block.elements.map(async (part) =>
      part.type === "rich_text_section"
        ? { ...part, elements: await Promise.all(part.elements.map(plainly)) }
        : part,
    );
    return { ...block, elements: await Promise.all(parts) };
  });
  return { ...message, blocks: await Promise.all(blocks) };
}

/**
 * Posts one message in the thread under the card about everything since the last one; repetitions count once. Returns
 * whether there was anything to say. It goes last: if Slack limits the conversation, it throws `limited` at once.
 */
export async function postHistory(
  { db, messenger, people }: Pick<Context, "db" | "messenger"> & Names,
  request: ChangeRequest,
  card: Pick<PostedMessage, "channelId" | "ts">,
  how: LastLook = {},
): Promise<boolean> {
  if (ON_ITS_WAY.includes(request.state.status)) return false;
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const [last, all] = await overOneConnection(db, (db) =>
    Promise.all([findMessage(db, ref, "history"), listEvents(db, ref)]),
  );
  const told = last?.version ?? 0;
  const events = all.slice(0, request.version);
  const news = events.filter((_, index) => index >= told && !isRepeat(events, index));
  const message = history(request, news);
  if (!message) return false;
  const under = { ...how, threadTs: card.ts, rank: "last" as const };
  const quiet = await withNames({ people }, ref.workspaceId, message);
  const at = await messenger.post(request.workspaceId, card.channelId, quiet, under);
  await saveMessage(db, ref, "history", { ...at, version: request.version });
  return true;
}
