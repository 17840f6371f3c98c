import { NO_PINS } from "../../src/authority/pins.ts";
import type { Standing } from "../../src/authority/roster.ts";
import { seedDestination } from "../../src/destination/seed-destination.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import type { QueuedJob } from "../../src/platform/queue/job.ts";
import type { InTransaction } from "../../src/platform/queue/transaction.ts";
import type { RailApis } from "../../src/platform/rail-api/rail-api.ts";
import type { RailSpec } from "../../src/platform/rail-api/rules/rail.ts";
import { MessengerError } from "../../src/platform/slack/messenger-error.ts";
import type { Messenger } from "../../src/platform/slack/slack.ts";
import { rememberingRails } from "../../src/rail/creating/remember-rails.ts";
import type { Mark, Marker } from "../../src/request/marker.ts";
import { saveWorkspace } from "../../src/request/queries/companies.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import { signEverything } from "../../src/request/sign-rows.ts";
import { ADDRESS, BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { somePeople } from "../support/people.ts";
import { saveCurrentConnection, savePolicy } from "../support/set-up.ts";
import { steppingDatabase } from "../support/stepping-database.ts";
import type { TestStore } from "../support/store.ts";
import type { Random } from "./random.ts";
import type { CampaignService, Look } from "./service.ts";
import { campaignService, TOKEN } from "./service.ts";
import type { CampaignSlack, Posted } from "./slack.ts";
import { campaignSlack } from "./slack.ts";
import type { Turn } from "./steps.ts";

export const APPROVALS_CHANNEL = "C0APPROVALS";
/** A user group. */
const APPROVERS_GROUP = "S0APPROVERS";
export const BEGIN = "2026-03-03T10:00:00.000Z";

/** A call whose answer was lost is applied within this, or not at all. */
const LANDS_WITHIN_MS = 45_000;
const LONG_BEFORE = "2026-01-01T00:00:00.000Z";

const seal = createSeal([Buffer.alloc(32, 7)]);

/** Everything around the processes of one schedule: it outlives them all. */
export interface Scene {
  database: TestStore;
  workspaceId: string;
  connectionId: string;
  random: Random;
  now: { value: string };
  /** How far the processes' clock is ahead of everybody else's. */
  ahead: { ms: number };
  /** How much has happened, as kept outside the database. */
  marks: { value: readonly Mark[] };
  standings: Record<string, Standing>;
  /** What was answered when somebody's standing was asked for. */
  looks: { at: string; userId: string; standing: Standing }[];
  service: CampaignService;
  slack: CampaignSlack;
  /** What Slack does with the call that is being made. */
  slackFault: {
    next: "post-taken-answer-lost" | "update-delivered-late" | "slack-down" | undefined;
    /** After how many steps an update is applied whose answer was lost. */
    lateSteps: number;
  };
  /** What the services and jobs of one process are wired with; without turns for people and for the judge. */
  depsFor(turn?: Turn): CampaignDeps;
  close(): Promise<void>;
}

export type CampaignDeps = ReturnType<typeof wire>;

interface Hooks {
  onPost(spec: RailSpec, metadata: readonly string[], look: Look): Promise<void>;
  /** It is on its way to the service: whatever the network does to it now. */
  onLeft(requestId: string): Promise<void>;
  onDrawn(message: Posted): Promise<void>;
}

/**
 * A workspace of its own in the run's database, with a service and a channel of its own. Ana asks; two of three approve:
 * Ben by himself, Cal and Dan as members of a user group.
 */
export async function openScene(
  database: TestStore,
  random: Random,
  { railsBefore, ...hooks }: Hooks & { railsBefore: number },
): Promise<Scene> {
  const { db } = database;
  const now = { value: BEGIN };
  const ahead = { ms: 0 };
  const elsewhere = {
    get value() {
      return new Date(Date.parse(now.value) - ahead.ms).toISOString();
    },
  };
  const service = await campaignService({ now: elsewhere, ...hooks });
  const workspaceId = `T${random.uuid()}`;
  const { baseUrl } = service.service;
  const connection = { id: `con_${random.uuid()}`, baseUrl, environment: "sandbox" as const };
  await saveWorkspace(db, workspaceId, "Acme Ltd");
  const rule = { approvers: [BEN], approvalsRequired: 2 };
  const usual = usualPolicy({ rails: rule, destinations: rule, coolDownHours: 0 });
  const rules = usual.rules.map((each) => ({ ...each, groups: [APPROVERS_GROUP] }));
  await savePolicy(db, workspaceId, { ...usual, rules }, NOW);
  await saveCurrentConnection(db, seal, workspaceId, connection, TOKEN, NOW);
  const scene: Omit<Scene, "depsFor"> = {
    database,
    workspaceId,
    connectionId: connection.id,
    random,
    now,
    ahead,
    marks: { value: [] },
    standings: {},
    looks: [],
    service,
    slack: campaignSlack(hooks.onDrawn),
    slackFault: { next: undefined, lateSteps: 0 },
    async close() {
      // The sweep goes through all workspaces: the next schedule must not draw this one's cards in its own Slack.
      const mine = db.updateTable("messages").where("workspace_id", "=", workspaceId);
      await mine.set({ redraw_at: null }).execute();
      await service.stop();
    },
  };
  await seedDestination(
    {
      db,
      seal,
      clock: () => LONG_BEFORE,
      newId: random.uuid,
      railApis: async () => service.direct,
    },
    workspaceId,
    {
      name: "Cold",
      details: { kind: "wallet", network: "SOLANA_DEVNET", address: ADDRESS },
    },
  );
  await db
    .transaction()
    .execute((trx) => signEverything(trx, seal, workspaceId, { at: NOW, actor: BEN }));
  const [wallet] = await listDestinations(db, connection.id, { kind: "wallet" });
  const walletId = wallet?.kind === "wallet" ? wallet.wallet.id : "";
  await service.makeOthers(walletId, railsBefore);
  return { ...scene, depsFor: (turn) => wire(scene, turn) };
}

function wire(scene: Omit<Scene, "depsFor">, turn?: Turn) {
  const { database, now, random, service, standings } = scene;
  const db = turn ? steppingDatabase(database.db, ({ sql }) => turn("store", sql)) : database.db;
  const transaction = turn ? stepping(database.transaction, turn) : database.transaction;
  const pins = NO_PINS;
  const clock = () => now.value;
  const railApis: RailApis = async (workspaceId, connectionId) => {
    const rails = turn ? service.apiFor(turn) : service.direct;
    return rememberingRails(
      { db, transaction, seal, pins, clock },
      workspaceId,
      connectionId,
      rails,
    );
  };
  const marker: Marker = {
    read: async () => scene.marks.value,
    async replace(_, former, by) {
      await turn?.("store", "marker.replace");
      const hashes = [by, ...former].map(({ hash }) => hash);
      scene.marks.value = [by, ...scene.marks.value.filter(({ hash }) => !hashes.includes(hash))];
    },
  };
  return {
    db,
    transaction,
    seal,
    pins,
    draftsPerPerson: 50,
    railApis,
    marker,
    clock,
    checkClock: async () => {},
    people: somePeople(
      { standings, members: { [APPROVERS_GROUP]: [CAL, DAN] } },
      async (userIds, groupIds) => {
        await turn?.("people", `who is ${[...userIds, ...groupIds].join()}`);
        for (const userId of userIds) {
          scene.looks.push({ at: now.value, userId, standing: standings[userId] ?? "active" });
        }
      },
    ),
    messenger: turn ? steppingMessenger(scene, turn) : scene.slack.messenger,
    logger: createLogger("silent"),
    workspaceId: scene.workspaceId,
    approvalsChannelOf: async () => APPROVALS_CHANNEL,
    catalogue: {
      fiatAssets: ["GBP"],
      stablecoins: ["GBPA"],
      networks: [{ id: "SOLANA_DEVNET", family: "solana" as const }],
    },
    newNonce: random.uuid,
    newId: random.uuid,
  };
}

/** Steps before a transaction begins, and before it commits. */
function stepping(transaction: InTransaction, turn: Turn): InTransaction {
  return async (work) => {
    await turn("store", "transaction");
    return transaction(async (tx) => {
      const result = await work(tx);
      await turn("commit", "commit");
      return result;
    });
  };
}

function steppingMessenger(
  { slack, slackFault, now }: Omit<Scene, "depsFor">,
  turn: Turn,
): Messenger {
  const fail = () => new MessengerError("unavailable", "Slack did not take the call");
  const update: Messenger["update"] = async (...args) => {
    if (slackFault.next !== "update-delivered-late") return slack.messenger.update(...args);
    slackFault.next = undefined;
    const lands = new Date(Date.parse(now.value) + LANDS_WITHIN_MS).toISOString();
    slack.holdBack(args, slackFault.lateSteps, lands);
    throw fail();
  };
  const stepping = stepBefore({ ...slack.messenger, update }, async (name) => {
    await turn("slack", name);
    if (slackFault.next !== "slack-down") return;
    slackFault.next = undefined;
    if (name === "post" || name === "update") throw fail();
  });
  return {
    ...stepping,
    async post(...message) {
      const at = await stepping.post(...message);
      if (slackFault.next !== "post-taken-answer-lost") return at;
      slackFault.next = undefined;
      throw fail();
    },
  };
}

/** The same functions, each of which steps first. */
function stepBefore<Port extends object>(port: Port, step: (name: string) => Promise<void>): Port {
  const stepping = Object.entries(port).map(([name, member]) => [
    name,
    typeof member === "function"
      ? async (...args: unknown[]) => {
          await step(name);
          return member(...args);
        }
      : member,
  ]);
  return Object.fromEntries(stepping);
}

export interface Queued {
  job: QueuedJob;
  tries: number;
  /** ISO 8601. */
  due: string;
}
