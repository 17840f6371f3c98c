import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { createPace } from "../../../src/platform/slack/pace.ts";
import type { Lane, Rank } from "../../../src/platform/slack/slack.ts";
import type { Subject } from "./subject.ts";

const MINUTE = 60_000;
const FAR = 100 * MINUTE;
/** A pace so slow that no test takes as long as a turn. */
const aLane = (atOnce: number): Lane => ({ name: randomUUID(), everyMs: MINUTE, atOnce });
const minutes = ({ waitMs }: { waitMs: number }) => Math.ceil(waitMs / MINUTE);

export function paceContract(on: () => Subject): void {
  const pace = () => createPace(on().database.db);
  const take = (lane: Lane, atMostMs = FAR) => pace().take("T1", lane, atMostMs);

  it("gives turns at once for a burst, and then one after the other, whoever takes them", async () => {
    const lane = aLane(3);

    const turns = await Promise.all([1, 2, 3, 4, 5].map(() => take(lane)));

    expect(turns.map(minutes).sort()).toEqual([0, 0, 0, 1, 2]);
  });

  it("leaves a turn to others where it comes too late", async () => {
    const lane = aLane(1);
    await take(lane);

    const [late, taken] = [await take(lane, MINUTE / 2), await take(lane)];

    expect([late.isTaken, taken.isTaken]).toEqual([false, true]);
    expect([late, taken].map(minutes)).toEqual([1, 1]);
  });

  it("sends those who come too late back one after the other, the last of a long line together", async () => {
    const lane = { ...aLane(1), everyMs: 12_000 };
    await take(lane);
    await take(lane);

    const late = [];
    for (let each = 0; each < 5; each += 1) late.push(await take(lane, 0));

    expect(late.map(({ isTaken }) => isTaken)).not.toContain(true);
    expect(late.map(({ waitMs }) => Math.ceil(waitMs / 6_000))).toEqual([4, 6, 8, 9, 9]);
  });

  it("gives none while the lane is stalled, and those of other lanes and workspaces", async () => {
    const [stalled, other] = [aLane(10), aLane(10)];
    await pace().stall("T1", stalled, 7 * MINUTE);

    expect(minutes(await take(stalled))).toBe(7);
    expect(await take(other)).toEqual({ isTaken: true, waitMs: 0 });
    expect(await pace().take("T2", stalled, FAR)).toEqual({ isTaken: true, waitMs: 0 });
  });

  it("gives every turn at once where there is no pace, except in a stall", async () => {
    const lane = { ...aLane(1), everyMs: 0 };
    for (let turn = 0; turn < 3; turn += 1) expect((await take(lane)).waitMs).toBe(0);

    await pace().stall("T1", lane, MINUTE);

    expect(await take(lane, 0)).toMatchObject({ isTaken: false });
  });

  it("gives a lower rank only turns that are free at once, and keeps one of each burst for every higher rank", async () => {
    const lane = aLane(5);
    const turnsOf = async (rank: Rank, count: number) => {
      const turns = [];
      for (let turn = 0; turn < count; turn += 1) turns.push(await take({ ...lane, rank }));
      return turns.map(({ isTaken, waitMs }) => (isTaken ? Math.ceil(waitMs / MINUTE) : "left"));
    };

    expect(await turnsOf("last", 4)).toEqual([0, 0, 0, "left"]);
    expect(await turnsOf("next", 2)).toEqual([0, "left"]);
    expect(await turnsOf("first", 3)).toEqual([0, 1, 2]);
  });

  it("leaves a free turn to a higher rank that waits, for some seconds at most: it may have been killed", async () => {
    for (const [rank, lower] of [
      ["first", "next"],
      ["first", "last"],
      ["next", "last"],
    ] as const) {
      const lane = aLane(1);
      await pace().stall("T1", { ...lane, rank }, 0);

      expect((await take({ ...lane, rank: lower }, 0)).isTaken).toBe(false);
      expect((await take({ ...lane, rank }, 0)).isTaken).toBe(true);
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from taken_until - clock_timestamp())::float8 as seconds
        from paces where lane = ${`${lane.name} ${rank}`}`.execute(on().database.db);
      expect(rows[0]?.seconds).toBeLessThan(10);
    }
  });
}
