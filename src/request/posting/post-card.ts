import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import { withEarlierCard } from "../card/out-of-date-card.ts";
import type { PostedMessage } from "../queries/posted-message.ts";
import type { Store } from "../queries/store-port.ts";
import { countedPost, unknownPosts } from "./counted-post.ts";

interface Deps {
  store: Pick<Store, "findMessage" | "replaceMessage">;
  messenger: Pick<Messenger, "post">;
}

type Place = Pick<PostedMessage, "channelId" | "ts">;

/** Posts a card and has it kept; it tells of those whose place nobody knows. */
export async function postCard(
  deps: Deps,
  ref: RequestRef,
  { channelId, card, keep }: { channelId: string; card: Message; keep(at: Place): Promise<Place> },
): Promise<Place> {
  const said = await noting(deps, ref, card);
  const post = () => deps.messenger.post(ref.workspaceId, channelId, said);
  return countedPost(deps, ref, "card-tries", { post, keep });
}

/** Where Slack may have taken cards that nobody knows the place of, the one that counts says so. */
export async function noting(
  deps: { store: Pick<Store, "findMessage"> },
  ref: RequestRef,
  card: Message,
): Promise<Message> {
  return (await unknownPosts(deps, ref, "card-tries")) > 0 ? withEarlierCard(card) : card;
}
