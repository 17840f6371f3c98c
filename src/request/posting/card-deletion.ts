import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { Messenger, People } from "../../platform/slack/slack.ts";
import { requestFacts } from "../card/request-facts.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, replaceMessage } from "../queries/messages.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { hasEnded } from "../rules/status.ts";
import { cardDeleted } from "./card-deleted.ts";
import type { TellDeps } from "./tell-each.ts";
import { tellEach } from "./tell-each.ts";
import { concerned } from "./tell-of-outage.ts";

interface Deps extends TellDeps {
  db: Db;
  transaction: InTransaction;
  messenger: Messenger;
  people: Pick<People, "whoIs">;
  clock: Clock;
}

type Place = Pick<PostedMessage, "channelId" | "ts">;

const refTo = ({ workspaceId, id }: ChangeRequest) => ({ workspaceId, requestId: id });

/** Somebody has deleted the card of an open request: noted once, so that people are told as soon as another one stands. */
export async function noteDeletion(
  { db }: Pick<Deps, "db" | "transaction">,
  request: ChangeRequest,
  { channelId, ts }: Place,
): Promise<void> {
  if (hasEnded(request)) return;
  const ref = refTo(request);
  const noted = await findMessage(db, ref, "deletion");
  if (noted?.ts === ts) return;
  const version = Math.abs(noted?.version ?? 0) + 1;
  await replaceMessage(db, ref, "deletion", { channelId, ts, version }, noted);
}

/** Tells everyone concerned, once for each deletion, and leads them to the card that stands now. */
export async function tellOfDeletion(
  deps: Deps,
  request: ChangeRequest,
  card: Place,
): Promise<void> {
  const { db, messenger } = deps;
  const ref = refTo(request);
  const noted = await findMessage(db, ref, "deletion");
  if (!noted || noted.version < 0) return;
  const { version } = noted;
  if (!hasEnded(request)) {
    const facts = await requestFacts(deps, request);
    const cardLink = await messenger.linkTo(ref.workspaceId, card);
    const message = cardDeleted({ ...facts, channelId: card.channelId, cardLink });
    const tellings = (await concerned(deps, facts)).map((userId) => ({ userId, message }));
    await tellEach(deps, { ...ref, about: "deletion", version }, tellings);
  }
  await replaceMessage(db, ref, "deletion", { ...noted, version: -version }, noted);
}
