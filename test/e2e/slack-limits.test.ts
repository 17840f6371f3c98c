import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { answerText, approve, ask, cardReading, cards, on, review } from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox({ rates: "slack" });
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  cal = sandbox.as(CAL);
});
afterEach(() => sandbox.slack.faults.clear());
afterAll(() => sandbox.stop());

const NAMES = ["First", "Second", "Third"];
const SOON = { withinMs: 25_000 };
/** As often as a card is tried where the fault is not Slack's. */
const TRIES = 3;
const refused = (error: string) => sandbox.slack.traffic().filter((call) => call.error === error);
const callsOf = (wanted: string) =>
  sandbox.slack.traffic().filter(({ method }) => method === wanted);

const cardsOf = async (name: string) =>
  (await cards(ana)).filter((each) => plainTextOf(each).includes(name));

const toldUnder = async (ts: string, words: string) =>
  (await ana.messages(APPROVALS)).filter(
    (each) => each.thread_ts === ts && plainTextOf(each).includes(words),
  );

const instructionsOf = async (name: string) =>
  (await ana.messages(TREASURY)).filter(
    (each) => !each.ephemeral && plainTextOf(each).includes(`${name}\nRail rail_`),
  );

/** In the order in which they stand there, as soon as there are so many. */
const stepsToldUnder = (ts: string, count: number) =>
  ana.waitFor(
    async () => {
      const steps = (await toldUnder(ts, " · "))
        .flatMap((each) => plainTextOf(each).split("\n"))
        .flatMap((line) => line.split(" · ").slice(1).join(" · ") || []);
      return steps.length >= count && steps;
    },
    `${count} steps of the history`,
    SOON,
  );

it("an outage, however long, loses nothing: it goes on where it stood as soon as Slack is back", async () => {
  const people = [ana, ben, cal];
  for (const [index, each] of people.entries()) await review(each, { name: NAMES[index] ?? "" });
  // It begins with the messages: who asks is looked up, and nothing can be asked for once that fails as well.
  sandbox.slack.faults.failNext("chat.postMessage", { error: "service_unavailable" }, 1_000);
  for (const each of people) expect(await each.submit()).toMatchObject({ acknowledged: true });
  sandbox.slack.faults.isDown = true;
  await ana.waitFor(
    () => callsOf("chat.postMessage").length > people.length * TRIES,
    "more tries than a card has",
    SOON,
  );
  expect(await cards(ana)).toEqual([]);

  sandbox.slack.faults.clear();

  for (const name of NAMES) {
    await cardReading(ana, name, "WAITING 0 of 2", SOON.withinMs);
    expect(await cardsOf(name)).toHaveLength(1);
  }
});

it("what happened during an outage is told in its order, and cards show how it ended", async () => {
  const approved = await ask(ana, { name: "Approved meanwhile" });
  const withdrawn = await ask(ana, { name: "Withdrawn meanwhile" });
  // Who clicks can be looked up: otherwise nothing would happen at all.
  for (const method of ["chat.postMessage", "chat.update"]) {
    sandbox.slack.faults.failNext(method, { error: "service_unavailable" }, 1_000);
  }
  await approve(ben, approved);
  await approve(ben, withdrawn);
  await approve(cal, approved);
  await ana.click(on(withdrawn), "Withdraw");
  await ana.waitFor(() => sandbox.rails.rails("Acme").length === 1, "the Rail", SOON);
  sandbox.slack.faults.isDown = true;
  const before = callsOf("chat.update").length;
  await ana.waitFor(
    () => callsOf("chat.update").length > before + 2 * TRIES,
    "more tries than two cards have",
    SOON,
  );
  for (const name of ["Approved meanwhile", "Withdrawn meanwhile"]) {
    await cardReading(ana, name, "WAITING 0 of 2");
  }

  sandbox.slack.faults.clear();

  await cardReading(ana, "Approved meanwhile", "DONE", SOON.withinMs);
  await cardReading(ana, "Withdrawn meanwhile", "WITHDRAWN", SOON.withinMs);
  expect(await stepsToldUnder(approved.ts, 7)).toEqual([
    `Approved by <@${BEN}>, with the right group of the value`,
    `Approved by <@${CAL}>, with the right group of the value`,
    "Enough approvals",
    "Sent to the Rail service (attempt 1)",
    expect.stringMatching(/^Created as rail_/),
    "Read back: equals what was approved",
    "Deposit instructions posted",
  ]);
  expect(await stepsToldUnder(withdrawn.ts, 2)).toEqual([
    `Approved by <@${BEN}>, with the right group of the value`,
    `Withdrawn by <@${ANA}>`,
  ]);
  expect(await instructionsOf("Approved meanwhile")).toHaveLength(1);
});

it("a burst into a conversation that takes no burst arrives whole, each message once", async () => {
  sandbox.slack.faults.postsAtOnce = 1;
  // Where the machine is slow, what follows comes too slowly to be a burst.
  sandbox.slack.faults.failNext("chat.postMessage", { retryAfterSeconds: 1 });
  sandbox.slack.faults.failNext("chat.update", { retryAfterSeconds: 1 }, 2);

  for (const name of NAMES) await approve(sandbox.as(DEE), await cardReading(ana, name, "0 of 2"));

  for (const name of NAMES) {
    const { ts } = await cardReading(ana, name, "WAITING 1 of 2", SOON.withinMs);
    await ana.waitFor(
      async () => (await toldUnder(ts, "Approved by")).length > 0,
      `the history of ${name}`,
      SOON,
    );
    expect(await toldUnder(ts, "Approved by")).toHaveLength(1);
  }
  expect(refused("ratelimited").length).toBeGreaterThan(2);
});

it("a conversation that takes a message a second gets alarms and cards first, then instructions, then one history each", async () => {
  // So that calls of the last minute do not count.
  await sandbox.restart();
  const asked = (name: string) => ask(ana, { name, channel: APPROVALS });
  const [told, alarming, paid] = [
    await asked("Told"),
    await asked("Alarming"),
    await asked("Paid"),
  ];
  for (const card of [alarming, paid]) await approve(ben, card);
  for (const card of [alarming, paid]) await stepsToldUnder(card.ts, 1);
  const refusedWith = (words: string) =>
    ana.waitFor(
      () => refused("ratelimited").some(({ args }) => JSON.stringify(args).includes(words)),
      `the refusal of ${words}`,
      SOON,
    );
  sandbox.slack.faults.failNext("chat.postMessage", { retryAfterSeconds: 1 }, 1_000);
  await approve(ben, told);
  await refusedWith("1 step further");
  sandbox.rails.faults.add({
    operation: "GET /rails/{rail}",
    fault: { kind: "shown-otherwise", values: { "source.asset": "EUR" } },
  });
  await approve(cal, alarming);
  await refusedWith("QUARANTINED");
  await approve(cal, paid);
  await cardReading(ana, "Paid", "CREATED");
  await review(ana, { name: "New", channel: APPROVALS });
  await ana.submit();
  await refusedWith("New");
  await ana.click(on(told), "Withdraw");
  await cardReading(ana, "Told", "WITHDRAWN", SOON.withinMs);
  const before = callsOf("chat.postMessage").length;
  sandbox.slack.faults.clear();
  sandbox.slack.faults.postsAtOnce = 1;

  for (const [{ ts }, steps] of [
    [told, 2],
    [alarming, 5],
    [paid, 7],
  ] as const) {
    await stepsToldUnder(ts, steps);
  }

  const kinds = callsOf("chat.postMessage")
    .slice(before)
    .filter(({ ok, args }) => ok && args.channel === APPROVALS)
    .map(({ args }) => {
      if (args.thread_ts) return "history";
      return String(args.text).startsWith("Deposit instructions") ? "instructions" : "first";
    });
  expect(kinds).toEqual(["first", "first", "instructions", "history", "history", "history"]);
}, 180_000);

// Last, since it leaves the conversation stalled.
describe("a conversation that Slack limits", () => {
  it("holds up no other one, no other method and no answer, and is not asked again before its time", async () => {
    await sandbox.restart();
    const card = await ask(ana, { name: "In another channel" });
    await approve(ben, card);
    await stepsToldUnder(card.ts, 1);
    await review(ana, { name: "Held up" });
    sandbox.slack.faults.failNext("chat.postMessage", { retryAfterSeconds: 600 });
    const before = refused("ratelimited").length;
    await ana.submit();
    await ana.waitFor(() => refused("ratelimited").length > before, "the limit", SOON);

    expect(await answerText(ana, "/rail help")).toContain("/rail new");
    await approve(cal, card);
    await ana.waitFor(
      async () =>
        (await ana.messages(TREASURY)).some(
          (each) => !each.ephemeral && plainTextOf(each).includes("In another channel"),
        ),
      "the instructions in the other channel",
      SOON,
    );
    await cardReading(ana, "In another channel", "DONE");

    expect(refused("ratelimited")).toHaveLength(before + 1);
    const there = callsOf("chat.postMessage").filter(({ args }) => args.channel === APPROVALS);
    expect(there.at(-1)).toMatchObject({ error: "ratelimited" });
  });
});
