import { expect, it } from "vitest";
import { instructions } from "../../src/rail/instructions.ts";
import { isTicked } from "../../src/request/forms/review-blocks.ts";
import { ON_RAMP } from "../rules/changes.ts";
import { NOW } from "../rules/company.ts";
import { RAIL } from "../rules/rails.ts";
import { reviewOf } from "./catalogue.ts";
import { textsIn } from "./nodes.ts";
import { alike, contentWith, factsOf, onRamp, PLAIN } from "./world.ts";

const waiting = factsOf(PLAIN, { change: onRamp(PLAIN), warnings: alike(PLAIN) });

it("requester and approvers see the same facts, warnings and words", () => {
  const [own, theirs] = [{ isAgain: true, note: null }, null].map((mine) =>
    reviewOf(waiting, mine).blocks.filter(({ type }) => type === "alert" || type === "rich_text"),
  );
  const shared = own?.filter((block) => !JSON.stringify(block).includes("changed since"));
  expect(theirs?.slice(0, shared?.length)).toEqual(shared);
  expect(shared?.length).toBe(5);
});

it("a tick for a second Rail counts only beside the content that it was given for", () => {
  const second = { is: "second-rail", name: "Old float", since: NOW } as const;
  const content = contentWith(ON_RAMP, [second]);
  const other = contentWith({ ...ON_RAMP, name: "Other" }, [second]);
  const asked = factsOf(PLAIN, { change: ON_RAMP, warnings: [second] });
  const review = reviewOf(asked, { isAgain: false, note: null });
  const { block_id = "" } = review.blocks.find(({ type }) => type === "input") ?? {};
  expect(isTicked(content, {})).toBe(false);
  expect(isTicked(content, { [block_id]: { "second-rail": [] } })).toBe(false);
  const ticked = { [block_id]: { "second-rail": ["yes"] } };
  expect([content, other].map((each) => isTicked(each, ticked))).toEqual([true, false]);
  expect(isTicked(contentWith(ON_RAMP, []), {})).toBe(true);
});

it("instructions repeat the service's values byte for byte", () => {
  const odd = {
    iban: "GB82 west  1234",
    reference: " <b> *REF* ",
    displayName: "Acme  :tada: & Co ",
  };
  const bankAccount = { ...RAIL.source.bankAccount, ...odd };
  const rail = { ...RAIL, source: { ...RAIL.source, bankAccount } };
  const texts = textsIn(instructions(waiting, rail, NOW)).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(Object.values(odd)));
});
