import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { findDestinationByServiceId } from "../../src/request/queries/destinations.ts";
import { listAudit } from "../support/audit-of.ts";
import { after, BEN, CAL } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { oneUnanswered, untilReleasable } from "./at-the-service.ts";
import {
  approvedChange,
  confirming,
  drafting,
  importing,
  NEW_ADDRESS,
  NEW_WALLET,
  OTHER_ADDRESS,
  proposing,
  railElsewhere,
  readAll,
  registered,
  remedied,
  retiring,
  whitelistedElsewhere,
  whitelisting,
} from "./register-steps.ts";
import { approved, must, requested, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld } from "./world.ts";

const database = useTestStore();

const OTHER_WALLET = { ...NEW_WALLET, address: OTHER_ADDRESS };

async function inForce(
  world: World,
  answers: Parameters<typeof approvedChange>[1],
): Promise<RequestRef> {
  const ref = await approvedChange(world, answers);
  expect((await runJobs(world, ref)).status).toBe("in-force");
  return ref;
}

async function current(world: World) {
  const destination = await registered(world);
  if (!destination) throw new Error("It is not in the register");
  return destination;
}

/** Imported with the id of another wallet by mistake, and retired for it. */
async function mistaken(world: World) {
  const wrongId = await whitelistedElsewhere(world, OTHER_ADDRESS);
  const ref = await inForce(world, importing(wrongId));
  await inForce(world, retiring(await current(world)));
  return { wrongId, ref };
}

describe("a retired destination", () => {
  it("can be imported anew under the same id, and waits its cool-down like any other", async () => {
    const world = await aWorld(database, { coolDownHours: 24 });
    const serviceId = await whitelistedElsewhere(world, NEW_ADDRESS);
    await inForce(world, importing(serviceId));
    await inForce(world, retiring(await current(world)));

    world.now.value = after({ hours: 48 });
    const ref = await inForce(world, importing(serviceId));

    expect(await current(world)).toMatchObject({
      requestId: ref.requestId,
      retiredAt: null,
      provenAt: null,
      wallet: { id: serviceId },
    });
    expect(Date.parse((await current(world)).usableFrom)).toBeGreaterThanOrEqual(
      Date.parse(after({ hours: 72 })),
    );
    const entries = await listAudit(world.deps.db, world.workspaceId);
    expect(entries.filter(({ action }) => action === "in-force")).toHaveLength(3);
  });

  it("gives its id free for another address while it was only our word, and no longer", async () => {
    const world = await aWorld(database);
    const serviceId = await whitelistedElsewhere(world, NEW_ADDRESS);
    await inForce(world, importing(serviceId));
    await inForce(world, retiring(await current(world)));
    expect(await drafting(world, importing(serviceId, OTHER_WALLET))).toMatchObject({ ok: true });

    await railElsewhere(world, serviceId);
    await readAll(world);

    expect(await drafting(world, importing(serviceId, OTHER_WALLET))).toMatchObject({
      because: "contradicted",
    });
  });

  it("whose id was wrong takes nothing from the right one, when the service shows that it was", async () => {
    const world = await aWorld(database);
    const { wrongId, ref } = await mistaken(world);
    await inForce(world, whitelisting());
    const right = await current(world);
    const waiting = await approved(world, { destinationId: right.id });
    await railElsewhere(world, wrongId);
    world.jobs.length = 0;

    await readAll(world);

    expect((await stateOf(world, ref)).status).toBe("quarantined");
    expect((await current(world)).id).toBe(right.id);
    expect((await current(world)).contradictedAt).toBeNull();
    const wrong = await findDestinationByServiceId(world.deps.db, world.connectionId, wrongId);
    expect(wrong?.contradictedAt).not.toBeNull();
    expect(world.jobs).not.toContainEqual({ name: "void-request", request: waiting });
    expect(await requested(world, { destinationId: right.id })).toMatchObject({
      state: { status: "pending" },
    });
  });

  it("does not come back with its wrong id by way of an entered one", async () => {
    const world = await aWorld(database);
    const { wrongId } = await mistaken(world);
    await railElsewhere(world, wrongId);
    await readAll(world);
    world.rails.faults.add({ operation: "POST /wallets", fault: { kind: "drop-after-commit" } });
    const ref = await approvedChange(world, whitelisting());
    await runJobs(world, ref);

    const remedy = { type: "enter-id", serviceId: wrongId } as const;
    expect((await proposing(world, ref, BEN, remedy)).ok).toBe(false);

    expect((await stateOf(world, ref)).status).toBe("needs-a-person");
    expect((await current(world)).retiredAt).not.toBeNull();
  });

  it("that gave its id to another address gets no Rail of a request for the former one, not even a released attempt", async () => {
    const world = await aWorld(database);
    const wrongId = await whitelistedElsewhere(world, OTHER_ADDRESS);
    await inForce(world, importing(wrongId));
    const waiting = await oneUnanswered(world, { destinationId: (await current(world)).id });
    await untilReleasable(world, waiting);
    await inForce(world, retiring(await current(world)));
    await inForce(world, importing(wrongId, OTHER_WALLET));
    const posts = world.posts();

    await remedied(world, waiting, { type: "release-attempt" });

    expect(await runJobs(world, waiting)).toMatchObject({ status: "voided", made: null });
    expect(world.posts()).toBe(posts);
  });
});

describe("an entered id", () => {
  async function unknown(world: World): Promise<RequestRef> {
    world.rails.faults.add({ operation: "POST /wallets", fault: { kind: "drop-after-commit" } });
    const ref = await approvedChange(world, whitelisting());
    await runJobs(world, ref);
    return ref;
  }

  it("that the service has shown with another address is refused, whoever enters it", async () => {
    const world = await aWorld(database);
    const serviceId = await whitelistedElsewhere(world, OTHER_ADDRESS);
    await railElsewhere(world, serviceId);
    await readAll(world);
    const ref = await unknown(world);

    expect(await proposing(world, ref, BEN, { type: "enter-id", serviceId })).toMatchObject({
      refusal: "id-contradicted",
    });
    expect(await registered(world)).toBeUndefined();
  });

  it("that was shown so between proposal and agreement is refused too", async () => {
    const world = await aWorld(database);
    const serviceId = await whitelistedElsewhere(world, OTHER_ADDRESS);
    const ref = await unknown(world);
    const remedy = { type: "enter-id", serviceId } as const;
    must(await proposing(world, ref, BEN, remedy));
    await railElsewhere(world, serviceId);
    await readAll(world);

    expect(await confirming(world, ref, CAL, remedy)).toMatchObject({ refusal: "id-contradicted" });
    expect(await registered(world)).toBeUndefined();
  });
});
