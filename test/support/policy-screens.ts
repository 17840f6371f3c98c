import type { ModalView } from "@slack/types";
import { loosenings } from "../../src/authority/pins.ts";
import type { Roster } from "../../src/authority/roster.ts";
import { settingsNotice } from "../../src/home/settings-notice.ts";
import { callback } from "../../src/platform/slack/blocks/ids.ts";
import type { Message } from "../../src/platform/slack/message.ts";
import type { PolicyTold } from "../../src/policy/ask-policy.ts";
import {
  policyHistory,
  policyMessage,
  VERSIONS_PER_PAGE,
} from "../../src/policy/screens/policy-message.ts";
import { policyQuestionModal } from "../../src/policy/screens/policy-question-modal.ts";
import { whyPolicyRefused } from "../../src/policy/screens/policy-refused.ts";
import { policyReviewModal } from "../../src/policy/screens/policy-review.ts";
import { policyTextModal } from "../../src/policy/screens/policy-text-modal.ts";
import { policyTold } from "../../src/policy/screens/policy-told.ts";
import { ruleModal } from "../../src/policy/screens/rule-form.ts";
import { toldAlone } from "../../src/request/posting/reach.ts";
import type { Policy } from "../../src/request/rules/approval/policy.ts";
import { ANA, allPins, aRule, NOW } from "./builders.ts";

/** All that people see of the policy, as large as one may be, with one foreign text wherever there may be one. */
export function policyScreens(foreign: string, people: readonly string[]) {
  const groups = Array.from({ length: 20 }, (_, at) => `S0GROUP${at}`);
  const values = Array.from({ length: 100 }, (_, at) => (at % 2 ? foreign : `${foreign}${at}`));
  const rule = aRule({
    name: foreign,
    when: {
      assets: values.slice(0, 8),
      networks: values.slice(0, 8),
      destinations: values.slice(0, 8),
      requesterGroups: groups,
    },
    approvers: people,
    groups,
  });
  const rules = Array.from({ length: 50 }, (_, at) => ({ ...rule, name: `${at}${foreign}` }));
  const auditors = [...people, ...groups];
  const policy: Policy = { version: 12, rules, coolDownHours: 24, auditors };
  const origin = { since: NOW, by: ANA, number: "R-142" };
  const page = { page: 2, pageCount: 13, total: 50 };
  const version = { ...policy, since: NOW, by: ANA, requestId: "r" };
  const before = {
    ...version,
    auditors: [],
    rules: rules.map((each) => ({ ...each, approvers: [ANA] })),
  };
  const living: Roster = {
    standings: new Map(people.map((id) => [id, "active"])),
    persons: new Map(),
    members: new Map(groups.map((id) => [id, [...people]])),
  };
  const told: PolicyTold = {
    policy,
    question: {
      kind: "create-rail",
      type: "ON_RAMP",
      assets: [foreign],
      network: foreign,
      destination: foreign,
      isFirstUse: true,
      requesterId: ANA,
    },
    decides: rule,
    passedOver: rules.map(({ name }) => ({
      rule: name,
      because: [
        { field: "assets", wanted: values, found: [foreign] },
        { field: "destinations", wanted: values, found: [] },
      ],
      mightDecide: true,
    })),
    unknownGroups: groups,
    approvers: {
      active: people,
      able: people,
      inactive: people,
      emptyGroups: groups,
      unknownGroups: groups,
    },
  };
  const hanging = { ...told.approvers, rule: foreign, needed: 3, approvalsRequired: 2 };
  const inVain = { inactive: people, emptyGroups: groups, unknownGroups: groups };
  const pins = allPins(people);
  const messages: Record<string, Message> = {
    policy: policyMessage({ policy, origin, command: "/rail", pins, ...page }),
    "policy history": policyHistory({
      versions: Array.from({ length: VERSIONS_PER_PAGE }, () => ({ version, before, origin })),
      ...page,
    }),
    "environment told": toldAlone(
      settingsNotice({
        changes: [
          { is: "channel", at: NOW, from: "C0APPROV1", to: "C0APPROV2" },
          { is: "connection", at: NOW, from: pins.connection, to: foreign },
          { is: "token", at: NOW, lastFour: "w1x2" },
          { is: "policy", at: NOW, from: 11, to: 12, leftOut: people, mayReturn: people },
        ],
        policies: new Map([[12, { before, after: policy }]]),
        command: "/rail",
      }),
      { channelId: "C0APPROV2", because: "not-in-channel" },
    ),
    "set at once told": settingsNotice({
      changes: [
        { is: "channel", at: NOW, from: null, to: "C0APPROV2", by: "U1", under: 11 },
        { is: "connection", at: NOW, from: pins.connection, to: foreign, by: "U1", under: 11 },
        { is: "policy", at: NOW, from: 11, to: 12, leftOut: [], by: "U2", under: 11 },
      ],
      policies: new Map([[12, { before, after: policy }]]),
      command: "/rail",
    }),
    "policy told": policyTold(told),
    "policy refused, in vain": whyPolicyRefused(
      { ok: false, because: "in-vain", inVain, auditors: [], living },
      "/rail",
    ),
    "policy refused, looser": whyPolicyRefused(
      {
        ok: false,
        because: "looser",
        rules: rules.length,
        loosenings: loosenings({ ...pins, approvers: ["U1"] }, policy),
      },
      "/rail",
    ),
    "policy refused, unsatisfiable": whyPolicyRefused(
      {
        ok: false,
        because: "unsatisfiable",
        rules: rules.map(() => ({ active: people, ...inVain, ...hanging })),
      },
      "/rail",
    ),
  };
  const views: Record<string, ModalView> = {
    "policy as text": policyTextModal({
      askedIn: "C1",
      from: 12,
      text: "# x\n".repeat(5_000),
      pins,
    }),
    "policy rule": ruleModal({
      ...{ askedIn: "C1", policy, index: 3, pins, command: "/rail" },
      catalogue: { fiatAssets: [foreign], stablecoins: [], networks: [] },
      groups: {
        ok: true,
        groups: groups.map((id) => ({ id, handle: foreign, name: foreign })),
        left: 3,
      },
    }),
    "policy question": policyQuestionModal({
      catalogue: { fiatAssets: [foreign], stablecoins: [], networks: [] },
      requesterId: ANA,
    }),
    "policy review": policyReviewModal(callback.reviewPolicyText, {
      draftId: "draft",
      draftDigest: "digest",
      before,
      after: policy,
      living,
      unknown: values,
      requesterId: ANA,
      reason: foreign,
    }),
  };
  return { messages, views };
}
