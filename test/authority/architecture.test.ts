import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Authority } from "../../src/authority/authority.ts";
import type { Deed } from "../../src/authority/table.ts";
import { AUTHORITY } from "../../src/authority/table.ts";
import { BUTTONS, MODALS } from "../../src/capabilities.ts";

/** Nothing that anybody could write in a comment counts. */
const codeOf = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");

const SRC = fileURLToPath(new URL("../../src", import.meta.url));
const all = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.startsWith("sandbox/"))
  .map((path) => ({ path, text: codeOf(readFileSync(join(SRC, path), "utf8")) }));
const files = all.filter(({ path }) => !path.startsWith("authority/"));

/** What only `src/authority` does, and the few files that do it for another reason. */
const COMPARISONS: { what: string; found: RegExp; but: Record<string, string> }[] = [
  {
    what: "asks whether a rule names somebody",
    found: /\b(isNamed|isNamedToStop|isSamePerson|onePerPerson)\b|approvers\.includes\(/,
    but: {
      "evidence/export/tables.ts": "tells an auditor whether somebody approved their own request",
      "home/waiting.ts": "leaves out at a glance most requests that a reader cannot decide",
      "policy/screens/remove-approver.ts": "finds the rules that name whoever is removed",
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
      "policy/screens/policy-refused.ts": "says why more people are needed than approvals",
      "policy/screens/rule-fields.ts": "refuses a number that is none",
    },
  },
  {
    what: "counts the people who could satisfy a rule",
    found: /peopleNeeded\(|persons\.get\(|\b(active|able)\.length\s*[<>]|\bnamed\s*[<>]=?\s/,
    but: {},
  },
  {
    what: "asks who administers a workspace",
    found: /isAdministrator\(/,
    but: {
      "platform/slack/people.ts": "asks Slack",
      "platform/slack/slack.ts": "names the question",
      "workspace/set-up/gates.ts": "hands Slack's answer to the authority module",
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

const rowsByDeed: [string, Authority][] = Object.entries(AUTHORITY);

/** Calls that ask whether somebody may do something; each names the deed. */
const ASKING = /\b(?:whyMayNot|whyNoRight|whyRefused)\(/g;

/** The binder asks these of everybody who presses or submits. */
const askedByBinder = [...BUTTONS, ...MODALS].flatMap((each) =>
  "act" in each && each.act !== undefined ? [each.act].flat() : [],
);

/** What such a call names by an expression; its type says the same. */
const BY_EXPRESSION: Record<string, readonly Deed[]> = {
  "whyMayNot(command.type,": ["freeze", "resume"],
  "whyMayNot(remedy.type,": ["enter-id", "release-attempt", "close"],
};

/** The arguments of a call, up to the parenthesis that ends it. */
function argumentsFrom(text: string, start: number): string {
  let depth = 1;
  let end = start;
  while (depth > 0 && end < text.length) {
    if (text[end] === "(") depth += 1;
    if (text[end] === ")") depth -= 1;
    end += 1;
  }
  return text.slice(start, end);
}

it("the app asks each row of the table who may, but those that Slack and the operator decide", () => {
  const named = files.flatMap(({ text }) => [
    ...[...text.matchAll(ASKING)].flatMap(({ index, 0: call }) =>
      [...argumentsFrom(text, index + call.length).matchAll(/"([a-z-]+)"/g)].map(
        ([, name]) => name,
      ),
    ),
    // The binder asks these of everybody who types the command.
    ...[...text.matchAll(/\bact: \(\) => ([^\n]+)/g)].flatMap(([, acts = ""]) =>
      [...acts.matchAll(/"([a-z-]+)"/g)].map(([, name]) => name),
    ),
    ...Object.entries(BY_EXPRESSION).flatMap(([call, deeds]) => (text.includes(call) ? deeds : [])),
  ]);
  const asked: (string | undefined)[] = [...named, ...askedByBinder];

  const unasked = rowsByDeed
    .filter(([deed, { by }]) => by !== "slack" && by !== "operator" && !asked.includes(deed))
    .map(([deed]) => deed);
  expect(unasked).toEqual([]);
});

it.each([
  "needs",
  "stoppedBy",
  "endsWithRequester",
  "isHeldByFreeze",
  "isSetAtFirst",
  "isNotForAdderAlone",
  "isNotForOwn",
  "keepsRulesSatisfiable",
  "environment",
] satisfies (keyof Authority)[])("the app reads %s of a row", (column) => {
  const read = new RegExp(
    `\\b(row|AUTHORITY\\[[^\\]]+\\])\\.${column}\\b|\\b${column}\\b[^;{}]*\\}: (Pick<)?Authority\\b`,
  );

  expect(all.some(({ text }) => read.test(text))).toBe(true);
});

it("every row says who is told, and the app writes the entries of the audit that are in a row, and no others", () => {
  const rows = rowsByDeed.map(([, row]) => row);
  const known = new Set<string>(rows.flatMap(({ audit }) => audit));

  expect(rows.filter(({ told }) => told.trim() === "")).toEqual([]);
  const written = files.flatMap(({ text }) =>
    [...text.matchAll(/\baction: (?:\w+[^"\n]* \? )?"([a-z-]+)"(?: : "([a-z-]+)")?/g)].flatMap(
      ([, one, other]) => [one ?? [], other ?? []].flat(),
    ),
  );
  // Rules and kinds give events, and each event is an entry; its own declaration gives none.
  const given = files
    .filter(
      ({ path, text }) =>
        (/\brules\/|request-change\.ts$/.test(path) || text.includes("ChangeKind<")) &&
        path !== DECLARED,
    )
    .flatMap(({ text }) => [...text.matchAll(/\btype: "([a-z-]+)"/g)].map(([, type = ""]) => type));
  const events = files.find(({ path }) => path === DECLARED)?.text ?? "";
  const happenings = events.slice(events.indexOf("type Happening ="));
  const types = [...happenings.matchAll(/type: "([a-z-]+)"/g)].map(([, type = ""]) => type);

  expect([...written, ...types].filter((each) => !known.has(each))).toEqual([]);
  expect([...known].filter((each) => ![...written, ...given].includes(each))).toEqual([]);
});

const DECLARED = "request/rules/request-event.ts";
