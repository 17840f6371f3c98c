import { expect, it } from "vitest";
import type { Standing } from "../../../src/authority/roster.ts";
import { freezeNotice, freezeRefused } from "../../../src/freeze/freeze-messages.ts";
import { approvalCard } from "../../../src/request/card/approval-card.ts";
import { history } from "../../../src/request/card/history.ts";
import type { RequestFacts } from "../../../src/request/card/request-facts.ts";
import { alarm } from "../../../src/request/posting/alarm.ts";
import { ending } from "../../../src/request/posting/tell-ending.ts";
import { channelOutage } from "../../../src/request/posting/tell-of-outage.ts";
import type { Change } from "../../../src/request/rules/change.ts";
import type {
  ChangeRequest,
  PersonQuestion,
  State,
} from "../../../src/request/rules/change-request.ts";
import type { Freeze } from "../../../src/request/rules/freeze.ts";
import type { KnownValue } from "../../../src/request/rules/known-value.ts";
import { factsOfValue, knownDestination } from "../../../src/request/rules/known-value.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import { remediesFor } from "../../../src/request/rules/remedies-for.ts";
import type { RequestEvent } from "../../../src/request/rules/request-event.ts";
import { writtenModal } from "../../../src/request/screens/deny.ts";
import {
  ADDRESS,
  ANA,
  aChange,
  aChannelChange,
  aConnection,
  aConnectionChange,
  aContent,
  after,
  anImport,
  anOffRampRail,
  anOffRampSpec,
  anOnRampRail,
  aPolicy,
  aPolicyChange,
  aRequest,
  aRetirement,
  aWallet,
  aWalletDestination,
  aWhitelisting,
  BEN,
  CAL,
  DAN,
  ETHEREUM_ADDRESS,
  IBAN,
  NOW,
  RAIL_ID,
  registeredFacts,
  requestFactsOf,
  somePolicy,
  someWalletDetails,
} from "../../support/builders.ts";
import { aFreeze, someFreezeFacts } from "../../support/health-screens.ts";
import { aRoster } from "../../support/people.ts";
import { plainText } from "../../support/plain-text.ts";
import { everyRemedy, needed } from "../../support/states.ts";

type Said = Record<string, { text: string; blocks?: Parameters<typeof plainText>[0] }>;

const rail = (request: Partial<ChangeRequest> = {}, facts: Partial<RequestFacts> = {}) =>
  approvalCard(requestFactsOf(request, facts));
const of =
  (change: Change, usual: Partial<RequestFacts> = {}) =>
  (request: Partial<ChangeRequest> = {}, facts: Partial<RequestFacts> = {}) =>
    rail({ content: aContent({ change }), ...request }, { destination: null, ...usual, ...facts });
const told = (change: Change, events: RequestEvent[]) =>
  history({ number: 142, content: aContent({ change }) }, events) ?? { text: "nothing" };

const byBen = [{ by: BEN, at: NOW, digest: aRequest().digest }];
const { frozen } = aFreeze();

type Quarantined = Extract<State, { status: "quarantined" }>;
const quarantined = (parts: Partial<Quarantined>): State => ({
  ...{ status: "quarantined", since: NOW, railIds: [RAIL_ID], unnamed: 0 },
  ...{ because: "differs", was: null, differences: [] },
  ...parts,
});
const approved = (parts: Partial<Extract<State, { status: "approved" }>> = {}): State => ({
  ...{ status: "approved", since: NOW, timesNotSent: 0, because: null },
  ...{ nextTryAt: after({ minutes: 2 }) },
  ...parts,
});
const unknown = (parts: Partial<Extract<State, { status: "unknown" }>> = {}): State => ({
  ...{ status: "unknown", since: NOW, because: "no-clear-answer", cleanScans: 0 },
  ...{ failedLooks: 0, trouble: null, nextLookAt: after({ minutes: 2 }), issued: null },
  ...parts,
});
const failed = (message: string, fieldErrors: Record<string, string[]> = {}): State => ({
  ...{ status: "failed", at: NOW, message, fieldErrors },
});
const closed = (made: Extract<State, { status: "voided" }>["made"] = null): State => ({
  ...{ status: "voided", at: NOW, because: "Two approvers have closed it.", made },
});
const done: State = { status: "done", since: NOW, railId: RAIL_ID, issued: null };
const inForce: State = { status: "in-force", since: NOW, serviceId: "wa_7001" };

/** At this moment, with what people may do then. */
const later = (state: State, minutes: number) =>
  rail({ state }, { remedies: remediesFor(aRequest({ state }), after({ minutes })) });
const asking = (question: PersonQuestion): State => ({
  ...{ ...needed("It may still exist."), question, candidates: [RAIL_ID] },
});
const NOT_SENT = [
  ...["no-connection", "unreachable", "incomplete", "marker-not-kept", "restored", "overtaken"],
  null,
] as const;

const denying = (change: Change, attempt = 0) => {
  const view = writtenModal("deny", aRequest({ content: aContent({ change }), attempt }));
  return { text: view.title.text, blocks: view.blocks };
};
const deniedByBen: State = { status: "denied", at: NOW, by: BEN, reason: "Not now" };
const endOf = (state: State, attempt: number) => ending({ request: aRequest({ state, attempt }) });

const RAILS: Said = {
  "it waits": rail({ approvals: byBen }, { isFirstUse: true }),
  "an off-ramp with a reference": rail({
    content: aContent({ change: aChange({ spec: anOffRampSpec(), reference: "PO-7" }) }),
  }),
  "one more for the same route": rail({
    content: aContent({ change: aChange({ isAnother: true }) }),
  }),
  "in production": rail({
    content: aContent({ connection: aConnection({ environment: "production" }) }),
  }),
  "too few people are left, and the destination is not registered": rail(
    {},
    { currentPolicy: aPolicy({ approvers: [BEN] }), destination: null },
  ),
  denied: rail(
    {
      approvals: byBen,
      state: { status: "denied", at: NOW, by: CAL, reason: "Not this quarter" },
    },
    { isFirstUse: true },
  ),
  withdrawn: rail({ state: { status: "withdrawn", at: NOW, by: ANA } }),
  expired: rail({ state: { status: "expired", at: NOW } }),
  approved: rail({ state: approved() }),
  "not sent once": rail({ state: approved({ because: "no-connection", timesNotSent: 1 }) }),
  ...Object.fromEntries(
    NOT_SENT.map((because) => [
      `not sent: ${because}`,
      rail({ state: approved({ because, timesNotSent: 3 }) }),
    ]),
  ),
  blocked: rail({ state: { status: "blocked", since: NOW, nextTryAt: after({ minutes: 10 }) } }),
  "blocked in its second attempt": rail({
    ...{ state: { status: "blocked", since: NOW, nextTryAt: NOW }, attempt: 2 },
  }),
  sending: rail({ state: { status: "sending", since: NOW, timesNotSent: 0 } }),
  "not confirmed": later(unknown(), 1),
  "not confirmed for two minutes": later(unknown(), 2),
  "not found in two looks": later(unknown({ cleanScans: 2 }), 0),
  "a look that the token failed": later(unknown({ failedLooks: 1, trouble: "token-refused" }), 0),
  "looks that were not whole": later(unknown({ failedLooks: 3, trouble: "incomplete" }), 0),
  "a look that nobody answered": later(unknown({ failedLooks: 1, trouble: "unreachable" }), 0),
  created: rail({
    state: {
      ...{ status: "created", since: NOW, railId: RAIL_ID, issued: null },
      ...{ timesNotFound: 0, nextLookAt: NOW },
    },
  }),
  verified: rail({ state: { status: "verified", since: NOW, railId: RAIL_ID, issued: null } }),
  "instructions that cannot be delivered": rail({
    state: { ...done, status: "verified", isUndeliverable: true },
  }),
  done: rail({ state: done, approvals: byBen }),
  "done, its instructions in a channel": rail(
    { state: done },
    { instructionsLink: "https://acme.slack.com/archives/C1/p1", instructionsWentTo: "channel" },
  ),
  "done, its instructions sent to the requester": rail(
    { state: done },
    { instructionsWentTo: "direct-message" },
  ),
  "done before its destination was retired": rail(
    { state: done },
    { destination: registeredFacts({ whyUnusable: "retired" }) },
  ),
  "quarantined: it differs": rail({
    state: quarantined({
      was: "created",
      differences: [
        {
          ...{ field: "destination.wallet.network", expectedBy: "approved" },
          ...{ expected: "SOLANA_DEVNET", found: null },
        },
      ],
    }),
  }),
  "quarantined: several": rail({
    state: quarantined({ because: "several", was: "done", railIds: [RAIL_ID, "rail_b"] }),
  }),
  "quarantined: its instructions are withdrawn": rail(
    { state: quarantined({ was: "done" }) },
    { instructionsWentTo: "channel", areInstructionsWithdrawn: true },
  ),
  "quarantined: its instructions could not be withdrawn": rail(
    { state: quarantined({ was: "done" }) },
    { instructionsWentTo: "channel", areInstructionsWithdrawn: false },
  ),
  "quarantined: several, although it was denied": rail({
    state: quarantined({ because: "several", was: "denied", unnamed: 1 }),
  }),
  "quarantined: it was closed": rail({
    state: quarantined({ because: "uncalled-for", was: "voided" }),
  }),
  "quarantined: none was to be made": rail({ state: quarantined({ because: "uncalled-for" }) }),
  "quarantined: another request's": rail({
    state: quarantined({ because: "of-another-request", was: "sending" }),
  }),
  ...Object.fromEntries(
    (["outcome", "look-alike-rail", "no-id", "not-shown", "tampered"] as const).map((question) => [
      `needs review: ${question}`,
      rail({ state: asking(question) }),
    ]),
  ),
  "needs review, with a proposal": rail({
    state: {
      ...{ ...needed("It may still exist."), candidates: [RAIL_ID] },
      remedy: { by: BEN, at: NOW, remedy: { type: "release-attempt" } },
    },
  }),
  closed: rail({ state: closed(), attempt: 1 }),
  "closed before it was sent": rail({ state: closed(), attempt: 0 }),
  "closed, although a Rail was made": rail({
    ...{ state: closed({ railId: RAIL_ID, issued: null }), attempt: 1 },
  }),
  "closed, although a Rail without an id was made": rail({
    ...{ state: closed({ railId: null, issued: null }), attempt: 1 },
  }),
  "the form to deny it": denying(aChange()),
  "the form to deny it after an attempt": denying(aChange(), 1),
  "its requester, of a denial": endOf(deniedByBen, 0),
  "its requester, of a denial after an attempt": endOf(deniedByBen, 1),
  "its requester, of its end although a Rail was made": endOf(
    closed({ railId: RAIL_ID, issued: null }),
    1,
  ),
  "void, since its destination was retired": rail({
    state: { status: "voided", at: NOW, because: "Its destination was retired.", made: null },
  }),
  "refused, with a field": rail({
    state: failed("The given data was invalid.", { "source.asset": ["is not known"] }),
  }),
  "refused, in hostile words": rail({ state: failed("Your *plan* has no <!channel> left.") }),
  "refused, without words": rail({ state: failed("") }),
  "sending is frozen while it waits": rail({}, { frozen }),
  "sending is frozen once it is approved": rail({ state: approved() }, { frozen }),
  "sending is frozen while it needs review": rail({ state: asking("outcome") }, { frozen }),
  "history of an unknown outcome": told(aChange(), [
    ...NOT_SENT.map((because) => ({
      ...{ type: "not-sent" as const, at: NOW, because, nextTryAt: after({ minutes: 2 }) },
    })),
    { type: "look-failed", at: NOW, because: "unreachable", nextLookAt: NOW },
    { type: "remedy-proposed", at: NOW, by: BEN, remedy: { type: "close" } },
    { type: "released", at: NOW, by: CAL, proposedBy: BEN, expiresAt: NOW, ruledOut: [RAIL_ID] },
    {
      ...{ type: "linked", at: NOW, by: BEN, railId: RAIL_ID, issued: anOnRampRail() },
      nextLookAt: NOW,
    },
  ]),
};

const whitelisting = of(aWhitelisting());
const whitelistingOf = (fields: Parameters<typeof aWhitelisting>[0]) => of(aWhitelisting(fields));
const imported = of(anImport());
const retirement = of(aRetirement(), { destination: registeredFacts() });
const delivering = (facts: Parameters<typeof registeredFacts>[0]) =>
  rail({}, { destination: registeredFacts(facts) });

/** Deposits of the Rail Payroll float are sent to `ADDRESS`. */
function entryPoint(): KnownValue {
  const seen = seenRail(anOffRampRail(), NOW);
  if (!seen) throw new Error("It has an id");
  const value = { kind: "address", value: ADDRESS, network: "SOLANA_DEVNET" } as const;
  const owner = { requestNumber: 7, name: "Payroll float", standing: "approved" } as const;
  return {
    ...value,
    name: "Payroll float",
    is: "entry-point",
    rail: seen,
    isMissing: false,
    isReported: false,
    owner,
  };
}

/** A Rail made elsewhere pays it. */
function unregistered(isIdTaken: boolean): KnownValue {
  const seen = seenRail(anOnRampRail(), NOW);
  if (!seen?.destination.detail) throw new Error("It has an id and an address");
  const { detail, network } = seen.destination;
  return { ...detail, network, name: "Vault", is: "unregistered", isIdTaken, rail: seen };
}

const walletEnding = (end: string) =>
  aWalletDestination({
    wallet: aWallet({ name: `Wallet ${end}`, address: `${ADDRESS.slice(0, -1)}${end}` }),
  });
const like = (...known: KnownValue[]) => ({
  lookAlikes: factsOfValue({ kind: "address", value: ADDRESS }, known).lookAlikes,
});
const inUse = (isUsed: boolean, isOtherUsed: boolean) =>
  like(
    knownDestination(aWalletDestination(), isUsed),
    knownDestination(walletEnding("V"), isOtherUsed),
  );
const whitelisted = registeredFacts({ usableFrom: after({ hours: 24 }) });
const stuck = needed("No clear answer.");
const entered = {
  ...stuck,
  remedy: { by: BEN, at: NOW, remedy: { type: "enter-id", serviceId: "wa_7001" } as const },
};

const REGISTER: Said = {
  "a whitelisting waits": whitelisting(),
  "an IBAN, without a cool-down": whitelistingOf({
    details: { kind: "bank-account", iban: IBAN },
  })({}, { coolDownHours: 0 }),
  "a format that nobody checked": whitelistingOf({ isFormatChecked: false })(),
  "it was retired here, and a Rail's deposits are sent there": whitelisting(
    {},
    { same: [knownDestination(aWalletDestination({ retiredAt: NOW })), entryPoint()] },
  ),
  "money goes there under the id of something else": whitelisting(
    {},
    { same: [unregistered(true)] },
  ),
  "no private key can exist for it": whitelistingOf({
    details: someWalletDetails({ address: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T" }),
  })(),
  "an unchecked one that looks like another network's": whitelistingOf({
    details: someWalletDetails({ network: "X", address: ETHEREUM_ADDRESS }),
    isFormatChecked: false,
  })(),
  "a look-alike": whitelisting({}, like(knownDestination(walletEnding("V")))),
  "a look-alike, both in use": whitelisting({}, inUse(true, true)),
  "a look-alike, one in use": whitelisting({}, inUse(true, false)),
  "a look-alike, the other in use": whitelisting({}, inUse(false, true)),
  "four look-alikes": whitelisting(
    {},
    like(...["V", "W", "X", "Y"].map((end) => knownDestination(walletEnding(end)))),
  ),
  "one failed the check": whitelisting({ wrongAnswers: { [BEN]: 3, [CAL]: 2 } }),
  "two failed the check": whitelisting({ wrongAnswers: { [BEN]: 3, [CAL]: 3 } }),
  "an import waits": imported(),
  "an import that the service has shown": of(anImport({ serviceId: "wa_1001" }))(
    {},
    { same: [unregistered(false)] },
  ),
  "an import with another id than shown": of(anImport({ serviceId: "wa_1" }))(
    {},
    { same: [unregistered(false)] },
  ),
  "a retirement waits": retirement(),
  "a retirement while sending is frozen": retirement({}, { frozen }),
  whitelisted: whitelisting({ state: inForce }, { destination: whitelisted }),
  "whitelisted and cooling down": whitelisting(
    { state: inForce },
    { destination: { ...whitelisted, whyUnusable: "cooling-down" } },
  ),
  "whitelisted and unproven": whitelisting(
    { state: inForce },
    { destination: { ...whitelisted, isProven: false } },
  ),
  imported: imported({ state: inForce }),
  retired: of(aRetirement())({ state: inForce }),
  "a whitelisting withdrawn": whitelisting({ state: { status: "withdrawn", at: NOW, by: ANA } }),
  "an import expired": imported({ state: { status: "expired", at: NOW } }),
  "a retirement denied": retirement({ state: deniedByBen }),
  "the form to deny a whitelisting": denying(aWhitelisting()),
  "the form to deny a whitelisting after an attempt": denying(aWhitelisting(), 1),
  "a whitelisting that the token blocks": whitelisting({
    ...{ state: { status: "blocked", since: NOW, nextTryAt: NOW }, attempt: 1 },
  }),
  "a whitelisting closed, of which nobody knows": whitelisting({ state: closed(), attempt: 1 }),
  "a whitelisting refused": whitelisting({ state: failed("No"), attempt: 1 }),
  "a whitelisting refused in its second attempt": whitelisting({ state: failed("No"), attempt: 2 }),
  "a destination that the service contradicts": whitelisting({
    state: quarantined({
      ...{ was: "created", railIds: [] },
      differences: [
        { field: "address", expectedBy: "approved", expected: ADDRESS, found: `${ADDRESS}V` },
      ],
    }),
  }),
  "nobody knows what came of it": whitelisting({ state: stuck, attempt: 1 }),
  "an id is proposed": whitelisting({ state: entered, attempt: 1 }),
  "history of a whitelisting": told(aWhitelisting(), [
    { type: "approval-given", at: NOW, by: BEN, digest: "", isChecked: true },
    { type: "wrong-answer", at: NOW, by: CAL, times: 1 },
    { type: "wrong-answer", at: NOW, by: CAL, times: 3 },
    ...everyRemedy().map((remedy) => ({
      ...{ type: "remedy-proposed" as const, at: NOW, by: BEN, remedy },
    })),
    { type: "released", at: NOW, by: DAN, proposedBy: BEN, expiresAt: NOW },
    { type: "in-force", at: NOW, serviceId: "wa_7001", isProven: false, by: [BEN, DAN] },
  ]),
  "a Rail into an unproven destination": delivering({ isProven: false }),
  "a Rail into a retired one": delivering({ whyUnusable: "retired" }),
  "a Rail into a contradicted one": delivering({ whyUnusable: "contradicted" }),
  "a Rail into one that cools down": delivering({
    ...{ whyUnusable: "cooling-down", usableFrom: after({ hours: 3 }) },
  }),
  "a Rail into another Rail's deposits": rail(
    {},
    { same: [knownDestination(aWalletDestination()), entryPoint()] },
  ),
};

const [destinations, rails] = somePolicy().rules;
if (!rails || !destinations) throw new Error("There are two");
const policyOf = (...rules: (typeof rails)[]) =>
  of(aPolicyChange({ document: { rules, coolDownHours: 24 } }), { policyBefore: somePolicy() });
const usual = of(aPolicyChange(), { policyBefore: somePolicy() });
const connection = (fields: Parameters<typeof aConnectionChange>[0] = {}) =>
  of(aConnectionChange(fields));
const carriesOver = { destinations: 2, requests: 1 };
const carryingOver = connection({ carriesOver });
const { baseUrl } = aConnection();
const sameAddress = { to: aConnection({ id: "con_other", baseUrl }) };

const SET_UP: Said = {
  "a policy with fewer approvals": usual(),
  "a policy with more approvers, the requester among them": policyOf(
    { ...rails, name: "Small ones", when: { assets: ["GBP"] } },
    { ...rails, approvers: [BEN, CAL, DAN, ANA], groups: ["S0TREASURY"] },
  )(),
  "a policy that only asks for more": policyOf(destinations, {
    ...{ ...rails, approvalsRequired: 3, approvers: [BEN, CAL] },
  })(),
  "a policy in effect": usual({ state: { ...inForce, serviceId: null } }),
  "another channel": of(aChannelChange())(),
  "a first channel": of(aChannelChange({ from: null }))(),
  "another connection": connection()(),
  "another company at the same address": connection(sameAddress)(),
  "a token of which nothing proves whose it is": connection({
    ...sameAddress,
    holdsFormer: true,
  })(),
  "an address that deceives": connection({
    to: aConnection({ baseUrl: "https://a.example/\u202Ev1" }),
  })(),
  "a connection denied": connection()({ state: deniedByBen }),
  "the register is carried over": carryingOver(),
  "the register is carried over: denied": carryingOver({ state: deniedByBen }),
  "the register is carried over: withdrawn": carryingOver({
    state: { status: "withdrawn", at: NOW, by: ANA },
  }),
  "the form to deny a connection": denying(aConnectionChange()),
  "the form to deny that the register is carried over": denying(aConnectionChange({ carriesOver })),
  "history of a policy": told(aPolicyChange(), [
    { type: "set-up-changed", at: NOW, countedApprovers: [BEN, CAL] },
  ]),
};

const alarmOf = (state: State, change: Change = aWhitelisting()) =>
  alarm({
    request: aRequest({ content: aContent({ change }), state, attempt: 1 }),
    ...{ currentPolicy: aPolicy(), now: NOW },
  });
const outage = (request: Partial<ChangeRequest>) =>
  channelOutage({
    ...requestFactsOf(request),
    ...{ channelId: "C0APPROV1", because: "channel-archived", mayDecide: true },
  });
const notice = (freeze: Freeze, facts: Parameters<typeof someFreezeFacts>[0] = {}) =>
  freezeNotice(someFreezeFacts({ freeze, policy: somePolicy(), ...facts }));
const agreed = (standing: Standing) =>
  notice(aFreeze({ agreed: [BEN, CAL] }), {
    roster: aRoster({ standings: { [BEN]: standing } }),
  });

const NOTICES: Said = {
  "an alarm": alarmOf(stuck),
  "an alarm with a proposal": alarmOf(entered),
  "an alarm with the only way out proposed": alarmOf(
    { ...stuck, remedy: { by: BEN, at: NOW, remedy: { type: "close" } } },
    anImport(),
  ),
  "no channel for one that waits": outage({}),
  "no channel for one that is being sent": outage({
    state: { status: "sending", since: NOW, timesNotSent: 0 },
  }),
  "a freeze": notice(aFreeze()),
  "a freeze that one has agreed to end": notice(aFreeze({ agreed: [CAL] })),
  "a freeze after a restore": notice(
    aFreeze({ by: null, cause: "restored", reason: "The database was restored." }),
  ),
  "the end of a freeze": notice(
    { version: 3, frozen: null },
    { resumed: { type: "resumed", by: [BEN, CAL], at: NOW } },
  ),
  ...Object.fromEntries(
    (["active", "deactivated", "guest", "stranger", "bot", "not-known"] as const).map(
      (standing) => [`a freeze, and one who has agreed is ${standing}`, agreed(standing)],
    ),
  ),
  "a freeze, and one who has agreed is named no more": notice(aFreeze({ agreed: [BEN, CAL] }), {
    policy: somePolicy({ rails: { approvers: [CAL, DAN], approvalsRequired: 2 } }),
  }),
  "a refusal to end it": freezeRefused("not-an-approver", somePolicy()),
};

/** A change of words shows in full what people will read: run this file with `--update`, and read the difference. */
it.each([
  ["rails", RAILS],
  ["register", REGISTER],
  ["set-up", SET_UP],
  ["notices", NOTICES],
])("the cards and notices read as people last agreed that they should: %s", async (name, said) => {
  const text = Object.entries(said).map(
    ([what, { text: title, blocks = [] }]) => `=== ${what} | ${title}\n${plainText(blocks)}\n`,
  );

  await expect(text.join("\n")).toMatchFileSnapshot(`words/${name}.txt`);
});
