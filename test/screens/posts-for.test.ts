import { describe, expect, it } from "vitest";
import type { Message } from "../../src/platform/slack/blocks/views.ts";
import { railPosts } from "../../src/rail/instructions.ts";
import { drawCard } from "../../src/request/card/body.ts";
import type { CardFacts } from "../../src/request/card/facts.ts";
import { nextPostAt, postsFor } from "../../src/request/posts/posts-for.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { at } from "../rules/company.ts";
import { type Cases, casesOf } from "./cases.ts";
import { buttonsIn, labelOf } from "./nodes.ts";
import { factsOf, PLAIN, stops } from "./world.ts";

const CASES: Cases = casesOf(PLAIN);

function facts(name: string, request: Partial<Request> = {}, changes: Partial<CardFacts> = {}) {
  const found = CASES[name];
  if (!found) throw new Error(`No case ${name}`);
  return { ...found, ...changes, request: { ...found.request, ...request } };
}

const posts = (given: CardFacts) => postsFor(given, railPosts(given));
const keys = (given: CardFacts) => posts(given).map(({ key }) => key);
const postOf = (given: CardFacts, key: string) => posts(given).find((post) => post.key === key);
const isActions = ({ type }: { type: string }) => type === "actions";
const labels = (shown: unknown) => buttonsIn(shown).map(labelOf);

it.each(Object.entries(CASES))(
  "a new message cannot become untrue: no button, no state: %s",
  (_, given) => {
    const [card] = posts(given);
    for (const { placeholder } of posts(given)) expect(labels(placeholder)).toEqual([]);
    expect(JSON.stringify(card?.placeholder)).not.toMatch(/Waiting|Ready|Payable|Held/);
  },
);

it("a call for people names all deciders in a broadcast reply, once for each question", () => {
  const call = postOf(facts("rail stuck: not-found", { version: 7 }), "call:7");
  expect(call?.reply).toBe("broadcast");
  expect(JSON.stringify(call?.placeholder)).toMatch(/UBEN.*UCAL.*UDEE.*UFAY/);
  expect(keys(facts("rail stuck: not-found", { version: 9 }))).toContain("call:9");
});

describe("reminders", () => {
  const requestedAt = at(0);
  const after = (hours: number, request: Partial<Request> = {}) =>
    facts("rail waiting", { requestedAt, ...request }, { now: at(hours * 3_600) });
  const reminders = (given: CardFacts) => keys(given).filter((key) => key.startsWith("reminder"));

  it("are only the last one that is due, however long nothing could be posted", () => {
    expect(reminders(after(3.99))).toEqual([]);
    expect(reminders(after(60))).toEqual(["reminder:3"]);
    expect(postOf(after(60), "reminder:3")).toMatchObject({ once: true, reply: "quiet" });
  });

  it("begin anew with new approvals, and end with the request", () => {
    const again = { round: 2, attempts: ["a1"], attemptEndedAt: at(50 * 3_600) };
    expect(reminders(after(51, again))).toEqual([]);
    expect(reminders(after(54, again))).toEqual(["reminder:4"]);
    expect(reminders(facts("rail denied", { requestedAt: at(-90_000) }))).toEqual([]);
  });

  it("are what time alone does next", () => {
    expect(nextPostAt(after(5))).toBe(at(24 * 3_600));
    expect(nextPostAt(after(49))).toBeNull();
    expect(nextPostAt(facts("wallet usable later"))).toBe(at(-7_200 + 24 * 3_600));
  });
});

it.each([
  ["ending", "rail denied"],
  ["instructions", "rail payable"],
])("%s: where it was requested, else to the requester, who is mentioned", (key, name) => {
  const post = postOf(facts(name), key);
  expect(post).toMatchObject({ to: { channel: "C1" }, instead: [{ person: "UANA" }] });
  expect(JSON.stringify(post?.placeholder)).toContain("UANA");
  const direct = postOf(facts(name, { askedIn: { person: "UANA" } }), key);
  expect(direct).toMatchObject({ to: { person: "UANA" }, instead: [] });
});

describe("an ending", () => {
  it("never offers to request again what may exist", () => {
    for (const name of Object.keys(CASES).filter((each) =>
      /unclear|given-up|given up/.test(each),
    )) {
      const shown = posts(facts(name)).flatMap(({ show }) => labels(show));
      expect(shown, name).not.toContain("Request again");
    }
  });

  it("tells who asked that the settings have changed, unless they changed them at once", () => {
    expect(keys(facts("settings done"))).toContain("ending");
    expect(keys(facts("settings changed at once"))).not.toContain("ending");
  });

  it("has nobody to go to where the app itself stopped sending", () => {
    const done = { is: "done", at: at(0), result: null } as const;
    const own = factsOf(PLAIN, {
      change: stops(PLAIN),
      state: done,
      request: { requestedBy: "signalbox" },
    });
    expect(keys(own)).toEqual(["card"]);
  });
});

it("each state of each kind has a card, first of all, with its history or the button for it", () => {
  const buttons = (shown: Message) => JSON.stringify(shown.blocks.filter(isActions));
  for (const [name, given] of Object.entries(CASES)) {
    expect(keys(given)[0], name).toBe("card");
    expect(buttons(drawCard(given)), name).toContain("History");
    expect(buttons(drawCard(given, [["Requested"]])), name).not.toContain("History");
  }
});
