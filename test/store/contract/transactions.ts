import { expect, it } from "vitest";
import { NO_PINS } from "../../../src/authority/pins.ts";
import type { Tx } from "../../../src/platform/queue/transaction.ts";
import { isFirstDelivery } from "../../../src/platform/slack/intake/delivery.ts";
import { applyCommand } from "../../../src/request/apply-command.ts";
import { appendAudit } from "../../../src/request/queries/audit.ts";
import { addDestination } from "../../../src/request/queries/destinations.ts";
import { forgetBefore } from "../../../src/request/queries/drafts.ts";
import {
  findRequest,
  insertRequest,
  listEvents,
  lockRequest,
  nextRequestNumber,
  saveRequest,
} from "../../../src/request/queries/requests.ts";
import { firstBreak } from "../../../src/request/rules/audit.ts";
import { evolve } from "../../../src/request/rules/evolve.ts";
import { listAudit } from "../../support/audit-of.ts";
import { after, aWalletDestination, BEN, CAL, NOW } from "../../support/builders.ts";
import { aRoster } from "../../support/people.ts";
import { refOf } from "./requests.ts";
import type { Company, Subject } from "./subject.ts";
import { gate, jobsOf, SEAL } from "./subject.ts";

export function transactionsContract(on: () => Subject): void {
  it("number twenty requests that are submitted at once without a gap or a repeat", async () => {
    const { company, ask } = on();
    const acme = await company();

    const asked = await Promise.all(Array.from({ length: 20 }, () => ask(acme)));

    const numbers = asked.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it("leave no gap where a submission failed", async () => {
    const { transaction, company, ask } = on();
    const acme = await company();
    await expect(failing((tx) => nextRequestNumber(tx.db, acme.workspaceId))).rejects.toThrow("no");

    expect(await ask(acme)).toMatchObject({ number: 1 });
    await expect(transaction((tx) => nextRequestNumber(tx.db, "T_NOBODY"))).rejects.toThrow();
  });

  it("take one of ten equal deliveries that come at once", async () => {
    const { db, transaction } = on();
    const key = crypto.randomUUID();

    const firsts = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2
          ? isFirstDelivery(db, key, NOW)
          : transaction((tx) => isFirstDelivery(tx.db, key, NOW)),
      ),
    );

    expect(firsts.filter(Boolean)).toHaveLength(1);
  });

  it("forget a delivery whose effect was undone, and those that are old", async () => {
    const { db } = on();
    const key = crypto.randomUUID();
    await expect(failing((tx) => isFirstDelivery(tx.db, key, NOW))).rejects.toThrow("no");
    expect(await isFirstDelivery(db, key, NOW)).toBe(true);

    await forgetBefore(db, after({ minutes: -1 }));
    expect(await isFirstDelivery(db, key, NOW)).toBe(false);
    await forgetBefore(db, after({ minutes: 1 }));
    expect(await isFirstDelivery(db, key, NOW)).toBe(true);
  });

  it("let two approvals at once both count, one after the other", async () => {
    const { db, transaction, company, ask } = on();
    const acme = await company();
    const asked = await ask(acme);
    const { workspaceId, connection } = acme;
    const into = { id: crypto.randomUUID(), workspaceId, connectionId: connection.id };
    await addDestination(db, aWalletDestination(into));
    const approve = (by: string) =>
      applyCommand(
        { transaction, seal: SEAL, pins: NO_PINS, clock: () => NOW },
        refOf(asked),
        {
          type: "approve",
          by,
          digest: asked.digest,
          check: null,
          answer: { asked: null, typed: null },
        },
        undefined,
        aRoster(),
      );

    const applied = await Promise.all([approve(BEN), approve(CAL)]);

    expect(applied).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await findRequest(db, refOf(asked))).toMatchObject({
      version: 3,
      state: { status: "approved" },
    });
  });

  it("hold a locked request until they end", async () => {
    const { transaction, company, ask } = on();
    const asked = await ask(await company());
    const order: string[] = [];
    const isLocked = gate();
    const first = transaction(async (tx) => {
      await lockRequest(tx.db, refOf(asked));
      isLocked.open();
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push("the first ends");
    });
    await isLocked.opened;
    const second = transaction(async (tx) => {
      await lockRequest(tx.db, refOf(asked));
      order.push("the second has it");
    });
    await Promise.all([first, second]);

    expect(order).toEqual(["the first ends", "the second has it"]);
  });

  it("leave nothing when they fail: no row, event, audit entry, delivery or job", async () => {
    const { db, database, company, ask, draw, ran } = on();
    const acme = await company();
    const standing = await ask(acme);
    const unborn = draw(acme, { number: 7 });
    const event = { type: "withdrawn", at: NOW, by: BEN } as const;

    const failed = failing(async (tx) => {
      await insertRequest(tx.db, unborn);
      await saveRequest(tx.db, standing, evolve(standing, event), [event]);
      await audit(tx, acme, standing.id);
      await tx.enqueue({ name: "create-rail", request: refOf(standing) });
      await tx.enqueue({ name: "expire-request", request: refOf(unborn), startAfter: NOW });
    });

    await expect(failed).rejects.toThrow("no");
    expect(await findRequest(db, refOf(unborn))).toBeUndefined();
    expect(await findRequest(db, refOf(standing))).toEqual(standing);
    expect(await listEvents(db, refOf(standing))).toEqual([]);
    expect(await listAudit(db, acme.workspaceId)).toEqual([]);
    // The queue is asked, since a job that waits would not have run yet.
    expect(await jobsOf(database, standing.id)).toEqual([]);
    expect(await jobsOf(database, unborn.id)).toEqual([]);
    expect([...ran(standing.id), ...ran(unborn.id)]).toEqual([]);
  });

  it("end as failed when a statement failed, even if nobody looked", async () => {
    const { db, transaction, company, ask, draw } = on();
    const acme = await company();
    const standing = await ask(acme);
    const unborn = draw(acme, { number: 8 });

    const careless = transaction(async (tx) => {
      await insertRequest(tx.db, unborn);
      await insertRequest(tx.db, standing).catch(() => {});
    });

    await expect(careless).rejects.toThrow();
    expect(await findRequest(db, refOf(unborn))).toBeUndefined();
  });

  it("chain the audit entries and number the requests that one of them calls for at once", async () => {
    const { db, transaction, company } = on();
    const acme = await company();
    const { workspaceId } = acme;

    const numbers = await transaction(async (tx) => {
      const next = () => nextRequestNumber(tx.db, workspaceId);
      const entry = (id: string) => audit(tx, acme, id);
      const [one, , two] = await Promise.all([next(), entry("one"), next(), entry("two")]);
      return [one, two];
    });

    expect(numbers).toEqual([1, 2]);
    const entries = await listAudit(db, workspaceId);
    expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(firstBreak(entries)).toBeUndefined();
  });

  it("chain the audit entries of many writers at once", async () => {
    const { db, transaction, company } = on();
    const [acme, other] = [await company(), await company()];

    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        transaction((tx) => audit(tx, index % 4 ? acme : other, `request ${index}`)),
      ),
    );

    const entries = await listAudit(db, acme.workspaceId);
    expect(entries.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    );
    expect(firstBreak(entries)).toBeUndefined();
    expect(entries[0]).toMatchObject({ facts: FACTS, actor: BEN, at: after({ minutes: 5 }) });
    expect(await listAudit(db, other.workspaceId)).toHaveLength(5);
  });

  function failing(work: (tx: Tx) => Promise<unknown>): Promise<void> {
    return on().transaction(async (tx) => {
      await work(tx);
      throw new Error("no");
    });
  }
}

const FACTS = JSON.stringify({ said: "'\u0000\ud800 🏦" });

function audit(tx: Tx, { workspaceId, connection }: Company, requestId: string) {
  return appendAudit(tx.db, {
    workspaceId,
    connectionId: connection.id,
    requestId,
    at: after({ minutes: 5 }),
    actor: BEN,
    action: "approved",
    facts: FACTS,
  });
}
