import { expect, it } from "vitest";
import { wordHits } from "./words.ts";

it("people read plain English: no string that is shown has a pattern of test/words.ts", () => {
  expect(wordHits()).toEqual([]);
});
