import { expect, it } from "vitest";
import { applyCommand } from "../../../src/request/apply-command.ts";
import type { Transaction } from "../../../src/request/queries/transaction-port.ts";
import { firstBreak } from "../../../src/request/rules/audit.ts";
import { evolve } from "../../../src/request/rules/evolve.ts";
import { after, aWalletDestination, BEN, CAL, NOW } from "../../support/builders.ts";
import { aRoster } from "../../support/people.ts";
import { refOf } from "./requests.ts";
import type { Company, Subject } from "./subject.ts";
import { gate, jobsOf, NO_EVENTS } from "./subject.ts";

export function transactionsContract(on: () => Subject): void {
  it("number twenty requests that are submitted at once without a gap or a repeat", async () => {
    const { company, ask } = on();
    const acme = await company();

    const asked = await Promise.all(Array.from({ length: 20 }, () => ask(acme)));

    const numbers = asked.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it("leave no gap where a submission failed", async () => {
    const { store, company, ask } = on();
    const acme = await company();
    await expect(failing((tx) => tx.nextRequestNumber(acme.workspaceId))).rejects.toThrow("no");

    expect(await ask(acme)).toMatchObject({ number: 1 });
    await expect(store.transaction((tx) => tx.nextRequestNumber("T_NOBODY"))).rejects.toThrow();
  });

  it("take one of ten equal deliveries that come at once", async () => {
    const { store } = on();
    const key = crypto.randomUUID();

    const firsts = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2
          ? store.isFirstDelivery(key, NOW)
          : store.transaction((tx) => tx.isFirstDelivery(key, NOW)),
      ),
    );

    expect(firsts.filter(Boolean)).toHaveLength(1);
  });

  it("forget a delivery whose effect was undone, and those that are old", async () => {
    const { store } = on();
    const key = crypto.randomUUID();
    await expect(failing((tx) => tx.isFirstDelivery(key, NOW))).rejects.toThrow("no");
    expect(await store.isFirstDelivery(key, NOW)).toBe(true);

    await store.forgetBefore(after({ minutes: -1 }));
    expect(await store.isFirstDelivery(key, NOW)).toBe(false);
    await store.forgetBefore(after({ minutes: 1 }));
    expect(await store.isFirstDelivery(key, NOW)).toBe(true);
  });

  it("let two approvals at once both count, one after the other", async () => {
    const { store, company, ask } = on();
    const acme = await company();
    const asked = await ask(acme);
    const { workspaceId, connection } = acme;
    const into = { id: crypto.randomUUID(), workspaceId, connectionId: connection.id };
    await store.addDestination(aWalletDestination(into));
    const approve = (by: string) =>
      applyCommand(
        { store, clock: () => NOW },
        refOf(asked),
        {
          type: "approve",
          by,
          standing: "active",
          digest: asked.digest,
          check: null,
          answer: { asked: null, typed: null },
        },
        undefined,
        aRoster(),
      );

    const applied = await Promise.all([approve(BEN), approve(CAL)]);

    expect(applied).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await store.findRequest(refOf(asked))).toMatchObject({
      version: 3,
      state: { status: "approved" },
    });
  });

  it("hold a locked request until they end", async () => {
    const { store, company, ask } = on();
    const asked = await ask(await company());
    const order: string[] = [];
    const isLocked = gate();
    const first = store.transaction(async (tx) => {
      await tx.lockRequest(refOf(asked));
      isLocked.open();
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push("the first ends");
    });
    await isLocked.opened;
    const second = store.transaction(async (tx) => {
      await tx.lockRequest(refOf(asked));
      order.push("the second has it");
    });
    await Promise.all([first, second]);

    expect(order).toEqual(["the first ends", "the second has it"]);
  });

  it("leave nothing when they fail: no row, event, audit entry, delivery or job", async () => {
    const { store, database, company, ask, draw, ran } = on();
    const acme = await company();
    const standing = await ask(acme);
    const unborn = draw(acme, { number: 7 });
    const event = { type: "withdrawn", at: NOW, by: BEN } as const;

    const failed = failing(async (tx) => {
      await tx.insertRequest(unborn, NO_EVENTS);
      await tx.saveRequest(standing, evolve(standing, event), [event]);
      await audit(tx, acme, standing.id);
      await tx.enqueue({ name: "create-rail", request: refOf(standing) });
      await tx.enqueue({ name: "expire-request", request: refOf(unborn), startAfter: NOW });
    });

    await expect(failed).rejects.toThrow("no");
    expect(await store.findRequest(refOf(unborn))).toBeUndefined();
    expect(await store.findRequest(refOf(standing))).toEqual(standing);
    expect(await store.listEvents(refOf(standing))).toEqual([]);
    expect(await store.listAudit(acme.workspaceId)).toEqual([]);
    // The queue is asked, since a job that waits would not have run yet.
    expect(await jobsOf(database, standing.id)).toEqual([]);
    expect(await jobsOf(database, unborn.id)).toEqual([]);
    expect([...ran(standing.id), ...ran(unborn.id)]).toEqual([]);
  });

  it("end as failed when a statement failed, even if nobody looked", async () => {
    const { store, company, ask, draw } = on();
    const acme = await company();
    const standing = await ask(acme);
    const unborn = draw(acme, { number: 8 });

    const careless = store.transaction(async (tx) => {
      await tx.insertRequest(unborn, NO_EVENTS);
      await tx.insertRequest(standing, NO_EVENTS).catch(() => {});
    });

    await expect(careless).rejects.toThrow();
    expect(await store.findRequest(refOf(unborn))).toBeUndefined();
  });

  it("chain the audit entries of many writers at once", async () => {
    const { store, company } = on();
    const [acme, other] = [await company(), await company()];

    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store.transaction((tx) => audit(tx, index % 4 ? acme : other, `request ${index}`)),
      ),
    );

    const entries = await store.listAudit(acme.workspaceId);
    expect(entries.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    );
    expect(firstBreak(entries)).toBeUndefined();
    expect(entries[0]).toMatchObject({ facts: FACTS, actor: BEN, at: after({ minutes: 5 }) });
    expect(await store.listAudit(other.workspaceId)).toHaveLength(5);
  });

  function failing(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    return on().store.transaction(async (tx) => {
      await work(tx);
      throw new Error("no");
    });
  }
}

const FACTS = JSON.stringify({ said: "'\u0000\ud800 🏦" });

function audit(tx: Transaction, { workspaceId, connection }: Company, requestId: string) {
  return tx.appendAudit({
    workspaceId,
    connectionId: connection.id,
    requestId,
    at: after({ minutes: 5 }),
    actor: BEN,
    action: "approved",
    facts: FACTS,
  });
}
