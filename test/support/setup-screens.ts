import type { ModalView } from "@slack/types";
import { NO_PINS } from "../../src/authority/pins.ts";
import type { Message } from "../../src/platform/slack/message.ts";
import { policyModal } from "../../src/policy/screens/policy-form.ts";
import { removeApproverModal } from "../../src/policy/screens/remove-approver.ts";
import type { PolicyForm } from "../../src/request/rules/approval/usual-policy.ts";
import { toPolicyDocument } from "../../src/request/rules/approval/usual-policy.ts";
import { connectionModal, tokenModal } from "../../src/workspace/connection/connection-modals.ts";
import { channelModal } from "../../src/workspace/set-up/set-up-channel.ts";
import {
  noAuditRight,
  noSetupRight,
  notSetUp,
  setUpForAdministrator,
  setUpInChannel,
  tokenKeptNote,
} from "../../src/workspace/set-up/set-up-messages.ts";
import type { SetupFacts } from "../../src/workspace/set-up/setup-facts.ts";
import { setupModal } from "../../src/workspace/set-up/setup-modal.ts";
import { ANA, aConnection, allPins, NOW } from "./builders.ts";

const ASKED_IN = "C0TREAS01";

/** All that an administrator sees of the set-up, with one foreign text wherever there may be one. */
export function setupScreens(foreign: string, people: readonly string[]) {
  const form: PolicyForm = {
    approvers: people,
    groups: ["S0APPROV1"],
    approvalsRequired: Math.max(1, people.length - 1),
    destinationApprovalsRequired: null,
    coolDownHours: 24,
    expiresInHours: 24,
    remindAfterHours: [2, 6],
  };
  const policy = { version: 1, ...toPolicyDocument(form) };
  const connection = { ...aConnection(), name: foreign, lastFour: "w1x2" };
  const setup = {
    approvalsChannel: "C0APPROV1",
    setUpAt: NOW,
    policyVersion: 1,
    hasRules: true,
    connection,
  };
  const api = { name: "sandbox", baseUrl: connection.baseUrl, environment: "sandbox" as const };
  const pins = allPins(people);
  const facts: SetupFacts = {
    workspaceName: foreign,
    pins: NO_PINS,
    setup,
    policy,
    place: "archived",
    waiting: [],
    predecessor: { connection: aConnection(), destinations: 2, requests: 1 },
  };
  const nothing: SetupFacts = {
    ...facts,
    setup: {
      approvalsChannel: null,
      setUpAt: null,
      policyVersion: 4,
      hasRules: false,
      connection: null,
    },
    policy: { version: 4, rules: [], coolDownHours: 24 },
    place: null,
  };
  const group = { id: "S0APPROV1", handle: foreign, name: foreign };
  const about = { askedIn: ASKED_IN, from: 1, isChange: true, keptGroups: [], form, pins };
  const whole = { command: "/rail", workspaceName: foreign, connection, channelId: "C1", policy };
  const tokenFor = { askedIn: ASKED_IN, name: "sandbox", reason: "" };
  const messages: Record<string, Message> = {
    "not set up": notSetUp("/rail"),
    "no right to the audit": noAuditRight("/rail"),
    "no right": noSetupRight("no-right", { installer: ANA, command: "/rail" }),
    "set up, in the channel": setUpInChannel(whole),
    "set up, for the administrator": setUpForAdministrator(whole),
    "token kept": tokenKeptNote(foreign, "The Rail service accepted the token.", "w1x2"),
  };
  const views: Record<string, ModalView> = {
    "set-up": setupModal({ ...facts, askedIn: ASKED_IN, offered: [api], said: foreign }),
    "set-up with pins": setupModal({ ...facts, pins, askedIn: ASKED_IN, offered: [api] }),
    "set-up without anything": setupModal({ ...nothing, askedIn: ASKED_IN, offered: [] }),
    connection: connectionModal({ askedIn: ASKED_IN, offered: [api], isChange: true }),
    "token by link": tokenModal({ api, tokenFor, url: "https://bot.example.com/setup/token/x.y" }),
    "token in Slack": tokenModal({ api, tokenFor }),
    channel: channelModal({ askedIn: ASKED_IN, chosen: "C1", isChange: true }),
    "policy form": policyModal({
      ...about,
      hiddenRules: 3,
      groups: { ok: true, groups: [group], left: 2 },
      focus: "quorum",
    }),
    "policy form without groups": policyModal({
      ...about,
      hiddenRules: 0,
      groups: { ok: false, because: "missing-scope" },
      focus: "approvers",
    }),
    "remove an approver": removeApproverModal({ askedIn: ASKED_IN, approvers: people }),
  };
  return { messages, views };
}
