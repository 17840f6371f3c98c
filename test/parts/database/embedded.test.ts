import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applySchema, checkStart } from "../../../src/platform/database/check-start.ts";
import { type Pool, statement } from "../../../src/platform/database/db.ts";
import { createKeys } from "../../../src/platform/database/keys.ts";
import { openDatabase } from "../../../src/platform/database/open-database.ts";
import { openEmbedded } from "../../../src/platform/database/open-embedded.ts";
import { checkChain } from "../../../src/request/store/chain.ts";
import { readConnection } from "../../../src/request/store/connections.ts";
import { readNextDue, takeDue } from "../../../src/request/store/due.ts";
import { readGround } from "../../../src/request/store/ground.ts";
import { finishWalk, writeRails } from "../../../src/request/store/mirror.ts";
import { addWorkspace } from "../../../src/request/store/workspaces.ts";
import { RAIL } from "../../rules/rails.ts";
import { approve, ask, setUp, take } from "../store/store.ts";

const KEYS = createKeys([randomBytes(32)], randomBytes);
let directory: string;
let pool: Pool;
const open = () => openDatabase(pool, KEYS, { isPooled: false });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "signalbox-embedded-"));
  pool = await openEmbedded(directory);
  await applySchema(pool);
});

afterAll(async () => {
  await pool.end();
  await rm(directory, { recursive: true });
});

test("the embedded engine does what PostgreSQL does, and keeps it", async () => {
  const db = open();
  await checkStart(db);
  await addWorkspace(db, "T1");
  await setUp(db, "T1");
  const asked = await ask(db, { delivery: "click-1", nextAt: new Date(0).toISOString() });
  const clicks = [take(db, asked), take(db, asked), take(db, asked)];
  expect(await Promise.all(clicks)).toEqual(["saved", "saved", "saved"]);
  expect(await take(db, asked, approve, {}, { delivery: "click-1" })).toBe("delivered");
  await writeRails(db, { workspace: "T1", connection: "c1" }, [{ ...RAIL, metadata: null }], 1);
  const row = await readConnection(db, "T1", "c1");
  const began = { now: asked.requestedAt, server: row?.server ?? "" };
  await finishWalk(db, { workspace: "T1", connection: "c1" }, 1, began);
  const ground = await readGround(db, { workspace: "T1", request: asked.id });
  expect(ground).toMatchObject({ was: 4, broken: null, head: { seq: 5 } });
  expect(ground.look?.sightings).toMatchObject([{ key: "rail_1", owner: null }]);
  expect(await checkChain(db, "T1", 1, 5)).toBeNull();
  expect(await takeDue(db, "walk", { limit: 5, turn: "", busy: {} })).toHaveLength(1);
  expect(await readNextDue(db)).toMatchObject({ now: expect.any(Number) });
});

test("a swallowed failure does not pass for a commit on it either", async () => {
  const db = open();
  await addWorkspace(db, "T2");
  const work = db.transaction("T2", async (tx) => {
    await tx.query(statement("update signalbox.workspaces set bot_token = 'x' where id = 'T2'"));
    await tx.query(statement("select 1 / 0")).catch(() => {});
  });
  await expect(work).rejects.toMatchObject({ code: "not-committed" });
  const read = statement("select bot_token from signalbox.workspaces where id = 'T2'");
  expect(await db.query(read)).toEqual([{ bot_token: null }]);
});

test("a connection that is given up leaves no transaction to the next one", async () => {
  const client = await pool.connect();
  await client.query({ text: "begin" });
  await client.query({ text: "update signalbox.workspaces set bot_token = 'left'" });
  client.release(true);
  const read = statement("select id from signalbox.workspaces where bot_token is not null");
  expect(await open().query(read)).toEqual([]);
});

test("its directory is one process's at a time", async () => {
  await expect(openEmbedded(directory)).rejects.toMatchObject({ code: "in-use" });
  await pool.end();
  pool = await openEmbedded(directory);
  expect((await readGround(open(), { workspace: "T1", request: null })).head.seq).toBe(5);
});
