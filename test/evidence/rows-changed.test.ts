import { expect, it } from "vitest";
import { rowsChanged } from "../../src/evidence/check-rows.ts";
import { plainText } from "../support/plain-text.ts";

it.each([
  [8, "request R-7, request R-8"],
  [12, "request R-8 and 4 more"],
])("of %d changed rows it names eight, and counts the others", (count, expected) => {
  const names = Array.from({ length: count }, (_, at) => `request R-${at + 1}`);

  const text = plainText(rowsChanged(names).blocks ?? []);

  expect(text).toContain(expected);
  expect(text.includes("more")).toBe(count > 8);
});
