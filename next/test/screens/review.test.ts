import { expect, it } from "vitest";
import { instructions } from "../../src/rail/instructions.ts";
import { questionModal } from "../../src/request/forms/approve.ts";
import { ADDRESS } from "../rules/changes.ts";
import { NOW } from "../rules/company.ts";
import { RAIL } from "../rules/rails.ts";
import { stopOf } from "./cases.ts";
import { reviewOf } from "./catalogue.ts";
import { nodesIn, textsIn } from "./nodes.ts";
import { spell } from "./spell.ts";
import { ALIKE, alike, EVE, factsOf, onRamp, PLAIN } from "./world.ts";

const waiting = (warnings = alike(PLAIN)) => factsOf(PLAIN, { change: onRamp(PLAIN), warnings });
const review = (facts = waiting()) => reviewOf(facts);

it("requester and approvers see the same facts, warnings and words", () => {
  const facts = waiting();
  const own = { isAgain: true, note: null };
  const [mine, theirs] = [reviewOf(facts, own), reviewOf(facts)].map(({ blocks }) =>
    blocks.filter(({ type }) => type === "alert" || type === "rich_text"),
  );
  const shared = mine?.filter((block) => !JSON.stringify(block).includes("changed since"));
  expect(theirs?.slice(0, shared?.length)).toEqual(shared);
  expect(shared?.length).toBe(5);
});

it("the address is whole and in fours, and beside a look-alike only what differs is marked", () => {
  const plain = nodesIn(review(waiting([]))).find(
    ({ node }) => node.type === "rich_text_preformatted",
  );
  expect(textsIn(plain?.node).map(({ text }) => text.replace(/\s/g, ""))).toEqual([ADDRESS]);
  const marked = nodesIn(review()).filter(({ node }) =>
    JSON.stringify(node.style)?.includes("code"),
  );
  expect(marked.map(({ node }) => node.text)).toEqual(["16bU", "K31m"]);
  const compared = "address" in ALIKE ? ALIKE.address : "";
  expect(
    spell(review())
      .join("")
      .replace(/[*[\] ]/g, ""),
  ).toContain(compared);
});

it("a stop is named on every review, and by whom", () => {
  const shown = spell(review({ ...waiting(), resume: stopOf(PLAIN) }));
  const said = `🛑 **Sending is stopped (R-150)** by @${EVE}. Approved requests wait.`;
  expect(shown).toContain(said);
});

it("the question names characters and group in words that people can count", () => {
  const group = { number: 3, first: 9, last: 12, expected: "16bU", ignoresCase: true };
  const lines = spell(questionModal(waiting(), group, "{}"));
  expect(lines).toContain("Characters 9–12 of the address [      ]");
  expect(lines).toContain("  The 3rd group when written in fours.");
});

it("instructions repeat the service's values byte for byte", () => {
  const odd = {
    iban: "GB82 west  1234",
    reference: " <b> *REF* ",
    displayName: "Acme  :tada: & Co ",
  };
  const bankAccount = { ...RAIL.source.bankAccount, ...odd };
  const rail = { ...RAIL, source: { ...RAIL.source, bankAccount } };
  const texts = textsIn(instructions(waiting(), rail, NOW)).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(Object.values(odd)));
});
