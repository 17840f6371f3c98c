import type { RegisterQuery } from "../../services/register-list.ts";
import { registerList } from "../../services/register-list.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import type { Message } from "../message.ts";
import { DESTINATIONS_PER_PAGE, destinationList } from "../messages/destination-list.ts";

/** One page of the register, and of what is asked for or was learned from Rails beside it. */
export async function destinationsAnswer(
  { store, clock, command }: Pick<ListenerDeps, "store" | "clock" | "command">,
  workspaceId: string,
  query: RegisterQuery,
): Promise<Message> {
  const list = await registerList({ store, clock }, workspaceId, query, DESTINATIONS_PER_PAGE);
  return destinationList({ ...list, now: clock(), command });
}
