import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readHistory } from "../../../src/request/store/chain.ts";
import { readGround } from "../../../src/request/store/ground.ts";
import { readRequest } from "../../../src/request/store/requests.ts";
import { save } from "../../../src/request/store/save.ts";
import { ADDITION, RESUME } from "../../rules/changes.ts";
import { ANNA, BEN, SETTINGS } from "../../rules/company.ts";
import { RAIL } from "../../rules/rails.ts";
import { approve, ask, note, openStore, saveNote, saveStep, take, toState } from "./store.ts";

const T1 = { workspace: "T1", request: null };

test("a request is read as it was saved, with its entries behind the head", async () => {
  const store = await openStore();
  const asked = await ask(store.db);
  const ground = await readGround(store.db, { workspace: "T1", request: asked.id });
  expect(ground).toMatchObject({ request: asked, was: 1, broken: null, head: { seq: 2 } });
  expect(ground).toMatchObject({ forces: { settings: 1, frozen: null }, nextNumber: 2 });
  expect(ground.inForce).toEqual({ version: 1, settings: SETTINGS });
  expect(ground.connection).toMatchObject({ id: "c1", hasToken: true });
  const [entry] = await readHistory(store.db, "T1", asked.id, 5);
  expect(entry).toMatchObject({ action: "requested", by: ANNA, version: 1, at: asked.requestedAt });
  expect(JSON.parse(entry?.facts ?? "")).toMatchObject({ digest: asked.digest });
});

test("each step compares the version that was read, never the status", async () => {
  const store = await openStore();
  const asked = await ask(store.db);
  const old = await readGround(store.db, { workspace: "T1", request: asked.id });
  expect(await take(store.db, asked)).toBe("saved");
  const result = await store.db.transaction("T1", async (tx) => {
    const { head } = await readGround(tx, T1);
    return saveStep(tx, { ...old, head }, approve(asked));
  });
  expect(result).toBe("stale");
  expect(await store.sql("select seq from signalbox.audit")).toHaveLength(3);
});

test("a step that is saved on an old head is stale, and changes nothing", async () => {
  const store = await openStore();
  const asked = await ask(store.db);
  const old = await readGround(store.db, { workspace: "T1", request: asked.id });
  await saveNote(store.db, "T1", { entries: [note()] });
  const result = await store.db.transaction("T1", (tx) => saveStep(tx, old, approve(asked)));
  expect(result).toBe("stale");
  const found = await readRequest(store.db, "T1", asked.id);
  expect(found).toEqual({ is: "intact", request: asked });
});

test("a request id makes one request, however often it is asked", async () => {
  const store = await openStore();
  const id = randomUUID();
  await ask(store.db, { id });
  const { head } = await readGround(store.db, T1);
  await store.db.transaction("T1", async (tx) => {
    const ground = await readGround(tx, { workspace: "T1", request: id });
    if (!ground.request) throw new Error("It was asked");
    const again = { ...approve(ground.request) };
    expect(await saveStep(tx, { ...ground, was: null }, again)).toBe("stale");
  });
  expect((await readGround(store.db, T1)).head).toEqual(head);
});

test("a delivery is known before the decision, and its key is a second lock", async () => {
  const store = await openStore();
  const asked = await ask(store.db, { delivery: "click-1" });
  const ground = await readGround(store.db, {
    workspace: "T1",
    request: asked.id,
    delivery: "click-1",
  });
  expect(ground.delivered).toBe(true);
  const other = { workspace: "T1", request: asked.id, delivery: "click-2" };
  expect((await readGround(store.db, other)).delivered).toBe(false);
  expect(await take(store.db, asked, approve, { saving: { delivery: "click-1" } })).toBe(
    "delivered",
  );
  expect((await readGround(store.db, other)).was).toBe(1);
});

test("a workspace's delivery says nothing about another's", async () => {
  const store = await openStore();
  await ask(store.db, { delivery: "click-1" });
  await store.sql("insert into signalbox.workspaces (id) values ('T2')");
  const ground = await readGround(store.db, {
    workspace: "T2",
    request: null,
    delivery: "click-1",
  });
  expect(ground).toMatchObject({ delivered: false, head: { seq: 0 }, nextNumber: 1 });
});

test("two requests are saved by one step, with what is in force afterwards", async () => {
  const store = await openStore();
  const first = await ask(store.db, { change: RESUME });
  await saveNote(store.db, "T1", { entries: [note({ action: "frozen", request: first.id })] });
  expect((await readGround(store.db, T1)).forces).toEqual({ settings: 1, frozen: first.id });
  const second = await ask(store.db, { change: RESUME, by: BEN });
  const closed = { is: "closed", how: "replaced", by: BEN, at: "", reason: "" } as const;
  await store.db.transaction("T1", async (tx) => {
    const ground = await readGround(tx, { workspace: "T1", request: first.id });
    const [one, two] = [toState(closed)(first), approve(second)];
    if (!one.ok || !two.ok) throw new Error("Refused");
    const due = { nextAt: null, syncAt: null };
    const result = await save(tx, ground, {
      requests: [
        { next: one.next, was: 1, ...due },
        { next: two.next, was: 1, ...due },
      ],
      entries: [...one.entries, ...two.entries],
      forces: { settings: 1, frozen: second.id },
    });
    expect(result).toBe("saved");
  });
  const ground = await readGround(store.db, { workspace: "T1", request: second.id });
  expect(ground).toMatchObject({ was: 2, forces: { frozen: second.id }, open: 0 });
  expect(await readRequest(store.db, "T1", first.id)).toMatchObject({ is: "intact" });
});

test("a Rail belongs to one request, and stays its Rail when people have to look at it", async () => {
  const store = await openStore();
  const [one, two] = [await ask(store.db), await ask(store.db)];
  const created = toState({ is: "created", railId: "rail_1", issued: RAIL, reads: 0, since: "" });
  expect(await take(store.db, one, created)).toBe("saved");
  expect(await take(store.db, two, created)).toBe("rail-taken");
  const stuck = { is: "stuck", question: "not-shown", railKeys: ["rail_1"], since: "" } as const;
  expect(await take(store.db, one, toState(stuck))).toBe("saved");
  expect(await take(store.db, two, created)).toBe("rail-taken");
});

test("an attempt is claimed once", async () => {
  const store = await openStore();
  const asked = await ask(store.db);
  await take(store.db, asked, claimed);
  expect(await take(store.db, asked, claimed)).toBe("stale");
});

const claimed: Parameters<typeof take>[2] = (request) => {
  const step = approve(request);
  if (!step.ok) return step;
  const entries = step.entries.map(
    (each) => ({ ...each, action: "sending", attempt: "a1" }) as const,
  );
  return { ...step, entries };
};

test("what a step makes due is due at once; the request that it saves keeps its own time", async () => {
  const store = await openStore();
  const far = "2999-01-01T00:00:00.000Z";
  const [saved, ready, pending] = [await ask(store.db), await ask(store.db), await ask(store.db)];
  for (const each of [saved, ready]) {
    await take(store.db, each, toState({ is: "ready", because: "frozen" }), {
      due: { nextAt: far, syncAt: null },
    });
  }
  const again = toState({ is: "ready", because: "look" });
  await take(store.db, saved, again, {
    due: { nextAt: far, syncAt: far },
    saving: { wakes: ["ready"] },
  });
  const rows = await store.sql(`select id, next_at < now() + interval '1 minute' as soon,
    signalbox.iso(next_at) as at, signalbox.iso(sync_at) as sync from signalbox.requests`);
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of(saved.id)).toMatchObject({ at: far, sync: far });
  expect(of(ready.id)).toMatchObject({ soon: true });
  expect(of(pending.id)).toMatchObject({ at: null });
});

test("a version is not saved without its entry, nor named without being saved", async () => {
  const store = await openStore();
  const asked = await ask(store.db);
  const bad = (change: "drop" | "raise") => (request: typeof asked) => {
    const step = approve(request);
    if (!step.ok) return step;
    const entries = step.entries.map((entry) => ({
      ...entry,
      version: change === "drop" ? null : (entry.version ?? 0) + 1,
    }));
    return { ...step, entries };
  };
  await expect(take(store.db, asked, bad("drop"))).rejects.toThrow("versions that are saved");
  await expect(take(store.db, asked, bad("raise"))).rejects.toThrow("versions that are saved");
  const named = note({ request: asked.id, version: 7 });
  await expect(saveNote(store.db, "T1", { entries: [named] })).rejects.toThrow("versions");
});

test("foreign text with NUL and half characters is kept without them, and its entry stays intact", async () => {
  const store = await openStore();
  await saveNote(store.db, "T1", { entries: [note({ facts: { said: "a\0b\ud800c\u2028é" } })] });
  const { head, broken } = await readGround(store.db, T1);
  expect({ seq: head.seq, broken }).toEqual({ seq: 2, broken: null });
  const [row] = await store.sql("select facts from signalbox.audit where seq = 2");
  expect(JSON.parse(row?.facts)).toEqual({ said: "ab\ufffdc\u2028é" });
});

test("requests are numbered from 1 in each workspace, and open ones are counted by person", async () => {
  const store = await openStore();
  await ask(store.db);
  const second = await ask(store.db, { by: BEN });
  await ask(store.db, { by: BEN, change: ADDITION });
  expect(second.number).toBe(2);
  const open = async (person: string) => (await readGround(store.db, { ...T1, person })).open;
  expect([await open(ANNA), await open(BEN), await open("UNOBODY")]).toEqual([1, 2, 0]);
});
