import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHANGES, tablesOf } from "../../../src/evidence/tables.ts";
import type { StoredEntry } from "../../../src/request/store/entry-hash.ts";

const entry = (action: string): StoredEntry => ({
  ...{ seq: 1, at: "2026-07-01T00:00:00.000Z", by: "UEVE", action, facts: "{}" },
  ...{ request: null, version: null, attempt: null, delivery: null, settings: 0, frozen: null },
  ...{ prev: "", hash: "", mac: "" },
});

test("S81 changes of tokens and installations are in the table of changes, as what people do is not", () => {
  const tableOf = (action: string) =>
    tablesOf([entry(action)], "2026-07-01").changes.split("\r\n")[1];
  for (const action of ["token-entered", "installed", "removed", "settings", "restored"]) {
    expect(tableOf(action)).toBe(`1,2026-07-01T00:00:00.000Z,UEVE,${action},,{}`);
  }
  expect(tableOf("approved")).toBe("");
});

test("S81 the document's script and the one in another language name the same changes", () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const changes = [...CHANGES];
  const [, inDocument = ""] =
    /CHANGE = \/\^\((.*?)\)\$\//.exec(read("../../../docs/verify.md")) ?? [];
  expect(inDocument.split("|").sort()).toEqual(changes.sort());
  const other = read("../../promises/evidence/second-verifier.py");
  const [, inOther = ""] = /^CHANGES = set\(\s*"(.*?)"\.split/ms.exec(other) ?? [];
  expect(inOther.split(/["\s]+/).sort()).toEqual(changes.sort());
});
