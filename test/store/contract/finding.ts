import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { hasRailInto } from "../../../src/request/queries/count-requests.ts";
import type { DestinationFilter } from "../../../src/request/queries/destinations.ts";
import {
  addDestination,
  findDestination,
  findDestinationByServiceId,
  listDestinations,
} from "../../../src/request/queries/destinations.ts";
import type { Overdue } from "../../../src/request/queries/find-requests.ts";
import {
  findRequestsByRailIds,
  listOpenRequests,
  listOverdueRequests,
} from "../../../src/request/queries/find-requests.ts";
import { saveFreeze } from "../../../src/request/queries/freezes.ts";
import type { PostedMessage } from "../../../src/request/queries/messages.ts";
import { findMessage, replaceMessage, saveMessage } from "../../../src/request/queries/messages.ts";
import { findLatestRailId } from "../../../src/request/queries/rails/seen-rails.ts";
import {
  findRequestByNumber,
  findSimilarRequest,
  listRequestNames,
  listRequestsBy,
  saveRequest,
} from "../../../src/request/queries/requests.ts";
import { listStaleCards, listUnraisedAlarms } from "../../../src/request/queries/stale-messages.ts";
import type { MadeRail, State } from "../../../src/request/rules/change-request.ts";
import type { Destination } from "../../../src/request/rules/destination.ts";
import { evolve } from "../../../src/request/rules/evolve.ts";
import type { RequestEvent } from "../../../src/request/rules/request-event.ts";
import {
  aBankAccountDestination,
  after,
  anOffRampSpec,
  anOnRampSpec,
  aRetirement,
  aWallet,
  aWalletDestination,
  BEN,
  NOW,
} from "../../support/builders.ts";
import { refOf } from "./requests.ts";
import type { Company, Subject } from "./subject.ts";

/** Far more than the tests leave behind. */
const ALL = 10_000;
/** Later than anything that the tests leave behind. */
const NEVER = after({ days: 9_000 });
const done = (railId: string): State => ({ status: "done", since: NOW, railId, issued: null });
const closed = (made: MadeRail | null): State => ({
  status: "voided",
  at: NOW,
  because: "Closed.",
  made,
});
const failed: State = { status: "failed", at: NOW, message: "no", fieldErrors: {} };
const denied: State = { status: "denied", at: NOW, by: BEN, reason: "no" };
const quarantined: State = {
  status: "quarantined",
  since: NOW,
  railIds: ["r"],
  unnamed: 0,
  because: "differs",
  was: "created",
  differences: [],
};

export function findingContract(on: () => Subject): void {
  it("finds requests by number and by Rail id, and lists their names in lower case", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const first = await ask(acme, { name: "Übersee Float" });
    const second = await ask(acme, { name: "übersee float", state: done("rail_1") });
    const third = await ask(acme, { name: "Other", state: done("rail_2") });

    expect(await findRequestByNumber(db, acme.workspaceId, 2)).toEqual(second);
    expect(await findRequestByNumber(db, acme.workspaceId, 99)).toBeUndefined();
    expect(await listRequestNames(db, acme.workspaceId)).toEqual([
      { requestId: third.id, name: "other" },
      { requestId: second.id, name: "übersee float" },
      { requestId: first.id, name: "übersee float" },
    ]);
    expect(await findRequestsByRailIds(db, acme.connection.id, ["rail_1", "rail_9"])).toEqual([
      second,
    ]);
    expect(await findRequestsByRailIds(db, acme.connection.id, [])).toEqual([]);
  });

  it("lists the open ones, and those of one person, newest first", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const bens = await ask(acme, { requestedBy: BEN });
    await ask(acme, { requestedBy: BEN, state: denied });
    const stopped = await ask(acme, { state: quarantined });
    await ask(acme, { state: done("rail_1") });

    const open = await listOpenRequests(db, acme.workspaceId);
    const [newest, ...others] = await listRequestsBy(db, acme.workspaceId, BEN, 2);

    expect(open).toEqual([stopped, bens]);
    expect(newest).toMatchObject({ number: 2, state: denied });
    expect(others).toEqual([bens]);
    expect(await listRequestsBy(db, acme.workspaceId, BEN, 1)).toEqual([newest]);
  });

  it("finds the newest request that asks for the same, unless it ended without a Rail", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const spec = anOnRampSpec();
    const similar = () => findSimilarRequest(db, acme.connection.id, spec);
    expect(await similar()).toBeUndefined();

    const pending = await ask(acme, { spec, name: "One" });
    await ask(acme, { spec, state: denied });
    await ask(acme, { spec, state: closed(null) });
    await ask(acme, { spec, state: failed, attempt: 1 });
    await ask(acme, { spec: anOffRampSpec() });
    await ask(acme, {
      spec: anOnRampSpec({ destination: { asset: "GBPA", wallet: aWallet({ id: "wa_2" }) } }),
    });
    expect(await similar()).toEqual(pending);

    const made = await ask(acme, { spec, name: "Two", state: done("rail_1") });
    expect(await similar()).toEqual(made);
    const leftThere = await ask(acme, { spec, state: closed({ railId: null, issued: null }) });
    expect(await similar()).toEqual(leftThere);
    const triedTwice = await ask(acme, { spec, state: failed, attempt: 2 });
    expect(await similar()).toEqual(triedTwice);
    const givenUp = await ask(acme, { spec, state: closed(null), attempt: 1 });
    expect(await similar()).toEqual(givenUp);
  });

  it("knows the Rail of the newest request that has one", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const latest = () => findLatestRailId(db, acme.connection.id);
    await ask(acme);
    expect(await latest()).toBeUndefined();

    await ask(acme, { state: done("rail_1") });
    await ask(acme, { state: done('rail "2" \\') });
    await ask(acme, { state: quarantined });
    await ask(acme);
    expect(await latest()).toBe('rail "2" \\');
  });

  it("knows whether a request has made a Rail into a destination", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    await ask(acme);
    await ask(acme, { spec: anOffRampSpec(), state: done("rail_3") });
    const isUsed = (id: string) => hasRailInto(db, acme.connection.id, id);

    expect(await isUsed("wa_1001")).toBe(false);
    expect(await isUsed("bka_2001")).toBe(true);
    await ask(acme, { state: done("rail_1") });
    await ask(acme, { state: done("rail_2") });
    expect(await isUsed("wa_1001")).toBe(true);
    expect(await isUsed("wa_9")).toBe(false);
  });

  it("lists what should have moved on, the longest overdue first", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const asked = [
      await ask(acme, { expiresAt: after({ days: -400 }) }),
      await ask(acme, { expiresAt: after({ days: -401 }) }),
      await ask(acme, { expiresAt: after({ days: -399 }) }),
      await ask(acme, { expiresAt: after({ days: -402 }), state: denied }),
    ];
    const [second, first, third] = asked.map((request) => ({
      ...refOf(request),
      due: request.expiresAt,
    }));
    const overdue = (before: string, limit: number, from: Overdue | null = null) =>
      listOverdueRequests(db, { before, beyond: NEVER }, from, limit);

    expect(await overdue(after({ days: -398 }), 3)).toEqual([first, second, third]);
    expect(await overdue(after({ days: -398 }), 1)).toEqual([first]);
    expect(await overdue(after({ days: -401 }), ALL)).toEqual([]);
    expect(await overdue(after({ days: -398 }), 1, first ?? null)).toEqual([second]);
    expect(await overdue(after({ days: -398 }), ALL, second ?? null)).toEqual([third]);
    expect(await overdue(after({ days: -398 }), ALL, third ?? null)).toEqual([]);
  });

  it("leaves none out of many that are overdue since the same moment", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const expiresAt = after({ days: -500 });
    const asked: string[] = [];
    for (let each = 0; each < 5; each += 1) asked.push((await ask(acme, { expiresAt })).id);

    const found: string[] = [];
    const due = { before: after({ days: -499 }), beyond: NEVER };
    let from: Overdue | null = null;
    for (;;) {
      const page = await listOverdueRequests(db, due, from, 2);
      if (page.length === 0) break;
      found.push(...page.map(({ requestId }) => requestId));
      from = page.at(-1) ?? null;
    }

    expect(found).toEqual([...found].sort());
    expect([...asked].sort()).toEqual(found);
  });

  it("lists what is due later than anything can be, and what has expired before its next step", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const late = (days: number) => ({ since: NOW, nextTryAt: after({ days }) });
    const unknown = (days: number): State => ({
      status: "unknown",
      since: NOW,
      because: "interrupted",
      cleanScans: 0,
      failedLooks: 0,
      trouble: null,
      nextLookAt: after({ days }),
      issued: null,
    });
    const overdue = [
      await ask(acme, { state: unknown(701) }),
      await ask(acme, { state: { status: "blocked", ...late(702) } }),
      await ask(acme, {
        state: { status: "blocked", ...late(600) },
        expiresAt: after({ days: -598 }),
      }),
    ];
    await ask(acme, { state: unknown(699) });
    await ask(acme, { expiresAt: after({ days: 703 }) });
    await ask(acme, { state: unknown(600), expiresAt: after({ days: -598 }) });

    const due = { before: after({ days: -597 }), beyond: after({ days: 700 }) };
    const found = await listOverdueRequests(db, due, null, ALL);

    expect(found.map(({ requestId }) => requestId)).toEqual(
      [overdue[2], overdue[0], overdue[1]].map((request) => request?.id),
    );
  });

  it("does not list what a freeze holds up, unless it expires or retires a destination", async () => {
    const { db, transaction, company, ask } = on();
    const acme = await company();
    const due = { nextTryAt: after({ days: -600 }), since: NOW };
    const approved: State = { status: "approved", timesNotSent: 0, because: null, ...due };
    const held = [
      await ask(acme, { state: approved }),
      await ask(acme, { state: { status: "blocked", ...due } }),
    ];
    const goesOn = [
      await ask(acme, { change: aRetirement(), state: approved }),
      await ask(acme, { state: approved, expiresAt: after({ days: -600 }) }),
      await ask(acme, { expiresAt: after({ days: -600 }) }),
    ];
    const overdue = async () =>
      (await listOverdueRequests(db, { before: after({ days: -599 }), beyond: NEVER }, null, ALL))
        .map(({ requestId }) => requestId)
        .sort();
    const ids = (requests: readonly { id: string }[]) => requests.map(({ id }) => id).sort();
    expect(await overdue()).toEqual(ids([...held, ...goesOn]));
    const cause = { by: BEN, reason: "Odd", cause: "person", agreed: [] } as const;

    await transaction((tx) =>
      saveFreeze(tx.db, acme.workspaceId, { version: 1, frozen: { since: NOW, ...cause } }),
    );
    expect(await overdue()).toEqual(ids(goesOn));

    await transaction((tx) => saveFreeze(tx.db, acme.workspaceId, { version: 2, frozen: null }));
    expect(await overdue()).toEqual(ids([...held, ...goesOn]));
  });

  it("keeps one message of a kind for a request, and knows which cards are stale", async () => {
    const { db, transaction, company, ask } = on();
    const acme = await company();
    const asked = await ask(acme);
    const ref = refOf(asked);
    const card = { channelId: "C1", ts: "1.000100", version: 0, freeze: 0 };
    const isStale = async (now = NOW) =>
      (await listStaleCards(db, now, ALL)).some(({ requestId }) => requestId === asked.id);

    expect(await isStale()).toBe(true);
    await saveMessage(db, ref, "instructions", card);
    expect(await isStale()).toBe(true);
    await saveMessage(db, ref, "approval-card", card);
    expect(await isStale()).toBe(false);

    const event: RequestEvent = { type: "withdrawn", at: NOW, by: BEN };
    await transaction((tx) => saveRequest(tx.db, asked, evolve(asked, event), [event]));
    expect(await isStale()).toBe(true);
    const redrawn = { channelId: "C2", ts: "2.000200", version: 1, freeze: 0 };
    await saveMessage(db, ref, "approval-card", redrawn);
    expect(await isStale()).toBe(false);
    expect(await findMessage(db, ref, "approval-card")).toEqual(redrawn);

    const inFlight = { ...redrawn, redrawAt: after({ minutes: 1 }) };
    const note = (by: PostedMessage, before?: PostedMessage) =>
      replaceMessage(db, ref, "card-update", by, before);
    expect(await note(inFlight)).toBe(true);
    expect(await findMessage(db, ref, "card-update")).toEqual(inFlight);
    expect(await isStale()).toBe(false);
    expect(await isStale(after({ minutes: 1 }))).toBe(true);
    expect(await note(redrawn, inFlight)).toBe(true);
    expect(await isStale(after({ minutes: 1 }))).toBe(false);
    expect(await findMessage(db, ref, "instructions")).toEqual(card);
    expect(await findMessage(db, ref, "alarm")).toBeUndefined();
  });

  it("replaces a message only where what is known of it has not changed", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const ref = refOf(await ask(acme));
    const one = { channelId: "C1", ts: "1.000100", version: 0, freeze: 0 };
    const other = { ...one, ts: "2.000100" };
    const replace = (by: PostedMessage, before?: PostedMessage) =>
      replaceMessage(db, ref, "approval-card", by, before);

    expect(await Promise.all([replace(one), replace(one)])).toContain(false);
    expect(await replace(other)).toBe(false);
    expect(await findMessage(db, ref, "approval-card")).toEqual(one);
    for (const before of [
      { ...one, ts: "3" },
      { ...one, version: 1 },
      { ...one, freeze: 1 },
      { ...one, redrawAt: NOW },
    ]) {
      expect(await replace(other, before)).toBe(false);
    }
    expect(await Promise.all([replace(other, one), replace(other, one)])).toContain(false);
    expect(await findMessage(db, ref, "approval-card")).toEqual(other);
    expect(await replace({ ...other, version: 7, freeze: 2 }, other)).toBe(true);
    expect(await findMessage(db, ref, "approval-card")).toMatchObject({ version: 7, freeze: 2 });
  });

  it("knows the alarms that nobody was called to", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const stopped = await ask(acme, { state: quarantined });
    const stuck = await ask(acme, {
      state: {
        status: "needs-a-person",
        since: NOW,
        question: "outcome",
        because: "no Rail was found",
        candidates: [],
        made: null,
      },
    });
    await ask(acme);
    await ask(acme, { state: denied });
    const unraised = async () => {
      const refs = await listUnraisedAlarms(db, ALL);
      return refs.filter(({ workspaceId }) => workspaceId === acme.workspaceId);
    };

    expect(await unraised()).toEqual([stuck, stopped].map(refOf));
    expect(await listUnraisedAlarms(db, 1)).toHaveLength(1);
    await saveMessage(db, refOf(stuck), "alarm", { channelId: "C1", ts: "1", version: 0 });
    expect(await unraised()).toEqual([refOf(stopped)]);
  });

  it("gives a request its own unique place: no number and no Rail twice", async () => {
    const { company, ask } = on();
    const acme = await company();
    await ask(acme, { state: done("rail_1") });

    await expect(ask(acme, { state: done("rail_1") })).rejects.toThrow(/duplicate key/);
    await expect(ask(acme, { number: 1 })).rejects.toThrow(/duplicate key/);
  });

  it("keeps destinations, and lists those that have not ended", async () => {
    const { db, company } = on();
    const acme = await company();
    const keep = async <Kept extends Destination>(kept: Kept) => {
      await addDestination(db, kept);
      return kept;
    };
    const into = () => ({ ...belongingTo(acme), id: randomUUID() });
    const wallet = await keep(
      aWalletDestination({ ...into(), wallet: aWallet({ name: "b 🏦 '", network: "" }) }),
    );
    const account = await keep(aBankAccountDestination(into()));
    const later = await keep(
      aWalletDestination({
        ...into(),
        usableFrom: after({ hours: 1 }),
        wallet: aWallet({ id: "wa_2", name: "c" }),
      }),
    );
    const retired = await keep(
      aWalletDestination({ ...into(), retiredAt: NOW, wallet: aWallet({ id: "wa_3", name: "d" }) }),
    );
    const contradicted = await keep(
      aWalletDestination({
        ...into(),
        contradictedAt: NOW,
        requestId: null,
        wallet: aWallet({ id: "wa_4", name: "e" }),
      }),
    );
    await addDestination(db, { ...wallet, id: randomUUID() });
    const list = (filter: DestinationFilter) => listDestinations(db, acme.connection.id, filter);

    expect(await list({})).toEqual([wallet, later, retired, contradicted, account]);
    expect(await list({ isNotEnded: true })).toEqual([wallet, later, account]);
    expect(await list({ isNotEnded: true, kind: "wallet" })).toEqual([wallet, later]);
    expect(await findDestination(db, acme.workspaceId, wallet.id)).toEqual(wallet);
    expect(await findDestinationByServiceId(db, acme.connection.id, "bka_2001")).toEqual(account);
  });

  function belongingTo({ workspaceId, connection }: Company) {
    return { workspaceId, connectionId: connection.id };
  }
}
