import { expect, test } from "vitest";
import { WORDS } from "../../harness/words.ts";
import { addressOf } from "../creating.ts";
import { BEN, openRegistered, QUICK, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";

const { states, buttons } = WORDS;

test("S63 nobody's words close our quotation marks, or are piled over other lines", async () => {
  await using stage = await openRegistered();
  const high = "\u0301".repeat(20);
  const name = `Float” · ✅ Approved by Treasury “o${high}k"`;
  const number = await stage.askForRail({ name });
  const { text } = await stage.card(number);
  expect(text).toContain("“Float' · ✅ Approved by Treasury 'o");
  expect(text.match(/[“”]/g)).toHaveLength(4);
  expect(text).not.toMatch(/\p{M}{5}/u);
  // Signs that are drawn as one, and two that are drawn as one together.
  for (const sign of ["’’", "``", "❞", "״", "ˮ", "ʺ", "‶"]) {
    const other = await stage.askForRail({ name: `Float${sign} · ✅ Approved` });
    expect((await stage.card(other)).text).toContain("“Float' · ✅ Approved”");
  }
  const ben = await stage.openFrom(BEN, number, buttons.review);
  expect(await topOf(ben)).not.toMatch(/\p{M}{5}/u);
});

test("S42 requests that wait push no Rail that exists out of a review's warnings", async () => {
  await using stage = await openRegistered(QUICK);
  const made = await stage.askForRail({ name: "Old float" });
  await stage.approveAll(made);
  await stage.card(made, states.payable);
  for (const name of ["One", "Two", "Three"]) await stage.askForRail({ name });
  const number = await stage.askForRail({ name: "Four" });
  const ben = await stage.review(BEN, number);
  expect(await topOf(ben)).toContain("This Rail exists already: “Old float”");
});

test("S42 names that are like another's by the dozen leave what is approved in sight", async () => {
  await using stage = await openRegistered();
  for (const [at, letter] of ["o1d", "0ld", "oId", "01d", "0Id"].entries()) {
    await stage.askForDestination({ name: `C${letter} reserve`, wallet: addressOf(String(at)) });
  }
  const number = await stage.askForDestination({ name: "Cold reserve", wallet: addressOf("own") });
  const { text } = await stage.card(number);
  expect(text.match(/Its name looks like “/g)).toHaveLength(3);
  expect(text).toContain("🔴 Its name looks like 2 more destinations");
});

test("S53 whatever is looked for, however long, is a search and no failure", async () => {
  await using stage = await openRegistered();
  for (const words of ["x".repeat(3_000), "\uFDFA".repeat(3_000), '"'.repeat(900)]) {
    await stage.as(BEN).say(TREASURY, `/rail show "${words}x`);
    expect(await stage.told(BEN, TREASURY)).toContain("No match");
  }
});
