import { expect, it } from "vitest";
import { rowsChanged } from "../../src/evidence/check-rows.ts";
import { plainText } from "../support/plain-text.ts";

it.each([
  [10, "request R-9, request R-10"],
  [12, "request R-10 and 2 more"],
])("of %d changed rows it names ten, and counts the others", (count, expected) => {
  const names = Array.from({ length: count }, (_, at) => `request R-${at + 1}`);

  const text = plainText(rowsChanged(names).blocks ?? []);

  expect(text).toContain(expected);
  expect(text.includes("more")).toBe(count > 10);
});
