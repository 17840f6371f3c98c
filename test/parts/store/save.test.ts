import { expect, test } from "vitest";
import { type Database, statement } from "../../../src/platform/database/db.ts";
import { advanceTo } from "../../../src/request/rules/step.ts";
import { readHistory } from "../../../src/request/store/chain.ts";
import { readGround } from "../../../src/request/store/ground.ts";
import { readRequest } from "../../../src/request/store/requests.ts";
import { ADDITION } from "../../rules/changes.ts";
import { ANNA, BEN, SETTINGS } from "../../rules/company.ts";
import { RAIL } from "../../rules/rails.ts";
import {
  approve,
  ask,
  groundOf,
  note,
  openStore,
  saveNote,
  saveStep,
  take,
  toState,
} from "./store.ts";

const T1 = { workspace: "T1", request: null };

test("a request is read as it was saved, with its entries behind the head", async () => {
  const { db } = await openStore();
  const asked = await ask(db);
  const ground = await groundOf(db, asked.id);
  expect(ground).toMatchObject({ request: asked, was: 1, broken: null, head: { seq: 2 } });
  expect(ground).toMatchObject({ forces: { settings: 1, frozen: null }, nextNumber: 2 });
  expect(ground.inForce).toEqual({ version: 1, settings: SETTINGS });
  expect(ground.connection).toMatchObject({ id: "c1", hasToken: true });
  const [entry] = await readHistory(db, "T1", asked.id, 5);
  expect(entry).toMatchObject({ action: "requested", by: ANNA, version: 1, at: asked.requestedAt });
  expect(JSON.parse(entry?.facts ?? "")).toMatchObject({ digest: asked.digest });
});

const WAYS = ["transaction", "alone"] as const;

test.for(WAYS)(
  "each step compares the version that was read, never the status: %s",
  async (way) => {
    const { db, sql } = await openStore();
    const asked = await ask(db);
    const old = await groundOf(db, asked.id);
    expect(await take(db, asked)).toBe("saved");
    const result = await db[way]("T1", async (tx) => {
      const { head } = await readGround(tx, T1);
      return saveStep(tx, { ...old, head }, approve(asked));
    });
    expect(result).toBe("stale");
    expect(await sql("select seq from signalbox.audit")).toHaveLength(3);
  },
);

test.for(WAYS)("a step on an old head, or on one not there, changes nothing: %s", async (way) => {
  const { db } = await openStore();
  const asked = await ask(db);
  const old = await groundOf(db, asked.id);
  const forked = { ...old, head: { ...old.head, hash: "f".repeat(64) } };
  expect(await db[way]("T1", (tx) => saveStep(tx, forked, approve(asked)))).toBe("stale");
  await saveNote(db, "T1", {});
  expect(await db[way]("T1", (tx) => saveStep(tx, old, approve(asked)))).toBe("stale");
  const found = await readRequest(db, "T1", asked.id);
  expect(found).toEqual({ is: "intact", request: asked });
});

test("of steps that several processes save on one head, without a transaction, one is saved", async () => {
  const { db, openAnother } = await openStore();
  const [one, two, note] = [await ask(db), await ask(db), await ask(db)];
  const grounds = await Promise.all([one, two, one].map(({ id }) => groundOf(db, id)));
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holder = openAnother().transaction("T1", async (tx) => {
    const ground = await readGround(tx, { workspace: "T1", request: note.id });
    isHeld.resolve();
    await held.promise;
    return saveStep(tx, ground, approve(note));
  });
  await isHeld.promise;
  const saving = grounds.map((ground) =>
    openAnother().alone("T1", (tx) => saveStep(tx, ground, approve(ground.request ?? one))),
  );
  await untilTheyWait(db, saving.length);
  held.resolve();
  // Who holds the lock is not overtaken.
  expect([await holder, ...(await Promise.all(saving))]).toEqual([
    "saved",
    ...["stale", "stale", "stale"],
  ]);
  const again = await Promise.all([one, two].map(({ id }) => groundOf(db, id)));
  const saved = again.map((ground) =>
    openAnother().alone("T1", (tx) => saveStep(tx, ground, approve(ground.request ?? one))),
  );
  expect((await Promise.all(saved)).sort()).toEqual(["saved", "stale"]);
});

const WAITING = statement<{ waiting: number }>(`
  select count(*)::integer as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`);

async function untilTheyWait(db: Database, many: number): Promise<void> {
  for (let seen = 0; seen < many; ) seen = (await db.query(WAITING))[0]?.waiting ?? many;
}

test("a request id makes one request, however often it is asked", async () => {
  const { db } = await openStore();
  const { id } = await ask(db);
  const { head } = await groundOf(db);
  await expect(ask(db, { id })).rejects.toThrow("versions");
  const result = await db.transaction("T1", async (tx) => {
    const ground = await readGround(tx, { workspace: "T1", request: id });
    if (!ground.request) throw new Error("It was asked");
    return saveStep(tx, { ...ground, was: null }, approve(ground.request));
  });
  expect(result).toBe("stale");
  expect((await groundOf(db)).head).toEqual(head);
});

test("a delivery is known before the decision, and its key is a second lock", async () => {
  const { db } = await openStore();
  const asked = await ask(db, { delivery: "click-1" });
  const read = (delivery: string) => groundOf(db, asked.id, { delivery });
  expect([(await read("click-1")).delivered, (await read("click-2")).delivered]).toEqual([
    true,
    false,
  ]);
  expect(await take(db, asked, approve, {}, { delivery: "click-1" })).toBe("delivered");
  expect((await read("click-2")).was).toBe(1);
});

test("a Rail belongs to one request, also when people have to look at it", async () => {
  const { db } = await openStore();
  const [one, two] = [await ask(db), await ask(db)];
  const created = toState({ is: "created", railId: "rail_1", issued: RAIL, reads: 0, since: "" });
  expect(await take(db, one, created)).toBe("saved");
  expect(await take(db, two, created)).toBe("rail-taken");
  const stuck = { is: "stuck", question: "not-shown", railKeys: ["rail_1"], since: "" } as const;
  expect(await take(db, one, toState(stuck))).toBe("saved");
  expect(await take(db, two, created)).toBe("rail-taken");
});

test("an attempt is claimed once", async () => {
  const { db } = await openStore();
  const asked = await ask(db);
  const claim = (request: typeof asked) =>
    advanceTo(request, request.state, "sending", {}, { attempt: "a1" });
  expect(await take(db, asked, claim)).toBe("saved");
  expect(await take(db, asked, claim)).toBe("stale");
});

test("a step makes others due at once, and not the request that it saves", async () => {
  const { db, sql } = await openStore();
  const far = "2999-01-01T00:00:00.000Z";
  const [saved, ready, pending] = [await ask(db), await ask(db), await ask(db)];
  const frozen = toState({ is: "ready", because: "frozen" });
  for (const each of [saved, ready]) await take(db, each, frozen, { nextAt: far });
  const look = toState({ is: "ready", because: "look" });
  await take(db, saved, look, { nextAt: far, syncAt: far }, { wakes: ["ready"] });
  const rows = await sql(`select id, next_at < now() + interval '1 minute' as soon,
    signalbox.iso(next_at) as at, signalbox.iso(sync_at) as sync from signalbox.requests`);
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of(saved.id)).toMatchObject({ at: far, sync: far });
  expect([of(ready.id)?.soon, of(pending.id)?.at]).toEqual([true, null]);
});

test("a version is not saved without its entry, nor named without being saved", async () => {
  const { db } = await openStore();
  const asked = await ask(db);
  const step = approve(asked);
  const requests = [{ next: step.next, was: 1, nextAt: null, syncAt: null }];
  for (const version of [null, 1, 3]) {
    const entries = [note({ request: asked.id, version })];
    await expect(saveNote(db, "T1", { requests, entries })).rejects.toThrow("versions");
  }
  await expect(saveNote(db, "T1", { entries: step.entries })).rejects.toThrow("versions");
});

test("an entry with NUL and half characters is kept without them, intact", async () => {
  const { db, sql } = await openStore();
  await saveNote(db, "T1", { entries: [note({ facts: { said: "a\0b\ud800c\u2028é" } })] });
  const { head, broken } = await groundOf(db);
  expect({ seq: head.seq, broken }).toEqual({ seq: 2, broken: null });
  const [row] = await sql("select facts from signalbox.audit where seq = 2");
  expect(JSON.parse(row?.facts)).toEqual({ said: "ab\ufffdc\u2028é" });
});

test("requests are numbered from 1, and open ones counted by person", async () => {
  const { db } = await openStore();
  await ask(db);
  const second = await ask(db, { by: BEN });
  await ask(db, { by: BEN, change: ADDITION });
  expect(second.number).toBe(2);
  const open = async (person: string) => (await groundOf(db, null, { person })).open;
  expect([await open(ANNA), await open(BEN), await open("UNOBODY")]).toEqual([1, 2, 0]);
});
