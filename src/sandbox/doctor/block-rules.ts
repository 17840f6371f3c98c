import type { Rule } from "../slack-workspace/blocks/rules/rule.ts";
import { type Ask, type RefusedPayload, validate } from "./ask.ts";
import { type Finding, found, notTried } from "./finding.ts";

/** Tries each rule of Block Kit with one payload just inside the rule and one just outside. */
export async function blockRules(ask: Ask, rules: readonly Rule[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const rule of rules) findings.push(await tried(ask, rule));
  return findings;
}

async function tried(ask: Ask, rule: Rule): Promise<Finding> {
  const expected = {
    what: `Block Kit: ${rule.name}`,
    source: `${rule.source} [${rule.mark}]`,
    here: `takes what is within, refuses what is beyond at ${inWords(rule)}`,
    remedy:
      "change the rule under blocks/rules, blocks/limits.ts, and platform/slack/blocks/limits.ts",
  };
  // Slack does not know the files of the sandbox.
  if (JSON.stringify(rule.within).includes("slack_file")) {
    return notTried(expected, "would need an upload");
  }
  const within = await validate(ask, payloadOf(rule, rule.within));
  const beyond = await validate(ask, payloadOf(rule, rule.beyond));
  if (within.kind === "silence") return notTried(expected, within.why);
  if (beyond.kind === "silence") return notTried(expected, beyond.why);
  const first = within.kind === "taken" ? "takes" : `refuses, at ${placeOf(within, rule)},`;
  const second =
    beyond.kind === "taken"
      ? "takes what is beyond"
      : `refuses what is beyond at ${placeOf(beyond, rule)}`;
  return found(expected, `${first} what is within, ${second}`);
}

const payloadOf = ({ surface }: Rule, payload: object) =>
  surface === "message" ? { message: payload } : { view: payload };

/** One payload can have several faults: this is the pointer of the fault that the rule is about. */
function placeOf({ faults, error }: RefusedPayload, { pointer, code }: Rule): string {
  const wanted = faults.find((fault) => fault.pointer === pointer && fault.code === code);
  const fault = wanted ?? faults[0];
  return fault ? inWords(fault) : error;
}

const inWords = ({ pointer, code }: { pointer: string; code: string }) =>
  `${pointer || "/"} (${code})`;
