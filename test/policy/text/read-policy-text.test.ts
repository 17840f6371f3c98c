import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPolicyText } from "../../../src/policy/text/read-policy-text.ts";
import { BEN, CAL, DAN } from "../../support/builders.ts";

const GROUPS = [
  { id: "S0TREASURY", handle: "treasury-approvers" },
  { id: "S0PAYMENTS", handle: "payments" },
];

const read = (text: string, groups: typeof GROUPS | null = GROUPS) => readPolicyText(text, groups);

/** Each as `line:column why`. */
function faultsOf(text: string, groups: typeof GROUPS | null = GROUPS): string[] {
  const answer = read(text, groups);
  return answer.ok ? [] : answer.faults.map(({ line, column, why }) => `${line}:${column} ${why}`);
}

const WHOLE = `cool-down: 24h
rules:
  # Whoever pays in there for the first time
  - name: Large first payments
    when: { change: [create-rail], type: ON_RAMP, asset: GBP, network: SOLANA_DEVNET, destination: wa_1001, first-use: true, requested-by: "@payments" }
    approvals: 2
    approvers: ["@treasury-approvers", ${BEN}]
    expires-after: 2d
    remind-after: [2h, 8h]
  - name: All else
    approvals: 1
    approvers: [${BEN}, ${CAL}]
auditors: ["@payments", ${DAN}]
`;

/** The smallest one, with these lines in its one rule, from line 4 on. */
const rule = (...lines: string[]) =>
  ["cool-down: 0h", "rules:", "  - name: Rails", ...lines.map((line) => `    ${line}`)].join("\n");
const usual = [`approvals: 2`, `approvers: [${BEN}, ${CAL}, ${DAN}]`];

it("reads a policy as people write it", () => {
  expect(read(WHOLE)).toEqual({
    ok: true,
    document: {
      coolDownHours: 24,
      rules: [
        {
          name: "Large first payments",
          when: {
            changes: ["create-rail"],
            types: ["ON_RAMP"],
            assets: ["GBP"],
            networks: ["SOLANA_DEVNET"],
            destinations: ["wa_1001"],
            isFirstUse: true,
            requesterGroups: ["S0PAYMENTS"],
          },
          approvers: [BEN],
          groups: ["S0TREASURY"],
          approvalsRequired: 2,
          expiresInHours: 48,
          remindAfterHours: [2, 8],
        },
        {
          name: "All else",
          when: {},
          approvers: [BEN, CAL],
          groups: [],
          approvalsRequired: 1,
          expiresInHours: 24,
          remindAfterHours: [],
        },
      ],
      auditors: ["S0PAYMENTS", DAN],
    },
  });
});

it("names an auditor who is nobody, or who approves, where they are written", () => {
  expect(faultsOf(`${rule(...usual)}\nauditors: [ben, "@payments", ${CAL}]`)).toEqual([
    `5:29 ${CAL} is an auditor, who only reads.`,
    expect.stringContaining("6:12 “ben” is neither the id of a person"),
  ]);
  expect(faultsOf(`${rule(...usual)}\nauditors: []`)).toEqual([]);
});

it("reads the example of docs/policy.md", () => {
  const document = readFileSync(new URL("../../../docs/policy.md", import.meta.url), "utf8");
  const [, example = ""] = /```yaml\n(cool-down:[^`]*)```/.exec(document) ?? [];

  expect(faultsOf(example)).toEqual([]);
  expect(example).not.toBe("");
});

it.each([
  ["Windows' line ends", WHOLE.replaceAll("\n", "\r\n")],
  [
    "JSON, which is YAML",
    JSON.stringify({
      "cool-down": "0h",
      rules: [{ name: "Rails", approvals: 2, approvers: [BEN, CAL, DAN] }],
    }),
  ],
  ["the smallest", rule(...usual)],
])("reads %s", (_, text) => {
  expect(read(text).ok).toBe(true);
});

it("says every fault at once, in the order in which they stand in the text", () => {
  const text = `cool-down: 24
rules:
  - name: 2024
    aprovals: two
    when: { asset: 1, chnge: create-rail, type: ONRAMP }
    approvers: [${BEN}]
    expires-after: 1 day
`;

  expect(faultsOf(text)).toEqual([
    "1:1 A time is a whole number with h for hours or d for days, for example 24h.",
    "3:5 This has to be a text. Put it in quotes if it looks like something else.",
    "4:5 “aprovals” is not known here. Did you mean approvals?",
    "5:13 This has to be a text. Put it in quotes if it looks like something else.",
    "5:23 “chnge” is not known here. Did you mean change?",
    "5:43 This has to be one of ON_RAMP, OFF_RAMP. Did you mean ON_RAMP?",
    "7:5 A time is a whole number with h for hours or d for days, for example 24h.",
  ]);
});

it("finds in the text what the rules of a policy forbid", () => {
  const text = `cool-down: 9000h
rules:
  - name: Rails
    approvals: 0
    approvers:
      - "@treasury-approvers"
      - ${BEN}
      - S0TREASURY
      - ${BEN}
    remind-after: [8h, 2h]
  - name: rails
    when: { asset: GBP }
    approvals: 1
    approvers: "@nobody"
`;

  expect(faultsOf(text)).toEqual([
    expect.stringMatching(/^1:1 The cool-down/),
    expect.stringMatching(/^4:5 The number of approvals/),
    expect.stringMatching(/^8:9 .* twice/),
    expect.stringMatching(/^9:9 .* twice/),
    expect.stringMatching(/^10:24 Each reminder comes later/),
    expect.stringMatching(/^11:5 Rule 1 has this name/),
    expect.stringMatching(/^11:5 It never decides/),
    expect.stringMatching(/^14:5 No user group has the handle “@/),
  ]);
});

describe("the list of approvers", () => {
  const approver = (name: string) => rule("approvals: 1", `approvers: [${name}, ${CAL}]`);

  it.each([
    ["a handle that no group has", '"@ben"', "No user group has the handle"],
    ["a handle without quotes", "@payments", "in quotes"],
    ["a name", "Ben", "neither the id of a person"],
    ["a mention", `"<@${BEN}>"`, "neither the id of a person"],
    ["a broadcast", '"@channel"', "No user group has the handle"],
    ["nothing", '""', "neither the id"],
    ["a number", "7", "has to be a text"],
  ])("is refused as %s", (_, name, why) => {
    expect(faultsOf(approver(name)).join()).toContain(why);
  });

  it("takes groups by id alone while Slack lists none", () => {
    expect(faultsOf(approver('"@payments"'), null)).toEqual([
      expect.stringContaining("Write the group's id"),
    ]);
    expect(read(approver("S0PAYMENTS"), null).ok).toBe(true);
  });

  it("takes no group whose handle belongs to two", () => {
    const twice = [...GROUPS, { id: "S0OTHER", handle: "payments" }];

    expect(faultsOf(approver('"@payments"'), twice)).toEqual([
      expect.stringContaining("Several user groups"),
    ]);
  });

  it("takes groups alone as those who ask", () => {
    const text = rule("when:", `  requested-by: ${BEN}`, ...usual);

    expect(faultsOf(text).join()).toContain("5:7 Only user groups can be named here");
  });
});

describe("hostile text", () => {
  const laughs = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const [one, before] of ["ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"].entries()) {
    const [name, of] = before;
    laughs.push(
      `${name}: &${name} [${Array.from({ length: 9 }, () => `*${of}`).join()}]`,
      `# ${one}`,
    );
  }
  const tab = "\t";

  it.each<[string, string, string]>([
    ["a billion laughs", laughs.join("\n"), "Anchors (&)"],
    ["an alias to nothing", rule("approvals: *x"), "Anchors (&)"],
    ["an anchor alone", rule("approvals: &x 2", `approvers: [${BEN}]`), "Anchors (&)"],
    ["an anchor on a key", rule("&x approvals: 2", `approvers: [${BEN}]`), "Anchors (&)"],
    ["a merge key", rule("<<: { approvals: 2 }", `approvers: [${BEN}]`), "“<<” is not known here"],
    ["a tag for code", rule('approvals: !!js/function "x"'), "Tags (!)"],
    ["a binary", rule("approvals: !!binary aGk="), "Tags (!)"],
    ["a tag of its own", rule("approvals: !mine 2"), "Tags (!)"],
    ["a tag without a name", rule("approvals: ! 2"), "Tags (!)"],
    ["a set", "rules: !!set { a, b }", "Tags (!)"],
    ["another version", `%YAML 1.1\n---\n${WHOLE}`, "begins with %"],
    ["a second document", `${WHOLE}---\n${WHOLE}`, "second document"],
    ["a key twice", rule("approvals: 1", "approvals: 2"), "5:5 This is there twice"],
    ["a key that is a list", "? [a, b]\n: 1", "not YAML"],
    ["__proto__", `__proto__: { rules: [] }\n${WHOLE}`, "“__proto__” is not known here"],
    ["__proto__ in a rule", rule("__proto__: { x: 1 }", ...usual), "“__proto__” is not known here"],
    ["constructor", `constructor: { prototype: 1 }\n${WHOLE}`, "“constructor” is not known"],
    ["toString for a value", rule("when: { change: toString }", ...usual), "has to be one of"],
    ["tabs", `cool-down: 0h\nrules:\n${tab}- name: Rails`, "not with tabs"],
    ["a NUL", `${WHOLE}\u0000`, "control character"],
    ["a NUL by an escape", rule(...usual).replace("Rails", '"Rai\\0ls"'), "control character"],
    ["an escape code", `${WHOLE}# \u001b[2J`, "control character"],
    ["a BOM", `\ufeff${WHOLE}`, "nobody sees (U+FEFF)"],
    [
      "what turns the text round",
      WHOLE.replace("All else", "All \u202eelse"),
      "10:1 This line holds a character that changes the direction",
    ],
    ["a comment that turns round", `${WHOLE}# \u2066x`, "direction"],
    ["what nobody sees", WHOLE.replace("All", "A\u200bll"), "nobody sees (U+200B)"],
    ["half a character", `${WHOLE}# \ud800`, "half a character"],
    ["a line end of Unicode", `${WHOLE}# \u2028x`, "control character"],
    ["too much of it", "#".repeat(20_001), "more than 20,000"],
    ["too many bytes", "#ü".repeat(7_000), "more than 20,000"],
    ["brackets", "[".repeat(15_000), ""],
    ["braces", "{a: ".repeat(4_000), ""],
    ["question marks", "? ".repeat(6_000), ""],
    ["lists in lists", "- ".repeat(9_000), ""],
    ["closed brackets", `${"[".repeat(500)}${"]".repeat(500)}`, "nested too deep"],
    ["thousands of keys", Array.from({ length: 2_000 }, (_, at) => `k${at}: 1`).join("\n"), ""],
    ["nothing", "", "no policy here"],
    ["blanks and a comment", " \n# x\n", "no policy here"],
    ["a text", "approve everything", "mapping"],
    ["a number", "1", "mapping"],
    ["a list", "- a", "mapping"],
    ["an unclosed quote", "cool-down: '24h", "not YAML"],
  ])("is refused: %s", (_, text, why) => {
    const faults = faultsOf(text);

    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThanOrEqual(2_100);
    expect(faults.join("\n")).toContain(why);
  });

  it.each([
    ["a quorum in quotes", 'approvals: "2"', "whole number, without quotes"],
    ["a quorum in words", "approvals: two", "whole number, without quotes"],
    ["half a quorum", "approvals: 1.5", "plain digits"],
    ["hexadecimal", "approvals: 0x2", "plain digits"],
    ["octal", "approvals: 0o2", "plain digits"],
    ["an exponent", "approvals: 2e0", "plain digits"],
    ["a leading zero", "approvals: 02", "plain digits"],
    ["more digits than count", "approvals: 99999999999999999999", "plain digits"],
    ["infinity", "approvals: .inf", "plain digits"],
    ["no number", "approvals: .nan", "plain digits"],
    ["less than none", "approvals: -1", "plain digits"],
    ["nothing", "approvals:", "whole number"],
    ["a list", "approvals: [2]", "whole number"],
  ])("is no quorum: %s", (_, line, why) => {
    expect(faultsOf(rule(line, `approvers: [${BEN}, ${CAL}, ${DAN}]`)).join()).toContain(why);
  });

  it.each([
    ["yes", "first-use: yes"],
    ["a text", 'first-use: "true"'],
    ["one", "first-use: 1"],
  ])("is no truth: %s", (_, line) => {
    expect(faultsOf(rule("when:", `  ${line}`, ...usual)).join()).toContain("true or false");
  });

  it.each([
    ["a date for a time", "expires-after: 2026-01-01", "A time is"],
    ["minutes", "expires-after: 90m", "A time is"],
    ["a negative time", "expires-after: -1h", "A time is"],
    ["a date for a name", "name: 2026-01-01", "twice"],
    ["null for a condition", "when:", "mapping"],
    ["null for a list", "remind-after:", "A time is"],
  ])("is refused: %s", (_, line, why) => {
    expect(faultsOf(rule(...usual, line)).join()).toContain(why);
  });
});
