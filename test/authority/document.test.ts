import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { printAuthority } from "./print-authority.ts";

it("docs/authority.md is the table as it is", () => {
  const written = readFileSync(new URL("../../docs/authority.md", import.meta.url), "utf8");

  expect(written).toBe(printAuthority());
});
