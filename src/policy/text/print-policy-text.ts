import { Document, isScalar, visit } from "yaml";
import type {
  PolicyDocument,
  PolicyRule,
  RuleCondition,
} from "../../request/rules/approval/policy-document.ts";

/** The longest text of a policy, in bytes of UTF-8. */
export const LONGEST_TEXT = 20_000;

/** `24h`, `2d`; undefined where it is no such time. */
export function hoursOf(text: string): number | undefined {
  const [, digits, unit] = /^(0|[1-9][0-9]{0,3})([hd])$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * (unit === "d" ? 24 : 1);
}

/** Days from two on, where they are whole. */
export function timeText(hours: number): string {
  return hours >= 48 && hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
}

/**
 * Prints a policy so that reading it gives the same document. Known handles stand beside groups, unless the text would be
 * too long.
 */
export function printPolicyText(
  document: PolicyDocument,
  handles: ReadonlyMap<string, string> = new Map(),
): string {
  const withHandles = printed(document, handles);
  return Buffer.byteLength(withHandles) <= LONGEST_TEXT
    ? withHandles
    : printed(document, new Map());
}

function printed(
  { rules, coolDownHours, auditors }: PolicyDocument,
  handles: ReadonlyMap<string, string>,
) {
  const yaml = new Document(
    {
      "cool-down": timeText(coolDownHours),
      rules: rules.map(writtenRule),
      ...(auditors && { auditors }),
    },
    { version: "1.2", schema: "core", aliasDuplicateObjects: false },
  );
  visit(yaml, {
    Seq: (_, node, path) => {
      const isOfRules = path.length === 3;
      node.flow = !isOfRules && !node.items.some((item) => handleOf(item, handles) !== undefined);
    },
    Scalar: (key, node) => {
      const handle = key === "key" ? undefined : handleOf(node, handles);
      if (handle !== undefined) node.comment = ` @${handle}`;
    },
  });
  return yaml.toString({ lineWidth: 100, flowCollectionPadding: false });
}

/** A comment ends with its line: only what no handle of Slack's can break is put there. */
function handleOf(node: unknown, handles: ReadonlyMap<string, string>): string | undefined {
  if (!isScalar(node) || typeof node.value !== "string") return undefined;
  const handle = handles.get(node.value);
  return handle !== undefined && /^[\p{L}\p{N}._-]{1,80}$/u.test(handle) ? handle : undefined;
}

function writtenRule({ name, when, approvers, groups, ...rule }: PolicyRule) {
  const condition = writtenCondition(when);
  return {
    name,
    ...(Object.keys(condition).length > 0 && { when: condition }),
    approvals: rule.approvalsRequired,
    approvers: [...groups, ...approvers],
    "expires-after": timeText(rule.expiresInHours),
    ...(rule.remindAfterHours.length > 0 && {
      "remind-after": rule.remindAfterHours.map(timeText),
    }),
  };
}

function writtenCondition(when: RuleCondition) {
  return {
    ...(when.changes && { change: oneOrMore(when.changes) }),
    ...(when.types && { type: oneOrMore(when.types) }),
    ...(when.assets && { asset: oneOrMore(when.assets) }),
    ...(when.networks && { network: oneOrMore(when.networks) }),
    ...(when.destinations && { destination: oneOrMore(when.destinations) }),
    ...(when.isFirstUse !== undefined && { "first-use": when.isFirstUse }),
    ...(when.requesterGroups && { "requested-by": oneOrMore(when.requesterGroups) }),
  };
}

const oneOrMore = (values: readonly string[]) => (values.length === 1 ? values[0] : values);
