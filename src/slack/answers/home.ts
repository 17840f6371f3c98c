import { awaited } from "../../domain/awaited.ts";
import type { ChangeRequest } from "../../domain/change-request.ts";
import type { Policy } from "../../domain/policy.ts";
import { policyNow } from "../../domain/policy.ts";
import { isSetUp } from "../../services/setup-facts.ts";
import type { ListenerDeps } from "../listeners/deps.ts";
import type { Message } from "../message.ts";
import { home } from "../messages/home.ts";
import { notSetUp } from "../messages/set-up.ts";
import { refusalNow } from "./refusal-now.ts";

type Deps = Pick<ListenerDeps, "store" | "people" | "clock" | "command">;

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
  const open = await deps.store.listOpenRequests(workspaceId);
  const mayWait = open.filter((request) => mayWaitFor(by, request, policy));
  const roster = await deps.people.whoIs(
    workspaceId,
    [by, ...mayWait.flatMap((each) => [each.requestedBy, ...each.approvals.map((one) => one.by)])],
    mayWait.flatMap((each) => [...each.policy.groups, ...policyNow(each, policy).groups]),
  );
  const waiting: ChangeRequest[] = [];
  for (const request of mayWait) {
    const nothing = { check: null, answer: { asked: null, typed: null } };
    const { digest } = request;
    const approve = { type: "approve", by, standing: "active", digest, ...nothing } as const;
    if ((await refusalNow(deps, request, approve, roster)) === undefined) waiting.push(request);
  }
  return waiting;
}

function mayWaitFor(by: string, request: ChangeRequest, policy: Policy): boolean {
  if (request.state.status !== "pending") return false;
  const { people, groups, quiet } = awaited(request, policyNow(request, policy));
  return groups.length > 0 || people.includes(by) || quiet.includes(by);
}
