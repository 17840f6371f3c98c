import type {
  AddDestination,
  Change,
  ChangeSettings,
  Content,
  CreateRail,
  Resume,
} from "../../src/request/rules/content.ts";
import { ANNA, at, CONNECTION, SETTINGS } from "./company.ts";

export const ID = "11111111-2222-4333-8444-555555555555";
export const ADDRESS = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
export const IBAN = "GB29NWBK60161331926819";

export const WALLET = {
  kind: "wallet",
  network: "SOLANA_DEVNET",
  family: "solana",
  address: ADDRESS,
} as const;

export const ON_RAMP: CreateRail = {
  kind: "create-rail",
  name: "Payouts",
  reason: "Supplier payouts",
  reference: "PAY-7",
  type: "ON_RAMP",
  source: { asset: "GBP", network: null },
  destination: { asset: "GBPA", request: "d1", id: "wa_1", name: "Main", value: WALLET },
};

export const OFF_RAMP: CreateRail = {
  ...ON_RAMP,
  type: "OFF_RAMP",
  source: { asset: "GBPA", network: "SOLANA_DEVNET" },
  destination: {
    asset: "GBP",
    request: "d2",
    id: "bka_1",
    name: "Bank",
    value: { kind: "account", iban: IBAN },
  },
};

export const ADDITION: AddDestination = {
  kind: "add-destination",
  name: "Main",
  reason: "New wallet",
  value: WALLET,
  serviceId: null,
};
export const IMPORT: AddDestination = { ...ADDITION, serviceId: "wa_7" };
export const RESUME: Resume = { kind: "resume", stops: [{ by: ANNA, at: at(-60), reason: "odd" }] };
/** Against the version in force. */
export const NEW_SETTINGS: ChangeSettings = {
  kind: "change-settings",
  name: "Destinations",
  reason: "Faster",
  from: 1,
  before: SETTINGS,
  settings: { ...SETTINGS, coolDownHours: 1 },
  destinations: {},
};
export const CHANGES: readonly Change[] = [
  ...[ON_RAMP, OFF_RAMP, ADDITION, IMPORT, RESUME, NEW_SETTINGS],
];

export const contentOf = (change: Change): Content => ({
  workspace: "T1",
  request: ID,
  nonce: "n0nce",
  connection: CONNECTION,
  traits: {
    type: change.kind === "create-rail" ? change.type : null,
    destination: "wallet:one",
    isFirstUse: false,
    warnings: [{ is: "first-use" }],
  },
  change,
});
