import { expect, it } from "vitest";
import type { Seal } from "../../src/platform/database/seal.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { whyFailed } from "../../src/platform/queue/why-failed.ts";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { readAccess } from "../../src/request/queries/companies.ts";
import { lookAtToken } from "../../src/workspace/connection/look-at-token.ts";
import { useTestStore } from "../support/use-store.ts";
import { approved, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld } from "./world.ts";

const [OLD, NEW] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];

const database = useTestStore();

/** As `world`, with these keys in ENCRYPTION_KEYS; its token was sealed with the old one. */
function withKeys(world: World, seal: Seal): World {
  const railApis: World["deps"]["railApis"] = async (workspaceId, connectionId) => {
    const { baseUrl, token } = await readAccess(database.db, seal, workspaceId, connectionId);
    return createRailApi({ baseUrl, token: token ?? "" });
  };
  return { ...world, deps: { ...world.deps, railApis } };
}

const kept = ({ connectionId }: World) =>
  database.db
    .selectFrom("connections")
    .selectAll()
    .where("id", "=", connectionId)
    .executeTakeFirstOrThrow();

it("without the key that sealed the token nothing is sent, and all of it once the key is back", async () => {
  const world = await aWorld(database);
  const before = await kept(world);
  const ref = await approved(world);
  const lost = withKeys(world, createSeal([NEW]));

  for (const _ of [1, 2]) {
    const failed = await createRail(lost.deps, ref).catch((error: unknown) => error);
    expect(whyFailed(failed)).toMatch(/cannot be opened: no key in ENCRYPTION_KEYS fits/);
  }
  expect(await lookAtToken(lost.deps, world.workspaceId)).toMatchObject({ is: "sealed" });

  expect(world.posts()).toBe(0);
  expect(await stateOf(world, ref)).toMatchObject({ status: "approved" });
  expect(await kept(world)).toEqual(before);

  const back = withKeys(world, createSeal([NEW, OLD]));
  expect(await lookAtToken(back.deps, world.workspaceId)).toMatchObject({ is: "accepted" });
  await createRail(back.deps, ref);
  expect(world.posts()).toBe(1);
});
