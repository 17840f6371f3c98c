import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { SCOPES } from "../../../src/platform/slack/scopes.ts";

it("the manifest asks for every scope that our calls and commands need", () => {
  const text = readFileSync(new URL("../../../../manifest.yml", import.meta.url), "utf8");
  const asked = parse(text).oauth_config.scopes.bot;
  expect(asked).toEqual(expect.arrayContaining(Object.keys(SCOPES)));
});
