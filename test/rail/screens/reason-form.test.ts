import type { ModalView } from "@slack/types";
import { expect, it } from "vitest";
import type { ButtonArgs } from "../../../src/platform/slack/intake/listeners.ts";
import { openReport } from "../../../src/rail/disputes/report-problem.ts";
import type { Context } from "../../../src/request/context.ts";
import { rememberRails } from "../../../src/request/queries/rails/seen-rails.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import { approved, delivery, expectState, runJobs } from "../../services/steps.ts";
import { aWorld } from "../../services/world.ts";
import { ANA, anOnRampRail, TREASURY } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

it("a form about one Rail names it first", async () => {
  const world = await aWorld(database);
  const { deps, workspaceId, connectionId, now } = world;
  const { railId } = expectState(await runJobs(world, await approved(world)), "done");
  const seen = seenRail(anOnRampRail({ id: "rail_1" }), now.value);
  await rememberRails(deps.db, workspaceId, connectionId, seen ? [seen] : []);
  const opened: string[] = [];
  for (const value of [railId, "rail_1"]) {
    await openReport(
      deps as unknown as Context,
      {
        action: { value },
        body: {
          user: { id: ANA },
          team: { id: workspaceId },
          trigger_id: delivery(),
          channel: { id: TREASURY },
        },
        client: {
          views: {
            open: async ({ view }: { view: ModalView }) => void opened.push(plainText(view.blocks)),
          },
        },
      } as unknown as ButtonArgs,
    );
  }

  const [ours, elsewhere] = opened;
  expect(ours).toMatch(/^Rail “Payroll float” rail_.* · On-ramp GBP → GBPA to “.*”\n/);
  expect(elsewhere).toMatch(/^Rail rail_1 · On-ramp GBP → GBPA to “.*”\n/);
});
