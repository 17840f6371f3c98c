import type { PaymentDetail } from "../../../platform/payment-details/payment-detail.ts";
import { destinationKey } from "../../../platform/payment-details/payment-detail.ts";
import type {
  BankAccount,
  CryptoAsset,
  FiatAsset,
  Rail,
  Wallet,
} from "../../../platform/rail-api/rules/rail.ts";
import { isShortId } from "../../../platform/rail-api/rules/service-id.ts";
import { digestOf } from "../digest.ts";
import { readTag } from "./tag.ts";

/** One end of a Rail as the service showed it. */
export interface SeenEnd {
  /** The service's own id of the wallet or bank account. */
  serviceId: string | null;
  /** The service's own name for it. */
  displayName: string;
  /** Null for a bank account whose IBAN the service does not show. */
  detail: PaymentDetail | null;
  /** Null for a bank account. */
  network: string | null;
  /** What people pay with besides; absent for a wallet, and in what was seen before that was noted. */
  account?: AccountDetails;
}

export type AccountDetails = Omit<BankAccount, "id" | "displayName" | "iban">;

/** We remember this of each Rail that the service shows, wherever it was made. Times are ISO 8601. */
export interface SeenRail {
  railId: string;
  type: Rail["type"];
  sourceAsset: string;
  destinationAsset: string;
  /** Money goes into it. */
  source: SeenEnd;
  destination: SeenEnd;
  lastSeenAt: string;
  /** As the service says; absent if it was seen before we noted this. */
  createdAt?: string | null;
  /** SHA-256 of everything shown; absent if it was seen before we noted this. */
  digest?: string;
  /** Whether it had a tag of ours; absent if it was seen before we noted this. */
  isTagged?: boolean;
  /** The request whose tag it had. */
  requestId?: string;
  /** Absent unless an approver marked it as disputed. */
  dispute?: MarkedDispute;
}

/** A problem with a Rail, as a member reported it. Times are ISO 8601. */
export interface ReportedProblem {
  reportedBy: string;
  reportedAt: string;
  reason: string;
  /** The last report of each other person before it, newest first. */
  earlier?: readonly ReportedProblem[];
}

const OTHERS_KEPT = 3;

/** A new report. It replaces what the same person reported before, and nobody else's. */
export function reportedAfter(
  problem: ReportedProblem,
  before: ReportedProblem | null | undefined,
): ReportedProblem {
  const others = before
    ? reportsIn(before).filter(({ reportedBy }) => reportedBy !== problem.reportedBy)
    : [];
  return others.length === 0 ? problem : { ...problem, earlier: others.slice(0, OTHERS_KEPT) };
}

/** A reported problem, and what others reported before it. */
export function reportsIn({
  reportedBy,
  reportedAt,
  reason,
  earlier = [],
}: ReportedProblem): ReportedProblem[] {
  return [{ reportedBy, reportedAt, reason }, ...earlier];
}

/** An approver marked the Rail as disputed: nobody may see how to pay into it. */
export interface MarkedDispute extends ReportedProblem {
  by: string;
  at: string;
  /** The last problem reported since; absent for none. */
  later?: ReportedProblem;
}

/** Two approvers agree that a Rail which the service no longer shows is gone. Times are ISO 8601. */
export interface Ruling {
  proposedBy: string;
  proposedAt: string;
  /** Null until a second approver agrees: only then does its absence no longer stop anything. */
  agreed: { by: string; at: string } | null;
}

/** Undefined for a Rail without an id that can be kept: nothing would tell it from the next one. */
export function seenRail(rail: Rail, at: string): SeenRail | undefined {
  return isShortId(rail.id) ? shownRail(rail, rail.id, at) : undefined;
}

/** A Rail as the service shows it, under the id that it is known by. */
export function shownRail(rail: Rail, railId: string, at: string): SeenRail {
  const tag = readTag(rail.metadata);
  return {
    railId,
    type: rail.type,
    sourceAsset: rail.source.asset,
    destinationAsset: rail.destination.asset,
    source: seenEnd(rail.source),
    destination: seenEnd(rail.destination),
    lastSeenAt: at,
    createdAt: rail.createdAt,
    digest: digestOf(JSON.stringify(rail)),
    isTagged: tag !== undefined,
    ...(tag && { requestId: tag.requestId }),
  };
}

/** The end of a Rail as the service shows it. */
export function seenEnd(side: FiatAsset | CryptoAsset): SeenEnd {
  const end = side.kind === "fiat" ? ofBankAccount(side.bankAccount) : ofWallet(side.wallet);
  // No destination is registered under a longer one.
  return isShortId(end.serviceId) ? end : { ...end, serviceId: null };
}

/** Whether people pay into the same account or wallet. What an earlier release did not note is no difference. */
export function isSameEnd(one: SeenEnd, other: SeenEnd): boolean {
  const accounts = [one.account, other.account].map((account) => account && accountText(account));
  return (
    one.detail?.value === other.detail?.value &&
    one.network === other.network &&
    one.serviceId === other.serviceId &&
    one.displayName === other.displayName &&
    (accounts.includes(undefined) || accounts[0] === accounts[1])
  );
}

/**
 * Whether the service shows a known Rail under its id, and no other Rail: everything known about its entry point is still so.
 * Names may change, and what was not shown before may be shown by now. At least one thing has to be the Rail's own.
 */
export function isSameRail(known: SeenRail, now: SeenRail): boolean {
  const [was, is] = [known.source, now.source];
  const own = [was.detail?.value, was.account?.accountNumber, known.createdAt && now.createdAt];
  return (
    known.type === now.type &&
    own.some(isShown) &&
    isKept(was.detail && destinationKey(was.detail), is.detail && destinationKey(is.detail)) &&
    isKept(was.network, is.network) &&
    isKept(was.serviceId, is.serviceId) &&
    ACCOUNT.every((field) => isKept(was.account?.[field], is.account?.[field])) &&
    isSameTime(known.createdAt, now.createdAt)
  );
}

const ACCOUNT = [
  "currency",
  "accountNumber",
  "sortCode",
  "bicSwift",
  "reference",
] as const satisfies readonly (keyof AccountDetails)[];

type Shown = string | null | undefined;

const isShown = (value: Shown): value is string => typeof value === "string" && value.trim() !== "";

const isKept = (known: Shown, now: Shown) => !isShown(known) || known === now;

/** To the second: two answers may show a different number of digits. */
const isSameTime = (one: Shown, other: Shown) =>
  !isShown(one) || !isShown(other) || Math.abs(Date.parse(one) - Date.parse(other)) < 1_000;

const accountText = ({ currency, accountNumber, sortCode, bicSwift, reference }: AccountDetails) =>
  JSON.stringify([currency, accountNumber, sortCode, bicSwift, reference]);

function ofBankAccount({ id, displayName, iban, ...account }: BankAccount): SeenEnd {
  const detail =
    iban === null || iban.trim() === "" ? null : ({ kind: "iban", value: iban } as const);
  return { serviceId: id, displayName, detail, network: null, account };
}

function ofWallet({ id, displayName, network, address }: Wallet): SeenEnd {
  return { serviceId: id, displayName, detail: { kind: "address", value: address }, network };
}
