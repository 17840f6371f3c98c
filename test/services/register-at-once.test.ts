import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RailApi } from "../../src/platform/rail-api/rail-api.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { rememberingRails } from "../../src/rail/creating/remember-rails.ts";
import { carryOut } from "../../src/request/carry-out.ts";
import { serviceIdOf } from "../../src/request/rules/destination.ts";
import { ADDRESS, anOnRampRail } from "../support/builders.ts";
import { hasPostgres } from "../support/postgres.ts";
import type { TestStore } from "../support/store.ts";
import { held, openTwoAtOnce, somebodyWaits } from "./at-once.ts";
import { approvedChange, OTHER_ADDRESS, registered, retiring } from "./register-steps.ts";
import { approved, runJobs } from "./steps.ts";
import type { Deps, World } from "./world.ts";
import { aWorld } from "./world.ts";

const COLD = { kind: "wallet", network: "SOLANA_DEVNET", address: ADDRESS } as const;

describe.runIf(hasPostgres)("a claim of a Rail, on PostgreSQL", () => {
  let database: TestStore;
  beforeAll(async () => {
    database = await openTwoAtOnce();
  });
  afterAll(() => database?.close());

  const destination = async (world: World) => {
    const found = await registered(world, COLD);
    if (!found) throw new Error("It is not in the register");
    return found;
  };

  /** After its last look at the service, a Rail is about to be claimed while this changes its destination, not yet committed. */
  async function overtaken(world: World, change: (deps: Deps) => Promise<unknown>) {
    const ref = await approved(world);
    const writing = held(world.deps, "destinations");
    const checkClock = async () => {
      changing = change(writing.deps);
      await writing.reached;
    };
    let changing: Promise<unknown> | undefined;
    const sending = createRail({ ...world.deps, checkClock }, ref);
    await writing.reached;
    await somebodyWaits(database);
    writing.letGo();
    await Promise.all([changing, sending]);
    return ref;
  }

  it("sends nothing into a destination whose retirement commits meanwhile", async () => {
    const world = await aWorld(database);
    const retirement = await approvedChange(world, retiring(await destination(world)));

    const ref = await overtaken(world, (deps) => carryOut(deps, retirement));

    expect((await destination(world)).retiredAt).not.toBeNull();
    expect((await runJobs(world, ref)).status).toBe("voided");
    expect(world.posts()).toBe(0);
  });

  it("sends nothing into a destination that the service shows with another address meanwhile", async () => {
    const world = await aWorld(database);
    const id = serviceIdOf(await destination(world));
    const usual = anOnRampRail();
    if (usual.destination.kind !== "crypto") throw new Error("It is an on-ramp");
    const wallet = { ...usual.destination.wallet, id, address: OTHER_ADDRESS };
    const shown = anOnRampRail({ destination: { ...usual.destination, wallet } });
    const { workspaceId, connectionId } = world;
    const bare = await world.deps.railApis(workspaceId, connectionId);
    const getRail: RailApi["getRail"] = async () => shown;

    const ref = await overtaken(world, (deps) =>
      rememberingRails(deps, workspaceId, connectionId, { ...bare, getRail }).getRail("rail_1"),
    );

    expect((await destination(world)).contradictedAt).not.toBeNull();
    expect((await runJobs(world, ref)).status).toBe("voided");
    expect(world.posts()).toBe(0);
  });
});
