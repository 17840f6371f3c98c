import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { useRoom } from "../support/use-room.ts";
import { startAcme } from "./bolt-app.ts";

const DAY = 86_400_000;

const { room, set, post, type, open, connected } = useRoom();

describe("the clock", () => {
  it("ends triggers and response_urls, and dates what comes after", async () => {
    using app = await connected();
    const typing = type();
    const envelope = await app.next();
    app.acknowledge(envelope);
    await typing;
    const respond = () =>
      fetch(String(envelope?.payload.response_url), {
        method: "POST",
        body: JSON.stringify({ text: "later" }),
      });
    expect((await respond()).status).toBe(200);

    const { answer } = await room().post("/clock", { advanceMs: DAY });

    expect(answer.clock.aheadMs).toBe(DAY);
    expect(Math.abs(answer.clock.now - Date.now() - DAY)).toBeLessThan(60_000);
    await expect(open(String(envelope?.payload.trigger_id))).rejects.toThrow("expired_trigger_id");
    expect((await respond()).status).toBe(404);
    const { ts: tomorrow } = await post();
    expect(Number(tomorrow) * 1000).toBeGreaterThan(Date.now() + DAY - 60_000);

    await room().post("/clock", { reset: true });

    const { ts } = await post();
    expect(Number(ts)).toBeGreaterThan(Number(tomorrow));
  });

  it("ends a wait for the next message", async () => {
    await set({ postsAtOnce: 1 });
    await expect(Promise.all([post(), post(), post()])).rejects.toThrow("rate");

    await room().post("/clock", { advanceMs: 60_000 });

    await post();
  });

  it("moves the time of signed requests: the app in the sandbox is as far ahead", async () => {
    const heard: IncomingHttpHeaders[] = [];
    const server = createServer(({ headers }, response) => {
      heard.push(headers);
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    await using other = await startAcme();
    other.sendTo(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);

    other.clock.advance(DAY);
    await person(other.url, ANA).command(TREASURY, "/rail");

    server.close();
    const signedAt = Number(heard[0]?.["x-slack-request-timestamp"]) * 1000;
    expect(Math.abs(signedAt - Date.now() - DAY)).toBeLessThan(60_000);
  });

  it("is as far ahead after a restart", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "slack-workspace-"));
    {
      await using before = await startAcme({ dataDir });
      before.clock.advance(DAY);
    }
    {
      await using after = await startAcme({ dataDir });
      expect(after.clock.aheadMs()).toBe(DAY);
      expect(after.clock.now()).toBeGreaterThan(Date.now() + DAY - 60_000);
    }
    await rm(dataDir, { recursive: true });
  });

  it.each([{ advanceMs: -1 }, { advanceMs: 1.5 }, { reset: false }, { back: true }])(
    "refuses %j",
    async (body) => {
      expect(await room().post("/clock", body)).toMatchObject({ status: 422 });
    },
  );
});
