import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NO_PINS } from "../../src/authority/pins.ts";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import { listedClients } from "../../src/platform/rail-api/listed-clients.ts";
import type { RailApis } from "../../src/platform/rail-api/rail-api.ts";
import type { Place } from "../../src/platform/slack/slack.ts";
import { rememberingRails } from "../../src/rail/creating/remember-rails.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { readAccess, saveWorkspace } from "../../src/request/queries/companies.ts";
import { keepToken } from "../../src/request/queries/connections.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { listOpenRequests } from "../../src/request/queries/find-requests.ts";
import { findLatestRailId } from "../../src/request/queries/rails/seen-rails.ts";
import {
  findSetup,
  noteSetUp,
  saveApprovalsChannel,
  savePolicyVersion,
} from "../../src/request/queries/setups.ts";
import { makeConnectionCurrent } from "../../src/request/queries/successions.ts";
import type { ChangeConnection } from "../../src/request/rules/change.ts";
import { signEverything } from "../../src/request/sign-rows.ts";
import type { RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import type { Connecting } from "../../src/workspace/connection/connect.ts";
import { connect } from "../../src/workspace/connection/connect.ts";
import {
  lookAtToken,
  removeToken,
  tokenLookSentence,
} from "../../src/workspace/connection/look-at-token.ts";
import { listAudit } from "../support/audit-of.ts";
import { ADDRESS, ANA, BEN, CAL, DAN, NOW, somePolicy } from "../support/builders.ts";
import { somePeople } from "../support/people.ts";
import { SEAL } from "../support/seal.ts";
import { useTestStore } from "../support/use-store.ts";

const ACME = "acme-token-of-today-aaaa";
const ROTATED = "acme-token-of-tomorrow-bbbb";
const GLOBEX = "globex-token-cccc";
const seal = SEAL;

const database = useTestStore();
let rails: RailService;
let workspaceId: string;
let place: Place;
let railApiAt: Connecting["railApiAt"];
beforeEach(async () => {
  place = "ours";
  railApiAt = createRailApi;
  rails = await startRailService({
    companies: [
      { name: "Acme", token: ACME },
      { name: "Acme", token: ROTATED },
      { name: "Globex", token: GLOBEX },
    ],
  });
  workspaceId = `T${randomUUID()}`;
  await saveWorkspace(database.db, workspaceId, "Acme Ltd");
});
afterEach(() => rails.stop());

const setup = () => findSetup(database.db, workspaceId);
const access = async (connectionId: string) =>
  readAccess(database.db, seal, workspaceId, connectionId);

function deps() {
  return {
    db: database.db,
    transaction: database.transaction,
    seal,
    pins: NO_PINS,
    draftsPerPerson: 50,
    clock: () => NOW,
    people: somePeople(),
    newId: randomUUID,
    newNonce: randomUUID,
    messenger: { placeOf: async () => place },
    railApiAt,
  };
}

async function give(token: string, more: { baseUrl?: string; delivery?: string } = {}) {
  const { baseUrl = rails.baseUrl, delivery = randomUUID() } = more;
  const api = { name: "sandbox", baseUrl, environment: "sandbox" as const };
  return connect(deps(), { workspaceId, by: ANA, api, token, reason: "Why not", delivery });
}

/** Channel and approvers are there too: from now on changes are asked for. */
async function complete() {
  await database.transaction(async (tx) => {
    await saveApprovalsChannel(tx.db, workspaceId, "C0APPROV1");
    const rule = { approvers: [BEN, CAL, DAN], approvalsRequired: 2 };
    const { version: _, ...document } = somePolicy({ rails: rule });
    await savePolicyVersion(tx.db, workspaceId, document, BEN, null, NOW);
    await noteSetUp(tx.db, workspaceId, NOW);
    await signEverything(tx.db, seal, workspaceId, { at: NOW, actor: BEN });
  });
}

/** The company of this token has a Rail. */
async function withRailOf(token: string) {
  const api = createRailApi({ baseUrl: rails.baseUrl, token });
  const cold = { name: "Cold", network: "SOLANA_DEVNET", address: ADDRESS };
  const wallet = await api.whitelistWallet(cold);
  const source = { asset: "GBP" };
  const destination = { asset: "GBPA", wallet: { ...cold, id: wallet.id ?? "" } };
  const { id } = await api.createRail({ type: "ON_RAMP", source, destination }, ["elsewhere"]);
  return { api, id: id ?? "" };
}

/** The company of this token has a Rail, which is known here. */
async function withRail(token = ACME) {
  const { connection } = await setup();
  const { api } = await withRailOf(token);
  const remembering = rememberingRails(deps(), workspaceId, connection?.id ?? "", api);
  for await (const _ of remembering.listRails()) {
    // Remembered on the way.
  }
}

/** The newest request, which this token takes. */
async function askedFor(token: string): Promise<ChangeConnection> {
  expect(await give(token)).toMatchObject({ ok: true, how: "asked-for" });
  const [request] = await listOpenRequests(database.db, workspaceId);
  const change = request?.content.change;
  if (change?.kind !== "change-connection") throw new Error("It is one");
  return change;
}

/** But for the signature of what `complete` has put in. */
const actions = async () =>
  (await listAudit(database.db, workspaceId))
    .map(({ action }) => action)
    .filter((action) => action !== "rows-signed");

describe("a token, in the first set-up", () => {
  it("that the service takes connects the workspace, and another one after it too", async () => {
    expect(await give(ACME)).toMatchObject({ ok: true, how: "connected", lastFour: "aaaa" });
    const first = (await setup()).connection;
    expect(await give(GLOBEX)).toMatchObject({ ok: true, how: "connected", lastFour: "cccc" });

    // Nothing was known of the first, so nothing can be carried over.
    expect((await setup()).connection).toEqual({ ...first, lastFour: "cccc" });
    expect(await actions()).toEqual(["connection-set", "token-rotated"]);
  });

  it("makes a connection of its own when it is another company's and a Rail is known", async () => {
    await give(ACME);
    const first = (await setup()).connection;
    await withRail();

    expect(await give(GLOBEX)).toMatchObject({ ok: true, how: "connected" });

    const second = (await setup()).connection;
    expect(second?.id).not.toBe(first?.id);
    expect((await access(first?.id ?? "")).token).toBe(ACME);
    // Back to the first company: it is known again.
    expect(await give(ROTATED)).toMatchObject({ ok: true, how: "rotated" });
    expect((await setup()).connection).toMatchObject({ id: first?.id, lastFour: "bbbb" });
  });

  it("that cannot be tried is not kept", async () => {
    expect(await give("wrong-token-1234")).toEqual({ ok: false, because: "unauthenticated" });
    await rails.stop();
    expect(await give(ACME)).toEqual({ ok: false, because: "not-sent" });

    expect((await setup()).connection).toBeNull();
    expect(await actions()).toEqual([]);
  });
});

describe("a token, after the first set-up", () => {
  beforeEach(async () => {
    await give(ACME);
    await complete();
  });

  it("replaces the former one of the same company at once", async () => {
    await withRail();
    const before = (await setup()).connection;

    expect(await give(ROTATED)).toMatchObject({ ok: true, how: "rotated", lastFour: "bbbb" });

    expect((await setup()).connection).toEqual({ ...before, lastFour: "bbbb" });
    expect((await access(before?.id ?? "")).token).toBe(ROTATED);
    expect(await actions()).toEqual(["connection-set", "token-rotated"]);
  });

  it.each([true, false])(
    "goes through approval for another company, and carries nothing over (a Rail is known: %s)",
    async (isKnown) => {
      if (isKnown) await withRail();
      const before = (await setup()).connection;

      const asked = await give(isKnown ? GLOBEX : ROTATED);

      expect(asked).toMatchObject({ ok: true, how: "asked-for", requestNumber: 1 });
      expect((await setup()).connection).toEqual(before);
      expect((await access(before?.id ?? "")).token).toBe(ACME);
      const [request] = await listOpenRequests(database.db, workspaceId);
      const change = request?.content.change;
      expect(change).toMatchObject({ kind: "change-connection", reason: "Why not" });
      if (change?.kind !== "change-connection") throw new Error("It is one");
      expect(change.to.id).not.toBe(before?.id);
      expect(JSON.stringify(request)).not.toMatch(/globex-token|acme-token/);
      // Kept for when it is approved, where nobody uses it.
      expect((await access(change.to.id)).token).toBe(isKnown ? GLOBEX : ROTATED);
      expect(await listDestinations(database.db, change.to.id, {})).toEqual([]);
    },
  );

  it("goes through approval where it shows another company's Rail under the id of a known one", async () => {
    await withRail();
    const known = await findLatestRailId(database.db, (await setup()).connection?.id ?? "");
    const { id: theirs } = await withRailOf(GLOBEX);
    // The document does not say that two companies never have a Rail of the same id.
    railApiAt = (access) => {
      const api = createRailApi(access);
      return {
        ...api,
        async getRail(id) {
          if (access.token !== GLOBEX || id !== known) return api.getRail(id);
          return { ...(await api.getRail(theirs)), id };
        },
      };
    };

    expect(await give(GLOBEX)).toMatchObject({ ok: true, how: "asked-for" });
    expect((await setup()).connection).toMatchObject({ lastFour: "aaaa" });
    expect(await give(ROTATED)).toMatchObject({ ok: true, how: "rotated" });
  });

  it("goes through approval for a former company, and leaves that connection's token alone until then", async () => {
    await withRail();
    const former = (await setup()).connection?.id ?? "";
    const { to } = await askedFor(GLOBEX);
    await database.transaction(async (tx) => {
      await makeConnectionCurrent(tx.db, workspaceId, to.id);
      await signEverything(tx.db, seal, workspaceId, { at: NOW, actor: BEN });
    });

    const back = await askedFor(ROTATED);

    expect(back).toMatchObject({ to: { id: former }, lastFour: "bbbb" });
    expect((await access(former)).token).toBe(ACME);
    expect((await access(back.tokenAt)).token).toBe(ROTATED);
    const [request] = await listOpenRequests(database.db, workspaceId);
    const ref = { workspaceId, requestId: request?.id ?? "" };
    await applyCommand(deps(), ref, { type: "withdraw", by: ANA });
    expect((await access(former)).token).toBe(ACME);
    expect((await access(back.tokenAt)).token).toBeNull();
  });

  it("is not asked for where nobody could see that", async () => {
    place = "archived";
    expect(await give(GLOBEX)).toEqual({ ok: false, because: "no-place" });
    expect(await listOpenRequests(database.db, workspaceId)).toEqual([]);
  });

  it("given twice by the same click is one", async () => {
    await withRail();
    const delivery = randomUUID();
    await give(ROTATED, { delivery });
    await give(ROTATED, { delivery });
    expect(await actions()).toEqual(["connection-set", "token-rotated"]);
  });

  it("can be checked and removed, and nothing is sent without", async () => {
    await withRail();
    const railApis = async (workspace: string, id: string) => {
      const access = await readAccess(database.db, seal, workspace, id);
      return listedClients([access])(access);
    };
    const look = () => lookAtToken({ db: database.db, railApis }, workspaceId);
    expect(await look()).toMatchObject({ is: "accepted" });
    expect(tokenLookSentence(await look())).toContain("shows this company's Rails with it");
    const { connection } = await setup();
    await database.transaction((tx) =>
      keepToken(
        tx.db,
        SEAL,
        workspaceId,
        { ...(connection as NonNullable<typeof connection>), lastFour: "cccc" },
        GLOBEX,
        NOW,
      ),
    );
    expect(await look()).toMatchObject({ is: "of-another-company" });

    const setting = { workspaceId, by: ANA, delivery: randomUUID() };
    expect(await removeToken(deps(), setting)).toBe(true);
    expect(await removeToken(deps(), { ...setting, delivery: randomUUID() })).toBe(false);
    expect(await look()).toEqual({ is: "missing" });
    const rails = await railApis(workspaceId, connection?.id ?? "");
    await expect(rails.getRail("rail_1")).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(rails.listRails()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      outcome: "not-created",
    });
    expect(await actions()).toEqual(["connection-set", "token-removed"]);
  });

  it("is another company's however often it is looked at, and is not kept as ours by looking", async () => {
    const { id } = await withRailOf(GLOBEX);
    const theirs = await createRailApi({ baseUrl: rails.baseUrl, token: GLOBEX }).getRail(id);
    await withRail();
    const railApis: RailApis = async (workspace, connectionId, purpose) => {
      const api = createRailApi({ baseUrl: rails.baseUrl, token: GLOBEX });
      // Its Rail has the id of ours.
      const lying = { ...api, getRail: async (asked: string) => ({ ...theirs, id: asked }) };
      return purpose ? lying : rememberingRails(deps(), workspace, connectionId, lying);
    };

    for (const _ of [1, 2]) {
      const look = await lookAtToken({ db: database.db, railApis }, workspaceId);
      expect(look).toMatchObject({ is: "of-another-company" });
    }
  });
});
