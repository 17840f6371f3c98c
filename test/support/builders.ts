import "./kinds.ts";
import type { Pins } from "../../src/authority/pins.ts";
import type {
  BankAccount,
  BankAccountDestination,
  ExchangeRail,
  OffRampRail,
  OnRampRail,
  RailSpec,
  Wallet,
  WalletDestination,
} from "../../src/platform/rail-api/rules/rail.ts";
import type { RegisteredFacts, RequestFacts } from "../../src/request/card/request-facts.ts";
import type { ApprovalPolicy } from "../../src/request/rules/approval/approval-policy.ts";
import type { Policy, UsualPolicy } from "../../src/request/rules/approval/policy.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import type { PolicyRule } from "../../src/request/rules/approval/policy-document.ts";
import type {
  AdoptRail,
  ChangeChannel,
  ChangeConnection,
  ChangePolicy,
  Connection,
  Content,
  CreateRail,
  DestinationChange,
  DestinationDetails,
  EndDispute,
  ImportDestination,
  RetireDestination,
  WhitelistDestination,
} from "../../src/request/rules/change.ts";
import type { ChangeRequest, DestinationRequest } from "../../src/request/rules/change-request.ts";
import type { Destination } from "../../src/request/rules/destination.ts";
import { canonicalJson, digestOf } from "../../src/request/rules/digest.ts";
import type { MarkedDispute, ReportedProblem } from "../../src/request/rules/outcome/seen-rail.ts";
import { remediesFor } from "../../src/request/rules/remedies-for.ts";

/** Whole, valid things for tests. Each takes the fields that a test is about and fills in the rest. */

export const ANA = "U0ANA00001";
export const BEN = "U0BEN00001";
export const CAL = "U0CAL00001";
export const DAN = "U0DAN00001";
export const EVE = "U0EVE00001";
export const TREASURY = "C0TREASURY";
export const NOW = "2026-03-03T10:00:00.000Z";
export const ADDRESS = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
export const ETHEREUM_ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const IBAN = "GB29NWBK60161331926819";
export const VIRTUAL_IBAN = "GB33BUKB20201555555555";
export const RAIL_ID = "rail_9f3c1d20";

/** ISO 8601: so many milliseconds, minutes, hours or days after `NOW`, or before it. */
export function after({ days = 0, hours = 0, minutes = 0, ms = 0 }): string {
  const passed = ((days * 24 + hours) * 60 + minutes) * 60_000 + ms;
  return new Date(Date.parse(NOW) + passed).toISOString();
}

export function aConnection(fields: Partial<Connection> = {}): Connection {
  return {
    id: "con_acme",
    baseUrl: "https://rails.example/api/v1",
    environment: "sandbox",
    ...fields,
  };
}

/** Everything that the environment can set; two of these people decide. */
export function allPins(approvers: readonly string[]): Pins {
  return {
    ...{ approvers, approvalsRequired: 2 },
    ...{ destinationApprovers: approvers, destinationApprovalsRequired: 2 },
    coolDownHours: 24,
    channel: "C0APPROV1",
    connection: "https://rails.example.com/api/v1",
  };
}

/** Two of Ben, Cal and Dan; Ana asks. */
export function aPolicy(fields: Partial<ApprovalPolicy> = {}): ApprovalPolicy {
  return {
    version: 1,
    rule: "Rails",
    approvers: [BEN, CAL, DAN],
    groups: [],
    approvalsRequired: 2,
    expiresInHours: 24,
    remindAfterHours: [],
    facts: { isFirstUse: false, requesterGroups: [] },
    ...fields,
  };
}

/** Two of Ben, Cal and Dan for everything. */
export function aRule(fields: Partial<PolicyRule> = {}): PolicyRule {
  return {
    name: "Rails",
    when: {},
    approvers: [BEN, CAL, DAN],
    groups: [],
    approvalsRequired: 2,
    expiresInHours: 24,
    remindAfterHours: [],
    ...fields,
  };
}

/** Two of Ben, Cal and Dan for Rails and for destinations; a day of cool-down. */
export function somePolicy({
  version = 1,
  rails = { approvers: [BEN, CAL, DAN], approvalsRequired: 2 },
  destinations = rails,
  coolDownHours = 24,
}: Partial<UsualPolicy> & { version?: number } = {}): Policy {
  return { version, ...usualPolicy({ rails, destinations, coolDownHours }) };
}

export function aWallet(fields: Partial<WalletDestination> = {}): WalletDestination {
  return {
    id: "wa_1001",
    name: "Treasury cold wallet",
    network: "SOLANA_DEVNET",
    address: ADDRESS,
    ...fields,
  };
}

export function aBankAccount(fields: Partial<BankAccountDestination> = {}): BankAccountDestination {
  return { id: "bka_2001", name: "Operating account", iban: IBAN, ...fields };
}

type Of<Kind> = Extract<Destination, { kind: Kind }>;

export function aWalletDestination(fields: Partial<Of<"wallet">> = {}): Of<"wallet"> {
  return { ...aRegistration("des_wallet"), kind: "wallet", wallet: aWallet(), ...fields };
}

export function aBankAccountDestination(
  fields: Partial<Of<"bank-account">> = {},
): Of<"bank-account"> {
  return {
    ...aRegistration("des_bank_account"),
    kind: "bank-account",
    bankAccount: aBankAccount(),
    ...fields,
  };
}

function aRegistration(id: string) {
  return {
    id,
    workspaceId: "T0ACME",
    connectionId: "con_acme",
    addedBy: DAN,
    approvedBy: [BEN, CAL],
    addedAt: after({ days: -12 }),
    usableFrom: after({ days: -11 }),
    retiredAt: null,
    provenAt: after({ days: -12 }),
    contradictedAt: null,
    requestId: null,
  };
}

type Spec<Type> = Extract<RailSpec, { type: Type }>;

export function anOnRampSpec(fields: Partial<Spec<"ON_RAMP">> = {}): Spec<"ON_RAMP"> {
  return {
    type: "ON_RAMP",
    source: { asset: "GBP" },
    destination: { asset: "GBPA", wallet: aWallet() },
    ...fields,
  };
}

export function anOffRampSpec(fields: Partial<Spec<"OFF_RAMP">> = {}): Spec<"OFF_RAMP"> {
  return {
    type: "OFF_RAMP",
    source: { asset: "GBPA", network: "SOLANA_DEVNET" },
    destination: { asset: "GBP", bankAccount: aBankAccount() },
    ...fields,
  };
}

export function aChange(fields: Partial<CreateRail> = {}): CreateRail {
  return {
    kind: "create-rail",
    name: "Payroll float",
    reason: "Salaries are paid in GBPA from March on.",
    reference: null,
    spec: anOnRampSpec(),
    ...fields,
  };
}

export function someWalletDetails(
  fields: Partial<Extract<DestinationDetails, { kind: "wallet" }>> = {},
): DestinationDetails {
  return { kind: "wallet", network: "SOLANA_DEVNET", address: ADDRESS, ...fields };
}

export function aWhitelisting(fields: Partial<WhitelistDestination> = {}): WhitelistDestination {
  return {
    kind: "whitelist-destination",
    name: "Payroll wallet",
    reason: "Salaries go there from March on.",
    details: someWalletDetails(),
    isFormatChecked: true,
    ...fields,
  };
}

export function anImport(fields: Partial<ImportDestination> = {}): ImportDestination {
  return { ...aWhitelisting(), kind: "import-destination", serviceId: "wa_7001", ...fields };
}

export function aRetirement(fields: Partial<RetireDestination> = {}): RetireDestination {
  return {
    kind: "retire-destination",
    name: "Treasury cold wallet",
    reason: "The device is decommissioned.",
    details: someWalletDetails(),
    destinationId: "des_wallet",
    serviceId: "wa_1001",
    ...fields,
  };
}

export function anAdoption(fields: Partial<AdoptRail> = {}): AdoptRail {
  const wallet = aWallet();
  const { network, address } = wallet;
  return {
    kind: "adopt-rail",
    name: "Old payroll",
    reason: "Made by hand before Signalbox came.",
    railId: RAIL_ID,
    type: "ON_RAMP",
    sourceAsset: "GBP",
    destinationAsset: "GBPA",
    source: {
      serviceId: null,
      displayName: "Acme",
      detail: { kind: "iban", value: "GB33BUKB20201555555555" },
      network: null,
    },
    destination: {
      serviceId: wallet.id,
      displayName: wallet.name,
      detail: { kind: "address", value: address },
      network,
    },
    details: { kind: "wallet", network, address },
    destinationId: wallet.id,
    destinationName: wallet.name,
    ...fields,
  };
}

export function anEndOfDispute(fields: Partial<EndDispute> = {}): EndDispute {
  return {
    kind: "end-dispute",
    name: "Payroll float",
    reason: "The service confirmed the account.",
    railId: RAIL_ID,
    type: "ON_RAMP",
    sourceAsset: "GBP",
    destinationAsset: "GBPA",
    networks: ["SOLANA_DEVNET"],
    entryPoint: "GB33BUKB20201555555555",
    dispute: aDispute(),
    ...fields,
  };
}

/** Four people have reported it. */
export function aProblem(reason: string): ReportedProblem {
  const [newest, ...earlier] = [ANA, BEN, CAL, DAN].map((reportedBy) => ({
    ...{ reportedBy, reportedAt: NOW, reason },
  }));
  return { reportedBy: ANA, reportedAt: NOW, reason, ...newest, earlier };
}

export function aDispute(fields: Partial<MarkedDispute> = {}): MarkedDispute {
  const reason = "The bank says that this account is closed.";
  return { reportedBy: ANA, reportedAt: NOW, reason, by: BEN, at: NOW, ...fields };
}

/** From two approvals to one, for Rails and destinations alike. */
export function aPolicyChange(fields: Partial<ChangePolicy> = {}): ChangePolicy {
  const { version, ...document } = somePolicy({
    rails: { approvers: [BEN, CAL, DAN], approvalsRequired: 1 },
  });
  return {
    kind: "change-policy",
    name: `Policy version ${version + 1}`,
    reason: "Two of us are on leave.",
    from: version,
    document,
    ...fields,
  };
}

export function aChannelChange(fields: Partial<ChangeChannel> = {}): ChangeChannel {
  return {
    kind: "change-channel",
    name: "Approvals in #treasury-approvals",
    reason: "The old channel is crowded.",
    from: "C0APPROVALS",
    channelId: "C0TREASURYAPPROVALS",
    ...fields,
  };
}

export function aConnectionChange(fields: Partial<ChangeConnection> = {}): ChangeConnection {
  const to = aConnection({
    id: "con_live",
    baseUrl: "https://live.rails.example/api/v1",
    environment: "production",
  });
  return {
    kind: "change-connection",
    name: "Connection to production",
    reason: "We go live.",
    to,
    tokenAt: (fields.to ?? to).id,
    connectionName: "production",
    lastFour: "9f3c",
    ...fields,
  };
}

export function aContent(fields: Partial<Content> = {}): Content {
  return {
    workspaceId: "T0ACME",
    requestId: "0b9f8a52-6c1e-4f5e-9d3a-1f2e3d4c5b6a",
    nonce: "5f0c1b2a3d4e5f60718293a4b5c6d7e8",
    connection: aConnection(),
    requestedBy: ANA,
    askedIn: TREASURY,
    policyVersion: 1,
    change: aChange(),
    ...fields,
  };
}

/** Pending, asked by Ana an hour ago. Its canonical bytes and digest are those of its content, unless given. */
export function aRequest(fields: Partial<ChangeRequest> = {}): ChangeRequest {
  const content = fields.content ?? aContent();
  const canonical = canonicalJson(content);
  return {
    id: content.requestId,
    workspaceId: content.workspaceId,
    connectionId: content.connection.id,
    number: 142,
    version: 1,
    canonical,
    digest: digestOf(canonical),
    policy: aPolicy(),
    requestedBy: content.requestedBy,
    requestedAt: after({ hours: -1 }),
    expiresAt: after({ hours: 23 }),
    approvals: [],
    wrongAnswers: {},
    attempt: 0,
    state: { status: "pending" },
    ...fields,
    content,
  };
}

/** The same about a wallet to whitelist, unless another change of the register is given. */
export function aDestinationRequest(
  change: DestinationChange = aWhitelisting(),
  fields: Partial<ChangeRequest> = {},
): DestinationRequest {
  const request = aRequest({ content: aContent({ change }), ...fields });
  return { ...request, content: { ...request.content, change } };
}

/** One with this name, which canonical JSON may not be able to say, as it cannot a lone surrogate: a screen must. */
export function hostileDestinationRequest(name: string): DestinationRequest {
  const request = aDestinationRequest();
  return { ...request, content: { ...request.content, change: aWhitelisting({ name }) } };
}

/** What the register says of a destination that has been in use for a while. */
export function registeredFacts(fields: Partial<RegisteredFacts> = {}): RegisteredFacts {
  return {
    addedBy: DAN,
    approvedBy: [BEN, CAL],
    addedAt: after({ days: -12 }),
    usableFrom: after({ days: -11 }),
    usedByRails: 3,
    isProven: true,
    whyUnusable: undefined,
    ...fields,
  };
}

/** A Rail that waits, into a destination that is in use. */
export function requestFactsOf(
  request: Partial<ChangeRequest> = {},
  facts: Partial<RequestFacts> = {},
): RequestFacts {
  const asked = aRequest(request);
  return {
    request: asked,
    currentPolicy: aPolicy(),
    policyBefore: null,
    coolDownHours: 24,
    workspaceName: "Acme",
    destination: registeredFacts(),
    isFirstUse: false,
    remedies: remediesFor(asked, NOW),
    frozen: null,
    isHeld: false,
    problem: null,
    same: [],
    lookAlikes: [],
    ...facts,
  };
}

/** The service's own account for an on-ramp: every field filled. */
export function aVirtualAccount(fields: Partial<BankAccount> = {}): BankAccount {
  return {
    id: "bka_9001",
    displayName: "Acme Ltd",
    currency: "GBP",
    iban: VIRTUAL_IBAN,
    accountNumber: "55555555",
    sortCode: "20-20-15",
    bicSwift: "BUKBGB22",
    reference: "ACME-7QK2",
    ...fields,
  };
}

/** The service's own wallet for an off-ramp. */
export function aDedicatedWallet(fields: Partial<Wallet> = {}): Wallet {
  return {
    id: "wa_9001",
    displayName: "Acme off-ramp",
    isCustodial: true,
    network: "SOLANA_DEVNET",
    address: "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
    ...fields,
  };
}

const RAIL_FACTS = { id: RAIL_ID, metadata: null, createdAt: NOW };

export function anOnRampRail(fields: Partial<OnRampRail> = {}): OnRampRail {
  const { name: displayName, ...wallet } = aWallet();
  return {
    ...RAIL_FACTS,
    type: "ON_RAMP",
    source: { kind: "fiat", asset: "GBP", bankAccount: aVirtualAccount() },
    destination: {
      kind: "crypto",
      asset: "GBPA",
      wallet: { ...wallet, displayName, isCustodial: false },
    },
    ...fields,
  };
}

export function anOffRampRail(fields: Partial<OffRampRail> = {}): OffRampRail {
  const { id, name: displayName, iban } = aBankAccount();
  return {
    ...RAIL_FACTS,
    type: "OFF_RAMP",
    source: { kind: "crypto", asset: "GBPA", wallet: aDedicatedWallet() },
    destination: {
      kind: "fiat",
      asset: "GBP",
      bankAccount: {
        id,
        displayName,
        iban,
        currency: "GBP",
        accountNumber: null,
        sortCode: null,
        bicSwift: null,
        reference: null,
      },
    },
    ...fields,
  };
}

export function anExchangeRail(fields: Partial<ExchangeRail> = {}): ExchangeRail {
  return {
    ...RAIL_FACTS,
    type: "EXCHANGE",
    source: anOnRampRail().source,
    destination: anOnRampRail().destination,
    ...fields,
  };
}
