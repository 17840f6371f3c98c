import { expect, test } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { openAcme } from "../support/acme.ts";
import { section } from "../support/blocks.ts";
import { aDirectory } from "../support/directory.ts";

const DAY = 86_400_000;

test("a workspace has its messages, Homes and clock again after a restart, and its directory to itself", async () => {
  const dataDir = await aDirectory();
  const blocks = [section("approved")];
  let ts = "";
  {
    await using before = await openAcme({ dataDir });
    const { chat, views } = before.client;
    before.slack.clock.advance(DAY);
    ({ ts = "" } = await chat.postMessage({ channel: TREASURY, text: "R-142 waits" }));
    await chat.update({ channel: TREASURY, ts, text: "R-142", blocks });
    await chat.postMessage({ channel: BEN, text: "for Ben" });
    await views.publish({ user_id: ANA, view: { type: "home", blocks } });
    await before.as(ANA).say(TREASURY, "thanks");
    await expect(openAcme({ dataDir })).rejects.toThrow("locked");
  }

  await using after = await openAcme({ dataDir });

  const ana = after.as(ANA);
  const thanks = { text: "thanks", user: ANA };
  expect(await ana.messages(TREASURY)).toMatchObject([{ ts, text: "R-142", blocks }, thanks]);
  expect(await after.as(BEN).direct()).toMatchObject([{ text: "for Ben" }]);
  expect(await ana.home()).toMatchObject({ blocks });
  const { clock } = after.slack;
  expect([clock.aheadMs(), clock.now() > Date.now() + DAY - 60_000]).toEqual([DAY, true]);
  // Ids still grow.
  clock.reset();
  const next = await after.client.chat.postMessage({ channel: TREASURY, text: "next" });
  expect(Number(next.ts)).toBeGreaterThan(Number(ts));
  await after.client.chat.update({ channel: TREASURY, ts, text: "R-142 again" });
});
