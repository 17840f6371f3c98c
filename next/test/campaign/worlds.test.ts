import { expect, test } from "vitest";
import { createDatabase } from "../harness/postgres.ts";
import { START } from "./company.ts";
import { randomFrom } from "./random.ts";
import { createStage } from "./stage.ts";
import type { Lane, Strike } from "./step.ts";
import { openCampaignDatabase } from "./world/database.ts";
import { createOutside } from "./world/outside.ts";
import { createPool } from "./world/pool.ts";
import { createRailWorld } from "./world/rail-world.ts";
import { createSlackWorld } from "./world/slack-world.ts";

const GO: Strike = { is: "none" };

/** One process on the worlds; `strikes` are those of its steps, in their order. */
async function openWorlds(strikes: Strike[] = []) {
  const base = await createDatabase({ clock: true });
  const database = await openCampaignDatabase(base);
  const random = randomFrom(1);
  const lane: Lane = { name: "one", isAlive: true, suspendedUntil: 0, skew: 0 };
  const stage = createStage({
    ...{ start: START, random, onTime: (to) => database.setClock(to) },
    onStep: async () => strikes.shift() ?? GO,
    async kill() {
      lane.isAlive = false;
      stage.drop(lane);
      await pool.cut(0);
    },
  });
  const clock = { now: stage.now, mark: stage.mark };
  const rail = createRailWorld({ ...clock, random, token: "rail-token" });
  const slack = createSlackWorld({ ...clock, later: (ms, work) => void stage.later(ms, work) });
  const pool = createPool(stage, lane, database);
  const world = { stage, lane, rail, slack, pool: pool.pool, files: new Map(), random };
  const outside = createOutside(world);
  const end = async () => {
    await pool.cut(0);
    await database.end();
    await base.drop();
  };
  /** One transaction that adds a workspace, and takes so long. */
  async function add(id: string, ms = 0): Promise<void> {
    const client = await outside.pool.connect();
    await client.query({ text: "begin" });
    await client.query({ text: `insert into signalbox.workspaces (id) values ('${id}')` });
    if (ms > 0) await outside.wait(ms);
    await client.query({ text: "commit" });
  }
  const added = () => database.rows("select id from signalbox.workspaces order by id");
  return { stage, database, add, added, [Symbol.asyncDispose]: end };
}

test("a killed process leaves nothing of its transaction, and time passes without it", async () => {
  await using worlds = await openWorlds([GO, GO, { is: "killed-before" }]);
  void worlds.add("lost");
  await worlds.stage.play(worlds.stage.wait(null, 3_600_000));
  // Its lock is gone, too.
  const again = "insert into signalbox.workspaces (id) values ('lost') returning id";
  expect(await worlds.database.rows(again)).toEqual([{ id: "lost" }]);
  const [row] = await worlds.database.rows("select extract(epoch from signalbox.clock()) as at");
  expect(Number(row?.at)).toBe(START / 1_000 + 3_600);
});

test("a commit whose answer is lost is kept, until a copy is put back", async () => {
  await using worlds = await openWorlds([GO, GO, { is: "lost-after" }]);
  await worlds.database.copy("nothing");
  await expect(worlds.stage.play(worlds.add("kept"))).rejects.toThrow("Connection terminated");
  expect(await worlds.added()).toEqual([{ id: "kept" }]);
  await worlds.database.restore("nothing");
  expect(await worlds.added()).toEqual([]);
});

test("a statement that waits for a lock lets the others go on, and gives up in time", async () => {
  await using worlds = await openWorlds();
  const both = Promise.allSettled([worlds.add("one", 60_000), worlds.add("one", 60_000)]);
  const [first, second] = await worlds.stage.play(both);
  expect([first.status, second.status].sort()).toEqual(["fulfilled", "rejected"]);
});
