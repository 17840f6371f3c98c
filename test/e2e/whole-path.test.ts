import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import { readQrCode } from "../support/read-qr-code.ts";
import type { RecordingProxy } from "../support/recording-proxy.ts";
import { startRecordingProxy } from "../support/recording-proxy.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerTo, approve, ask, cardReading, cards, whispers, withdraw } from "./steps.ts";

const ROUTES = [
  {
    type: "On-ramp",
    command: "/rail new",
    name: "Payroll float",
    destination: "Treasury cold wallet",
    instruction: "Pay into Payroll float",
  },
  {
    type: "Off-ramp",
    command: "/rail new off",
    name: "Cash out",
    destination: "Operating account",
    instruction: "Pay into Cash out",
  },
];

describe.each([
  ["over a socket", "socket", false],
  ["over HTTP", "http", false],
  ["with every delivery coming twice", "socket", true],
] as const)("%s", (_, transport, deliverTwice) => {
  let sandbox: TestSandbox;
  let proxy: RecordingProxy | undefined;
  beforeAll(async () => {
    sandbox = await startTestSandbox({ transport, rates: "slack", isEmbedded: !deliverTwice });
    sandbox.slack.faults.deliverTwice = deliverTwice;
    if (transport === "http") {
      proxy = await startRecordingProxy(`http://127.0.0.1:${sandbox.app.port}`);
      sandbox.slack.sendTo(`${proxy.url}/slack/events`);
    }
  });
  afterAll(async () => {
    await sandbox.stop();
    await proxy?.stop();
  });

  // HTTP carries what a socket does: one type shows that it arrives.
  const routes = transport === "http" ? ROUTES.slice(0, 1) : ROUTES;
  describe.each(routes)("an $type", ({ command, name, destination, instruction }) => {
    it("is asked for, approved by two others, created once, and its instructions posted", async () => {
      const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
      const before = sandbox.rails.rails("Acme").length;
      const saidBefore = await settled(ana);

      await ana.command(TREASURY, command);
      await ana.waitFor(() => ana.modal(), "the New Rail form");
      expect((await ana.modal())?.previous_view_id).toBeNull();
      await ana.fill("Name", name);
      if (command.endsWith("off")) await ana.choose("Network", "SOLANA_DEVNET");
      await ana.choose("Destination", destination);
      await ana.fill("Reason", "The weekly run");
      expect(await ana.submit()).toMatchObject({ acknowledged: true });
      expect(JSON.stringify(await ana.modal())).toContain("no amount limit");
      expect(await ana.submit()).toMatchObject({ acknowledged: true, closed: true });
      expect(await ana.modal()).toBeUndefined();

      const card = await ben.waitFor(
        async () =>
          (await ben.messages(APPROVALS)).find((each) =>
            [name, "WAITING 0 of 2"].every((words) => plainTextOf(each).includes(words)),
          ),
        "the approval card",
      );

      for (const approver of [ben, cal]) {
        expect(await approve(approver, card)).toMatchObject({ closed: true });
      }

      const instructions = await ana.waitFor(
        async () =>
          (await ana.messages(TREASURY)).find((each) => plainTextOf(each).includes(instruction)),
        "the deposit instructions",
      );
      expect(plainTextOf(instructions)).toContain(name);
      await expectPicture(ana, instructions, command.endsWith("off"));
      expect(sandbox.rails.rails("Acme")).toHaveLength(before + 1);

      const done = await ben.waitFor(
        async () =>
          (await ben.messages(APPROVALS)).find(
            (each) => each.ts === card.ts && plainTextOf(each).includes("DONE"),
          ),
        "the card to say so",
      );
      expect(JSON.stringify(done)).not.toContain("Review");
      const posted = (await ana.messages(TREASURY)).filter(
        (each) => !each.ephemeral && plainTextOf(each).includes(name),
      );
      expect(posted).toHaveLength(1);
      expect((await cards(ben)).filter((each) => plainTextOf(each).includes(name))).toHaveLength(1);
      // The answer to /rail pending, that it is asked for, and where the QR code is.
      expect(await settled(ana)).toBe(saidBefore + (command.endsWith("off") ? 3 : 2));
    });
  });

  it("answers a command once, says a refusal once and withdraws once", async () => {
    const ana = sandbox.as(ANA);
    const before = await settled(ana);
    await answerTo(ana, "/rail list");
    expect(await settled(ana)).toBe(before + 2);

    const card = await ask(ana, { name: "Back again" });
    await ana.click({ channel: APPROVALS, ts: card.ts }, "Review");
    await withdraw(ana, card);
    await cardReading(ana, "Back again", "WITHDRAWN");
    await settled(ana);
    expect((await whispers(ana, APPROVALS)).map(plainTextOf)).toEqual([
      `R-${routes.length + 1}: You cannot approve your own request. Another approver has to.`,
    ]);
  });

  it("calls no oftener than Slack allows", () => {
    const refused = sandbox.slack.traffic().filter(({ error }) => error === "ratelimited");
    expect(refused).toEqual([]);
  });

  // Only what comes over HTTP can be recorded on its way.
  if (transport !== "http") return;

  it("changes nothing when all that Slack sent comes again", async () => {
    const ana = sandbox.as(ANA);
    await answerTo(ana, "/rail pending");
    const before = await all(sandbox);

    const statuses = await proxy?.replay();

    expect(statuses?.length).toBeGreaterThan(10);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Whatever the replay could still have brought is there once this answer has come, the only one.
    await answerTo(ana, "/rail pending");
    const after = await all(sandbox);
    expect(after.cards).toEqual(before.cards);
    expect(after.rails).toEqual(before.rails);
    expect(after.messages).toBe(before.messages + 1);
    expect(after.views).toBe(before.views);
  });
});

/** How much Ana was told alone, once all that earlier deliveries could still bring is there. */
async function settled(person: Person): Promise<number> {
  const before = (await whispers(person, TREASURY)).length;
  await answerTo(person, "/rail pending");
  return before;
}

/** An off-ramp has one, which reads as the address that is printed. */
async function expectPicture(
  reader: Person,
  instructions: SeenMessage,
  isThere: boolean,
): Promise<void> {
  const text = plainTextOf(instructions);
  expect(text.includes("[QR code]")).toBe(isThere);
  if (!isThere) return;
  await reader.click({ channel: TREASURY, ts: instructions.ts }, "QR code");
  const { slack_file } = await reader.waitFor(async () => {
    const told = (await reader.directMessages()).flatMap(({ blocks = [] }) => blocks);
    return told.filter((block) => block.type === "image")[0];
  }, "the QR code");
  const { bytes } = readQrCode(await reader.picture(slack_file?.id ?? ""));
  expect(text).toContain(`\n${bytes}\n`);
}

/** All that a delivery could have brought about; cards that are redrawn meanwhile stay the same cards. */
async function all({ as, rails, slack }: TestSandbox) {
  return {
    cards: (await cards(as(BEN))).map(({ ts }) => ts),
    rails: rails.rails("Acme"),
    messages: (await as(ANA).messages(TREASURY)).length,
    views: slack.traffic().filter(({ method }) => method.startsWith("views.")).length,
  };
}
