import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { onTestFinished } from "vitest";
import type { Pins } from "../../src/authority/pins.ts";
import { NO_PINS } from "../../src/authority/pins.ts";
import type { Standing } from "../../src/authority/roster.ts";
import { seedDestination } from "../../src/destination/seed-destination.ts";
import type { Db } from "../../src/platform/database/schema.ts";
import type { Seal } from "../../src/platform/database/seal.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import type { QueuedJob } from "../../src/platform/queue/job.ts";
import type { InTransaction } from "../../src/platform/queue/transaction.ts";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import type { Catalogue, RailApi, RailApis } from "../../src/platform/rail-api/rail-api.ts";
import { RailApiError } from "../../src/platform/rail-api/rail-api-error.ts";
import type { Messenger, People } from "../../src/platform/slack/slack.ts";
import { rememberingRails } from "../../src/rail/creating/remember-rails.ts";
import type { Mark, Marker } from "../../src/request/marker.ts";
import { saveWorkspace } from "../../src/request/queries/companies.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import type { Environment } from "../../src/request/rules/change.ts";
import type { RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { ADDRESS, BEN, CAL, DAN, IBAN, NOW } from "../support/builders.ts";
import { NOBODY_THERE } from "../support/lying-server.ts";
import { somePeople } from "../support/people.ts";
import { saveCurrentConnection, savePolicy } from "../support/set-up.ts";
import type { TestStore } from "../support/store.ts";

export const COMPANY = "Acme";
const TOKEN = "acme-token";
const NETWORKS = [
  { id: "SOLANA_DEVNET", family: "solana" },
  { id: "ETHEREUM_SEPOLIA", family: "ethereum" },
] as const;
const seal = createSeal([Buffer.alloc(32, 7)]);

/** What the services are wired with; a test may put its own in the place of any of it. */
export interface Deps {
  db: Db;
  transaction: InTransaction;
  seal: Seal;
  pins: Pins;
  draftsPerPerson: number;
  railApis: RailApis;
  people: People;
  messenger: Messenger;
  logger: Logger;
  clock: () => string;
  checkClock: () => Promise<void>;
  catalogue: Catalogue;
  newNonce: () => string;
  marker: Marker;
}

export interface World {
  workspaceId: string;
  connectionId: string;
  deps: Deps;
  rails: RailService;
  jobs: QueuedJob[];
  /** Set to be another time, another token, another standing. */
  now: { value: string };
  token: { value: string };
  standings: Record<string, Standing>;
  /** The members of each user group, and the accounts that have an Enterprise user. */
  members: Record<string, readonly string[] | null>;
  persons: Record<string, string>;
  /** What is kept outside the database. */
  marks: { value: readonly Mark[] };
  /** Instructions that were posted, by channel. */
  posted: string[];
  /** How often it was posted to `/rails`, or to another path. */
  posts(to?: string): number;
}

/** A workspace of its own in the store of this file, with a Rail service of its own. Ana asks; two of three approve. */
export async function aWorld(
  { db, transaction, jobs }: TestStore,
  {
    timeoutMs = 10_000,
    baseUrl,
    coolDownHours = 0,
    name = "Acme Ltd",
    approvers = [BEN, CAL, DAN],
    atTheEnd = onTestFinished,
  }: {
    timeoutMs?: number;
    baseUrl?: string;
    coolDownHours?: number;
    name?: string;
    /** Two of them approve. */
    approvers?: readonly string[];
    /** For worlds of more than one test. */
    atTheEnd?: (stop: () => Promise<void>) => void;
  } = {},
): Promise<World> {
  const rails = await startRailService({
    companies: [{ name: COMPANY, token: TOKEN }],
    pageSize: 2,
  });
  atTheEnd(() => rails.stop());
  // As Slack spells them.
  const workspaceId = `T${randomUUID().replaceAll("-", "").toUpperCase()}`;
  const connection = {
    id: `con_${randomUUID()}`,
    baseUrl: baseUrl ?? rails.baseUrl,
    environment: "sandbox" as const,
  };
  await saveWorkspace(db, workspaceId, name);
  const rule = { approvers: [...approvers], approvalsRequired: 2 };
  await savePolicy(
    db,
    workspaceId,
    usualPolicy({ rails: rule, destinations: rule, coolDownHours }),
    NOW,
  );
  await saveCurrentConnection(db, seal, workspaceId, connection, TOKEN, NOW);

  const now = { value: NOW };
  const token = { value: TOKEN };
  const standings: Record<string, Standing> = {};
  const members: World["members"] = {};
  const persons: Record<string, string> = {};
  const posted: string[] = [];
  const marks: World["marks"] = { value: [] };
  const deps: Deps = {
    db,
    transaction,
    seal,
    pins: NO_PINS,
    draftsPerPerson: 50,
    async railApis(workspace, connectionId, purpose) {
      const api = createRailApi({ baseUrl: connection.baseUrl, token: token.value, timeoutMs });
      const kept = { db, transaction, seal, pins: NO_PINS, clock: () => now.value };
      return purpose === undefined ? rememberingRails(kept, workspace, connectionId, api) : api;
    },
    people: somePeople({ standings, members, persons }),
    messenger: aMessenger(posted),
    logger: createLogger("silent"),
    clock: () => now.value,
    checkClock: async () => {},
    catalogue: { fiatAssets: ["GBP"], stablecoins: ["GBPA"], networks: NETWORKS },
    newNonce: randomUUID,
    marker: aMarker(marks),
  };
  const direct = {
    ...deps,
    railApis: async () => createRailApi({ baseUrl: rails.baseUrl, token: TOKEN }),
    newId: randomUUID,
  };
  await seedDestination(direct, workspaceId, {
    name: "Cold",
    details: { kind: "wallet", network: "SOLANA_DEVNET", address: ADDRESS },
  });
  await seedDestination(direct, workspaceId, {
    name: "Operating",
    details: { kind: "bank-account", iban: IBAN },
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
    members,
    persons,
    posted,
    marks,
    posts: (to = "/rails") =>
      rails.calls().filter(({ method, path }) => method === "POST" && path === to).length,
  };
}

function aMarker(marks: { value: readonly Mark[] }): Marker {
  return {
    read: async () => marks.value,
    async replace(_, former, by) {
      const hashes = [by, ...former].map(({ hash }) => hash);
      marks.value = [by, ...marks.value.filter(({ hash }) => !hashes.includes(hash))];
    },
  };
}

function aMessenger(posted: string[]): Messenger {
  return {
    async post(_, channelId) {
      posted.push(channelId);
      return { channelId, ts: `${posted.length}` };
    },
    update: async () => {},
    uploadImage: async () => "F0PICTURE01",
    sendFile: async () => {},
    linkTo: async (_, { channelId, ts }) => `https://slack.example/${channelId}/${ts}`,
    placeOf: async () => "ours",
    presenceOf: async () => "there",
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
    const changed = change(api);
    return { ...api, ...(changed.listRails && { readPage: unreadable }), ...changed };
  };
  return { ...world, deps: { ...world.deps, railApis } };
}

/** A list that a test makes up has no pages to pick: it is walked over. */
const unreadable: RailApi["readPage"] = () =>
  Promise.reject(new RailApiError("unavailable", "There are no pages"));

/** The workspace's current connection is another one from now on, at the same address. */
export async function moveTo(
  { db }: TestStore,
  world: World,
  environment: Environment,
): Promise<void> {
  const connection = { id: `con_${randomUUID()}`, baseUrl: world.rails.baseUrl, environment };
  await saveCurrentConnection(db, seal, world.workspaceId, connection, TOKEN, NOW);
}

/** A client for an address at which nobody listens. */
export const nobodyThere = (): RailApi => createRailApi({ baseUrl: NOBODY_THERE, token: TOKEN });
