import { App } from "@slack/bolt";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../../../src/platform/process/logger.ts";
import type { SocketIntake } from "../../../../src/platform/slack/intake/socket-intake.ts";
import { createSocketIntake } from "../../../../src/platform/slack/intake/socket-intake.ts";
import { clientOptions } from "../../../../src/platform/slack/web-client.ts";
import { ANA, acmeSeed, TREASURY } from "../../../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../../../src/sandbox/slack-workspace/server.ts";
import { startSlackWorkspace } from "../../../../src/sandbox/slack-workspace/server.ts";
import type { Person } from "../../../support/person.ts";
import { person } from "../../../support/person.ts";

// A rejection that nobody handles, which would end the process, fails the run here.
let slack: SlackWorkspace;
let intake: SocketIntake;
let app: App;
let ana: Person;
let deliveries = 0;
beforeAll(async () => {
  slack = await startSlackWorkspace({ seed: acmeSeed });
  ana = person(slack.url, ANA);
  const logger = createLogger("silent");
  const calls = clientOptions({ apiUrl: slack.apiUrl, logger });
  intake = createSocketIntake(slack.appToken, { clientOptions: calls, logger });
  app = new App({
    receiver: intake.receiver,
    authorize: async () => ({}),
    clientOptions: calls,
    convoStore: false,
  });
  app.command("/rail", async ({ ack }) => {
    deliveries += 1;
    await ack();
  });
  await app.start();
  intake.keep();
});
afterEach(() => slack.faults.clear());
afterAll(async () => {
  await intake.letGo();
  await app.stop();
  await slack.stop();
});

const connectionsAskedFor = () =>
  slack.traffic().filter(({ method }) => method === "apps.connections.open");

/** What comes over the new connection is acknowledged. */
async function isHeard(): Promise<void> {
  await ana.waitFor(
    async () => (await ana.command(TREASURY, "/rail help")).acknowledged,
    "an acknowledgement",
  );
}

/** Lets it ask so often in vain, and then in. */
async function refusedAgain(times: number): Promise<void> {
  const before = connectionsAskedFor().length;
  await ana.waitFor(
    () => connectionsAskedFor().length >= before + times,
    `${times} tries to connect`,
  );
  expect(connectionsAskedFor().at(-1)).toMatchObject({ ok: false });
  slack.faults.clear();
}

describe("a connection that ends", () => {
  it.each(["refresh_requested", "warning", "link_disabled"] as const)(
    "because of %s is opened again",
    async (reason) => {
      const before = connectionsAskedFor().length;
      slack.faults.disconnectSockets(reason);

      await ana.waitFor(() => connectionsAskedFor().length > before, "a new connection");
      await isHeard();
    },
  );

  it("is opened again once Slack, which was down, is back", async () => {
    slack.faults.isDown = true;
    slack.faults.cutSockets();

    await refusedAgain(2);

    await isHeard();
  });

  it("is opened again once Slack no longer refuses the token", async () => {
    slack.faults.failNext("apps.connections.open", { error: "invalid_auth" }, 1_000);
    slack.faults.cutSockets();

    await refusedAgain(2);

    await isHeard();
  });

  it("is opened again after the pause that Slack asks for", async () => {
    slack.faults.failNext("apps.connections.open", { retryAfterSeconds: 1 });
    slack.faults.cutSockets();

    await isHeard();
  });

  it("survives what Slack says about its own limits", async () => {
    const before = deliveries;
    slack.faults.limitEvents();

    await isHeard();
    expect(deliveries).toBe(before + 1);
  });
});

it("lets go once every delivery is acknowledged, not after the first", async () => {
  const logger = createLogger("silent");
  const calls = clientOptions({ apiUrl: slack.apiUrl, logger });
  const other = createSocketIntake(slack.appToken, { clientOptions: calls, logger });
  const { client } = other.receiver;
  for (const envelope_id of ["1", "2"]) client.emit("slack_event", { envelope_id });
  let isGone = false;
  const gone = other.letGo().then(() => {
    isGone = true;
  });

  client.emit("outgoing_message", { envelope_id: "1" });
  await new Promise(setImmediate);
  expect(isGone).toBe(false);

  client.emit("outgoing_message", { envelope_id: "2" });
  await gone;
});
