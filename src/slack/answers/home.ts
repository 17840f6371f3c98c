import type { ChangeRequest } from "../../domain/change-request.ts";
import type { Policy } from "../../domain/policy.ts";
import { policyNow } from "../../domain/policy.ts";
import { isSetUp } from "../../services/setup-facts.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import type { Message } from "../message.ts";
import { home } from "../messages/home.ts";
import { notSetUp } from "../messages/set-up.ts";
import { awaited } from "../messages/request-people.ts";
import { refusalNow } from "./refusal-now.ts";

type Deps = Pick<ListenerDeps, "store" | "clock" | "command">;

const LATEST = 5;

/** What waits for one person, and what they asked for last. */
export async function homeAnswer(
  deps: Deps,
  workspaceId: string,
  userId: string,
): Promise<Message> {
  const { store, command } = deps;
  if (!isSetUp(await store.setupOf(workspaceId))) return notSetUp(command);
  const policy = await store.policyInForce(workspaceId);
  const { environment } = await store.currentConnection(workspaceId);
  return home({
    command,
    workspaceName: await store.workspaceName(workspaceId),
    environment,
    waitingForMe: await waitingFor(deps, workspaceId, userId, policy),
    myRequests: await store.listRequestsBy(workspaceId, userId, LATEST),
    policy,
  });
}

/** Judged by the rule itself, after the quick look that spares it most requests. */
async function waitingFor(
  deps: Deps,
  workspaceId: string,
  by: string,
  policy: Policy,
): Promise<ChangeRequest[]> {
  const waiting: ChangeRequest[] = [];
  for (const request of await deps.store.listOpenRequests(workspaceId)) {
    const { state, digest } = request;
    const isAwaited =
      state.status === "pending" && awaited(request, policyNow(request, policy)).includes(by);
    if (!isAwaited) continue;
    const refusal = await refusalNow(deps, request, {
      type: "approve",
      by,
      standing: "active",
      digest,
      check: null,
      answer: { asked: null, typed: null },
    });
    if (refusal === undefined) waiting.push(request);
  }
  return waiting;
}
