import { expect, it } from "vitest";
import { MessengerError } from "../../src/platform/slack/messenger-error.ts";
import { tellLostClicks } from "../../src/request/clicks/tell-lost-clicks.ts";
import { withdrawRequest } from "../../src/request/decide-request.ts";
import { keepClickAlive, saveClick } from "../../src/request/queries/acknowledged-clicks.ts";
import { requested } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { ANA, after, BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

/** Ana has withdrawn her request, and was told that the click arrived; then the process died. */
async function clicked() {
  const world = await aWorld(database);
  const request = await requested(world);
  const { workspaceId, deps } = world;
  const delivery = `effect:${workspaceId}:1`;
  const click = { delivery, workspaceId, userId: ANA, what: "withdraw" };
  await saveClick(deps.db, click, deps.clock());
  const told: string[] = [];
  const messenger = {
    directMessageWith: async (_: string, userId: string) => `D${userId}`,
    post: async (where: string, channelId: string, { blocks }: { blocks: readonly unknown[] }) => {
      if (where === workspaceId) told.push(`${channelId} ${JSON.stringify(blocks)}`);
      return { channelId, ts: "1" };
    },
  };
  const tell = (seconds: number, changes: Partial<typeof messenger> = {}) =>
    tellLostClicks({
      ...deps,
      clock: () => after({ ms: seconds * 1_000 }),
      messenger: { ...messenger, ...changes },
      command: "/rail",
    });
  const withdraw = () =>
    withdrawRequest(deps, { workspaceId, requestId: request.id, by: ANA, delivery });
  return { told, tell, withdraw, world, click };
}

it("a click that was acknowledged and not saved is told to the person once, and can be saved no more", async () => {
  const { told, tell, withdraw } = await clicked();

  await tell(20);
  await tell(40);

  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`D${ANA}`);
  expect(told[0]).toContain("Signalbox restarted before it saved your withdrawal.");
  expect(told[0]).toContain("Nothing was changed. Open the card and withdraw the request again.");
  expect(await withdraw()).toMatchObject({ ok: false, refusal: "seen-before" });
});

it("a click that was saved and not answered is not said to have changed nothing", async () => {
  const { told, tell, withdraw } = await clicked();
  await withdraw();

  await tell(20);

  expect(told).toHaveLength(1);
  expect(told[0]).toContain("Signalbox restarted before it answered your withdrawal.");
  expect(told[0]).not.toContain("Nothing was changed");
});

it("one click that was saved says nothing of another", async () => {
  const { told, tell, withdraw, world, click } = await clicked();
  const other = { ...click, delivery: `${click.delivery}2`, userId: BEN };
  await saveClick(world.deps.db, other, world.deps.clock());
  await withdraw();

  await tell(20);

  const toldTo = (userId: string) => told.filter((each) => each.startsWith(`D${userId}`)).join();
  expect(told).toHaveLength(2);
  expect(toldTo(ANA)).not.toContain("Nothing was changed");
  expect(toldTo(BEN)).toContain("Nothing was changed");
});

it("a click on which its process still works is left to it", async () => {
  const { told, tell, world, click } = await clicked();
  await keepClickAlive(world.deps.db, click.delivery, after({ ms: 10_000 }));

  await tell(20);

  expect(told).toEqual([]);
});

it.each(["unavailable", "limited"] as const)(
  "is told later where Slack says %s, and not for ever where the person is gone",
  async (code) => {
    const { told, tell } = await clicked();
    const refusing = (as: "unavailable" | "limited" | "no-such-person") => ({
      post: async () => {
        throw new MessengerError(as, "Slack refused");
      },
    });

    await tell(20, refusing(code));
    await tell(40);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("Nothing was changed");

    const gone = await clicked();
    await gone.tell(20, refusing("no-such-person"));
    await gone.tell(40);
    expect(gone.told).toEqual([]);
  },
);
