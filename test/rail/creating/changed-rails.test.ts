import { expect, it } from "vitest";
import { changedRails } from "../../../src/rail/creating/changed-rails.ts";
import { plainText } from "../../support/plain-text.ts";

it.each([
  ["GBPA", "USDA", "asset: “GBPA”, now “USDA”"],
  [null, "USDA", "asset: nothing, now “USDA”"],
  ["GBPA", null, "asset: “GBPA”, now nothing"],
  [null, null, "asset\n"],
])("a field that was %s and is %s reads as it is", (before, now, expected) => {
  const fields = [{ field: "asset", before, now }];
  const rails = [{ railId: "rail_1", name: "Payroll", is: "changed" as const, fields }];
  const news = [
    { kind: "rails-changed" as const, environment: "sandbox" as const, count: 1, rails },
  ];

  const { blocks = [] } = changedRails(news, { command: "/rail" });

  expect(`${plainText(blocks)}\n`).toContain(expected);
});
