import { expect, it } from "vitest";
import { csv } from "../../../src/platform/text/csv.ts";

it.each([
  ["=1+1", `"'=1+1"`],
  ["  @SUM(A1)", `"  '@SUM(A1)"`],
  ["Rent;=HYPERLINK(1)", `"Rent;'=HYPERLINK(1)"`],
  ["Rent\t+1", "Rent\t'+1"],
  ["＝1", "'＝1"],
  ['a,b "c"\nd', `"a,b ""c"" d"`],
  ["rail_9-a=b", "rail_9-a=b"],
  ["4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE", "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE"],
])("a cell begins no formula and no row: %j", (text, cell) => {
  // A quote is no more than a text for a spreadsheet that was told so.
  expect(csv([[text, null]]).replaceAll('"', "")).toBe(`${cell.replaceAll('"', "")},\r\n`);
});

it("cells with a comma, a semicolon, a quote or outer spaces are quoted, and rows end alike", () => {
  expect(csv([["a,b", 'c"d', "e;f", " g", "h"], ["i"]])).toBe('"a,b","c""d","e;f"," g",h\r\ni\r\n');
});
