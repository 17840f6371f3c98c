import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Standing } from "../../src/domain/approval-policy.ts";
import type { Environment } from "../../src/domain/change.ts";
import { createRailApi } from "../../src/rail-api/client.ts";
import type { RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import type { Job, Messenger, People, RailApi, RailApis, Store } from "../../src/services/ports.ts";
import { whitelistDestination } from "../../src/services/whitelist-destination.ts";
import { saveCurrentConnection, savePolicy, saveWorkspace } from "../../src/store/companies.ts";
import { createSeal } from "../../src/store/seal.ts";
import { ADDRESS, BEN, CAL, DAN, IBAN, NOW } from "../support/builders.ts";
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

/** What the service holds for the company: how many Rails, whoever asked for them. */
export function railCount({ rails }: World): number {
  return rails.rails(COMPANY).length;
}

/** As `world`, but with these in the place of some operations of the Rail service. */
export function withApi(world: World, change: (api: RailApi) => Partial<RailApi>): World {
  const railApis: World["deps"]["railApis"] = async (...which) => {
    const api = await world.deps.railApis(...which);
    return { ...api, ...change(api) };
  };
  return { ...world, deps: { ...world.deps, railApis } };
}

/** The workspace's current connection is another one from now on, at the same address. */
export async function moveTo(
  { db }: TestStore,
  world: World,
  environment: Environment,
): Promise<void> {
  const connection = { id: `con_${randomUUID()}`, baseUrl: world.rails.baseUrl, environment };
  await saveCurrentConnection(db, seal, world.workspaceId, connection, TOKEN);
}
