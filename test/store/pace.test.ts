import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lane } from "../../src/services/ports.ts";
import { migrate } from "../../src/store/migrate.ts";
import type { OpenDatabase } from "../../src/store/open-embedded.ts";
import { openPostgres } from "../../src/store/open-postgres.ts";
import { createPace } from "../../src/store/pace.ts";
import { openTemporary } from "../support/embedded.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";

const MINUTE = 60_000;
/** So slow that no test takes as long as a turn. */
const aLane = (atOnce: number): Lane => ({ name: randomUUID(), everyMs: MINUTE, atOnce });
const FAR = 100 * MINUTE;

async function openServer(): Promise<OpenDatabase> {
  const server = await createDatabase();
  const database = openPostgres(server.url, () => {});
  return {
    ...database,
    async close() {
      await database.close();
      await server.drop();
    },
  };
}

describe.each([
  ["the embedded engine", true, openTemporary],
  ["PostgreSQL", hasPostgres, openServer],
])("turns kept in %s", (_, isHere, open) => {
  describe.runIf(isHere)("", () => {
    let database: OpenDatabase;
    beforeAll(async () => {
      database = await open();
      await migrate(database.db);
    });
    afterAll(() => database.close());
    const take = (lane: Lane, atMostMs = FAR) => createPace(database.db).take("T1", lane, atMostMs);

    it("come at once for a burst, and then one after the other, whoever takes them", async () => {
      const lane = aLane(3);

      const turns = await Promise.all([1, 2, 3, 4, 5].map(() => take(lane)));

      const waits = turns.map(({ waitMs }) => Math.ceil(waitMs / MINUTE));
      expect(waits.sort()).toEqual([0, 0, 0, 1, 2]);
    });

    it("are left to others where they come too late", async () => {
      const lane = aLane(1);
      await take(lane);

      const late = await take(lane, MINUTE / 2);
      const taken = await take(lane);

      expect(late).toMatchObject({ isTaken: false });
      expect(taken).toMatchObject({ isTaken: true });
      for (const { waitMs } of [late, taken]) expect(Math.ceil(waitMs / MINUTE)).toBe(1);
    });

    it("do not come while their lane is stalled, and others do", async () => {
      const [stalled, other] = [aLane(10), aLane(10)];
      await createPace(database.db).stall("T1", stalled, 7 * MINUTE);

      expect(Math.ceil((await take(stalled)).waitMs / MINUTE)).toBe(7);
      expect(await take(other)).toEqual({ isTaken: true, waitMs: 0 });
      expect(await createPace(database.db).take("T2", stalled, FAR)).toMatchObject({ waitMs: 0 });
    });

    it("without a pace come at once, except in a stall", async () => {
      const lane = { ...aLane(1), everyMs: 0 };
      for (let turn = 0; turn < 3; turn += 1) expect((await take(lane)).waitMs).toBe(0);

      await createPace(database.db).stall("T1", lane, MINUTE);

      expect(await take(lane, 0)).toMatchObject({ isTaken: false });
    });
  });
});
