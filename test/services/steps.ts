import { randomUUID } from "node:crypto";
import type { QueuedJob } from "../../src/platform/queue/job.ts";
import type { Work } from "../../src/platform/queue/queue.ts";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import type { Drafted, RailAnswers } from "../../src/rail/screens/draft-rail.ts";
import { draftRail } from "../../src/rail/screens/draft-rail.ts";
import type { Applied } from "../../src/request/apply-command.ts";
import type { ApprovalClick } from "../../src/request/decide-request.ts";
import { approveRequest, questionFor } from "../../src/request/decide-request.ts";
import { resumeSending } from "../../src/request/freezing/freeze.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { findRequest, listEvents } from "../../src/request/queries/requests.ts";
import { requestChange } from "../../src/request/request-change.ts";
import type { ChangeRequest, State } from "../../src/request/rules/change-request.ts";
import { bindJobs } from "../../src/wiring/bind-work.ts";
import { ANA, BEN, CAL, TREASURY } from "../support/builders.ts";
import type { Deps, World } from "./world.ts";

/** A key under which Slack delivers one click. */
export const delivery = (): string => randomUUID();

/** One who has read of the freeze that holds now agrees to its end. */
export async function resumeNow({ deps, workspaceId }: FrozenWorld, by: string, key = delivery()) {
  const { frozen } = await findFreeze(deps.db, workspaceId);
  return resumeSending(deps, { workspaceId, by, delivery: key, shown: frozen?.since ?? "" });
}

type FrozenWorld = Pick<World, "deps" | "workspaceId">;

export async function answers(
  { deps, connectionId }: World,
  { type = "ON_RAMP", ...fields }: Partial<RailAnswers> = {},
): Promise<RailAnswers> {
  const kind = type === "ON_RAMP" ? "wallet" : "bank-account";
  const [destination] = await listDestinations(deps.db, connectionId, { kind });
  return {
    draftId: randomUUID(),
    askedIn: TREASURY,
    type,
    name: "Payroll float",
    reason: "Salaries",
    reference: null,
    fiatAsset: "GBP",
    stablecoin: "GBPA",
    network: "SOLANA_DEVNET",
    destinationId: destination?.id ?? "",
    wantsAnother: true,
    ...fields,
  };
}

export async function drafted(
  world: World,
  fields: Partial<RailAnswers> = {},
): Promise<Extract<Drafted, { ok: true }>> {
  const form = await answers(world, fields);
  return must(await draftRail(world.deps, world.workspaceId, ANA, form));
}

export async function requested(
  world: World,
  fields: Partial<RailAnswers> = {},
): Promise<ChangeRequest> {
  const { draft, digest } = await drafted(world, fields);
  const { workspaceId } = world;
  const submission = { workspaceId, draftId: draft.id, digest, by: ANA, delivery: randomUUID() };
  return must(await requestChange(world.deps, submission)).request;
}

export function refOf({ workspaceId, id }: ChangeRequest): RequestRef {
  return { workspaceId, requestId: id };
}

/** Requested by Ana, and approved by Ben and Cal. */
export async function approved(
  world: World,
  fields: Partial<RailAnswers> = {},
): Promise<RequestRef> {
  const request = await requested(world, fields);
  await bothApprove(world, request);
  return refOf(request);
}

export async function bothApprove(world: World, request: ChangeRequest): Promise<void> {
  for (const by of [BEN, CAL]) must(await approves(world, request, by));
}

/** Having looked the value up elsewhere, where a group of it is asked for. */
export async function approves(
  world: Pick<World, "deps">,
  request: ChangeRequest,
  by: string,
  fields: Partial<ApprovalClick> = {},
): Promise<Applied> {
  const click = await approvalClick(world, request, by);
  return approveRequest(world.deps, { ...click, ...fields });
}

export async function approvalClick(
  { deps }: Pick<World, "deps">,
  request: ChangeRequest,
  by: string,
): Promise<ApprovalClick> {
  const question = await questionFor(deps, request, by);
  return {
    ...refOf(request),
    by,
    delivery: randomUUID(),
    digest: request.digest,
    asked: question?.challenge ?? null,
    typed: question?.expected ?? null,
  };
}

const TOLD = new Set(["update-approval-card", "raise-alarm", "remind-approvers", "tell-ending"]);

/** As `app.ts` binds them; other tests show what is told: cards, alarms, reminders, endings. */
export function jobOf(deps: Deps): Work["job"] {
  const work = bindJobs({ ...deps, approvalsChannelOf: async () => null });
  return async (name, ref) => {
    if (!TOLD.has(name)) await work(name, ref);
  };
}

/**
 * Runs the jobs of a request, each when it is due, until there is none: the clock goes forward to the next. A job that
 * throws is tried again, as the queue does. `expire-request` and reminders are left out, or every test would end after a day.
 */
export async function runJobs(world: World, ref: RequestRef, atMost = 60): Promise<State> {
  const work = jobOf(world.deps);
  for (let run = 0; run < atMost; run += 1) {
    const job = nextJob(world, ref);
    if (!job) return stateOf(world, ref);
    if (job.startAfter && job.startAfter > world.now.value) world.now.value = job.startAfter;
    await work(job.name, ref);
    world.jobs.splice(world.jobs.indexOf(job), 1);
  }
  throw new Error(`Not quiet after ${atMost} jobs: ${JSON.stringify(await stateOf(world, ref))}`);
}

const LEFT_OUT = new Set(["expire-request", "remind-approvers"]);

function nextJob({ jobs }: World, { requestId }: RequestRef): QueuedJob | undefined {
  return jobs
    .filter(({ request, name }) => request.requestId === requestId && !LEFT_OUT.has(name))
    .sort((a, b) => ((a.startAfter ?? "") < (b.startAfter ?? "") ? -1 : 1))[0];
}

export async function stateOf({ deps }: World, ref: RequestRef): Promise<State> {
  const request = await findRequest(deps.db, ref);
  if (!request) throw new Error("There is no such request");
  return request.state;
}

/** This state, known to be of this status. */
export function expectState<S extends State["status"]>(state: State, status: S) {
  if (!isIn(state, status)) throw new Error(`Expected ${status}: ${JSON.stringify(state)}`);
  return state;
}

function isIn<S extends State["status"]>(
  state: State,
  status: S,
): state is Extract<State, { status: S }> {
  return state.status === status;
}

export async function eventsOf({ deps }: World, ref: RequestRef): Promise<string[]> {
  return (await listEvents(deps.db, ref)).map(({ type }) => type);
}

export function must<Result extends { ok: boolean }>(
  result: Result,
): Extract<Result, { ok: true }> {
  if (!isOk(result)) throw new Error(`Refused: ${JSON.stringify(result)}`);
  return result;
}

function isOk<Result extends { ok: boolean }>(
  result: Result,
): result is Extract<Result, { ok: true }> {
  return result.ok;
}
