import { z } from "zod";
import { CHANGE_KINDS } from "../../authority/kinds.ts";
import { alignment } from "../../platform/text/edit-distance.ts";
import { tidied } from "../../platform/text/typed-text.ts";
import { hoursOf } from "./print-policy-text.ts";
import type { Path } from "./read-yaml.ts";

/** The text of a policy, before groups are looked up. */

const aText = z.string();
const hours = aText.transform((text, context): number => {
  const read = hoursOf(text);
  if (read !== undefined) return read;
  context.addIssue(A_TIME);
  return z.NEVER;
});

const A_TIME = "A time is a whole number with h for hours or d for days, for example 24h.";

/** One value may stand alone. */
function oneOrMore<Value extends z.ZodType>(value: Value) {
  return z.preprocess(
    (given) => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(value).optional(),
  );
}

const condition = z.strictObject({
  change: oneOrMore(z.enum(CHANGE_KINDS)),
  type: oneOrMore(z.enum(["ON_RAMP", "OFF_RAMP"])),
  asset: oneOrMore(aText),
  network: oneOrMore(aText),
  destination: oneOrMore(aText),
  "first-use": z.boolean().optional(),
  "requested-by": oneOrMore(aText),
});

const rule = z.strictObject({
  name: aText,
  when: condition.optional(),
  approvals: z.number(),
  approvers: z.preprocess((given) => (typeof given === "string" ? [given] : given), z.array(aText)),
  "expires-after": hours.optional(),
  "remind-after": oneOrMore(hours),
});

export const policyText = z.strictObject({
  "cool-down": hours,
  rules: z.array(rule),
  auditors: oneOrMore(aText),
});

export type WrittenPolicy = z.infer<typeof policyText>;
export type WrittenRule = WrittenPolicy["rules"][number];

/** A fault at a path; `isKey` where the key itself is the fault. */
export interface ShapeFault {
  at: Path;
  why: string;
}

/** The faults that zod found, in words. */
export function inWords({ issues }: z.ZodError, written: unknown): ShapeFault[] {
  const misspelt = new Set(
    issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? meantBy(issue) : [])),
  );
  const found = issues.filter(({ path }) => !misspelt.has(JSON.stringify(path)));
  return found.flatMap((issue) => {
    const at = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
    switch (issue.code) {
      case "unrecognized_keys":
        return issue.keys.map((key) => ({ at: [...at, key], why: unknownKey(key, at) }));
      case "invalid_type":
        return [
          valueAt(written, at) === undefined
            ? { at: at.slice(0, -1), why: `${at.at(-1)} is missing.` }
            : { at, why: isTime(at) ? A_TIME : wanted(issue.expected) },
        ];
      case "invalid_value":
        return [{ at, why: oneOf(issue.values.map(String), valueAt(written, at)) }];
      default:
        return [{ at, why: issue.message }];
    }
  });
}

/** The paths of the keys that were probably meant: they are not missing, too. */
function meantBy({ path, keys }: { path: PropertyKey[]; keys: string[] }): string[] {
  const at = path.map((part) => (typeof part === "symbol" ? String(part) : part));
  return keys.flatMap((key) => {
    const nearest = nearestOf(key, knownKeys(at));
    return nearest === undefined ? [] : [JSON.stringify([...path, nearest])];
  });
}

const isTime = (at: Path) =>
  at.some((part) => part === "cool-down" || part === "expires-after" || part === "remind-after");

const wanted = (kind: string) => KINDS[kind] ?? "This value does not belong here.";

const KINDS: Partial<Record<string, string>> = {
  string: "This has to be a text. Put it in quotes if it looks like something else.",
  number: "This has to be a whole number, without quotes.",
  boolean: "This has to be true or false, without quotes.",
  array: "This has to be a list.",
  object: "This has to be a mapping, for example name: value.",
};

function unknownKey(key: string, at: Path): string {
  const known = knownKeys(at);
  const nearest = nearestOf(key, known);
  const said = `“${tidied(key, 40).text}” is not known here.`;
  return nearest ? `${said} Did you mean ${nearest}?` : `${said} Known are ${known.join(", ")}.`;
}

function knownKeys(at: Path): string[] {
  if (at.length === 0) return Object.keys(policyText.shape);
  return Object.keys(at.at(-1) === "when" ? condition.shape : rule.shape);
}

function oneOf(known: readonly string[], given: unknown): string {
  const nearest = typeof given === "string" ? nearestOf(given, known) : undefined;
  const said = `This has to be one of ${known.join(", ")}.`;
  return nearest === undefined ? said : `${said} Did you mean ${nearest}?`;
}

const MOST_SLIPS = 2;

function nearestOf(given: string, known: readonly string[]): string | undefined {
  if (given.length > 40) return undefined;
  const plain = given.toLowerCase().replaceAll("_", "-");
  const ranked = known.flatMap((each) => {
    const same = each.toLowerCase().replaceAll("_", "-");
    const edits =
      same.startsWith(plain) && plain.length > 3 ? 1 : alignment(plain, same, MOST_SLIPS)?.edits;
    return edits !== undefined && edits * 2 <= each.length ? [{ each, edits }] : [];
  });
  return ranked.sort((one, other) => one.edits - other.edits)[0]?.each;
}

/** A single value means a list of one. */
function valueAt(written: unknown, at: Path): unknown {
  return at.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)];
    if (typeof value !== "object" || value === null) return part === 0 ? value : undefined;
    return Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined;
  }, written);
}
