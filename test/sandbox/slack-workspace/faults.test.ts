import { WebAPIRateLimitedError } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { startAcme } from "./bolt-app.ts";

describe("planned faults", () => {
  it("end when they are cleared, planned ones too", async () => {
    await using workspace = await startAcme();
    workspace.faults.failNext("auth.test", { error: "invalid_auth" });

    workspace.faults.clear();

    expect(await workspace.client.auth.test()).toMatchObject({ ok: true });
  });

  it("come one after the other", async () => {
    await using workspace = await startAcme();
    const post = () => workspace.client.chat.postMessage({ channel: TREASURY, text: "hello" });
    workspace.faults.failNext("chat.postMessage", { error: "not_in_channel" });
    workspace.faults.failNext("chat.postMessage", { error: "is_archived" });

    await expect(post()).rejects.toThrow("not_in_channel");
    await expect(post()).rejects.toThrow("is_archived");
    await post();
  });

  it("lose the answer to a call that is carried out", async () => {
    await using workspace = await startAcme();
    workspace.faults.failNext("chat.postMessage", { answer: "lost" });

    const posting = workspace.client.chat.postMessage({ channel: TREASURY, text: "hello" });

    await expect(posting).rejects.toThrow();
    expect(await person(workspace.url, ANA).messages(TREASURY)).toHaveLength(1);
  });

  it("rate limit with the seconds to wait", async () => {
    await using workspace = await startAcme();
    workspace.faults.failNext("users.info", { retryAfterSeconds: 7 });

    const error = await workspace.client.users.info({ user: ANA }).catch((reason) => reason);

    expect(error).toBeInstanceOf(WebAPIRateLimitedError);
    expect(error.retryAfter).toBe(7);
  });
});
