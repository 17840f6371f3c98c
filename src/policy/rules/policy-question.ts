import type { KindName } from "../../authority/kinds.ts";
import { CHANGE_KINDS, DESTINATION_KINDS, withAdoptions } from "../../authority/kinds.ts";
import type { RailType } from "../../platform/rail-api/rules/rail.ts";
import type {
  PolicyDocument,
  PolicyRule,
  RuleCondition,
} from "../../request/rules/approval/policy-document.ts";
import type { Mismatch, Situation } from "../../request/rules/approval/rule-condition.ts";
import { mismatches } from "../../request/rules/approval/rule-condition.ts";
import { approvesRail } from "../../request/rules/change.ts";

/** A change about which somebody asks who would decide; null and an empty list for what they did not say. */
export interface PolicyQuestion {
  kind: KindName;
  type: RailType | null;
  assets: readonly string[];
  network: string | null;
  /** The service's id, an address or an IBAN. */
  destination: string | null;
  isFirstUse: boolean | null;
  /** A Slack user id. */
  requesterId: string;
}

/** The fields of a condition that were not said. The requester is always known. */
export function unsaidIn(question: PolicyQuestion): (keyof RuleCondition)[] {
  const { kind, type, assets, network, destination, isFirstUse } = question;
  const isRail = approvesRail({ kind });
  const isMoney = isRail || DESTINATION_KINDS.some((each) => each === kind);
  return [
    ...(isRail && type === null ? (["types"] as const) : []),
    ...(isRail && assets.length === 0 ? (["assets"] as const) : []),
    ...(isMoney && network === null ? (["networks"] as const) : []),
    ...(isMoney && destination === null ? (["destinations"] as const) : []),
    ...(isRail && isFirstUse === null ? (["isFirstUse"] as const) : []),
  ];
}

export type ReadQuestion = { ok: true; question: PolicyQuestion } | { ok: false; word: string };

/**
 * Reads `on GBP SOLANA_DEVNET first-use` in any order. The one word that is no type, kind, code or use is the destination;
 * `word` is the first that is too much.
 */
export function readPolicyQuestion(
  words: readonly string[],
  requesterId: string,
  known: { assets: readonly string[]; networks: readonly string[] },
): ReadQuestion {
  const question: PolicyQuestion = {
    kind: "create-rail",
    type: null,
    assets: [],
    network: null,
    destination: null,
    isFirstUse: null,
    requesterId,
  };
  const read = words.reduce<PolicyQuestion | string>(
    (soFar, word) => (typeof soFar === "string" ? soFar : (withWord(soFar, word, known) ?? word)),
    question,
  );
  return typeof read === "string" ? { ok: false, word: read } : { ok: true, question: read };
}

function withWord(
  question: PolicyQuestion,
  word: string,
  { assets, networks }: { assets: readonly string[]; networks: readonly string[] },
): PolicyQuestion | undefined {
  const lower = word.toLowerCase();
  const isCalled = (code: string) => code.toLowerCase() === lower;
  const type = TYPES.get(lower);
  if (type) return question.type === null ? { ...question, type } : undefined;
  const kind = CHANGE_KINDS.find(isCalled);
  if (kind) return { ...question, kind };
  const isFirstUse = USES.get(lower);
  if (isFirstUse !== undefined) return { ...question, isFirstUse };
  const asset = assets.find(isCalled);
  if (asset !== undefined) return { ...question, assets: [...question.assets, asset] };
  const network = networks.find(isCalled);
  if (network !== undefined) {
    return question.network === null ? { ...question, network } : undefined;
  }
  return question.destination === null ? { ...question, destination: word } : undefined;
}

const TYPES = new Map<string, RailType>([
  ["on", "ON_RAMP"],
  ["on_ramp", "ON_RAMP"],
  ["on-ramp", "ON_RAMP"],
  ["off", "OFF_RAMP"],
  ["off_ramp", "OFF_RAMP"],
  ["off-ramp", "OFF_RAMP"],
]);

const USES = new Map([
  ["first-use", true],
  ["first", true],
  ["used", false],
]);

/** Which rule decides, and why those before it do not. */
export interface Explanation {
  /** Null where no rule is for it: then nobody may approve. */
  decides: PolicyRule | null;
  passedOver: readonly PassedOver[];
}

export interface PassedOver {
  rule: string;
  /** All of it; never empty. */
  because: readonly Mismatch[];
  /** It only asks for what was not said: otherwise this rule might decide. */
  mightDecide: boolean;
}

/** Goes through the rules as a request does. The situation holds nothing in the fields of `unsaid`. */
export function explainPolicy(
  { rules }: Pick<PolicyDocument, "rules">,
  situation: Situation,
  unsaid: ReadonlySet<keyof RuleCondition> = new Set(),
): Explanation {
  const passedOver: PassedOver[] = [];
  for (const rule of withAdoptions(rules)) {
    const because = mismatches(rule.when, situation);
    if (because.length === 0) return { decides: rule, passedOver };
    const mightDecide = because.every(({ field }) => unsaid.has(field));
    passedOver.push({ rule: rule.name, because, mightDecide });
  }
  return { decides: null, passedOver };
}
