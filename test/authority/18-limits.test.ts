import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, DEE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerText, ask, review } from "../e2e/steps.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import type { Person } from "../support/person.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";

describe.runIf(hasPostgres)("limits for a person and for a workspace", () => {
  const cleanUp = new AsyncDisposableStack();
  let production: Production;
  beforeAll(async () => {
    const database = await createDatabase("with-tables");
    cleanUp.defer(() => database.drop());
    production = await startProduction(database.url);
    cleanUp.defer(() => production.stop());
    production.env.OPEN_REQUESTS_PER_PERSON = "2";
    production.env.OPEN_REQUESTS_PER_WORKSPACE = "3";
    production.env.QUESTIONS_A_MINUTE = "2";
    const app = await production.start();
    cleanUp.defer(() => app.stop());
  });
  afterAll(() => cleanUp.disposeAsync());

  async function refused(person: Person, name: string): Promise<string> {
    await review(person, { name });
    await person.submit();
    const modal = await person.modal();
    await person.close("all");
    return plainTextOf({ blocks: modal?.blocks ?? [] });
  }

  it("bound open requests, and one that has ended makes room", async () => {
    const [ana, ben] = [production.as(ANA), production.as(BEN)];
    for (const name of ["First", "Second"]) await ask(ana, { name });

    expect(await refused(ana, "Third")).toContain(
      "You have reached the limit of open requests for one person, so nothing was requested. Withdraw one",
    );
    await ask(ben, { name: "Ben's" });
    expect(await refused(ben, "One more")).toContain(
      "This workspace has reached its limit of open requests, so nothing was requested.",
    );
    expect(await answerText(ana, "/rail pending")).not.toMatch(/Third|One more/);

    await ana.command(TREASURY, "/rail withdraw R-1");
    await ana.waitFor(
      async () => !(await answerText(ana, "/rail pending")).includes("First"),
      "the first to be withdrawn",
    );
    await ask(ana, { name: "Fourth" });
  }, 90_000);

  it("take so many questions about the policy of one person in a minute", async () => {
    const [ana, ben] = [production.as(ANA), production.as(BEN)];
    for (const _ of [1, 2]) await answerText(ana, "/rail policy test on GBP");

    expect(await answerText(ana, "/rail policy test on GBP")).toContain(
      "You have asked 2 questions a minute about the policy, the most that one person may.",
    );
    expect(await answerText(ben, "/rail policy test on GBP")).not.toContain("questions a minute");
  }, 90_000);

  it("take a policy that somebody proposes for such a question: it has everyone whom it names looked up", async () => {
    const dee = production.as(DEE);
    for (const _ of [1, 2]) await answerText(dee, "/rail policy test on GBP");
    await dee.command(TREASURY, "/rail policy propose");
    await dee.waitFor(() => dee.modal(), "the policy as text");
    await dee.fill("Reason", "Look up twenty groups");
    await dee.submit();

    const modal = await dee.modal();
    expect(plainTextOf({ blocks: modal?.blocks ?? [] })).toContain("You have asked 2 questions");
  }, 90_000);
});

describe.runIf(hasPostgres)("our own HTTP server", () => {
  const cleanUp = new AsyncDisposableStack();
  let app: RunningApp;
  beforeAll(async () => {
    const directory = await temporaryDirectory();
    cleanUp.defer(() => directory.remove());
    const database = await createDatabase("with-tables");
    cleanUp.defer(() => database.drop());
    const read = readConfig({
      NODE_ENV: "production",
      PORT: "0",
      DATA_DIR: directory.path,
      DATABASE_URL: database.url,
      SLACK_SIGNING_SECRET: "a signing secret".replaceAll(" ", "-"),
      SLACK_CLIENT_ID: "123.456",
      SLACK_CLIENT_SECRET: "client-secret",
      SLACK_STATE_SECRET: randomBytes(32).toString("hex"),
      PUBLIC_URL: "https://bot.example",
      // Nobody listens there.
      SLACK_API_URL: "http://127.0.0.1:9/api/",
      ENCRYPTION_KEYS: randomBytes(32).toString("base64"),
      RAIL_API_URLS: "sandbox=http://127.0.0.1:9/api/v1",
      INSTALLS_PER_ADDRESS: "3",
      INSTALLS_IN_ALL: "5",
      CONNECTIONS_PER_ADDRESS: "120",
      STOP_GRACE_SECONDS: "0",
    });
    if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
    app = await startApp(read.config, createLogger("silent"));
    cleanUp.defer(() => app.stop());
  });
  afterAll(() => cleanUp.disposeAsync());

  const HALF_HEADERS = "POST /slack/events HTTP/1.1\r\nHost: bot.example\r\nX-Slack-";
  // As Slack's own: whether it is signed is known once all of it has come.
  const halfBody = () =>
    `${HALF_HEADERS}Signature: v0=0\r\nContent-Type: application/x-www-form-urlencoded\r\nX-Slack-Request-Timestamp: ${Math.floor(Date.now() / 1_000)}\r\nContent-Length: 9000\r\n\r\npayload=`;
  async function halfSent(localAddress: string, sent: string): Promise<Socket> {
    const socket = connect({ host: "127.0.0.1", port: app.port, localAddress });
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(sent);
    return socket;
  }
  const isAnswered = async (localAddress: string) => {
    const request = get({ host: "127.0.0.1", port: app.port, path: "/healthz", localAddress });
    const [response] = await once(request, "response");
    return JSON.parse(await text(response));
  };

  it("closes 800 requests that were sent by half, and answers others meanwhile", async () => {
    const sockets = await Promise.all(
      Array.from({ length: 800 }, (_, nth) =>
        halfSent(`127.0.0.${10 + (nth % 8)}`, nth % 16 < 8 ? HALF_HEADERS : halfBody()),
      ),
    );
    const sentAt = performance.now();
    const closed = sockets.map(async (socket) => {
      socket.resume();
      if (!socket.closed) await once(socket, "close");
    });

    expect(await isAnswered("127.0.0.10")).toEqual({ status: "ok" });

    await Promise.all(closed);
    expect(performance.now() - sentAt).toBeLessThan(15_000);
  }, 30_000);

  it("lets one address hold so many connections, says so on the next one, and serves others", async () => {
    const held = await Promise.all(
      Array.from({ length: 120 }, () => halfSent("127.0.0.2", HALF_HEADERS)),
    );

    const oneMore = await halfSent("127.0.0.2", HALF_HEADERS);
    expect(await text(oneMore)).toMatch(/^HTTP\/1\.1 503 .*Too many connections from this/s);
    expect(await isAnswered("127.0.0.3")).toEqual({ status: "ok" });

    for (const socket of held) socket.destroy();
    await expect.poll(() => isAnswered("127.0.0.2").catch(() => null)).toEqual({ status: "ok" });
  });

  it("begins so many installations for one address, and so many for all together", async () => {
    const begin = async (forwardedFor: string) => {
      const { status } = await fetch(`http://127.0.0.1:${app.port}/slack/install`, {
        method: "POST",
        redirect: "manual",
        headers: { "x-forwarded-for": forwardedFor },
      });
      return status;
    };
    for (const _ of [1, 2, 3]) expect(await begin("198.51.100.7")).toBe(303);

    expect(await begin("198.51.100.7")).toBe(429);
    // The proxy in front has added the last one alone.
    expect(await begin("192.0.2.1, 198.51.100.7")).toBe(429);
    expect(await begin("198.51.100.8")).toBe(303);
    expect(await begin("198.51.100.9")).toBe(303);
    expect(await begin("198.51.100.10")).toBe(429);
    const answer = await fetch(`http://127.0.0.1:${app.port}/slack/install`, { method: "POST" });
    expect(await answer.text()).toContain("Too many installations are open");
  });
});
