import { WebAPIRateLimitedError } from "@slack/web-api";
import { expect, test } from "vitest";
import { ANA, APPROVALS, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { openAcme } from "../support/acme.ts";

test("Slack's rates are kept by method and by conversation, and say how long to wait", async () => {
  let now = Date.now();
  await using acme = await openAcme({ now: () => now, rates: "slack" });
  const { client } = acme;
  /** In seconds. */
  const waitAfter = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error) => (error instanceof WebAPIRateLimitedError ? error.retryAfter : error),
    );
  const ask = (user = ANA) => waitAfter(client.users.info({ user }));
  const say = (channel: string) => waitAfter(client.chat.postMessage({ channel, text: "x" }));

  for (let count = 0; count < 100; count += 1) await ask("U0NOBODY");
  expect(await ask()).toBe(60);
  now += 20_000;
  expect(await ask()).toBe(40);
  expect(await waitAfter(client.auth.test())).toBeUndefined();
  now += 40_000;
  expect(await ask()).toBeUndefined();

  // A person and the direct conversation with them are one place.
  for (const [place, same, other] of [
    [TREASURY, TREASURY, APPROVALS],
    [ANA, "D0ANA0001", BEN],
  ] as const) {
    for (let count = 1; count <= 10; count += 1) expect(await say(place)).toBeUndefined();
    expect([await say(same), await say(other)]).toEqual([1, undefined]);
    now += 1_000;
    expect([await say(place), await say(same)]).toEqual([undefined, 1]);
  }
});
