import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Standing } from "../../src/domain/approval-policy.ts";
import type { ChangeRequest, State } from "../../src/domain/change-request.ts";
import { postInstructions } from "../../src/jobs/post-instructions.ts";
import { createRailApi } from "../../src/rail-api/client.ts";
import type { RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { applyCommand } from "../../src/services/apply-command.ts";
import { createRail } from "../../src/services/create-rail.ts";
import { approveRequest } from "../../src/services/decide-request.ts";
import type { Drafted, RailAnswers } from "../../src/services/draft-rail.ts";
import { draftRail } from "../../src/services/draft-rail.ts";
import type {
  Job,
  JobName,
  Messenger,
  People,
  RailApis,
  RequestRef,
  Store,
} from "../../src/services/ports.ts";
import { reconcileRail } from "../../src/services/reconcile-rail.ts";
import { requestRail } from "../../src/services/request-rail.ts";
import { verifyRail } from "../../src/services/verify-rail.ts";
import { whitelistDestination } from "../../src/services/whitelist-destination.ts";
import { saveCurrentConnection, savePolicy, saveWorkspace } from "../../src/store/companies.ts";
import { createSeal } from "../../src/store/seal.ts";
import { ADDRESS, ANA, BEN, CAL, DAN, IBAN, NOW, TREASURY } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";

export const COMPANY = "Acme";
const TOKEN = "acme-token";
const seal = createSeal([Buffer.alloc(32, 7)]);

/** What the services are wired with; a test may put its own in the place of any of it. */
export interface Deps {
  store: Store;
  railApis: RailApis;
  people: People;
  messenger: Messenger;
  clock: () => string;
  catalogue: { fiatAssets: string[]; stablecoins: string[]; networks: string[] };
  newNonce: () => string;
  expiresInHours: number;
}

export interface World {
  workspaceId: string;
  connectionId: string;
  deps: Deps;
  rails: RailService;
  jobs: Job[];
  /** Set to be another time, another token, another standing. */
  now: { value: string };
  token: { value: string };
  standings: Record<string, Standing>;
  /** Instructions that were posted, by channel. */
  posted: string[];
  posts(): number;
}

/** A workspace of its own in the store of this file, with a Rail service of its own. Ana asks; two of three approve. */
export async function aWorld(
  { db, store, jobs }: TestStore,
  { timeoutMs = 10_000, baseUrl }: { timeoutMs?: number; baseUrl?: string } = {},
): Promise<World> {
  const rails = await startRailService({
    companies: [{ name: COMPANY, token: TOKEN }],
    pageSize: 2,
  });
  onTestFinished(() => rails.stop());
  const workspaceId = `T${randomUUID()}`;
  const connection = {
    id: `con_${randomUUID()}`,
    baseUrl: baseUrl ?? rails.baseUrl,
    environment: "sandbox" as const,
  };
  await saveWorkspace(db, workspaceId, "Acme Ltd");
  await savePolicy(db, workspaceId, { approvers: [BEN, CAL, DAN], approvalsRequired: 2 });
  await saveCurrentConnection(db, seal, workspaceId, connection, TOKEN);

  const now = { value: NOW };
  const token = { value: TOKEN };
  const standings: Record<string, Standing> = {};
  const posted: string[] = [];
  const deps: Deps = {
    store,
    railApis: async () =>
      createRailApi({ baseUrl: connection.baseUrl, token: token.value, timeoutMs }),
    people: { standingOf: async (_, userId) => standings[userId] ?? "active" },
    messenger: aMessenger(posted),
    clock: () => now.value,
    catalogue: { fiatAssets: ["GBP"], stablecoins: ["GBPA"], networks: ["SOLANA_DEVNET"] },
    newNonce: randomUUID,
    expiresInHours: 24,
  };
  const direct = {
    ...deps,
    railApis: async () => createRailApi({ baseUrl: rails.baseUrl, token: TOKEN }),
    newId: randomUUID,
  };
  const wallet = {
    kind: "wallet",
    name: "Cold",
    network: "SOLANA_DEVNET",
    address: ADDRESS,
  } as const;
  await whitelistDestination(direct, workspaceId, DAN, wallet);
  await whitelistDestination(direct, workspaceId, DAN, {
    kind: "bank-account",
    name: "Operating",
    iban: IBAN,
  });
  return {
    workspaceId,
    connectionId: connection.id,
    deps,
    rails,
    jobs,
    now,
    token,
    standings,
    posted,
    posts: () =>
      rails.calls().filter(({ method, path }) => method === "POST" && path === "/rails").length,
  };
}

function aMessenger(posted: string[]): Messenger {
  return {
    async post(_, channelId) {
      posted.push(channelId);
      return { channelId, ts: `${posted.length}` };
    },
    update: async () => {},
    linkTo: async (_, { channelId, ts }) => `https://slack.example/${channelId}/${ts}`,
    placeOf: async () => "ours",
    whisper: async () => {},
    directMessageWith: async (_, userId) => `D${userId}`,
  };
}

export async function answers(
  { deps, connectionId }: World,
  { type = "ON_RAMP", ...fields }: Partial<RailAnswers> = {},
): Promise<RailAnswers> {
  const kind = type === "ON_RAMP" ? "wallet" : "bank-account";
  const [destination] = await deps.store.listDestinations(connectionId, { kind });
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
  return must(await requestRail(world.deps, submission)).request;
}

export function refOf({ workspaceId, id }: ChangeRequest): RequestRef {
  return { workspaceId, requestId: id };
}

/** Asked for by Ana, and approved by Ben and Cal. */
export async function approved(
  world: World,
  fields: Partial<RailAnswers> = {},
): Promise<RequestRef> {
  const request = await requested(world, fields);
  const ref = refOf(request);
  for (const by of [BEN, CAL]) {
    const click = { ...ref, by, digest: request.digest, delivery: randomUUID() };
    must(await approveRequest(world.deps, click));
  }
  return ref;
}

type Handlers = Record<JobName, (ref: RequestRef) => Promise<unknown>>;

/** As `app.ts` wires them; cards and alarms are told by other tests. */
export function handlersOf(deps: Deps): Handlers {
  return {
    "create-rail": (ref) => createRail(deps, ref),
    "reconcile-rail": (ref) => reconcileRail(deps, ref),
    "verify-rail": (ref) => verifyRail(deps, ref),
    "post-instructions": (ref) => postInstructions(deps, ref),
    "expire-request": (ref) => applyCommand(deps, ref, { type: "expire" }),
    "update-approval-card": async () => {},
    "raise-alarm": async () => {},
  };
}

/**
 * Runs the jobs of a request, each when it is due, until there is none: the clock goes forward to the next. A job that
 * throws is tried again, as the queue does. `expire-request` is left out, or every test would end after a day.
 */
export async function runJobs(world: World, ref: RequestRef, atMost = 60): Promise<State> {
  const handlers = handlersOf(world.deps);
  for (let run = 0; run < atMost; run += 1) {
    const job = nextJob(world, ref);
    if (!job) return stateOf(world, ref);
    if (job.startAfter && job.startAfter > world.now.value) world.now.value = job.startAfter;
    await handlers[job.name](ref);
    world.jobs.splice(world.jobs.indexOf(job), 1);
  }
  throw new Error(`Not quiet after ${atMost} jobs: ${JSON.stringify(await stateOf(world, ref))}`);
}

function nextJob({ jobs }: World, { requestId }: RequestRef): Job | undefined {
  return jobs
    .filter(({ request, name }) => request.requestId === requestId && name !== "expire-request")
    .sort((a, b) => ((a.startAfter ?? "") < (b.startAfter ?? "") ? -1 : 1))[0];
}

export async function stateOf({ deps }: World, ref: RequestRef): Promise<State> {
  const request = await deps.store.findRequest(ref);
  if (!request) throw new Error("There is no such request");
  return request.state;
}

export async function eventsOf({ deps }: World, ref: RequestRef): Promise<string[]> {
  return (await deps.store.listEvents(ref)).map(({ type }) => type);
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

/** What the service holds for the company: how many Rails, whoever asked for them. */
export function railCount({ rails }: World): number {
  return rails.rails(COMPANY).length;
}
