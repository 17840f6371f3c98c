import { expect, it } from "vitest";
import { readRailsChore } from "../../../src/rail/creating/read-rails.ts";
import { listNotices } from "../../../src/request/queries/notices.ts";
import {
  hidesOne,
  makeRail,
  unanswered,
  untilAPersonIsAsked,
} from "../../services/at-the-service.ts";
import { railElsewhere, whitelistedElsewhere } from "../../services/register-steps.ts";
import { aWorld } from "../../services/world.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

const ADDRESS = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";

it("the approvers are told of a Rail made elsewhere, although the list never shows all that it counts", async () => {
  const world = await aWorld(database);
  const { id } = await railElsewhere(world, await whitelistedElsewhere(world, ADDRESS));
  const { deps } = hidesOne(world);

  await readRailsChore.work({ ...deps, announceChanges: async () => {} });

  const [notice] = await listNotices(deps.db, world.workspaceId);
  expect(notice?.news).toMatchObject({ kind: "rails-not-approved", rails: [{ railId: id }] });
});

it("the approvers are told of a Rail made elsewhere, although a request of its route waits for people", async () => {
  const { world, ref } = await unanswered(database);
  const candidate = await makeRail(world, ref);
  await untilAPersonIsAsked(world, ref);
  const later = await makeRail(world, ref);

  await readRailsChore.work({ ...world.deps, announceChanges: async () => {} });

  const notices = await listNotices(world.deps.db, world.workspaceId);
  const told = JSON.stringify(notices.map(({ news }) => news));
  expect(told).toContain(later);
  expect(told).not.toContain(candidate);
});
