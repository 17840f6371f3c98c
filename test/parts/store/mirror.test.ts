import { expect, test } from "vitest";
import type { Db } from "../../../src/platform/database/db.ts";
import type { Rail } from "../../../src/platform/rail-api/rail.ts";
import { tagText } from "../../../src/request/rules/tag.ts";
import { readConnection } from "../../../src/request/store/connections.ts";
import { finishWalk, readRail, writeRails } from "../../../src/request/store/mirror.ts";
import { OFF_RAIL, RAIL } from "../../rules/rails.ts";
import { ask, groundOf, openStore, take, toState } from "./store.ts";

const SERVICE = { workspace: "T1", connection: "c1" };
const BEGAN = "2026-03-02T09:00:00.000Z";

interface Shape {
  id?: string | null;
  iban?: string | null;
  reference?: string;
  tag?: string;
  destinationId?: string | null;
  address?: string;
}

/** Ends a walk that began then, at the server that it began at. */
async function finish(db: Db, walk: number, now: string): Promise<boolean> {
  const row = await readConnection(db, "T1", "c1");
  return finishWalk(db, SERVICE, walk, { now, server: row?.server ?? "" });
}

const show = (db: Db, rails: Rail[], walk: number | null) => writeRails(db, SERVICE, rails, walk);

/** An on-ramp that nobody asked for, unless something else is said. */
function rail(shape: Shape): Rail {
  const { id = "rail_1", iban = "GB11", tag, destinationId = "wa_1", address } = shape;
  const { bankAccount } = RAIL.source;
  const { reference = bankAccount.reference } = shape;
  const { wallet } = RAIL.destination;
  return {
    ...RAIL,
    id,
    metadata: tag === undefined ? null : [tag],
    source: { ...RAIL.source, bankAccount: { ...bankAccount, iban, reference } },
    destination: {
      ...RAIL.destination,
      wallet: { ...wallet, id: destinationId, address: address ?? wallet.address },
    },
  };
}

test("a page is written by one statement, which tells what is new and what changed", async () => {
  const { db } = await openStore();
  const first = await show(db, [rail({}), rail({ id: "rail_2" })], 1);
  expect(first).toMatchObject([
    { key: "rail_1", isNew: true, before: null, owner: null },
    { key: "rail_2", isNew: true, before: null },
  ]);
  const again = [rail({ id: "rail_2" }), rail({ iban: "GB22" })];
  expect(await show(db, again, 1)).toMatchObject([
    { key: "rail_2", isNew: false, before: null },
    { key: "rail_1", isNew: false, before: rail({}), firstSeen: first[0]?.firstSeen },
  ]);
  expect((await readRail(db, SERVICE, "rail_1"))?.rail).toEqual(rail({ iban: "GB22" }));
  expect(await show(db, [], 1)).toEqual([]);
  expect(await show(db, [rail({}), rail({})], 1)).toHaveLength(1);
});

test.each([
  ["without, then with it", null, "rail_9"],
  ["with, then without it", "rail_9", null],
])("a Rail seen %s id is one Rail, known by its first key", async (_, before, after) => {
  const { db, sql } = await openStore();
  const [first] = await show(db, [rail({ id: before })], 1);
  const [second] = await show(db, [rail({ id: after })], 2);
  expect(second).toMatchObject({ key: first?.key, isNew: false });
  const rows = await sql("select key, rail_id from signalbox.rails");
  expect(rows).toEqual([{ key: first?.key, rail_id: "rail_9" }]);
  const [third] = await show(db, [rail({ id: "rail_9", iban: "GB22" })], 3);
  expect(third).toMatchObject({ key: first?.key, isNew: false });
});

test("a Rail that showed neither id nor account at first is known by its tag", async () => {
  const { db } = await openStore();
  const tag = tagText({ request: crypto.randomUUID(), digest: "d".repeat(64) });
  const [first] = await show(db, [rail({ id: null, iban: null, tag })], 1);
  const [second] = await show(db, [rail({ id: "rail_9", tag })], 2);
  expect(second).toMatchObject({ key: first?.key, isNew: false });
  await show(db, [rail({ id: null, iban: null })], 2);
  const [other] = await show(db, [rail({ id: "rail_8", iban: "GB33" })], 2);
  expect(other).toMatchObject({ key: "rail_8", isNew: true });
});

test("two Rails with ids of their own are two, also with one tag or one account", async () => {
  const { db } = await openStore();
  const tag = tagText({ request: crypto.randomUUID(), digest: "d".repeat(64) });
  await show(db, [rail({ tag }), rail({ id: "rail_2", tag })], 1);
  expect(await readRail(db, SERVICE, "rail_1")).toMatchObject({ hasTwin: true });
  expect(await readRail(db, SERVICE, "rail_2")).toMatchObject({ hasTwin: true });
  const [third] = await show(db, [rail({ id: "rail_3" })], 1);
  expect(third).toMatchObject({ key: "rail_3", isNew: true });
  expect(await readRail(db, SERVICE, "rail_3")).toMatchObject({ hasTwin: false });
});

test("one address that takes two assets belongs to two Rails", async () => {
  const { db } = await openStore();
  const pays = (asset: string): Rail => ({
    ...OFF_RAIL,
    id: null,
    metadata: null,
    source: { ...OFF_RAIL.source, asset },
  });
  for (const asset of ["GBPA", "USDC"]) {
    expect(await show(db, [pays(asset)], 1)).toMatchObject([{ isNew: true }]);
  }
});

const EUROS = { ...RAIL.source, asset: "EUR" };

test("a look shows our tag, and nobody's Rails that may be of the route", async () => {
  const { db } = await openStore();
  const asked = await ask(db);
  const tag = tagText({ request: asked.id, digest: asked.digest });
  const elsewhere = { destinationId: "wa_2", address: "Elsewhere" };
  const rails: Record<string, Rail> = {
    tagged: rail({ id: "tagged", tag, ...elsewhere }),
    "same-route": rail({ id: "same-route" }),
    "by-id": rail({ id: "by-id", address: "" }),
    "shows-nothing": rail({ id: "shows-nothing", destinationId: null, address: "" }),
    "other-value": rail({ id: "other-value", address: "Elsewhere" }),
    "other-id": rail({ id: "other-id", destinationId: "wa_2", address: "" }),
    "other-asset": { ...RAIL, id: "other-asset", metadata: null, source: EUROS },
  };
  await show(db, Object.values(rails), 1);
  const look = async () => (await groundOf(db, asked.id)).look;
  expect(await look()).toBeNull();
  await finish(db, 1, BEGAN);
  const seen = await look();
  expect(seen?.beganAt).toBe(BEGAN);
  const keys = seen?.sightings.map(({ key }) => key).sort();
  expect(keys).toEqual(["by-id", "same-route", "shows-nothing", "tagged"]);
  const tagged = seen?.sightings.find(({ key }) => key === "tagged");
  expect(tagged).toMatchObject({ rail: rails.tagged, owner: null });
  expect(tagged?.tag).toEqual({ request: asked.id, digest: asked.digest });
});

test("a Rail of another request is a sighting only if it bears the tag or none", async () => {
  const { db } = await openStore();
  const [one, two] = [await ask(db), await ask(db)];
  const tag = tagText({ request: two.id, digest: two.digest });
  const theirs = tagText({ request: one.id, digest: one.digest });
  const shown = [rail({ tag: theirs }), rail({ id: "rail_2", tag }), rail({ id: "rail_3" })];
  await show(db, shown, 1);
  await finish(db, 1, BEGAN);
  for (const [owner, railId] of [
    [one, "rail_1"],
    [await ask(db), "rail_2"],
    [await ask(db), "rail_3"],
  ] as const) {
    const created = { is: "created", railId, issued: RAIL, reads: 0, since: "" } as const;
    expect(await take(db, owner, toState(created))).toBe("saved");
  }
  const { look } = await groundOf(db, two.id);
  expect(look?.sightings.map(({ key }) => key).toSorted()).toEqual(["rail_2", "rail_3"]);
  for (const { owner } of look?.sightings ?? []) expect(owner).toBeTypeOf("string");
  const [written] = await show(db, [rail({ tag: theirs })], null);
  expect(written).toMatchObject({ owner: one.id });
});

test("a Rail is missed since the first complete walk without it", async () => {
  const { db, setTime } = await openStore({ clock: true });
  const start = Date.parse(BEGAN);
  const missed = async () => (await readRail(db, SERVICE, "rail_1"))?.missedSince;
  const walk = async (number: number, rails: Rail[]) => {
    await setTime(start + number * 60_000);
    await show(db, rails, number);
    await finish(db, number, BEGAN);
  };
  await walk(1, [rail({})]);
  expect(await missed()).toBeNull();
  await walk(2, []);
  await walk(3, []);
  expect(await missed()).toBe("2026-03-02T09:02:00.000Z");
  await show(db, [rail({})], null);
  expect(await missed()).toBeNull();
  await walk(4, []);
  await walk(5, [rail({})]);
  expect(await missed()).toBeNull();
});

test("a late walk changes nothing of a newer one", async () => {
  const { db, sql } = await openStore();
  await finish(db, 2, BEGAN);
  await show(db, [rail({})], 1);
  await finish(db, 1, "2020-01-01T00:00:00.000Z");
  const [row] = await sql(
    "select walk, signalbox.iso(walk_began) as began from signalbox.connections",
  );
  expect(row).toEqual({ walk: 2, began: BEGAN });
});

test("a walk that spans a start of the server has learned nothing", async () => {
  const { db } = await openStore();
  const spanning = { now: BEGAN, server: "another" };
  expect(await finishWalk(db, SERVICE, 1, spanning)).toBe(false);
  expect(await finish(db, 1, BEGAN)).toBe(true);
});

test("a done Rail is drawn anew when it changes, comes back, or is missed", async () => {
  const { db, sql, setTime } = await openStore({ clock: true });
  await setTime(Date.parse(BEGAN));
  const asked = await ask(db);
  await show(db, [rail({})], 1);
  const result = { railId: "rail_1", issued: RAIL, matched: true, differences: [] };
  await take(db, asked, toState({ is: "done", at: BEGAN, result }));
  const dueAt = async () => {
    const [row] = await sql("select signalbox.iso(sync_at) as at from signalbox.requests");
    await sql("update signalbox.requests set sync_at = null");
    return row?.at;
  };
  await show(db, [rail({})], 1);
  expect(await dueAt()).toBeNull();
  await show(db, [rail({ iban: "GB22" })], 1);
  expect(await dueAt()).toBe(BEGAN);
  await finish(db, 2, BEGAN);
  expect(await dueAt()).toBe("2026-03-02T10:00:00.000Z");
  await show(db, [rail({ iban: "GB22" })], 3);
  expect(await dueAt()).toBe(BEGAN);
});

test("Rails of one account are not taken for each other, with and without ids, tags or references", async () => {
  const { db, sql } = await openStore();
  const pooled = (id: string | null, reference: string, isTagged: boolean) => {
    const tag = tagText({ request: `${"0".repeat(35)}${reference}`, digest: "d".repeat(64) });
    return rail({ id, reference, ...(isTagged && { tag }) });
  };
  for (const isTagged of [true, false]) {
    await sql("delete from signalbox.rails");
    const unnamed = ["1", "2", "3"].map((reference) => pooled(null, reference, isTagged));
    const first = await show(db, [pooled("named", "0", isTagged), ...unnamed], 1);
    expect(await show(db, unnamed, 2)).toEqual(
      first.slice(1).map((each) => ({ ...each, isNew: false })),
    );
    const named = ["1", "2", "3"].map((each) => pooled(`rail_${each}`, each, isTagged));
    const keys = (await show(db, named, 3)).map(({ key }) => key);
    expect(keys).toEqual(first.slice(1).map(({ key }) => key));
    expect((await readRail(db, SERVICE, "named"))?.rail).toEqual(pooled("named", "0", isTagged));
  }
  await sql("delete from signalbox.rails");
  await show(db, [rail({ id: null })], 1);
  await show(db, [rail({ id: "rail_1" }), rail({ id: "rail_2" }), rail({ id: "rail_2" })], 2);
  expect((await readRail(db, SERVICE, "rail_1"))?.rail).toEqual(rail({ id: "rail_1" }));
  expect((await readRail(db, SERVICE, "rail_2"))?.rail).toEqual(rail({ id: "rail_2" }));
});
