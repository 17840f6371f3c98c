import "../support/kinds.ts";
import { randomUUID } from "node:crypto";
import { NO_PINS } from "../../src/authority/pins.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { RailSpec } from "../../src/platform/rail-api/rules/rail.ts";
import { draftRail } from "../../src/rail/screens/draft-rail.ts";
import { toButtonValue } from "../../src/request/card/button-value.ts";
import type { Context } from "../../src/request/context.ts";
import { findCurrentConnection, findRailsReadAt } from "../../src/request/queries/companies.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { listOpenRequests } from "../../src/request/queries/find-requests.ts";
import { requestChange } from "../../src/request/request-change.ts";
import type { RailRequest } from "../../src/request/rules/change-request.ts";
import { isRailRequest } from "../../src/request/rules/change-request.ts";
import type { ReviewedDraft } from "../../src/request/screens/submit-draft.ts";
import { ANA, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { somePeople } from "../support/people.ts";
import { COLD_WALLET } from "../support/production.ts";
import { SEAL } from "../support/seal.ts";
import { withoutJobs } from "../support/store.ts";

/** What stands ready in a bot's database, without Slack, for clicks that are to be measured. */
export interface Prepared extends AsyncDisposable {
  /** An on-ramp into the wallet that the bot has whitelisted. */
  spec: Extract<RailSpec, { type: "ON_RAMP" }>;
  /** For our services. */
  deps: Pick<Context, "db" | "transaction" | "seal" | "pins" | "clock">;
  /** What so many new reviews carry: submitting each asks for a Rail of its own. */
  drafts(count: number): Promise<ReviewedDraft[]>;
  /** One that waits for its approvals. */
  request(): Promise<RailRequest>;
  /** What the reviews of all requests that wait without any approval carry. */
  reviews(): Promise<{ request: ReturnType<typeof toButtonValue>; answer: null }[]>;
  /** Forgets when all Rails were read; `isAllRead` tells whether they were since. */
  forgetReading(): Promise<void>;
  isAllRead(): Promise<boolean>;
  /** How many requests wait with one approval. */
  approvedOnce(): Promise<number>;
}

export async function prepare(databaseUrl: string, workspaceId: string): Promise<Prepared> {
  const database = openPostgres(databaseUrl, (error) => {
    throw error;
  });
  const { db } = database;
  const transaction = withoutJobs(db);
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const [wallet] = await listDestinations(db, connectionId, { kind: "wallet" });
  if (wallet?.kind !== "wallet") throw new Error("The bot knows no wallet");
  const { details } = COLD_WALLET;
  if (details.kind !== "wallet") throw new Error("The destination of the sandbox is no wallet");
  const { network } = details;
  const destinationId = wallet.id;
  const deps = {
    db,
    transaction,
    seal: SEAL,
    pins: NO_PINS,
    draftsPerPerson: 999_999,
    people: somePeople(),
    clock: () => new Date().toISOString(),
    catalogue: {
      fiatAssets: ["GBP"],
      stablecoins: ["GBPA"],
      networks: [{ id: network, family: "solana" as const }],
    },
  };
  const pending = async () =>
    (await listOpenRequests(db, workspaceId)).filter(({ state }) => state.status === "pending");

  async function draft(): Promise<ReviewedDraft> {
    const drafted = await draftRail(deps, workspaceId, ANA, {
      draftId: randomUUID(),
      askedIn: TREASURY,
      type: "ON_RAMP",
      name: `Float ${randomUUID().slice(0, 8)}`,
      reason: "The weekly run",
      reference: null,
      fiatAsset: "GBP",
      stablecoin: "GBPA",
      network,
      destinationId,
      wantsAnother: true,
    });
    if (!drafted.ok) throw new Error(`The draft was refused: ${drafted.because}`);
    return { draftId: drafted.draft.id, draftDigest: drafted.digest };
  }

  return {
    deps,
    spec: {
      type: "ON_RAMP",
      source: { asset: "GBP" },
      destination: { asset: "GBPA", wallet: { ...wallet.wallet, name: COLD_WALLET.name } },
    },
    async drafts(count) {
      const all: ReviewedDraft[] = [];
      for (let nth = 0; nth < count; nth += 1) all.push(await draft());
      return all;
    },
    async request() {
      const { draftId, draftDigest: digest } = await draft();
      const openRequests = { perPerson: 999_999, perWorkspace: 999_999 };
      const asking = { ...deps, newNonce: randomUUID, openRequests };
      const delivery = randomUUID();
      const submission = { workspaceId, draftId, digest, by: ANA, delivery };
      const asked = await requestChange(asking, submission);
      if (!asked.ok || !isRailRequest(asked.request)) throw new Error("Nothing was asked for");
      return asked.request;
    },
    async reviews() {
      const waiting = (await pending()).filter(({ approvals }) => approvals.length === 0);
      return waiting.map((request) => ({ request: toButtonValue(request), answer: null }));
    },
    async forgetReading() {
      const never = { rails_read_at: null };
      await database.db
        .updateTable("connections")
        .set(never)
        .where("id", "=", connectionId)
        .execute();
    },
    isAllRead: async () => (await findRailsReadAt(db, connectionId)) !== null,
    async approvedOnce() {
      return (await pending()).filter(({ approvals }) => approvals.length === 1).length;
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}
