import type { HomeView, ModalView } from "@slack/types";
import { COMMANDS } from "../../src/capabilities.ts";
import { checkModal } from "../../src/check/check.ts";
import { freezeModal } from "../../src/freeze/freeze-command.ts";
import { help } from "../../src/home/help.ts";
import { home, homeTab } from "../../src/home/home.ts";
import type { Home } from "../../src/home/home-parts.ts";
import type { Rail } from "../../src/platform/rail-api/rules/rail.ts";
import { note } from "../../src/platform/slack/blocks/note.ts";
import { noticeModal } from "../../src/platform/slack/blocks/notice-modal.ts";
import { ROWS_PER_PAGE } from "../../src/platform/slack/blocks/pages.ts";
import type { Message } from "../../src/platform/slack/message.ts";
import { approversRemoved } from "../../src/policy/screens/remove-approver.ts";
import { changedRails } from "../../src/rail/creating/changed-rails.ts";
import { unapprovedRails } from "../../src/rail/creating/unapproved-rails.ts";
import { problemsReported, railsDisputed } from "../../src/rail/disputes/problem-notices.ts";
import { depositInstructions } from "../../src/rail/instructions/deposit-instructions.ts";
import { hitList, noMatch } from "../../src/rail/screens/find-by-name.ts";
import { railList } from "../../src/rail/screens/list.ts";
import { railRow } from "../../src/rail/screens/rail-row.ts";
import { reviewDraftModal } from "../../src/rail/screens/review-draft-modal.ts";
import { unapprovedRail } from "../../src/rail/screens/show.ts";
import { lostClick } from "../../src/request/clicks/lost-click.ts";
import { ROWS_PER_LIST } from "../../src/request/list/list-screen.ts";
import { requestList, requestRowOf } from "../../src/request/list/requests-list.ts";
import { reviewBegun, reviewEnded } from "../../src/review/review-notices.ts";
import { welcome } from "../../src/workspace/install/welcome-installer.ts";
import {
  ANA,
  aBankAccount,
  aBankAccountDestination,
  aChange,
  aConnection,
  aDedicatedWallet,
  aDispute,
  anExchangeRail,
  anOffRampRail,
  anOffRampSpec,
  anOnRampRail,
  aPolicy,
  aProblem,
  aVirtualAccount,
  BEN,
  hostileDestinationRequest,
  NOW,
  RAIL_ID,
  somePolicy,
} from "./builders.ts";
import { formScreens } from "./form-screens.ts";
import { healthScreens } from "./health-screens.ts";
import { aKnownRail, aListScreen } from "./list-screens.ts";
import { policyScreens } from "./policy-screens.ts";
import { registerScreens } from "./register-screens.ts";
import { requestScreens, requestsInEveryState, someLookAlikes } from "./request-screens.ts";
import { reviewNews, reviewScreen } from "./review-screens.ts";
import { setupScreens } from "./setup-screens.ts";
import { crowd } from "./states.ts";

/** Every screen of the app, drawn with one foreign text wherever people or the Rail service may put one. */
export interface Screens {
  messages: Record<string, Message>;
  views: Record<string, ModalView | HomeView>;
}

export function everyScreen(foreign: string, people = crowd(3)): Screens {
  const rule = aPolicy({ approvers: people, approvalsRequired: Math.max(1, people.length - 1) });
  const bankAccount = aBankAccount({ name: foreign });
  const offRamp = anOffRampSpec({ destination: { asset: foreign, bankAccount } });
  const common = { workspaceName: foreign, environment: "sandbox" } as const;

  const change = aChange({ name: foreign, reason: foreign, reference: foreign, spec: offRamp });
  const policy = somePolicy({ rails: rule });
  const requests = requestsInEveryState(foreign, people);
  const [pending] = requests;
  if (!pending) throw new Error("There is a state");
  const drawn = requestScreens(foreign, people);
  const ofSetup = setupScreens(foreign, people);
  const ofPolicy = policyScreens(foreign, people);
  const eight = <Row>(row: Row): Row[] => Array.from({ length: ROWS_PER_LIST }, () => row);
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
    isDestinationApproved: rail.type === "ON_RAMP",
    dispute: null,
    reportedAt: null,
  }));

  const listed = [true, false].map((isApproved) => railRow(aKnownRail(foreign, { isApproved })));
  const dispute = aDispute({ ...aProblem(foreign), later: aProblem(foreign) });
  const news = { railId: RAIL_ID, name: foreign, problem: dispute };
  const reported = aProblem(foreign);

  const atHome: Home = {
    ...common,
    command: "/rail",
    missing: ["connection", "token", "channel", "approvers"],
    maySetUp: true,
    missingCards: 2,
    frozen: { since: NOW, by: ANA, reason: foreign, cause: "person", agreed: [] },
    looksAfter: true,
    policy,
    waiting: {
      ...{ approvals: rows(pending), remedies: rows(pending), rails: listed },
      reviews: 12,
    },
    rails: listed,
    open: [requestRowOf(pending, policy)],
    now: NOW,
    myRequests: requests,
  };

  return {
    messages: {
      ...drawn.messages,
      ...ofSetup.messages,
      ...ofPolicy.messages,
      ...named("instructions", instructions, (facts) => depositInstructions(facts)),
      ...named("instructions that may stand twice", instructions, (facts) =>
        depositInstructions(facts, { mayStandTwice: true }),
      ),
      ...named("reported rail", instructions, (facts) =>
        depositInstructions({ ...facts, reportedAt: NOW }),
      ),
      ...named("disputed rail", instructions, (facts) =>
        depositInstructions({ ...facts, dispute }, { mayStandTwice: true }),
      ),
      ...named("reported rail that the service does not show", instructions, (facts) =>
        depositInstructions({ ...facts, reportedAt: NOW, isMissing: true }),
      ),
      ...named("unapproved rail", instructions, (facts) =>
        unapprovedRail({ ...facts, requestNumber: undefined }),
      ),
      ...named("unapproved rail with an adoption", instructions, (facts) =>
        unapprovedRail({ ...facts, requestNumber: undefined, adoptionNumber: 151 }),
      ),
      ...named("adopted rail that has changed", instructions, (facts) =>
        unapprovedRail({ ...facts, name: null }),
      ),
      "no match": noMatch(foreign),
      "several matches": hitList(
        foreign,
        rows({ title: `🔴 ${listed[0]?.name}`, railId: RAIL_ID }),
      ),
      "Rails not approved": unapprovedRails(
        [
          {
            kind: "rails-not-approved",
            environment: "sandbox",
            count: 12,
            rails: rows(aKnownRail(foreign).rail),
          },
        ],
        { command: "/rail" },
      ),
      "approvers removed": approversRemoved(
        rows({ kind: "approver-removed", by: BEN, userId: ANA, rules: rows(foreign) }),
        { command: "/rail" },
      ),
      "lost click": lostClick("withdraw", false, "/rail"),
      "lost answer": lostClick("freeze", true, "/rail"),
      "review begun": reviewBegun([{ kind: "review-begun", to: NOW, count: 540 }], {
        command: "/rail",
      }),
      "review ended": reviewEnded(rows(reviewNews(foreign)), { command: "/rail" }),
      "problem reported": problemsReported(
        rows(news).map((each, nth) => ({ ...each, railId: `rail_${nth}`, problem: reported })),
        { command: "/rail" },
      ),
      "problem reported several times": problemsReported(rows({ ...news, problem: reported }), {
        command: "/rail",
      }),
      "reported problem, disputed": problemsReported([news], { command: "/rail" }),
      "problem reported of a disputed Rail": problemsReported(
        [{ ...news, problem: { ...dispute, at: "2026-03-03T09:00:00.000Z" } }],
        { command: "/rail" },
      ),
      "reported problem, settled": problemsReported([{ ...news, problem: null }], {
        command: "/rail",
      }),
      "rails changed": changedRails(
        rows({
          kind: "rails-changed",
          environment: "sandbox",
          count: 12,
          rails: [
            { railId: foreign, name: foreign, is: "missing", lastSeenAt: NOW },
            { railId: RAIL_ID, name: null, is: "changed", fields: tenFields(foreign) },
          ],
        }),
        { command: "/rail" },
      ),
      "rail disputed": railsDisputed(rows(news), { command: "/rail" }),
      "rail no longer disputed": railsDisputed(
        [
          { ...news, problem: null },
          { ...news, problem: reported },
        ],
        { command: "/rail" },
      ),
      ...named("rails", listed, (row) => aListScreen(railList, eight(row), foreign)),
      ...named("rails in a view", listed, (row) =>
        aListScreen(railList, eight(row), foreign, "view"),
      ),
      requests: aListScreen(requestList, eight(requestRowOf(pending, policy)), foreign),
      ...registerScreens(foreign, people, hostileDestinationRequest(foreign)),
      ...healthScreens(foreign, people),
      home: home(atHome),
      help: help({ command: "/rail", verbs: COMMANDS, unknown: foreign, nearest: "new" }),
      welcome: welcome({ command: "/rail", isOrgWide: true, isSetUp: false }),
      note: note(`There is no Rail called ${foreign}.`),
    },
    views: {
      ...formScreens(foreign, people),
      review: reviewScreen(foreign, people),
      draft: reviewDraftModal({
        draftId: "draft",
        draftDigest: "digest",
        change,
        destination: aBankAccountDestination({ addedBy: "sandbox", provenAt: null }),
        isFirstUse: true,
        lookAlikes: someLookAlikes(foreign),
        policy: rule,
        requesterId: ANA,
        connection: aConnection(),
        workspaceName: foreign,
        now: NOW,
      }),
      ...drawn.views,
      "home tab": homeTab({
        ...atHome,
        askedIn: "D0ANA00001",
        maySeeHealth: true,
      }),
      check: checkModal(),
      freeze: freezeModal(),
      ...ofSetup.views,
      ...ofPolicy.views,
      notice: noticeModal({ title: foreign, sentences: [`There is no Rail called ${foreign}.`] }),
    },
  };
}

const tenFields = (foreign: string) =>
  Array.from({ length: 10 }, () => ({ field: "created", before: foreign, now: foreign }));

function named<Item, Screen>(
  name: string,
  items: readonly Item[],
  draw: (item: Item) => Screen,
): Record<string, Screen> {
  return Object.fromEntries(items.map((item, index) => [`${name} ${index}`, draw(item)]));
}
