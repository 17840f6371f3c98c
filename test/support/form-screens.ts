import type { ModalView } from "@slack/types";
import type { DestinationModal } from "../../src/destination/screens/destination-modal.ts";
import { destinationModal } from "../../src/destination/screens/destination-modal.ts";
import { retireModal } from "../../src/destination/screens/retire-destination.ts";
import type { TypedValue } from "../../src/destination/values/value-check.ts";
import { readTypedValue } from "../../src/destination/values/value-check.ts";
import { newRailModal } from "../../src/rail/screens/new-rail-modal.ts";
import {
  ADDRESS,
  aBankAccount,
  aBankAccountDestination,
  after,
  anImport,
  aPolicy,
  aWallet,
  aWalletDestination,
  aWhitelisting,
  DAN,
  hostileDestinationRequest,
  IBAN,
  NOW,
  TREASURY,
} from "./builders.ts";
import { someLookAlikes } from "./request-screens.ts";

/** Everything that is filled in, with one foreign text wherever people or the Rail service may put one. */
export function formScreens(foreign: string, people: readonly string[]): Record<string, ModalView> {
  return Object.fromEntries(
    [
      ...newRails(foreign),
      ...typedValues(foreign).map((value) => destinationModal(formWith(value, foreign))),
      ...typedValues(foreign)
        .filter(({ reading }) => reading.ok)
        .flatMap((value) => reviews(value, foreign, people)),
      ...retirements(foreign, people),
    ].map((view, index) => [`form ${index}`, view]),
  );
}

function newRails(foreign: string): ModalView[] {
  const wallet = aWallet({ name: foreign, network: foreign });
  const awaited = hostileDestinationRequest(foreign);
  const rows = <Row>(row: Row): Row[] => Array.from({ length: 5 }, () => row);
  return (["ON_RAMP", "OFF_RAMP"] as const).map((type) =>
    newRailModal({
      draftId: "draft",
      askedIn: TREASURY,
      environment: "sandbox",
      type,
      values: { name: foreign, reason: foreign, reference: foreign },
      fiatAssets: ["GBP"],
      stablecoins: ["GBPA", "USDC"],
      networks: ["SOLANA_DEVNET"],
      destinations:
        type === "ON_RAMP"
          ? [
              ...rows(aWalletDestination({ wallet })),
              ...rows(
                aWalletDestination({ wallet, provenAt: null, usableFrom: after({ days: 1 }) }),
              ),
            ]
          : [
              aBankAccountDestination({
                bankAccount: aBankAccount({ name: foreign, iban: foreign }),
              }),
            ],
      awaited: [awaited],
      now: NOW,
      keptAt: after({ minutes: -5 }),
      similar: {
        requestId: "req_1",
        name: foreign,
        ageText: "12 days",
        railId: foreign,
        status: "exists",
      },
    }),
  );
}

const networks = [
  { id: "SOLANA_DEVNET", family: "solana" },
  { id: "SOMEWHERE", family: null },
] as const;

function typedValues(foreign: string): TypedValue[] {
  const found = [
    readTypedValue("bank-account", { value: IBAN.toLowerCase() }, networks),
    readTypedValue("bank-account", { value: foreign }, networks),
    readTypedValue("wallet", { network: "SOLANA_DEVNET", value: ADDRESS }, networks),
    readTypedValue("wallet", { network: "SOLANA_DEVNET", value: foreign }, networks),
    readTypedValue("wallet", { network: "SOMEWHERE", value: foreign }, networks),
    readTypedValue("wallet", { network: "SOMEWHERE", value: "x".repeat(256) }, networks),
  ];
  return found.filter((each) => each !== undefined);
}

function formWith(value: TypedValue, foreign: string): DestinationModal {
  const lookAlikes = someLookAlikes(foreign);
  const same = lookAlikes.map(({ known }) => known);
  return {
    draft: {
      draftId: "draft",
      askedIn: TREASURY,
      kind: value.kind,
      isImport: true,
      isKindOpen: true,
      other: { value: foreign },
      values: { name: foreign, value: value.typed, serviceId: foreign, reason: foreign },
      under: {
        draftId: "draft-0",
        askedIn: TREASURY,
        type: "ON_RAMP",
        values: { name: foreign, reason: foreign, reference: foreign },
        hasInputs: false,
      },
    },
    environment: "sandbox",
    networks,
    checked: { value, facts: { same, lookAlikes } },
  };
}

function reviews(value: TypedValue, foreign: string, people: readonly string[]): ModalView[] {
  const asked = { name: foreign, reason: foreign };
  return [aWhitelisting(asked), anImport({ ...asked, serviceId: foreign })].map((change) =>
    destinationModal({
      ...formWith(value, foreign),
      review: {
        change,
        coolDownHours: 24,
        policy: aPolicy({ approvers: people }),
        requesterId: DAN,
        workspaceName: foreign,
        environment: "sandbox",
      },
    }),
  );
}

function retirements(foreign: string, people: readonly string[]): ModalView[] {
  const wallet = aWallet({ id: foreign, name: foreign, network: foreign, address: foreign });
  const bankAccount = aBankAccount({ id: foreign, name: foreign, iban: foreign });
  return [aWalletDestination({ wallet }), aBankAccountDestination({ bankAccount })].map(
    (destination) =>
      retireModal({
        draftId: "draft",
        askedIn: TREASURY,
        destination,
        rails: Array.from({ length: 30 }, (_, index) => ({
          railId: foreign,
          name: index % 2 === 0 ? foreign : null,
          lastSeenAt: null,
        })),
        waiting: 3,
        policy: aPolicy({ approvers: people }),
        requesterId: DAN,
        workspaceName: foreign,
        environment: "sandbox",
      }),
  );
}
