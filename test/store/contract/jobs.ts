import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { WORK } from "../../../src/capabilities.ts";
import { refOf } from "./requests.ts";
import type { Subject } from "./subject.ts";
import { gate } from "./subject.ts";

const JOB_NAMES = WORK.jobs.map(({ name }) => name);
/** Wide: an idle worker looks every two seconds, and a retry waits. */
const SOON = { interval: 20 };

export function jobsContract(on: () => Subject): void {
  it.each(JOB_NAMES)("named %s can be enqueued in a transaction, and run", async (name) => {
    const { transaction, company, ask, ran } = on();
    const asked = await ask(await company());

    await transaction((tx) => tx.enqueue({ name, request: refOf(asked) }));

    await expect.poll(() => ran(asked.id), SOON).toEqual([name]);
  });

  it("run only once their transaction has been saved", async () => {
    const { transaction, company, ask, onJob } = on();
    const asked = await ask(await company());
    const order: string[] = [];
    onJob(asked.id, async () => void order.push("the job runs"));

    await transaction(async (tx) => {
      await tx.enqueue({ name: "create-rail", request: refOf(asked) });
      await new Promise((resolve) => setTimeout(resolve, 200));
      order.push("the transaction ends");
    });

    await expect.poll(() => order, SOON).toEqual(["the transaction ends", "the job runs"]);
  });

  it("wait for their time", async () => {
    const { transaction, company, ask, onJob } = on();
    const asked = await ask(await company());
    const due = Date.now() + 1_500;
    let ranAt = 0;
    onJob(asked.id, async () => {
      ranAt = Date.now();
    });

    await transaction((tx) =>
      tx.enqueue({
        name: "verify-rail",
        request: refOf(asked),
        startAfter: new Date(due).toISOString(),
      }),
    );

    await expect.poll(() => ranAt, SOON).toBeGreaterThanOrEqual(due);
  });

  it("are tried again after they failed", async () => {
    const { transaction, company, ask, onJob, ran } = on();
    const asked = await ask(await company());
    let tries = 0;
    onJob(asked.id, async () => {
      tries += 1;
      if (tries === 1) throw new Error("Slack is down");
    });

    await transaction((tx) => tx.enqueue({ name: "post-instructions", request: refOf(asked) }));

    await expect.poll(() => ran(asked.id), SOON).toEqual(["post-instructions"]);
    expect(tries).toBe(2);
  });

  it("run once each, however many workers there are", async () => {
    const { transaction, company, ask, ran } = on();
    const acme = await company();
    const asked = await Promise.all(Array.from({ length: 15 }, () => ask(acme)));

    await Promise.all(
      asked.map((each) =>
        transaction((tx) => tx.enqueue({ name: "create-rail", request: refOf(each) })),
      ),
    );

    const runs = () => asked.map(({ id }) => ran(id).length);
    await expect.poll(() => Math.min(...runs()), SOON).toBe(1);
    expect(Math.max(...runs())).toBe(1);
  });

  it("of one workspace wait behind the first of another, however many it has", async () => {
    const { transaction, company, onJob } = on();
    const { workspaceId: many } = await company();
    const { workspaceId: few } = await company();
    const hold = gate();
    const order: string[] = [];
    const ask = (workspaceId: string, count: number) => {
      const requests = Array.from({ length: count }, () => ({
        workspaceId,
        requestId: randomUUID(),
      }));
      for (const { requestId } of requests) {
        onJob(requestId, async () => {
          await hold.opened;
          order.push(workspaceId);
        });
      }
      return transaction(async (tx) => {
        for (const request of requests) await tx.enqueue({ name: "tell-ending", request });
      });
    };

    await ask(many, 1_000);
    await ask(few, 1);
    hold.open();

    await expect.poll(() => order, { interval: 20, timeout: 20_000 }).toContain(few);
    // Each of the workers had its hands full, and begins one more of the many beside the one of the few.
    expect(order.indexOf(few)).toBeLessThan(50);
  });

  it("redraw one request's card one at a time, and hold up nobody else's", async () => {
    const { transaction, company, ask, onJob, ran } = on();
    const acme = await company();
    const [slow, other] = [await ask(acme), await ask(acme)];
    const hold = gate();
    onJob(slow.id, () => hold.opened);

    for (const request of [slow, slow, slow, other].map(refOf)) {
      await transaction((tx) => tx.enqueue({ name: "update-approval-card", request }));
    }
    try {
      await expect.poll(() => ran(other.id), SOON).toEqual(["update-approval-card"]);
      expect(ran(slow.id)).toEqual([]);
    } finally {
      hold.open();
    }

    // What waited together is done together.
    await expect.poll(() => ran(slow.id), SOON).not.toEqual([]);
  });
}
