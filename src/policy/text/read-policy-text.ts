import { shortened } from "../../platform/text/shown-text.ts";
import { hiddenCharacterIn } from "../../platform/text/typed-text.ts";
import type {
  PolicyDocument,
  PolicyRule,
  RuleCondition,
} from "../../request/rules/approval/policy-document.ts";
import { USUAL_EXPIRY_HOURS } from "../../request/rules/approval/usual-policy.ts";
import { isGroupId, isUserId } from "../rules/named-faults.ts";
import { policyFaults } from "../rules/policy-faults.ts";
import { LONGEST_TEXT, printPolicyText } from "./print-policy-text.ts";
import type { Path, Place, TextFault } from "./read-yaml.ts";
import { readYaml } from "./read-yaml.ts";
import type { ShapeFault, WrittenPolicy, WrittenRule } from "./schema.ts";
import { inWords, policyText } from "./schema.ts";

/** A user group of the workspace. */
export interface UserGroup {
  id: string;
  /** Without the @. */
  handle: string;
}

export type ReadPolicy =
  | { ok: true; document: PolicyDocument }
  /** In the order in which they stand in the text. */
  | { ok: false; faults: readonly TextFault[] };

/**
 * Reads a policy as people write it, and reports every fault at once. `groups` is null where Slack did not say which there
 * are.
 */
export function readPolicyText(text: string, groups: readonly UserGroup[] | null): ReadPolicy {
  const unreadable = faultOfWholeText(text);
  if (unreadable) return { ok: false, faults: [unreadable] };
  const read = readYaml(text);
  if (!read.ok) return read;
  const { value, placeOf } = read.yaml;
  const refused = (faults: readonly ShapeFault[]): ReadPolicy => ({
    ok: false,
    faults: faults.map(({ at, why }) => ({ ...placeOf(at), why })).sort(byPlace),
  });
  if (value === null) return refused([{ at: [], why: "There is no policy here." }]);

  const parsed = policyText.safeParse(value);
  if (!parsed.success) return refused(inWords(parsed.error, value));
  const named = namedIn(parsed.data, groups);
  const document = documentOf(parsed.data, named.idOf);
  const faults = policyFaults(document).map(({ at, why }) => ({
    at: pathInText(at, parsed.data),
    why,
  }));
  if (named.faults.length + faults.length > 0) return refused([...named.faults, ...faults]);
  return isTooLong(printPolicyText(document))
    ? refused([{ at: [], why: TOO_LONG }])
    : { ok: true, document };
}

const TOO_LONG = `The policy has more than ${LONGEST_TEXT.toLocaleString("en")} characters. Use user groups instead of people, or join rules.`;

const isTooLong = (text: string) => Buffer.byteLength(text) > LONGEST_TEXT;

/** No line may hold anything that people cannot see. */
function faultOfWholeText(text: string): TextFault | undefined {
  if (isTooLong(text)) return { line: 1, column: 1, why: TOO_LONG };
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const why = faultOfLine(line.replace(/\r$/, ""));
    if (why !== undefined) return { line: index + 1, column: 1, why };
  }
  return undefined;
}

function faultOfLine(line: string): string | undefined {
  if (!line.isWellFormed()) return "This line holds half a character.";
  if (/[^\P{Cc}\t]|[\u2028\u2029]/u.test(line)) return "This line holds a control character.";
  if (/\p{Bidi_Control}/u.test(line)) {
    return "This line holds a character that changes the direction of reading.";
  }
  const hidden = hiddenCharacterIn(line);
  return hidden && `This line holds a character that nobody sees (${hidden}).`;
}

const byPlace = (one: Place, other: Place) => one.line - other.line || one.column - other.column;

/** The ids of the groups that are named by handle, and what is neither a person nor a group. */
function namedIn({ rules, auditors = [] }: WrittenPolicy, groups: readonly UserGroup[] | null) {
  const faults: ShapeFault[] = [];
  const ids = new Map<string, string>();
  const look = (name: string, at: Path) => {
    const found = groupCalled(name, groups);
    if ("id" in found) ids.set(name, found.id);
    else {
      faults.push({ at, why: found.why });
      // The id of no group, so that nothing else is found wrong with it.
      ids.set(name, `S0NOT${ids.size}`);
    }
  };
  for (const [rule, { approvers, when }] of rules.entries()) {
    for (const [index, name] of approvers.entries()) {
      if (!isUserId(name)) look(name, ["rules", rule, "approvers", index]);
    }
    for (const [index, name] of (when?.["requested-by"] ?? []).entries()) {
      look(name, ["rules", rule, "when", "requested-by", index]);
    }
  }
  for (const [index, name] of auditors.entries()) {
    if (!isUserId(name)) look(name, ["auditors", index]);
  }
  return { faults, idOf: (name: string) => ids.get(name) ?? name };
}

function groupCalled(
  name: string,
  groups: readonly UserGroup[] | null,
): { id: string } | { why: string } {
  if (isGroupId(name)) return { id: name };
  if (isUserId(name)) return { why: "Only user groups can be named here, by handle or id (S…)." };
  if (!name.startsWith("@")) return { why: `“${shortened(name, 60)}” ${NEITHER}` };
  if (groups === null) return { why: NOT_TOLD };
  const [found, ...more] = groups.filter(({ handle }) => `@${handle}` === name.toLowerCase());
  if (!found) return { why: `No user group has the handle “${shortened(name, 60)}”. ${BY_ID}` };
  return more.length === 0 ? { id: found.id } : { why: SEVERAL };
}

const NEITHER = "is neither the id of a person (U…) nor a user group, by handle (“@…”) or id (S…).";
const NOT_TOLD =
  "Slack does not say now which user groups there are. Write the group's id (S…), or try again in a minute.";
const BY_ID = "Name a person by id (U…): in their profile, ⋮, Copy member ID.";
const SEVERAL = "Several user groups have this handle. Write the id (S…) of the one that is meant.";

function documentOf(written: WrittenPolicy, idOf: (name: string) => string): PolicyDocument {
  const { auditors = [] } = written;
  return {
    rules: written.rules.map((rule) => ruleOf(rule, idOf)),
    coolDownHours: written["cool-down"],
    ...(auditors.length > 0 && { auditors: auditors.map(idOf) }),
  };
}

function ruleOf(written: WrittenRule, idOf: (name: string) => string): PolicyRule {
  return {
    name: written.name,
    when: conditionOf(written.when ?? {}, idOf),
    approvers: written.approvers.filter(isUserId),
    groups: written.approvers.filter((name) => !isUserId(name)).map(idOf),
    approvalsRequired: written.approvals,
    expiresInHours: written["expires-after"] ?? USUAL_EXPIRY_HOURS,
    remindAfterHours: written["remind-after"] ?? [],
  };
}

function conditionOf(
  { change, type, asset, network, destination, ...more }: NonNullable<WrittenRule["when"]>,
  idOf: (name: string) => string,
): RuleCondition {
  const { "first-use": isFirstUse, "requested-by": requestedBy } = more;
  return {
    ...(change && { changes: change }),
    ...(type && { types: type }),
    ...(asset && { assets: asset }),
    ...(network && { networks: network }),
    ...(destination && { destinations: destination }),
    ...(isFirstUse !== undefined && { isFirstUse }),
    ...(requestedBy && { requesterGroups: requestedBy.map(idOf) }),
  };
}

/** The place in the text of a fault in the document. */
function pathInText([first, rule, field, ...rest]: Path, { rules }: WrittenPolicy): Path {
  if (first === "coolDownHours") return ["cool-down"];
  if (first === "auditors") return rule === undefined ? [first] : [first, rule];
  if (rule === undefined) return ["rules"];
  const at = ["rules", rule];
  if (field === undefined) return at;
  if (field === "when") return [...at, "when", ...rest.map((part) => IN_TEXT[part] ?? part)];
  if (field !== "approvers" && field !== "groups") return [...at, IN_TEXT[field] ?? field, ...rest];
  const names = rules[Number(rule)]?.approvers ?? [];
  const ofKind = names.flatMap((name, index) =>
    isUserId(name) === (field === "approvers") ? [index] : [],
  );
  return [...at, "approvers", ...rest.map((part) => ofKind[Number(part)] ?? part)];
}

const IN_TEXT: Partial<Record<string | number, string>> = {
  approvalsRequired: "approvals",
  expiresInHours: "expires-after",
  remindAfterHours: "remind-after",
  changes: "change",
  types: "type",
  assets: "asset",
  networks: "network",
  destinations: "destination",
  isFirstUse: "first-use",
  requesterGroups: "requested-by",
};
