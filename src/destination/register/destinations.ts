import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../../request/context.ts";
import { DESTINATIONS_PER_PAGE, destinationList } from "./destination-list.ts";
import type { RegisterQuery } from "./register-list.ts";
import { registerList } from "./register-list.ts";

/** One page of the register, and of what is asked for or was learned from Rails beside it. */
export async function destinationsAnswer(
  { db, clock, command }: Pick<Context, "db" | "transaction" | "clock" | "command">,
  workspaceId: string,
  query: RegisterQuery,
): Promise<Message> {
  const list = await registerList({ db, clock }, workspaceId, query, DESTINATIONS_PER_PAGE);
  return destinationList({ ...list, now: clock(), command });
}
