import type { KindName } from "../../src/authority/kinds.ts";
import { CHANGE_KINDS } from "../../src/authority/kinds.ts";
import type { Span } from "../../src/platform/payment-details/look-alike.ts";
import { instructionsElsewhere } from "../../src/rail/instructions/keep-instructions.ts";
import {
  changedNotice,
  unchangedNotice,
} from "../../src/rail/instructions/unchanged-instructions.ts";
import {
  withdrawalNotice,
  withdrawnInstructions,
} from "../../src/rail/instructions/withdraw-instructions.ts";
import { linkRailModal } from "../../src/rail/screens/link-rail.ts";
import { approvalCard, requestDetails } from "../../src/request/card/approval-card.ts";
import { history } from "../../src/request/card/history.ts";
import {
  cardFollows,
  hiddenCard,
  outOfDateCard,
  pressedOutOfDateCard,
} from "../../src/request/card/out-of-date-card.ts";
import type { RegisteredFacts, RequestFacts } from "../../src/request/card/request-facts.ts";
import { alarm, alarmFollows, alarmOver } from "../../src/request/posting/alarm.ts";
import { reminder } from "../../src/request/posting/remind-approvers.ts";
import { ending, questionMessage } from "../../src/request/posting/tell-ending.ts";
import {
  cardDeleted,
  channelOutage,
  channelOutageOver,
} from "../../src/request/posting/tell-of-outage.ts";
import type { PolicyDocument } from "../../src/request/rules/approval/policy-document.ts";
import type { Change } from "../../src/request/rules/change.ts";
import type { ChangeRequest, State } from "../../src/request/rules/change-request.ts";
import type { KnownValue, Resembling } from "../../src/request/rules/known-value.ts";
import { knownDestination } from "../../src/request/rules/known-value.ts";
import { seenRail } from "../../src/request/rules/outcome/seen-rail.ts";
import { remediesFor } from "../../src/request/rules/remedies-for.ts";
import type { RequestEvent } from "../../src/request/rules/request-event.ts";
import { isEnding, isWaitingToSend } from "../../src/request/rules/status.ts";
import { agreeModal } from "../../src/request/screens/agree.ts";
import { checkValueModal } from "../../src/request/screens/check-value.ts";
import { writtenModal } from "../../src/request/screens/deny.ts";
import { refusalMessage } from "../../src/request/screens/refusals.ts";
import { remedyModal } from "../../src/request/screens/remedy.ts";
import { historyModal } from "../../src/request/screens/request-history.ts";
import { reviewRequestModal } from "../../src/request/screens/review.ts";
import {
  ADDRESS,
  ANA,
  aBankAccount,
  aChange,
  aChannelChange,
  aConnection,
  aConnectionChange,
  aContent,
  aDispute,
  after,
  anAdoption,
  anEndOfDispute,
  anImport,
  anOffRampSpec,
  anOnRampRail,
  anOnRampSpec,
  aPolicy,
  aPolicyChange,
  aProblem,
  aRequest,
  aRetirement,
  aWallet,
  aWalletDestination,
  aWhitelisting,
  BEN,
  DAN,
  NOW,
  somePolicy,
  someWalletDetails,
} from "./builders.ts";
import { aFreeze } from "./health-screens.ts";
import type { Screens } from "./screens.ts";
import { crowd, everyRemedy, everyState } from "./states.ts";

const CARD_LINK = "https://acme.slack.com/archives/C0APPROV1/p1";

/** What is asked for, in every kind, with one foreign text wherever there may be one. */
function everyChange(foreign: string, rules: number): Change[] {
  const asked = { name: foreign, reason: foreign };
  const network = { network: foreign };
  const assets = { sourceAsset: foreign, destinationAsset: foreign };
  const end = {
    ...{ serviceId: foreign, displayName: foreign, network: foreign },
    detail: { kind: "address", value: foreign } as const,
  };
  const all: { [Kind in KindName]: readonly Extract<Change, { kind: Kind }>[] } = {
    "create-rail": [
      aChange({
        ...asked,
        reference: foreign,
        spec: anOnRampSpec({ destination: { asset: foreign, wallet: aWallet({ name: foreign }) } }),
      }),
      aChange({
        ...asked,
        isAnother: true,
        reference: foreign,
        spec: anOffRampSpec({
          destination: { asset: foreign, bankAccount: aBankAccount({ name: foreign }) },
        }),
      }),
    ],
    "whitelist-destination": [
      aWhitelisting({ ...asked, isFormatChecked: false, details: someWalletDetails(network) }),
      aWhitelisting({ ...asked, details: { kind: "bank-account", iban: foreign } }),
    ],
    "import-destination": [
      anImport({
        ...asked,
        isFormatChecked: false,
        serviceId: foreign,
        details: someWalletDetails({ ...network, address: foreign }),
      }),
    ],
    "retire-destination": [
      aRetirement({ ...asked, serviceId: foreign, details: someWalletDetails(network) }),
    ],
    "adopt-rail": [
      anAdoption({
        ...{ ...asked, ...assets, railId: foreign, source: end, destination: end },
        details: someWalletDetails({ ...network, address: foreign }),
        destinationName: foreign,
      }),
    ],
    "end-dispute": [
      anEndOfDispute({
        ...{ ...asked, ...assets, railId: foreign, networks: [foreign], entryPoint: foreign },
        dispute: aDispute({ ...aProblem(foreign), later: aProblem(foreign) }),
      }),
    ],
    "change-policy": [aPolicyChange({ ...asked, document: aFullPolicy(foreign, rules) })],
    "change-channel": [aChannelChange(asked)],
    "change-connection": [
      aConnectionChange({
        ...asked,
        connectionName: foreign,
        lastFour: foreign,
        to: aConnection({ baseUrl: foreign, environment: "production" }),
      }),
    ],
  };
  return CHANGE_KINDS.flatMap((kind): readonly Change[] => all[kind]);
}

/** As many rules as asked for, each with as many people as there may be. */
function aFullPolicy(foreign: string, rules: number): PolicyDocument {
  return {
    rules: Array.from({ length: rules }, (_, index) => ({
      name: `${index} ${foreign}`,
      when: {
        changes: CHANGE_KINDS,
        assets: [foreign, `${foreign}2`],
        networks: [foreign],
        destinations: [foreign],
        isFirstUse: true,
        requesterGroups: crowd(8),
      },
      approvers: crowd(200),
      groups: crowd(20),
      approvalsRequired: 1,
      expiresInHours: 720,
      remindAfterHours: [1, 3, 9],
    })),
    coolDownHours: 0,
  };
}

/** Each status with one kind of change after the other, and every kind while it waits; half of these people approved. */
export function requestsInEveryState(foreign: string, people: readonly string[]): ChangeRequest[] {
  const policy = policyOf(people);
  const approved = people.slice(0, Math.floor(people.length / 2));
  const request = aRequest({ policy });
  const changes = everyChange(foreign, 1);
  const huge = everyChange(foreign, 50);
  return everyState(foreign).flatMap((state: State, index) =>
    changesFor(state, state.status === "pending" ? huge : changes, index).map((change) => ({
      ...request,
      state,
      // Not given to the builder: canonical JSON cannot say a lone surrogate, and a screen must.
      content: aContent({ change }),
      approvals: approved.map((by) => ({ by, at: NOW, digest: "" })),
      wrongAnswers: Object.fromEntries(people.map((by) => [by, 3])),
      attempt: 2,
    })),
  );
}

/** All of them where the words depend most on the kind; elsewhere a Rail and one of the others. */
function changesFor(state: State, changes: readonly Change[], index: number): Change[] {
  const isTelling = state.status === "pending" || state.status === "in-force";
  if (isTelling) return [...changes];
  return changes.filter((_, at) => at === index % 2 || at === 2 + (index % (changes.length - 2)));
}

function policyOf(people: readonly string[]) {
  return aPolicy({ approvers: people, approvalsRequired: Math.max(1, people.length - 1) });
}

/** One of each sort of known value, with as many differences as there can be. */
export function someLookAlikes(foreign: string): Resembling[] {
  const rail = seenRail(anOnRampRail({ id: "x" }), NOW);
  if (!rail) throw new Error("It has an id");
  const common = { kind: "address", value: foreign, network: foreign, name: foreign } as const;
  const known: KnownValue[] = [
    knownDestination(aWalletDestination({ wallet: aWallet({ name: foreign, network: foreign }) })),
    {
      ...common,
      is: "entry-point",
      rail: { ...rail, railId: foreign },
      isMissing: false,
      isReported: true,
      owner: null,
    },
    { ...common, is: "unregistered", isIdTaken: false, rail: { ...rail, railId: foreign } },
    { ...common, is: "asked-for", requestNumber: 7 },
  ];
  const everySecond = (text: string) =>
    Array.from({ length: text.length >> 1 }, (_, at): Span => [at * 2, at * 2 + 1]);
  const texts = ["1".repeat(200), foreign, ADDRESS, "2".repeat(256)];
  return known.map((each, index) => {
    const text = texts[index] ?? "";
    return {
      known: each,
      isSibling: false,
      edits: null,
      sharedStart: 3,
      sharedEnd: 3,
      ofCandidate: { text, differences: everySecond(text) },
      ofKnown: { text, differences: everySecond(text) },
    };
  });
}

function registered(people: readonly string[]): RegisteredFacts {
  return {
    addedBy: DAN,
    approvedBy: people,
    addedAt: after({ days: -12 }),
    usableFrom: after({ days: -11 }),
    usedByRails: 3,
    isProven: false,
    whyUnusable: "contradicted",
  };
}

export function requestScreens(foreign: string, people: readonly string[]): Screens {
  const policy = policyOf(people);
  const requests = requestsInEveryState(foreign, people);
  const lookAlikes = someLookAlikes(foreign);
  const factsOf = (request: ChangeRequest): RequestFacts => ({
    request,
    currentPolicy: policy,
    policyBefore: somePolicy({ rails: { approvers: people, approvalsRequired: 2 } }),
    coolDownHours: 24,
    workspaceName: foreign,
    isHeld: true,
    destination: registered(people),
    isFirstUse: true,
    remedies: remediesFor(request, after({ hours: 1 })),
    frozen: isWaitingToSend(request)
      ? { since: NOW, by: DAN, reason: foreign, found: foreign, cause: "restored", agreed: [] }
      : null,
    problem: aProblem(foreign),
    same: lookAlikes.map(({ known }) => known),
    lookAlikes,
    instructionsLink: "https://acme.slack.com/archives/C0TREASURY/p1",
    instructionsWentTo: "channel",
    areInstructionsWithdrawn: false,
  });
  const pending = requests.filter(({ state }) => state.status === "pending");
  const alarming = requests.filter(
    ({ state: { status } }) => status === "quarantined" || status === "needs-a-person",
  );
  const unknown = requests.filter(({ state }) => state.status === "unknown");
  const rails = requests.filter(({ content }) => content.change.kind === "create-rail");
  const quarantined = rails.flatMap(({ state, ...request }) =>
    state.status === "quarantined" ? [{ request, state, cardLink: CARD_LINK }] : [],
  );
  const [stuck] = alarming;
  if (!stuck) throw new Error("There is such a state");
  return {
    messages: {
      ...named("card", requests, (request) => approvalCard(factsOf(request))),
      ...named("details", [...pending, ...alarming], (request) => requestDetails(factsOf(request))),
      ...named("card follows", requests, (request) => cardFollows(factsOf(request))),
      ...named("outage", [...pending, stuck], (request) =>
        channelOutage({
          ...factsOf(request),
          channelId: "C0APPROV1",
          because: "channel-archived",
          mayDecide: true,
        }),
      ),
      ...named("outage of a channel for some", pending, (request) =>
        channelOutage({
          ...factsOf(request),
          channelId: "C0APPROV1",
          because: "channel-restricted",
          mayDecide: true,
        }),
      ),
      ...named("outage over", pending, (request) => channelOutageOver(factsOf(request), CARD_LINK)),
      ...named("card deleted", pending, (request) =>
        cardDeleted({
          ...factsOf(request),
          channelId: "C0APPROV1",
          cardLink: CARD_LINK,
        }),
      ),
      ...named("out of date", pending, (request) => outOfDateCard({ request })),
      ...named("hidden from outsiders", pending, (request) => hiddenCard({ request })),
      ...named("pressed", pending, (request) => pressedOutOfDateCard({ request })),
      ...named("alarm over", alarming, (request) => alarmOver({ request, currentPolicy: policy })),
      ...named("alarm follows", alarming, (request) =>
        alarmFollows({ request, currentPolicy: policy }),
      ),
      ...named("alarm", alarming, (request) => alarm({ request, currentPolicy: policy, now: NOW })),
      ...named("withdrawn instructions", quarantined, (each) =>
        withdrawnInstructions({ ...each, mayStandUnknown: true }),
      ),
      ...named("instructions elsewhere", pending, (request) => instructionsElsewhere({ request })),
      ...named("withdrawal", quarantined, (each) =>
        withdrawalNotice({
          ...each,
          mayStandUnknown: true,
          known: { channelId: each.request.content.askedIn, became: "unchanged" },
        }),
      ),
      ...named("unchanged instructions", rails, (request) =>
        unchangedNotice({
          request,
          problem: aDispute({ reason: foreign }),
          channelId: request.content.askedIn,
          messageLink: CARD_LINK,
        }),
      ),
      ...named("instructions changed after all", rails, changedNotice),
      ...named("refusal", rails, (request) =>
        refusalMessage({ refusal: "already-decided", request }),
      ),
      ...named("ending", requests.filter(isEnding), (request) =>
        ending({ request, cardLink: CARD_LINK, hasDraft: true }),
      ),
      ...named("reminder", pending, (request) =>
        reminder({ request, currentPolicy: policy, people, groups: [], isLast: true }),
      ),
      ...named("reminder by direct message", pending.slice(0, 1), (request) =>
        reminder({
          ...{ request, currentPolicy: policy, people: [], groups: [] },
          ...{ isLast: false, isAlone: true },
        }),
      ),
      ...named("question", pending, (request) =>
        questionMessage({
          request,
          question: { by: BEN, question: foreign },
          cardLink: CARD_LINK,
        }),
      ),
      ...named("history", pending, (request) => {
        const told = history(request, [...everyDestinationEvent(foreign), ...lookEvents(foreign)]);
        if (!told) throw new Error("Something has happened");
        return told;
      }),
    },
    views: {
      ...named("review", pending, (request) =>
        reviewRequestModal({ ...factsOf(request), answer: null }),
      ),
      ...named("check", pending, (request) =>
        checkValueModal({ request, question: { challenge: 5 }, isAskedAnew: true }),
      ),
      ...named("history", pending, (request) =>
        historyModal(request, everyDestinationEvent(foreign)),
      ),
      ...named("link", [...unknown, stuck], (request) => linkRailModal({ request })),
      ...named("deny", pending, (request) => writtenModal("deny", request)),
      ...named("ask the requester", pending, (request) => writtenModal("ask", request)),
      ...named("remedy", everyRemedy(), ({ type }) =>
        remedyModal({ request: stuck, type, frozen: aFreeze({ reason: foreign }).frozen }),
      ),
      "remedy of a whitelisting": remedyModal({
        request: { ...stuck, content: aContent({ change: aWhitelisting() }) },
        type: "release-attempt",
        frozen: null,
      }),
      ...named("agree", everyRemedy("x".repeat(255)), (remedy) =>
        agreeModal({
          request: stuck,
          proposed: { by: BEN, at: NOW, remedy },
          frozen: aFreeze({ reason: foreign }).frozen,
        }),
      ),
    },
  };
}

/** What happens to a change of the register and to nothing else. */
function everyDestinationEvent(foreign: string): RequestEvent[] {
  return [
    { type: "approval-given", at: NOW, by: BEN, digest: "", isChecked: true },
    { type: "wrong-answer", at: NOW, by: BEN, times: 3 },
    { type: "voided", at: NOW, because: foreign },
    ...everyRemedy(foreign).map(
      (remedy): RequestEvent => ({ type: "remedy-proposed", at: NOW, by: BEN, remedy }),
    ),
    { type: "released", at: NOW, by: DAN, proposedBy: BEN, expiresAt: NOW },
    { type: "in-force", at: NOW, serviceId: foreign, isProven: false, by: [BEN, ANA] },
  ];
}

/** What happens to a Rail of unknown outcome. */
function lookEvents(foreign: string): RequestEvent[] {
  return [
    { at: NOW, type: "question-asked", by: BEN, question: foreign },
    { type: "woken", at: NOW },
    { type: "look-failed", at: NOW, because: "incomplete", nextLookAt: NOW },
    { type: "gave-up", at: NOW, question: "outcome", because: foreign, candidates: [foreign] },
    {
      type: "linked",
      at: NOW,
      by: BEN,
      railId: foreign,
      issued: anOnRampRail(),
      nextLookAt: NOW,
    },
    {
      type: "released",
      at: NOW,
      by: DAN,
      proposedBy: BEN,
      expiresAt: NOW,
      ruledOut: Array.from({ length: 20 }, () => foreign),
    },
  ];
}

function named<Item, Screen>(
  name: string,
  items: readonly Item[],
  draw: (item: Item) => Screen,
): Record<string, Screen> {
  return Object.fromEntries(items.map((item, index) => [`${name} ${index}`, draw(item)]));
}
