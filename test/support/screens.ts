import type { ModalView } from "@slack/types";
import type { ChangeRequest, State } from "../../src/domain/change-request.ts";
import type { Rail } from "../../src/domain/rail.ts";
import type { RequestFacts } from "../../src/services/request-facts.ts";
import { newRailModal } from "../../src/slack/forms/new-rail-modal.ts";
import type { Message } from "../../src/slack/message.ts";
import { alarm } from "../../src/slack/messages/alarm.ts";
import { approvalCard } from "../../src/slack/messages/approval-card.ts";
import { depositInstructions } from "../../src/slack/messages/deposit-instructions.ts";
import { destinationList } from "../../src/slack/messages/destination-list.ts";
import { help } from "../../src/slack/messages/help.ts";
import { home } from "../../src/slack/messages/home.ts";
import { note } from "../../src/slack/messages/note.ts";
import { ROWS_PER_PAGE } from "../../src/slack/messages/pages.ts";
import { pendingList } from "../../src/slack/messages/pending-list.ts";
import { railDetails } from "../../src/slack/messages/rail-details.ts";
import { railList } from "../../src/slack/messages/rail-list.ts";
import { refusalMessage } from "../../src/slack/messages/refusals.ts";
import { requestDetails } from "../../src/slack/messages/request-details.ts";
import { denyModal } from "../../src/slack/views/deny-modal.ts";
import { noticeModal } from "../../src/slack/views/notice-modal.ts";
import { reviewDraftModal } from "../../src/slack/views/review-draft-modal.ts";
import { reviewRequestModal } from "../../src/slack/views/review-request-modal.ts";
import {
  ANA,
  aBankAccount,
  aBankAccountDestination,
  aChange,
  aConnection,
  aContent,
  aDedicatedWallet,
  after,
  anExchangeRail,
  anOffRampRail,
  anOffRampSpec,
  anOnRampRail,
  anOnRampSpec,
  aPolicy,
  aRequest,
  aVirtualAccount,
  aWallet,
  aWalletDestination,
  BEN,
  DAN,
  NOW,
  RAIL_ID,
  TREASURY,
} from "./builders.ts";

/** Every screen of the app, drawn with one foreign text wherever people or the Rail service may put one. */
export interface Screens {
  messages: Record<string, Message>;
  views: Record<string, ModalView>;
}

/** One state of each status, in the order of a request's life. */
export function everyState(foreign = "because"): State[] {
  return [
    { status: "pending" },
    { status: "approved", since: NOW, timesNotSent: 0, nextTryAt: NOW },
    { status: "approved", since: NOW, timesNotSent: 3, nextTryAt: NOW },
    { status: "blocked", since: NOW, nextTryAt: NOW },
    { status: "sending", since: NOW, timesNotSent: 0 },
    {
      status: "unknown",
      since: NOW,
      because: "no-clear-answer",
      cleanScans: 1,
      nextLookAt: NOW,
      issued: null,
    },
    {
      status: "created",
      since: NOW,
      timesNotFound: 1,
      nextLookAt: NOW,
      railId: RAIL_ID,
      issued: null,
    },
    { status: "verified", since: NOW, railId: RAIL_ID, issued: null },
    { status: "done", since: NOW, railId: RAIL_ID, issued: null },
    {
      status: "quarantined",
      since: NOW,
      railIds: [foreign, RAIL_ID],
      differences: Array.from({ length: 12 }, () => ({
        field: foreign,
        expectedBy: "approved",
        expected: foreign,
        found: foreign,
      })),
    },
    { status: "needs-a-person", since: NOW, because: foreign },
    { status: "denied", at: NOW, by: BEN, reason: foreign },
    { status: "withdrawn", at: NOW, by: ANA },
    { status: "expired", at: NOW },
    {
      status: "failed",
      at: NOW,
      message: foreign,
      fieldErrors: Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => [`${foreign}${index}`, [foreign, foreign]]),
      ),
    },
  ];
}

/** Many people, all of whom may approve. */
export function crowd(size: number): string[] {
  return Array.from({ length: size }, (_, index) => `U${String(index).padStart(10, "0")}`);
}

export function everyScreen(foreign: string, people = crowd(3)): Screens {
  const policy = aPolicy({ approvers: people, approvalsRequired: Math.max(1, people.length - 1) });
  const wallet = aWallet({ name: foreign });
  const bankAccount = aBankAccount({ name: foreign });
  const onRamp = anOnRampSpec({ destination: { asset: foreign, wallet } });
  const offRamp = anOffRampSpec({ destination: { asset: foreign, bankAccount } });
  const common = { workspaceName: foreign, environment: "sandbox" } as const;

  const changeOf = (spec: typeof onRamp | typeof offRamp) =>
    aChange({ name: foreign, reason: foreign, reference: foreign, spec });
  const requestIn = (state: State): ChangeRequest => {
    const spec = state.status === "blocked" ? offRamp : onRamp;
    const approved = people.slice(0, Math.floor(people.length / 2));
    return {
      ...aRequest({ state, policy }),
      // Not given to the builder: canonical JSON cannot say a lone surrogate, and a screen must.
      content: aContent({ change: changeOf(spec) }),
      approvals: approved.map((by) => ({ by, at: NOW, digest: "" })),
    };
  };
  const factsOf = (request: ChangeRequest): RequestFacts => ({
    request,
    currentPolicy: policy,
    workspaceName: foreign,
    destination: { addedBy: DAN, addedAt: after({ days: -12 }), usedByRails: 3 },
    isFirstUse: true,
    instructionsLink: "https://acme.slack.com/archives/C0TREASURY/p1",
    instructionsWentTo: "channel",
  });

  const requests = everyState(foreign).map(requestIn);
  const [pending] = requests;
  if (!pending) throw new Error("There is a state");
  const page = { page: 2, pageCount: 3, total: 23 };
  const rows = <Row>(row: Row): Row[] => Array.from({ length: ROWS_PER_PAGE }, () => row);
  const rails: Rail[] = [
    anOnRampRail({
      id: foreign,
      createdAt: foreign,
      source: {
        kind: "fiat",
        asset: foreign,
        bankAccount: aVirtualAccount({
          displayName: foreign,
          currency: foreign,
          iban: foreign,
          accountNumber: foreign,
          sortCode: foreign,
          bicSwift: foreign,
          reference: foreign,
        }),
      },
    }),
    anOffRampRail({
      source: {
        kind: "crypto",
        asset: foreign,
        wallet: aDedicatedWallet({ displayName: foreign, network: foreign, address: foreign }),
      },
    }),
    anExchangeRail({ id: null }),
  ];
  const instructions = rails.map((rail) => ({
    ...common,
    rail,
    name: rail.type === "ON_RAMP" ? foreign : null,
    requestNumber: 142,
    requestLink: "https://acme.slack.com/archives/C0APPROVALS/p1",
    checkedAt: NOW,
    destinationName: foreign,
  }));

  return {
    messages: {
      ...named("card", requests, (request) => approvalCard(factsOf(request))),
      ...named("details", requests, (request) => requestDetails(factsOf(request))),
      ...named("alarm", requests, (request) => alarm({ request, currentPolicy: policy })),
      ...named("refusal", requests, (request) =>
        refusalMessage({ refusal: "already-decided", request }),
      ),
      ...named("instructions", instructions, depositInstructions),
      ...named("rail", instructions, railDetails),
      rails: railList({
        ...page,
        now: NOW,
        command: "/rail",
        rows: rows({
          railId: foreign,
          name: foreign,
          type: "ON_RAMP",
          sourceAsset: foreign,
          destinationAsset: foreign,
          destinationName: foreign,
          origin: "made elsewhere",
          createdAt: foreign,
        }),
      }),
      pending: pendingList({ ...page, currentPolicy: policy, requests: rows(pending) }),
      destinations: destinationList({
        ...page,
        now: NOW,
        destinations: rows(aWalletDestination({ wallet: { ...wallet, network: foreign } })),
      }),
      home: home({
        ...common,
        command: "/rail",
        currentPolicy: policy,
        waitingForMe: rows(pending),
        myRequests: requests,
      }),
      help: help({ command: "/rail", unknown: foreign, nearest: "new" }),
      note: note(`There is no Rail called ${foreign}.`),
    },
    views: {
      ...named("form", ["ON_RAMP", "OFF_RAMP"] as const, (type) =>
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
              ? rows(aWalletDestination({ wallet: { ...wallet, network: foreign } }))
              : [aBankAccountDestination({ bankAccount })],
          similar: { name: foreign, ageText: "12 days", railId: foreign, status: "exists" },
        }),
      ),
      draft: reviewDraftModal({
        draftId: "draft",
        draftDigest: "digest",
        change: changeOf(offRamp),
        destination: { addedBy: "sandbox", addedAt: after({ days: -12 }) },
        policy,
        requesterId: ANA,
        connection: aConnection(),
        workspaceName: foreign,
        now: NOW,
        expiresInHours: 24,
      }),
      review: reviewRequestModal(factsOf(pending)),
      deny: denyModal({ request: pending }),
      notice: noticeModal({ title: foreign, sentences: [`There is no Rail called ${foreign}.`] }),
    },
  };
}

function named<Item, Screen>(
  name: string,
  items: readonly Item[],
  draw: (item: Item) => Screen,
): Record<string, Screen> {
  return Object.fromEntries(items.map((item, index) => [`${name} ${index}`, draw(item)]));
}
