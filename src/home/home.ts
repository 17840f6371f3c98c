import type { HomeView } from "@slack/types";
import { actions, button } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import type { Message } from "../platform/slack/message.ts";
import { knownRailRows } from "../rail/screens/rail-row.ts";
import type { Command } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import { findPolicy, findWorkspaceName } from "../request/queries/companies.ts";
import { listOpenRequests } from "../request/queries/find-requests.ts";
import { findFreeze } from "../request/queries/freezes.ts";
import { listRequestsBy } from "../request/queries/requests.ts";
import { findSetup } from "../request/queries/setups.ts";
import { awaited } from "../request/rules/approval/awaited.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import { policyNow } from "../request/rules/approval/policy.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import { refusalNow } from "../request/screens/whose-request.ts";
import { whyRefused } from "../workspace/set-up/gates.ts";
import { missingParts } from "../workspace/set-up/setup-facts.ts";
import { looksAfter } from "./health.ts";
import { help } from "./help.ts";
import type { Home } from "./home-parts.ts";
import { homeTitle, mine, newRailButton, obstacles, waiting, waitsText } from "./home-parts.ts";
import { homeTab, homeTabForOthers } from "./home-tab.ts";

/** The slash command alone. */
export const homeCommand: Command<undefined> = {
  verb: "",
  usage: { takes: "", does: "what needs your approval, and your requests" },
  act: () => "look",
  worksBeforeSetUp: true,
  parse: () => ({ ok: true, args: undefined }),
  answer: (context, _, { workspaceId, userId }) => homeAnswer(context, workspaceId, userId),
};

const LATEST = 5;

async function homeAnswer(context: Context, workspaceId: string, userId: string): Promise<Message> {
  return home(await homeFacts(context, workspaceId, userId));
}

export function home(props: Home): Message {
  return {
    text: waitsText(props.waitingForMe.length),
    blocks: [
      ...homeTitle(props),
      ...obstacles(props),
      ...waiting(props),
      ...mine(props),
      actions(
        newRailButton(props),
        button("Open requests", action.showPending, "pending"),
        button("Help", action.showHelp, "help"),
      ),
    ],
  };
}

/** `askedIn` is the direct message with this person. */
export async function homeTabAnswer(
  context: Context,
  workspaceId: string,
  userId: string,
  askedIn: string,
): Promise<HomeView> {
  const { db, command, verbs } = context;
  const why = await whyRefused(context, workspaceId, userId, "look", { isReading: true });
  if (why) return homeTabForOthers({ blocks: [...why.blocks, ...help({ command, verbs }).blocks] });
  const facts = await homeFacts(context, workspaceId, userId);
  const { connection } = await findSetup(db, workspaceId);
  return homeTab({
    ...facts,
    askedIn,
    now: context.clock(),
    rails: connection ? await knownRailRows(db, connection.id, LATEST) : [],
    maySeeHealth: facts.looksAfter || facts.maySetUp,
  });
}

async function homeFacts(context: Context, workspaceId: string, userId: string): Promise<Home> {
  const { db, command, approvalsChannelOf } = context;
  const policy = await findPolicy(db, workspaceId);
  const setup = await findSetup(db, workspaceId);
  const { frozen } = await findFreeze(db, workspaceId);
  return {
    command,
    workspaceName: await findWorkspaceName(db, workspaceId),
    environment: setup.connection?.environment ?? null,
    missing: missingParts({ ...setup, approvalsChannel: await approvalsChannelOf(workspaceId) }),
    maySetUp: await context.maySetUp(workspaceId, userId),
    frozen,
    looksAfter: await looksAfter(context, workspaceId, policy, userId),
    waitingForMe: await waitingFor(context, workspaceId, userId, policy),
    myRequests: await listRequestsBy(db, workspaceId, userId, LATEST),
    policy,
  };
}

/** Judged by the rule itself, after the quick look that spares it most requests. */
async function waitingFor(
  context: Context,
  workspaceId: string,
  by: string,
  policy: Policy,
): Promise<ChangeRequest[]> {
  const open = await listOpenRequests(context.db, workspaceId);
  const mayWait = open.filter((request) => mayWaitFor(by, request, policy));
  const roster = await context.people.whoIs(
    workspaceId,
    [by, ...mayWait.flatMap((each) => [each.requestedBy, ...each.approvals.map((one) => one.by)])],
    mayWait.flatMap((each) => [...each.policy.groups, ...policyNow(each, policy).groups]),
    "of-a-minute",
  );
  const waiting: ChangeRequest[] = [];
  for (const request of mayWait) {
    const nothing = { check: null, answer: { asked: null, typed: null } };
    const { digest } = request;
    const approve = { type: "approve", by, standing: "active", digest, ...nothing } as const;
    const refusal = await refusalNow(context, request, approve, roster);
    // The person who added its destination was not looked up: that is asked when they approve.
    if (refusal === undefined || refusal === "person-not-known") waiting.push(request);
  }
  return waiting;
}

function mayWaitFor(by: string, request: ChangeRequest, policy: Policy): boolean {
  if (request.state.status !== "pending") return false;
  const { people, groups, quiet } = awaited(request, policyNow(request, policy));
  return groups.length > 0 || people.includes(by) || quiet.includes(by);
}
