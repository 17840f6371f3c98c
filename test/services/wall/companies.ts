import { randomUUID } from "node:crypto";
import { COMMANDS } from "../../../src/capabilities.ts";
import { announceChanges } from "../../../src/home/announce-changes.ts";
import { saveHome } from "../../../src/home/home-listeners.ts";
import type { RequestRef } from "../../../src/platform/queue/request-ref.ts";
import { createRailApi } from "../../../src/platform/rail-api/client.ts";
import type { Message } from "../../../src/platform/slack/message.ts";
import type { Messenger } from "../../../src/platform/slack/slack.ts";
import { createSigner } from "../../../src/platform/web/signer.ts";
import { disputeRail } from "../../../src/rail/disputes/dispute-rail.ts";
import { reportProblem } from "../../../src/rail/disputes/report-problem.ts";
import type { Context } from "../../../src/request/context.ts";
import type { Mark } from "../../../src/request/marker.ts";
import { addToReview } from "../../../src/request/queries/reviews.ts";
import { findSetup, noteSetUp, saveApprovalsChannel } from "../../../src/request/queries/setups.ts";
import { keepUnsentForm } from "../../../src/request/queries/unsent-forms.ts";
import { monthsLater } from "../../../src/request/rules/approval/review.ts";
import { standingThings } from "../../../src/review/standing-things.ts";
import { bindJobs } from "../../../src/wiring/bind-work.ts";
import { createSetupLinks, newSetupLink } from "../../../src/workspace/connection/setup-link.ts";
import { tokenPageUrl } from "../../../src/workspace/connection/token-routes.ts";
import { ANA, BEN, CAL, IBAN, TREASURY } from "../../support/builders.ts";
import { noPace } from "../../support/no-pace.ts";
import type { TestStore } from "../../support/store.ts";
import { makeRail, oneUnanswered, showsNothing, untilAPersonIsAsked } from "../at-the-service.ts";
import {
  approvedChange,
  askedFor,
  OTHER_ADDRESS,
  proposing,
  railElsewhere,
  readAll,
  whitelistedElsewhere,
  whitelisting,
} from "../register-steps.ts";
import { approved, delivery, expectState, refOf, requested, runJobs, stateOf } from "../steps.ts";
import type { World } from "../world.ts";
import { aWorld, COMPANY } from "../world.ts";

export const APPROVALS = "C0APPROVALS";
export const PUBLIC_URL = "https://signalbox.example";

/** Two companies that one process serves, with the same people in both. */
export interface Companies {
  /** Has something of everything. */
  acme: Company;
  globex: Company;
  deps: Context;
  /** Messages that were sent, in whose name. */
  posted: { workspaceId: string; message: Message }[];
  stop(): Promise<void>;
}

export interface Company extends World {
  requests: Record<RequestName, RequestRef>;
  /** What nobody outside may ever read. */
  secrets: readonly string[];
}

/** Each in another state in which people may do something. */
type RequestName = "pending" | "done" | "lost" | "lostWallet" | "wallet";

const KEYS = [Buffer.alloc(32, 7)] as const;

export async function twoCompanies(database: TestStore): Promise<Companies> {
  const ends: (() => Promise<void>)[] = [];
  const world = (name: string) =>
    aWorld(database, { name, atTheEnd: (stop) => void ends.push(stop) });
  const [one, other] = [await world("Quetzal Holding"), await world("Globex")];
  const posted: Companies["posted"] = [];
  const deps = inOneProcess(database, [one, other], posted);
  for (const { workspaceId } of [one, other]) {
    await database.transaction(async (tx) => {
      await saveApprovalsChannel(tx.db, workspaceId, APPROVALS);
      await noteSetUp(tx.db, workspaceId, deps.clock());
    });
  }
  // Both have registered the same, each under its own names.
  await database.db
    .updateTable("destinations")
    .set({ name: "Quetzal vault" })
    .where("workspace_id", "=", one.workspaceId)
    .execute();
  const acme = { ...one, deps };
  const globex = { ...other, deps };
  const company = { ...acme, ...(await furnished(acme, "Quetzal")) };
  await withAVanishedRail(database, one.connectionId);
  await withAReview(database, acme);
  return {
    acme: company,
    globex: { ...globex, requests: await itsOwn(globex), secrets: [] },
    deps,
    posted,
    async stop() {
      for (const end of ends) await end();
    },
  };
}

/** Everything that the company has comes up. */
async function withAReview(
  { transaction }: TestStore,
  { workspaceId, connectionId, now }: World,
): Promise<void> {
  const at = now.value;
  await transaction(async ({ db }) => {
    const all = await standingThings(db, { workspaceId, now: at });
    const items = all.map(({ kind, ref }) => ({ kind, ref }));
    const about = { workspaceId, connectionId, actor: "signalbox", at };
    const to = monthsLater(at, 3);
    await addToReview(db, about, { action: "reviews-begun", from: at, to, items });
  });
}

/** What `app.ts` makes for all workspaces, with as little of Slack as does. */
function inOneProcess(
  { db, transaction }: TestStore,
  worlds: readonly [World, World],
  posted: Companies["posted"],
): Context {
  const [{ deps, now }] = worlds;
  const worldOf = (workspaceId: string) => {
    const found = worlds.find((world) => world.workspaceId === workspaceId);
    if (!found) throw new Error(`There is no workspace ${workspaceId}`);
    return found;
  };
  const clock = () => now.value;
  const marks = new Map<string, readonly Mark[]>();
  const links = { links: createSetupLinks(db), signer: createSigner(KEYS), clock };
  const offered = worlds.map(({ rails: { baseUrl } }, index) => ({
    name: `service ${index}`,
    baseUrl,
    environment: "sandbox" as const,
  }));
  return {
    ...deps,
    db,
    transaction,
    clock,
    railApis: (workspaceId, connectionId) =>
      worldOf(workspaceId).deps.railApis(workspaceId, connectionId),
    messenger: aMessenger(posted),
    pace: noPace,
    announceChanges: async () => {},
    marker: {
      read: async (workspaceId) => marks.get(workspaceId) ?? [],
      replace: async (workspaceId, _, by) => void marks.set(workspaceId, [by]),
    },
    queue: {
      deadLetters: async (workspaceId) =>
        workspaceId === worlds[0].workspaceId
          ? [
              {
                job: "raise-alarm",
                does: "calling the approvers",
                request: { workspaceId, requestId: randomUUID() },
                failedAt: clock(),
                because: "Quetzal was not found",
              },
            ]
          : [],
      retryDeadLetters: async () => 0,
      oldestWaiting: async () => null,
      waiting: async () => 0,
    },
    command: "/rail",
    verbs: COMMANDS,
    skewMs: () => 0,
    clockOffMs: () => 0,
    checkClock: async () => {},
    auditState: async () => ({ check: undefined, ends: undefined, canBeRewritten: false }),
    evidence: { signingKey: null, tsaUrl: null, directory: "/nowhere" },
    reviewMonths: 3,
    version: "1",
    slackProbe: async () => ({ ok: true, scopes: [] }),
    maySetUp: async () => true,
    announceFreeze: async () => {},
    approvalsChannelOf: async (workspaceId) => (await findSetup(db, workspaceId)).approvalsChannel,
    newId: randomUUID,
    setup: {
      offered,
      railApiAt: createRailApi,
      administrators: { isAdministrator: async () => true },
      installerOf: async () => null,
      groups: {
        list: async () => ({ ok: true, groups: [], left: 0 }),
      },
      linkFor: async (about) =>
        tokenPageUrl(PUBLIC_URL, await newSetupLink(links, about, secret())),
    },
  };
}

const secret = () => randomUUID().repeat(2);

function aMessenger(posted: Companies["posted"]): Messenger {
  const at = (channelId: string) => ({ channelId, ts: `${1_700_000_000 + posted.length}.000100` });
  return {
    async post(workspaceId, channelId, message) {
      posted.push({ workspaceId, message });
      return at(channelId);
    },
    update: async (workspaceId, _, message) => void posted.push({ workspaceId, message }),
    uploadImage: async () => "F0PICTURE01",
    sendFile: async () => {},
    linkTo: async (_, { channelId, ts }) => `https://slack.example/${channelId}/${ts}`,
    placeOf: async () => "ours",
    presenceOf: async () => "there",
    whisper: async (workspaceId, _, message) => void posted.push({ workspaceId, message }),
    directMessageWith: async (_, userId) => `D${userId}`,
  };
}

/** One that the service no longer shows: approvers may rule it out. */
async function withAVanishedRail({ db }: TestStore, connectionId: string): Promise<void> {
  const { moment: _, ...seen } = await db
    .selectFrom("seen_rails")
    .selectAll()
    .where("connection_id", "=", connectionId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const facts = JSON.stringify({ ...JSON.parse(seen.facts), railId: "rail_gone" });
  const last_seen_at = new Date("2020-01-01T00:00:00Z");
  await db
    .insertInto("seen_rails")
    .values({ ...seen, rail_id: "rail_gone", facts, last_seen_at })
    .execute();
}

/** Requests in every state in which people may do something, Rails, a register. */
async function furnished(
  world: World & { deps: Context },
  word: string,
): Promise<Pick<Company, "requests" | "secrets">> {
  const { deps, workspaceId } = world;
  const reason = `Because of ${word}`;
  const names = ["done", "draft", "lost", "lost wallet", "paid out", "pending", "wallet"].map(
    (name) => `${word} ${name}`,
  );
  const named = (name: string) => ({ name: `${word} ${name}`, reason });
  const wallet = (name: string, address?: string) => ({
    ...whitelisting(
      address === undefined ? undefined : { kind: "wallet", network: "SOLANA_DEVNET", address },
    ),
    ...named(name),
  });
  const done = await approved(world, named("done"));
  await runJobs(world, done);
  const paidOut = await approved(world, { ...named("paid out"), type: "OFF_RAMP" });
  await runJobs(world, paidOut);
  const walletId = await whitelistedElsewhere(world, OTHER_ADDRESS);
  const elsewhere = await railElsewhere(world, walletId);
  await railElsewhere(world, walletId);
  // Into the registered wallet, so that it can be adopted.
  await makeRail(world, done);
  await readAll(world);
  // The other way round, so that the one that is done is the only one of its kind.
  const lost = await oneUnanswered(world, { ...named("lost"), type: "OFF_RAMP" });
  await untilAPersonIsAsked(showsNothing(world), lost);
  world.rails.faults.add({ operation: "POST /wallets", fault: { kind: "drop-after-commit" } });
  const lostWallet = await approvedChange(world, wallet("lost wallet", ANOTHER_ADDRESS));
  await runJobs(world, lostWallet);
  await proposing(world, lostWallet, CAL, { type: "close" });
  const requests = {
    ...{ done, lost, lostWallet },
    pending: refOf(await requested(world, { ...named("pending"), type: "OFF_RAMP" })),
    wallet: refOf(await askedFor(world, wallet("wallet"))),
  };
  const work = bindJobs(deps);
  for (const ref of Object.values(requests)) {
    await work("update-approval-card", ref);
    await work("raise-alarm", ref);
  }
  const draft = { type: "ON_RAMP", askedIn: TREASURY, values: named("draft") };
  const begun = {
    ...{ id: randomUUID(), workspaceId, createdBy: ANA },
    form: JSON.stringify(draft),
  };
  const waiting = { ...begun, waitsFor: lostWallet.requestId };
  await keepUnsentForm(deps.db, waiting, deps.clock(), deps.draftsPerPerson);
  await work("tell-ending", lostWallet);
  const { railId } = expectState(await stateOf(world, done), "done");
  await withProblems(world, reason, { reported: railId, disputed: elsewhere.id ?? "" });
  await saveHome(deps.db, workspaceId, BEN, { channelId: `D${BEN}`, hash: "1.hash" });
  const others = [reason, `${word} vault`, `${word} was not found`, `${word} Holding`];
  return { requests, secrets: [...names, ...others, ...atItsService(world)] };
}

/** Two Rails with a reported problem; an approver has marked one of them as disputed. The approvers are told. */
async function withProblems(
  { deps, workspaceId, now }: World & { deps: Context },
  reason: string,
  { reported, disputed }: { reported: string; disputed: string },
): Promise<void> {
  for (const railId of [reported, disputed]) {
    await reportProblem(deps, { workspaceId, railId, by: ANA, reason, delivery: delivery() });
  }
  const mark = { reportedAt: now.value, by: BEN, delivery: delivery() };
  await disputeRail(deps, { workspaceId, railId: disputed, ...mark });
  await announceChanges(deps, workspaceId);
}

const ANOTHER_ADDRESS = "DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK";

/** The ids and entry points that only its service has given out; both have the one account. */
function atItsService({ rails }: World): string[] {
  const text = JSON.stringify(rails.rails(COMPANY));
  const found = text.match(/rail_[0-9a-f]{24}|\b[A-Z]{2}\d{2}[A-Z]{4}\d{14}\b/g);
  return [...new Set(found)].filter((each) => each !== IBAN);
}

/** Everything that is asked of its own has an answer. */
async function itsOwn(world: World): Promise<Company["requests"]> {
  const pending = refOf(await requested(world, { name: "Globex float" }));
  return { pending, done: pending, lost: pending, lostWallet: pending, wallet: pending };
}

/** Both companies know them: one asks, and one approves and sets up. */
export const PEOPLE = [ANA, BEN] as const;
