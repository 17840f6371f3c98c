import { expect, it } from "vitest";
import { RailApiError } from "../../../src/platform/rail-api/rail-api-error.ts";
import { action, block } from "../../../src/platform/slack/blocks/ids.ts";
import type { SubmitArgs } from "../../../src/platform/slack/intake/listeners.ts";
import { submitUnapproved } from "../../../src/rail/screens/open-unapproved.ts";
import type { Context } from "../../../src/request/context.ts";
import { makeRail } from "../../services/at-the-service.ts";
import { approved } from "../../services/steps.ts";
import { aWorld, withApi } from "../../services/world.ts";
import { listAudit } from "../../support/audit-of.ts";
import { ANA, TREASURY } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

/** Ana gives a reason to see how to pay into a Rail that nobody approved; the service answers in this way. */
async function submitted(answer: "at once" | "with a failure" | "with a late failure") {
  const world = await aWorld(database);
  const railId = await makeRail(world, await approved(world));
  const said: string[] = [];
  const acknowledged: unknown[] = [];
  const { deps } = withApi(world, (api) => ({
    async getRail(id) {
      if (answer === "at once") return api.getRail(id);
      if (answer === "with a late failure") {
        await expect.poll(() => acknowledged, { timeout: 5_000 }).toHaveLength(1);
      }
      throw new RailApiError("unavailable", "It says nothing");
    },
  }));
  const whisper: Context["messenger"]["whisper"] = async (_, to, { blocks }) => {
    said.push(`${to.channelId} ${to.userId} ${plainText(blocks)}`);
  };
  const context = { ...deps, messenger: { ...deps.messenger, whisper } };
  const args = {
    view: {
      private_metadata: JSON.stringify({ railId, askedIn: TREASURY }),
      state: { values: { [block.reason]: { [action.value]: { value: "The bank asks" } } } },
    },
    body: { team: { id: world.workspaceId }, user: { id: ANA }, trigger_id: railId },
    ack: async (answer?: unknown) => void acknowledged.push(answer),
  };
  await submitUnapproved(context as Context, args as unknown as SubmitArgs);
  const audit = await listAudit(world.deps.db, world.workspaceId);
  const kept = audit.filter((entry) => entry.action === "unapproved-instructions-shown");
  return { said, acknowledged, kept: kept.map(({ facts }) => JSON.parse(facts).reason) };
}

it("the instructions of a Rail that nobody approved are shown once the reason is kept", async () => {
  const { said, acknowledged, kept } = await submitted("at once");

  expect(acknowledged).toEqual([undefined]);
  expect(said).toEqual([expect.stringContaining(`${TREASURY} ${ANA} # 🔴 Not approved`)]);
  expect(kept).toEqual(["The bank asks"]);
});

it("the form says that the service does not answer, and the audit has nothing", async () => {
  const { said, acknowledged, kept } = await submitted("with a failure");

  const error = "The Rail service does not answer at the moment. Try again in a minute.";
  expect(acknowledged).toEqual([{ response_action: "errors", errors: { [block.reason]: error } }]);
  expect(said).toEqual([]);
  expect(kept).toEqual([]);
});

it("the person reads it where the form had to close before, and the audit has nothing", async () => {
  const { said, acknowledged, kept } = await submitted("with a late failure");

  expect(acknowledged).toEqual([undefined]);
  expect(said).toEqual([expect.stringContaining("The Rail service does not answer")]);
  expect(kept).toEqual([]);
});
