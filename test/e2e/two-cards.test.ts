import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import {
  approve,
  ask,
  cardReading,
  cards,
  on,
  openReview,
  privateAnswer,
  review,
} from "./steps.ts";

let sandbox: TestSandbox;
let ana: Person;
let ben: Person;
let cal: Person;
beforeAll(async () => {
  sandbox = await startTestSandbox({ choresEverySeconds: { sweep: 2, "watch-cards": 2 } });
  ana = sandbox.as(ANA);
  ben = sandbox.as(BEN);
  cal = sandbox.as(CAL);
});
afterEach(async () => {
  sandbox.slack.faults.clear();
  await ben.close("all");
});
afterAll(() => sandbox.stop());

const cardsOf = async (name: string) =>
  (await cards(ben)).filter((card) => plainTextOf(card).includes(name));

/** Slack takes so many posts of the card without an answer; all of its cards, once the last one stands. */
async function askWithLostAnswers(name: string, times: number) {
  await review(ana, { name });
  sandbox.slack.faults.failNext("chat.postMessage", { answer: "lost" }, times);
  await ana.submit();
  return ben.waitFor(
    async () => {
      const found = await cardsOf(name);
      return found.length > times && found;
    },
    `${times + 1} cards`,
    { withinMs: 20_000 },
  );
}

const isTelling = (message: SeenMessage, name: string) =>
  plainTextOf(message).includes(name) &&
  plainTextOf(message).includes("Somebody has deleted its card.");

const now = async ({ ts }: { ts: string }) => {
  const found = (await ben.messages(APPROVALS)).find((each) => each.ts === ts);
  if (!found) throw new Error("The card is gone");
  return found;
};

describe("a card whose post was not answered", () => {
  it("does not stay live beside the later one: a press closes it, does nothing, and says where to go", async () => {
    const [first, second, live] = await askWithLostAnswers("Posted thrice", 2);
    if (!first || !second || !live) throw new Error("Three cards stand there");
    const link = `/archives/${APPROVALS}/p${live.ts.replace(".", "")}`;
    expect(plainTextOf(first)).not.toContain("An earlier card");
    expect(plainTextOf(live)).toContain(
      "An earlier card of this request may stand above; this one counts.",
    );

    const told = await privateAnswer(ben, APPROVALS, () =>
      ben.click(on(first), "Review and approve"),
    );
    const toldAna = await privateAnswer(ana, APPROVALS, () => ana.click(on(second), "Withdraw"));

    for (const answer of [told, toldAna]) {
      expect(plainTextOf(answer)).toContain("is out of date: nothing was done.");
      expect(JSON.stringify(answer.blocks)).toContain(link);
    }
    expect(await ben.modal()).toBeUndefined();
    for (const orphan of [first, second]) {
      const closed = await now(orphan);
      const [title = ""] = plainTextOf(orphan).split("\n");
      expect(plainTextOf(closed)).toContain(title);
      expect(plainTextOf(closed)).toContain("This card is out of date.");
      expect(JSON.stringify(closed.blocks)).toContain(link);
      expect(closed.blocks?.some(({ type }) => type === "actions")).toBe(false);
    }

    expect(plainTextOf(await now(live))).toContain("WAITING 0 of 2");
    await approve(ben, live);
    await approve(cal, live);
    await ben.waitFor(async () => plainTextOf(await now(live)).includes("DONE"), "it to be done");
    expect(plainTextOf(await now(live))).toContain("this one counts");
  });

  it("works while no later one is known", async () => {
    await review(ana, { name: "The only one yet" });
    sandbox.slack.faults.failNext("chat.postMessage", { answer: "lost" });
    sandbox.slack.faults.failNext("chat.postMessage", { error: "internal_error" }, 1_000);
    await ana.submit();
    const [card] = await ben.waitFor(async () => {
      const found = await cardsOf("The only one yet");
      return found.length > 0 && found;
    }, "the card");
    if (!card) throw new Error("There is one");

    await openReview(ben, card);

    expect(plainTextOf(await now(card))).toContain("WAITING 0 of 2");
  });
});

describe("a card that somebody deletes", () => {
  it("is posted anew when its request goes on, and nothing of its history is lost", async () => {
    const card = await ask(ana, { name: "Thrown away" });
    await openReview(ben, card);
    await ben.remove(on(card));
    await ben.submit();

    const anew = await cardReading(cal, "Thrown away", "WAITING 1 of 2");

    expect(plainTextOf(anew)).not.toContain("An earlier card");
    await cal.waitFor(
      async () =>
        (await cal.messages(APPROVALS)).some(
          (each) => each.thread_ts === anew.ts && plainTextOf(each).includes("Approved by"),
        ),
      "its history",
    );
    await approve(cal, anew);
    await cardReading(cal, "Thrown away", "DONE");
    expect(await cardsOf("Thrown away")).toHaveLength(1);
  });

  it("is posted anew while its request waits, and approvers and requester are told", async () => {
    const card = await ask(ana, { name: "Missed" });
    await ben.remove(on(card));

    const [anew] = await ben.waitFor(
      async () => {
        const found = await cardsOf("Missed");
        return found.length > 0 && found;
      },
      "another card",
      { withinMs: 60_000 },
    );

    if (!anew) throw new Error("There is one");
    expect(plainTextOf(anew)).toContain("WAITING 0 of 2");
    const link = `/archives/${APPROVALS}/p${anew.ts.replace(".", "")}`;
    for (const reader of [ana, ben, cal]) {
      const told = await reader.waitFor(async () => {
        const all = (await reader.directMessages()).filter((each) => isTelling(each, "Missed"));
        return all.length > 0 && all;
      }, "to be told");
      expect(told).toHaveLength(1);
      expect(JSON.stringify(told[0]?.blocks)).toContain(link);
    }
    await approve(ben, anew);
    await approve(cal, anew);
    await cardReading(cal, "Missed", "DONE");
  }, 120_000);
});
