import { decide } from "../../domain/decide.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import type { Message } from "../message.ts";
import { home } from "../messages/home.ts";

type Deps = Pick<ListenerDeps, "store" | "clock" | "command">;

const LATEST = 5;

/** What waits for one person, and what they asked for last. */
export async function homeAnswer(
  { store, clock, command }: Deps,
  workspaceId: string,
  userId: string,
): Promise<Message> {
  const currentPolicy = await store.currentPolicy(workspaceId);
  const connection = await store.currentConnection(workspaceId);
  const around = { now: clock(), policy: currentPolicy, connection };
  const open = await store.listOpenRequests(workspaceId);
  return home({
    command,
    workspaceName: await store.workspaceName(workspaceId),
    environment: connection.environment,
    waitingForMe: open.filter((request) => {
      const approval = { type: "approve", by: userId, standing: "active" } as const;
      return decide({ ...approval, digest: request.digest }, request, around).ok;
    }),
    myRequests: await store.listRequestsBy(workspaceId, userId, LATEST),
    currentPolicy,
  });
}
