import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { AUTHORITY } from "../../src/authority/table.ts";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !/^(sandbox|authority)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), "utf8") }));

/** What only `src/authority` does, and the few files that do it for another reason. */
const COMPARISONS: { what: string; found: RegExp; but: Record<string, string> }[] = [
  {
    what: "asks whether a rule names somebody",
    found: /\b(isNamed|isNamedToStop|isSamePerson|onePerPerson)\b|approvers\.includes\(/,
    but: {
      "policy/remove-approver.ts": "finds the rules that name whoever is removed",
      "policy/rules/policy-difference.ts": "shows who is added to a rule, and who is taken out",
      "request/rules/approval/awaited.ts": "shows who could still approve, without asking Slack",
    },
  },
  {
    what: "compares with a quorum",
    found:
      /approvalsRequired\)?\s*(<|>)=?\s|(<|>)=?\s*[\w.]*approvalsRequired|quorumOf\([^)]*\)\s*(<|>)|(<|>)=?\s*quorumOf\(/,
    but: {
      "policy/rules/policy-difference.ts": "shows whether a quorum goes down",
      "policy/screens/policy-form.ts": "refuses a number that is none",
      "policy/screens/policy-refused.ts": "says why more people are needed than approvals",
      "policy/screens/policy-told.ts": "shows whether enough people are there",
      "policy/rules/quorum-health.ts": "shows whether enough people are there",
    },
  },
  {
    what: "asks who administers a workspace",
    found: /isAdministrator\(/,
    but: {
      "platform/slack/administrators.ts": "asks Slack",
      "workspace/set-up/may-set-up.ts": "hands Slack's answer to the authority module",
      "workspace/set-up/setup.ts": "declares what asks Slack",
    },
  },
  {
    what: "asks whether somebody is the requester",
    found: /(===|!==)\s*[\w.]*requestedBy|requestedBy\s*(===|!==)/,
    but: { "request/rules/decision.ts": "holds the frozen bytes against the stored request" },
  },
];

it.each(COMPARISONS)("nothing but the authority module $what", ({ found, but }) => {
  const comparing = files.filter(({ text }) => found.test(text)).map(({ path }) => path);

  expect(comparing.sort()).toEqual(Object.keys(but).sort());
});

it("every row says who is told, and each entry of the audit that the app writes is in a row", () => {
  const rows = Object.values(AUTHORITY);
  const known = new Set<string>(rows.flatMap(({ audit }) => audit));

  expect(rows.filter(({ told }) => told.trim() === "")).toEqual([]);
  const written = files.flatMap(({ text }) =>
    [...text.matchAll(/\baction: (?:\w+[^"\n]* \? )?"([a-z-]+)"(?: : "([a-z-]+)")?/g)].flatMap(
      ([, one, other]) => [one ?? [], other ?? []].flat(),
    ),
  );
  const events = readFileSync(join(SRC, "request/rules/change-request.ts"), "utf8");
  const happenings = events.slice(events.indexOf("type Happening ="));
  const types = [...happenings.matchAll(/type: "([a-z-]+)"/g)].flatMap(([, type]) => type ?? []);
  expect([...new Set([...written, ...types])].filter((each) => !known.has(each)).sort()).toEqual(
    [],
  );
});
