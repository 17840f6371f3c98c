import { WebAPIRateLimitedError } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { startAcme, webClient } from "./bolt-app.ts";

/** A workspace of which the test is the clock. */
async function startLimited(webApi: object = {}) {
  let now = Date.now();
  const workspace = await startAcme({
    now: () => now,
    rates: "slack",
    assumptions: { webApi },
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
    await using workspace = await startLimited({ callsPerMinute: { 1: 1, 2: 2, 3: 50, 4: 100 } });
    const { conversations } = workspace.client;
    const call = () => workspace.waitAfter(conversations.list({}));

    expect(await call()).toBeUndefined();
    workspace.pass(20);
    expect(await call()).toBeUndefined();
    expect(await call()).toBe(40);
    workspace.pass(40);
    expect(await call()).toBeUndefined();
    expect(await call()).toBe(20);
  });

  it("counts what is refused too, but not what is limited nor what another method does", async () => {
    await using workspace = await startLimited({ methodTiers: { "users.info": 1 } });
    const call = (user: string) => workspace.waitAfter(workspace.client.users.info({ user }));

    for (let count = 0; count < 10; count++) await call("U0NOBODY");
    expect(await call(ANA)).toBe(60);
    expect(await call(ANA)).toBe(60);
    expect(await workspace.waitAfter(workspace.client.conversations.list({}))).toBeUndefined();
    workspace.pass(60);
    expect(await call(ANA)).toBeUndefined();
  });

  it("is limited after the token was looked at, and before the scopes are", async () => {
    const app = { ...acmeSeed.app, scopes: [] };
    await using workspace = await startAcme({
      seed: { ...acmeSeed, app },
      rates: "slack",
      assumptions: { webApi: { callsPerMinute: { 1: 1, 2: 0, 3: 0, 4: 0 } } },
    });
    const list = (token?: string) => webClient(workspace, token).conversations.list({});

    await expect(list("xoxb-wrong")).rejects.toThrow("invalid_auth");
    await expect(list()).rejects.toBeInstanceOf(WebAPIRateLimitedError);
  });
});

describe("posting", () => {
  it("takes a burst in each conversation, and then one message a second", async () => {
    await using workspace = await startLimited({ postBurst: 2 });
    const { chat } = workspace.client;
    const post = (channel: string) => workspace.waitAfter(chat.postMessage({ channel, text: "x" }));

    expect([await post(TREASURY), await post(TREASURY)]).toEqual([undefined, undefined]);
    expect(await post(TREASURY)).toBe(1);
    expect(await post(APPROVALS)).toBeUndefined();
    workspace.pass(1);
    expect([await post(TREASURY), await post(TREASURY)]).toEqual([undefined, 1]);
  });

  it("counts a person and the direct conversation with them as one place", async () => {
    await using workspace = await startLimited({ postBurst: 1 });
    const { chat } = workspace.client;
    const post = (channel: string) => workspace.waitAfter(chat.postMessage({ channel, text: "x" }));

    expect([await post(ANA), await post("D0ANA0001"), await post(BEN)]).toEqual([
      undefined,
      1,
      undefined,
    ]);
  });
});

describe("without limits", () => {
  it("nothing is limited", async () => {
    await using workspace = await startAcme();
    for (let count = 0; count < 30; count++) await workspace.client.conversations.list({});

    expect(workspace.traffic().every(({ ok }) => ok)).toBe(true);
  });
});
