import { expect, test } from "vitest";
import { valueKey } from "../../../src/platform/payment-details/destination-value.ts";
import { checkChain, missingMarks, readHistory } from "../../../src/request/store/chain.ts";
import {
  readConnection,
  readToken,
  saveConnection,
} from "../../../src/request/store/connections.ts";
import { readGround } from "../../../src/request/store/ground.ts";
import { beginPost, endPost, forgetHashes, readPosts } from "../../../src/request/store/posts.ts";
import { readByNumber, readRequest, readRequests } from "../../../src/request/store/requests.ts";
import { addWorkspace } from "../../../src/request/store/workspaces.ts";
import { IMPORT, OFF_RAMP, WALLET } from "../../rules/changes.ts";
import { CONNECTION } from "../../rules/company.ts";
import { ask, groundOf, openStore, setUp, take, toState } from "./store.ts";

test("requests are found by conditions that all have to match, the newest first and so many", async () => {
  const { db } = await openStore();
  const on = await ask(db);
  const off = await ask(db, { change: OFF_RAMP });
  const added = await ask(db, { change: IMPORT });
  await take(db, on, toState({ is: "ready", because: null }));
  const ids = async (filter: Parameters<typeof readRequests>[2]) =>
    (await readRequests(db, "T1", filter, 10)).requests.map(({ id }) => id);
  expect(await ids({})).toEqual([added.id, off.id, on.id]);
  expect(await ids({ connection: "c1", kinds: ["create-rail"] })).toEqual([off.id, on.id]);
  expect(await ids({ connection: "c2" })).toEqual([]);
  expect(await ids({ statuses: ["pending"] })).toEqual([added.id, off.id]);
  expect(await ids({ destination: valueKey(WALLET) })).toEqual([added.id, on.id]);
  expect(await ids({ kinds: ["create-rail"], statuses: ["ready"] })).toEqual([on.id]);
  const { requests } = await readRequests(db, "T1", {}, 2);
  expect(requests.map(({ number }) => number)).toEqual([3, 2]);
});

test("nothing of one workspace is found from another", async () => {
  const { db } = await openStore();
  await addWorkspace(db, "T2");
  await setUp(db, "T2");
  const asked = await ask(db);
  expect(await readRequest(db, "T2", asked.id)).toBeNull();
  expect(await readByNumber(db, "T2", 1)).toBeNull();
  expect((await readRequests(db, "T2", {}, 10)).requests).toEqual([]);
  expect(await readHistory(db, "T2", asked.id, 10)).toEqual([]);
  expect(await readGround(db, { workspace: "T2", request: asked.id })).toMatchObject({
    request: null,
    was: null,
    broken: null,
    head: { seq: 1 },
  });
  expect(await readByNumber(db, "T1", 1)).toEqual({ is: "intact", request: asked });
});

test("a kept token makes due what is ready, and the walk", async () => {
  const { db, sql } = await openStore();
  const [ready] = [await ask(db), await ask(db)];
  await take(db, ready, toState({ is: "ready", because: "token" }));
  await sql("update signalbox.connections set walk_at = null");
  await saveConnection(db, { workspace: "T1", ...CONNECTION }, "rail-token");
  const due = `select id from signalbox.requests where next_at is not null
    union select id from signalbox.connections where walk_at is not null order by 1 desc`;
  expect(await sql(due)).toEqual(expect.arrayContaining([{ id: ready.id }, { id: "c1" }]));
  expect(await sql(due)).toHaveLength(2);
});

test.each([
  ["its address", "T1", "c1", "base_url = 'https://evil.test'"],
  ["its id", "T1", "c9", "id = 'c9'"],
  ["its workspace", "T2", "c1", "workspace = 'T2'"],
])("a token is not opened after a change of %s", async (_, workspace, id, change) => {
  const { db, sql } = await openStore();
  await addWorkspace(db, "T2");
  const read = async (workspace: string, id: string) => {
    const connection = await readConnection(db, workspace, id);
    return connection && readToken(db, connection);
  };
  expect([await read("T1", "c1"), await read("T2", "c1")]).toEqual(["rail-token", null]);
  await sql(`update signalbox.connections set ${change}`);
  await expect(read(workspace, id)).rejects.toMatchObject({ code: "unsealable" });
});

const CARD = { about: "r1", key: "card", place: "C1" };

test("an answer about a post counts only for the newest call", async () => {
  const { db } = await openStore();
  const first = await beginPost(db, "T1", CARD, 0);
  expect(first).toEqual({ try: 1, wasUnclear: false });
  expect(await beginPost(db, "T1", CARD, 0)).toBeUndefined();
  const second = await beginPost(db, "T1", CARD, null);
  expect(second).toEqual({ try: 2, wasUnclear: true });
  const end = { ts: "1.1", hash: "h", gone: false };
  expect(await endPost(db, "T1", CARD, { ...end, try: 1 })).toBe(false);
  expect(await readPosts(db, "T1", "r1")).toMatchObject([{ ...CARD, ts: null, hash: null }]);
  expect(await endPost(db, "T1", CARD, { ...end, try: 2 })).toBe(true);
  expect(await readPosts(db, "T1", "r1")).toMatchObject([{ ...CARD, ...end, try: 2 }]);
  expect(await beginPost(db, "T1", CARD, 2)).toEqual({ try: 3, wasUnclear: false });
  expect(await readPosts(db, "T1", "r1")).toMatchObject([{ ts: "1.1", hash: null }]);
  expect(await readPosts(db, "T2", "r1")).toEqual([]);
});

test("after a restore no message counts as drawn, and each is due", async () => {
  const { db, sql } = await openStore();
  const asked = await ask(db);
  const other = await ask(db);
  const post = { ...CARD, about: asked.id };
  await beginPost(db, "T1", post, 0);
  await endPost(db, "T1", post, { try: 1, ts: "1.1", hash: "h", gone: false });
  await forgetHashes(db, "T1");
  expect(await readPosts(db, "T1", asked.id)).toMatchObject([{ ts: "1.1", hash: null }]);
  const due = await sql("select id from signalbox.requests where sync_at is not null");
  expect(due).toEqual([{ id: asked.id }]);
  expect(other.id).not.toBe(asked.id);
});

test("marks whose entries the audit lacks are told", async () => {
  const { db } = await openStore();
  await ask(db);
  const { head } = await groundOf(db);
  const good = { workspace: "T1", ...head };
  const bad = [
    { ...good, seq: 9 },
    { ...good, hash: "x" },
    { ...good, workspace: "T2" },
  ];
  expect(await missingMarks(db, [good, ...bad])).toEqual(bad);
  expect(await checkChain(db, "T1", 1, head.seq)).toBeNull();
});
