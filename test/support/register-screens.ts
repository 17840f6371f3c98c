import { paymentCheck } from "../../src/check/payment-check.ts";
import { byAlarm, judgedDetail } from "../../src/check/rules/judge.ts";
import {
  destinationList,
  destinationListRow,
} from "../../src/destination/register/destination-list.ts";
import { destinationRow } from "../../src/destination/register/destination-row.ts";
import type { RegisterRow } from "../../src/destination/register/register-list.ts";
import { findPaymentDetails } from "../../src/platform/payment-details/find-payment-details.ts";
import type { Message } from "../../src/platform/slack/message.ts";
import { ROWS_PER_LIST } from "../../src/request/list/list-screen.ts";
import type { DestinationRequest } from "../../src/request/rules/change-request.ts";
import type { KnownValue } from "../../src/request/rules/known-value.ts";
import { knownDestination } from "../../src/request/rules/known-value.ts";
import { seenRail } from "../../src/request/rules/outcome/seen-rail.ts";
import {
  ADDRESS,
  aBankAccount,
  aBankAccountDestination,
  aConnection,
  after,
  anOnRampRail,
  aWallet,
  aWalletDestination,
  IBAN,
  NOW,
  RAIL_ID,
  somePolicy,
} from "./builders.ts";
import { aListScreen } from "./list-screens.ts";

/** The lists of destinations and the answers to checks, with one foreign text wherever there may be one. */
export function registerScreens(
  foreign: string,
  people: readonly string[],
  waiting: DestinationRequest,
): Record<string, Message> {
  const rows: RegisterRow[][] = [
    ...registeredRows(foreign, people),
    { is: "waiting", request: waiting } as const,
    elsewhereRow(foreign),
  ].map((row) => Array.from({ length: ROWS_PER_LIST }, () => row));
  const known = [...knownAs(ADDRESS, foreign, people), ...knownAs(foreign, foreign, people)];
  const texts = [
    foreign,
    `${ADDRESS} ${foreign} ${FORGED} ${IBAN}`,
    ADDRESS.replace("t", "t\u200b"),
  ];
  return {
    ...Object.fromEntries(
      rows.map((each, index) => [
        `destinations ${index}`,
        aListScreen(
          destinationList,
          each.map((row) => destinationListRow(row, NOW)),
          foreign,
        ),
      ]),
    ),
    ...Object.fromEntries(
      rows.flatMap(([row], index) => {
        const blocks = row ? destinationRow(row, NOW, "later") : [];
        return [[`destination ${index}`, { text: "Destination", blocks }]];
      }),
    ),
    ...Object.fromEntries(
      texts.map((text, index) => [
        `check ${index}`,
        paymentCheck({
          judged: byAlarm(findPaymentDetails(text).map((found) => judgedDetail(found, known))),
          notLookedAt: 3,
          railsReadAt: null,
          policy: somePolicy({ rails: { approvers: [...people], approvalsRequired: 2 } }),
          isCut: true,
          now: NOW,
          command: "/rail",
        }),
      ]),
    ),
  };
}

const FORGED = ADDRESS.replace("W87d", "W8Pd");

function registeredRows(foreign: string, people: readonly string[]): RegisterRow[] {
  const state = { approvedBy: people, provenAt: null, contradictedAt: NOW };
  const wallet = aWallet({ name: foreign, network: foreign, address: foreign });
  const railInto = { railId: foreign, name: foreign, lastSeenAt: NOW };
  const railsInto = Array.from({ length: 9 }, () => railInto);
  const row = { is: "registered", railsInto, openRequest: null } as const;
  return [
    { ...row, destination: aWalletDestination({ ...state, wallet }) },
    {
      ...row,
      destination: aBankAccountDestination({
        usableFrom: after({ days: 1 }),
        bankAccount: aBankAccount({ name: foreign }),
      }),
    },
  ];
}

function seen(foreign: string) {
  const network = { network: foreign, address: foreign, displayName: foreign };
  const wallet = { id: foreign, isCustodial: false, ...network };
  const rail = anOnRampRail({
    id: RAIL_ID,
    destination: { kind: "crypto", asset: foreign, wallet },
  });
  const found = seenRail(rail, NOW);
  if (!found) throw new Error("It has an id");
  return { ...found, railId: foreign, sourceAsset: foreign };
}

function elsewhereRow(foreign: string): RegisterRow {
  const rail = seen(foreign);
  const rails = [rail, { ...rail, destination: { ...rail.destination, detail: ANOTHER } }];
  return { is: "unregistered", end: rail.destination, rails, openRequest: null };
}

const ANOTHER = { kind: "address", value: ADDRESS } as const;

function knownAs(value: string, foreign: string, people: readonly string[]): KnownValue[] {
  const wallet = aWallet({ name: foreign, network: foreign, address: value });
  const state = { approvedBy: people, contradictedAt: NOW, connectionId: aConnection().id };
  const destination = knownDestination(aWalletDestination({ ...state, wallet }));
  const rail = seen(foreign);
  const owner = { requestNumber: 7, name: foreign, standing: "quarantined" } as const;
  const all: KnownValue[] = [
    destination,
    { ...destination, is: "entry-point", rail, isMissing: false, isReported: true, owner: null },
    { ...destination, is: "entry-point", rail, isMissing: false, isReported: true, owner },
    { ...destination, is: "unregistered", isIdTaken: false, rail },
    { ...destination, is: "asked-for", requestNumber: 7 },
  ];
  return [...all, ...all, ...all, ...all];
}
