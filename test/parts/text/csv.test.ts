import { expect, it } from "vitest";
import { csv } from "../../../src/platform/text/csv.ts";

it.each([
  ["=1+1", `"'=1+1"`],
  ["  @SUM(A1)", `"  '@SUM(A1)"`],
  ["Rent;=HYPERLINK(1)", `"Rent;'=HYPERLINK(1)"`],
  ["Rent\t+1", `"Rent\t'+1"`],
  ["＝1", `"'＝1"`],
  ['a,b "c"\nd', `"a,b ""c"" d"`],
  ["rail_9-a=b", "rail_9-a=b"],
])("a cell begins no formula and no row, and is quoted where it must be: %j", (text, cell) => {
  expect(csv([[text, null], ["i"]])).toBe(`${cell},\r\ni\r\n`);
});
