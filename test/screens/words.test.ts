import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allWords, refusals } from "./words.ts";

/** `node test/screens/write-words.ts` writes them anew. */
it("people read the words that were reviewed", () => {
  expect(allWords()).toBe(readFileSync(new URL("words.txt", import.meta.url), "utf8"));
});

const NOT_ENGLISH = [
  ...["please", "goes on", "whoever", "those who", "for ever", "in force", "quorum", "digest"],
  ...["read[- ]?back", "metadata", "blanks", "such as", "not any\\s+more"],
];
const PATTERN = new RegExp(`\\b(${NOT_ENGLISH.join("|")})\\b|!(?!\\])`, "i");

it("no screen has a word that a treasurer would read twice", () => {
  expect(
    allWords()
      .split("\n")
      .filter((line) => PATTERN.test(line)),
  ).toEqual([]);
});

it.each(Object.entries(refusals()))("a refusal takes at most 20 words: %s", (_, sentence) => {
  expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(sentence.split(" ").length).toBeLessThanOrEqual(20);
});
