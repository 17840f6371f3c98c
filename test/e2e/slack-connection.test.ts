import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { ask, cardReading, openReview } from "./steps.ts";

// What ends the process in earnest, a rejection that nobody handles, fails the run here.
let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
});
afterEach(() => sandbox.slack.faults.clear());
afterAll(() => sandbox.stop());

const connectionsAskedFor = () =>
  sandbox.slack.traffic().filter(({ method }) => method === "apps.connections.open");

async function isHeard(): Promise<void> {
  await ana.waitFor(
    async () => (await ana.command(TREASURY, "/rail help")).acknowledged,
    "an acknowledgement",
    { withinMs: 25_000 },
  );
}

/** Lets it ask so often in vain, and then in. */
async function refusedAgain(times: number): Promise<void> {
  const before = connectionsAskedFor().length;
  await ana.waitFor(
    () => connectionsAskedFor().length >= before + times,
    `${times} tries to connect`,
    { withinMs: 25_000 },
  );
  expect(connectionsAskedFor().at(-1)).toMatchObject({ ok: false });
  sandbox.slack.faults.clear();
}

describe("a connection that ends", () => {
  it.each(["refresh_requested", "warning", "link_disabled"] as const)(
    "because of %s is opened again",
    async (reason) => {
      const before = connectionsAskedFor().length;
      sandbox.slack.faults.disconnectSockets(reason);

      await ana.waitFor(() => connectionsAskedFor().length > before, "a new connection");
      await isHeard();
    },
  );

  it("is opened again once Slack, which was down, is back", async () => {
    sandbox.slack.faults.isDown = true;
    sandbox.slack.faults.cutSockets();

    await refusedAgain(3);

    await isHeard();
  });

  it("is opened again once Slack no longer refuses the token", async () => {
    sandbox.slack.faults.failNext("apps.connections.open", { error: "invalid_auth" }, 1_000);
    sandbox.slack.faults.cutSockets();

    await refusedAgain(2);

    await isHeard();
  });

  it("is opened again after the pause that Slack asks for", async () => {
    sandbox.slack.faults.failNext("apps.connections.open", { retryAfterSeconds: 1 });
    sandbox.slack.faults.cutSockets();

    await isHeard();
  });
});

describe("what Slack delivers", () => {
  it("again because it heard no acknowledgement has its effect once", async () => {
    const card = await ask(ana, { name: "Unheard" });
    await openReview(ben, card);
    sandbox.slack.faults.losesNextAcknowledgement = true;

    expect(await ben.submit()).toMatchObject({ acknowledged: true });

    await cardReading(ana, "Unheard", "WAITING 1 of 2");
    const history = await ana.waitFor(async () => {
      const thread = (await ana.messages(APPROVALS)).filter(
        ({ thread_ts }) => thread_ts === card.ts,
      );
      const told = thread.map((each) => plainTextOf(each)).join("\n");
      return told.includes(`Approved by <@${BEN}>`) && told;
    }, "the history");
    expect(history.match(/Approved by/g)).toHaveLength(1);
  });

  it("about its own limits does no harm", async () => {
    sandbox.slack.faults.limitEvents();

    await isHeard();
  });
});
