import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { findConnection, keepToken } from "../../src/request/queries/connections.ts";
import { makeConnectionCurrent } from "../../src/request/queries/successions.ts";
import { asked, asking } from "../services/setup-steps.ts";
import { bothApprove, must, refOf, runJobs } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { aConnectionChange, NOW } from "../support/builders.ts";
import { SEAL } from "../support/seal.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

it("the token of a connection that was in use stays where carrying its register over ends as void", async () => {
  const world = await aWorld(database);
  const { deps, workspaceId, connectionId: former, rails } = world;
  const keep = async (baseUrl: string, lastFour: string) => {
    const given = { id: `con_${randomUUID()}`, baseUrl, environment: "sandbox" } as const;
    const named = { ...given, name: given.id, lastFour };
    await deps.transaction((tx) =>
      keepToken(tx.db, SEAL, workspaceId, named, `a long token ${lastFour}`, NOW),
    );
    return given;
  };
  const second = await keep(rails.baseUrl, "2222");
  await deps.transaction((tx) => makeConnectionCurrent(tx.db, workspaceId, second.id, true));
  const third = await keep("https://third.rails.example/api/v1", "3333");
  const here = { ...world, connectionId: second.id };
  const to = { id: former, baseUrl: rails.baseUrl, environment: "sandbox" } as const;
  const carriesOver = { destinations: 2, requests: 0 };
  const carryOver = await asked(
    here,
    aConnectionChange({ to, tokenAt: second.id, lastFour: "2222", carriesOver }),
  );
  const next = aConnectionChange({ to: third, tokenAt: third.id, lastFour: "3333" });
  const { request } = must(await asking(here, next));
  await bothApprove(here, request);
  expect((await runJobs(here, refOf(request))).status).toBe("in-force");

  expect((await runJobs(here, refOf(carryOver))).status).toBe("voided");
  expect((await findConnection(deps.db, workspaceId, second.id))?.lastFour).toBe("2222");
});
