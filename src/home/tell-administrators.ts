import { ASKED } from "../authority/row-shapes.ts";
import { AUTHORITY } from "../authority/table.ts";
import type { Message } from "../platform/slack/message.ts";
import type { Context } from "../request/context.ts";
import { oneByOne, sent } from "../request/posting/tell-each.ts";
import { listActors } from "../request/queries/audit.ts";
import { findPolicy } from "../request/queries/companies.ts";
import { everyoneNamed } from "../request/who-is.ts";

/** What only administrators do, and nobody asks for. */
const THEIRS = Object.values(AUTHORITY)
  .filter(({ by }) => by === "administrator" || by === "slack")
  .flatMap<string>(({ audit }) => audit)
  .filter((each) => !ASKED.includes(each));

/**
 * Tells each administrator whom Signalbox knows, by direct message: Slack has no list of them that an app could ask for
 * cheaply. False where it knows none.
 */
export async function tellAdministrators(
  context: Pick<Context, "db" | "people" | "messenger" | "logger" | "maySetUp">,
  workspaceId: string,
  { message, told, isTold }: Telling,
): Promise<boolean> {
  const { db, messenger, logger } = context;
  const approvers = await everyoneNamed(context, workspaceId, await findPolicy(db, workspaceId));
  const known = new Set([...(await listActors(db, workspaceId, THEIRS)), ...approvers]);
  const administrators: { userId: string }[] = [];
  for (const userId of known) {
    if (await context.maySetUp(workspaceId, userId)) administrators.push({ userId });
  }
  const left = administrators.filter(({ userId }) => !isTold(userId));
  await oneByOne(logger, { workspaceId }, left, async ({ userId }) => {
    await sent(messenger, { workspaceId }, userId, message);
    await told(userId);
  });
  return administrators.length > 0;
}

interface Telling {
  message: Message;
  isTold: (userId: string) => boolean;
  /** After each person. */
  told: (userId: string) => Promise<void>;
}
