import { expect, it } from "vitest";
import { openHolds } from "../../../src/platform/queue/holds.ts";
import { createDatabase, hasPostgres } from "../../support/postgres.ts";

it.runIf(hasPostgres)(
  "others see what a process holds, before it looks for jobs again, until it lets go or ends",
  async () => {
    const { url, drop } = await createDatabase();
    const told: unknown[] = [];
    const open = () => openHolds(url, (error) => told.push(error));
    const [one, other] = [open(), open()];
    const attempts = ["1", "2"].map((id) => ({ id, retryCount: 0 }));
    const [first, second] = attempts;
    if (!first || !second) throw new Error("There are two");
    const seenFree = () => expect.poll(() => other.unheld(attempts), { interval: 20 });

    one.hold(attempts);
    await seenFree().toEqual([]);
    expect(await one.unheld(attempts)).toEqual([]);
    // A later try of the same job is another.
    expect(await other.unheld([{ ...first, retryCount: 1 }])).toHaveLength(1);
    one.letGo(first);
    await one.unheld([]);
    await seenFree().toEqual([first]);
    await one.close();
    await seenFree().toEqual(attempts);

    await other.close();
    await drop();
    expect(told).toEqual([]);
  },
);
