import { WebAPIRateLimitedError } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { ANA, APPROVALS, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { startAcme } from "./bolt-app.ts";

/** A workspace of which the test is the clock. */
async function startLimited() {
  let now = Date.now();
  const workspace = await startAcme({
    now: () => now,
    rates: "slack",
  });
  return Object.assign(workspace, {
    pass(seconds: number) {
      now += seconds * 1_000;
    },
    /** In seconds. */
    waitAfter: (call: Promise<unknown>) =>
      call.then(
        () => undefined,
        (error) => (error instanceof WebAPIRateLimitedError ? error.retryAfter : error),
      ),
  });
}

describe("a method with a tier", () => {
  it("is limited to so many calls in any minute, and says how long to wait", async () => {
    await using workspace = await startLimited();
    const call = (user: string) => workspace.waitAfter(workspace.client.users.info({ user }));

    for (let count = 0; count < 100; count++) await call("U0NOBODY");
    expect(await call(ANA)).toBe(60);
    workspace.pass(20);
    expect(await call(ANA)).toBe(40);
    expect(await workspace.waitAfter(workspace.client.auth.test())).toBeUndefined();
    workspace.pass(40);
    expect(await call(ANA)).toBeUndefined();
  });
});

describe("posting", () => {
  it("takes a burst in each conversation, and then one message a second", async () => {
    await using workspace = await startLimited();
    const { chat } = workspace.client;
    const post = (channel: string) => workspace.waitAfter(chat.postMessage({ channel, text: "x" }));

    for (let count = 1; count <= 10; count++) expect(await post(TREASURY)).toBeUndefined();
    expect(await post(TREASURY)).toBe(1);
    expect(await post(APPROVALS)).toBeUndefined();
    workspace.pass(1);
    expect([await post(TREASURY), await post(TREASURY)]).toEqual([undefined, 1]);
  });

  it("counts a person and the direct conversation with them as one place", async () => {
    await using workspace = await startLimited();
    const { chat } = workspace.client;
    const post = (channel: string) => workspace.waitAfter(chat.postMessage({ channel, text: "x" }));

    for (let count = 1; count <= 10; count++) await post(ANA);
    expect([await post("D0ANA0001"), await post(BEN)]).toEqual([1, undefined]);
  });
});

describe("without limits", () => {
  it("nothing is limited", async () => {
    await using workspace = await startAcme();
    for (let count = 0; count < 30; count++) await workspace.client.auth.test();

    expect(workspace.traffic().every(({ ok }) => ok)).toBe(true);
  });
});
