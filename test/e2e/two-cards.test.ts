import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { approve, ask, cardReading, cards, on, openReview, review } from "./steps.ts";

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

const isTelling = (message: SeenMessage, name: string) =>
  plainTextOf(message).includes(name) &&
  plainTextOf(message).includes("Somebody has deleted its card.");

it("a card whose post was not answered leaves no other live one: only messages that lead on, without buttons", async () => {
  await review(ana, { name: "Posted thrice" });
  sandbox.slack.faults.failNext("chat.postMessage", { answer: "lost" }, 2);
  await ana.submit();

  const card = await cardReading(ben, "Posted thrice", "WAITING 0 of 2");
  await approve(ben, card);
  await approve(cal, card);
  await cardReading(ben, "Posted thrice", "DONE");

  const said = (await ben.messages(APPROVALS)).filter(
    (each) => !each.thread_ts && plainTextOf(each).includes("Posted thrice"),
  );
  expect(said.map(({ ts }) => ts).at(-1)).toBe(card.ts);
  for (const stray of said.slice(0, 2)) {
    expect(plainTextOf(stray)).toContain("stands in a later one");
    expect(plainTextOf(stray)).not.toContain("WAITING");
    expect(stray.blocks?.some(({ type }) => type === "actions")).toBe(false);
  }
  expect(said).toHaveLength(3);
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
