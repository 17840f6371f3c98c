import { DESTINATION_KINDS } from "../../../src/authority/kinds.ts";
import type { Pins } from "../../../src/authority/pins.ts";
import { NO_PINS } from "../../../src/authority/pins.ts";
import type { PolicyRule } from "../../../src/request/rules/approval/policy-document.ts";
import { aRule } from "../../support/builders.ts";
import type { Person, World } from "./world.ts";
import { CHANGE_DEEDS, GROUP } from "./world.ts";

const person = (id: string, fields: Partial<Person> = {}): Person => ({
  id,
  human: id,
  standing: "active",
  ...fields,
});

const everything = (fields: Partial<PolicyRule>): PolicyRule =>
  aRule({ name: "everything", when: {}, ...fields });
const destinations = (fields: Partial<PolicyRule>): PolicyRule =>
  aRule({ name: "destinations", when: { changes: DESTINATION_KINDS }, ...fields });

/** Two approvers by name and one account more of one of them; a group of which membership moves. */
const accounts: World = {
  name: "accounts and a group",
  people: [person("UA"), person("UB"), person("UA2", { human: "UA" }), person("UM")],
  policies: [
    {
      rules: [
        everything({ approvers: ["UA", "UB", "UA2"], groups: [GROUP], approvalsRequired: 2 }),
      ],
      coolDownHours: 24,
      auditors: [GROUP],
    },
  ],
  members: [],
  movers: ["UM"],
  deeds: ["create-rail", "retire-destination", "freeze", "resume", "export-audit"],
  hazards: ["silence", "moves"],
  isSetUp: true,
};

/** Somebody is deactivated, somebody is a guest; two rules with approvers and quorums of their own. */
const leavers: World = {
  name: "leavers and guests",
  people: [
    person("UA"),
    person("UB"),
    person("UC", { isAdministrator: true }),
    person("UG", { standing: "guest" }),
  ],
  policies: [
    {
      rules: [
        destinations({ approvers: ["UA", "UB", "UG"], approvalsRequired: 1 }),
        everything({ approvers: ["UA", "UB", "UC"], approvalsRequired: 2 }),
      ],
      coolDownHours: 24,
      auditors: ["UB", "UG"],
    },
  ],
  members: [],
  movers: [],
  deeds: [
    "import-destination",
    "retire-destination",
    "change-channel",
    "change-connection",
    "carry-over",
    "freeze",
    "resume",
    "look-after",
    "rule-out-rail",
    "adopt-rail",
    "end-dispute",
    "report-problem",
    "ask-requester",
    "dispute-rail",
    "review",
    "open-unapproved",
    "look",
    "export-audit",
    "open-set-up",
  ],
  hazards: ["deactivation", "environment"],
  isSetUp: true,
};

/** The outcome of a whitelisting is not known, and people decide. */
const remedies: World = {
  name: "remedies",
  people: [person("UA"), person("UB"), person("UC"), person("UM")],
  policies: [
    {
      rules: [everything({ approvers: ["UA", "UB", "UC"], approvalsRequired: 2 })],
      coolDownHours: 24,
    },
  ],
  members: [],
  movers: [],
  deeds: ["whitelist-destination", "enter-id", "release-attempt", "close", "link-rail", "freeze"],
  hazards: ["deactivation", "environment"],
  isSetUp: true,
};

/** The same where imports have a rule of their own, with other people and a larger quorum. */
const idsByTwoRules: World = {
  ...remedies,
  name: "an id by two rules",
  people: [person("UA"), person("UB"), person("UC"), person("UD")],
  policies: [
    {
      rules: [
        aRule({
          name: "whitelisting",
          when: { changes: ["whitelist-destination"] },
          approvers: ["UA", "UB"],
          approvalsRequired: 1,
        }),
        everything({ approvers: ["UB", "UC", "UD"], approvalsRequired: 2 }),
      ],
      coolDownHours: 24,
    },
  ],
  deeds: ["whitelist-destination", "enter-id"],
};

const R3 = { approvers: ["UA", "UB", "UC"], approvalsRequired: 2 };
const D3 = { approvers: ["UB", "UC", "UD"], approvalsRequired: 2 };

/** Two rules, and every way to change them: people, quorum, cool-down, order, a rule added, a rule removed. */
const policies: World = {
  name: "policies",
  people: [person("UA", { isAdministrator: true }), person("UB"), person("UC"), person("UD")],
  policies: [
    { rules: [destinations(D3), everything(R3)], coolDownHours: 24 },
    { rules: [destinations({ ...R3, approvalsRequired: 1 }), everything(R3)], coolDownHours: 24 },
    { rules: [destinations(D3), everything(R3)], coolDownHours: 0 },
    { rules: [everything(R3), destinations(D3)], coolDownHours: 24 },
    {
      rules: [
        aRule({ name: "imports", when: { changes: ["import-destination"] }, ...R3 }),
        destinations(D3),
        everything(R3),
      ],
      coolDownHours: 24,
    },
  ],
  members: [],
  movers: [],
  deeds: ["change-policy", "remove-approver"],
  hazards: ["environment"],
  isSetUp: true,
};

const PINNED: Pins = {
  ...NO_PINS,
  approvers: R3.approvers,
  approvalsRequired: R3.approvalsRequired,
  destinationApprovers: D3.approvers,
  destinationApprovalsRequired: D3.approvalsRequired,
  coolDownHours: 24,
};

/** The same policies where the environment pins the first of them: whatever quorum agrees, nothing becomes looser. */
export const pinned: World = {
  ...policies,
  name: "pinned policies",
  pins: PINNED,
  pinned: PINNED,
};

/** Rules through a group, of which membership moves while a policy change waits. */
const policyByGroup: World = {
  name: "a policy by a group",
  people: [person("UA"), person("UB"), person("UC"), person("UM")],
  policies: [
    {
      rules: [
        destinations({ approvers: ["UA"], groups: [GROUP], approvalsRequired: 1 }),
        everything({ approvers: ["UA", "UB", "UC"], approvalsRequired: 2 }),
      ],
      coolDownHours: 24,
    },
    {
      rules: [everything({ approvers: ["UA", "UB", "UC"], approvalsRequired: 1 })],
      coolDownHours: 24,
    },
  ],
  members: ["UC"],
  deeds: ["change-policy", "freeze"],
  movers: ["UM"],
  hazards: ["silence", "moves"],
  isSetUp: true,
};

/** A workspace that is being set up by an administrator and the first installer, with a guest beside them. */
const firstSetUp: World = {
  name: "the first set-up",
  people: [
    person("UA", { isAdministrator: true }),
    person("UI", { isFirstInstaller: true }),
    person("UM"),
    person("UG", { standing: "guest", isAdministrator: true }),
  ],
  policies: [
    {
      rules: [everything({ approvers: ["UA", "UI", "UM"], approvalsRequired: 2 })],
      coolDownHours: 0,
    },
    // Nobody could approve what UA asks for.
    { rules: [everything({ approvers: ["UA"], approvalsRequired: 1 })], coolDownHours: 0 },
  ],
  members: [],
  movers: [],
  deeds: [...CHANGE_DEEDS, "replace-token", "remove-token", "install", "remove-app", "delete-data"],
  hazards: ["environment"],
  isSetUp: false,
};

/** The same after the set-up is complete: being the installer is worth nothing any more. */
const afterSetUp: World = {
  ...firstSetUp,
  name: "after the set-up",
  deeds: [...firstSetUp.deeds, "remove-approver", "freeze", "resume", "look-after"],
  policies: [
    {
      rules: [everything({ approvers: ["UA", "UI", "UM"], approvalsRequired: 1 })],
      coolDownHours: 0,
    },
  ],
  hazards: ["deactivation"],
  isSetUp: true,
};

/** A quorum of one, and the first use of a destination that one of the approvers added. */
const firstUse: World = {
  name: "the first use of a destination",
  people: [person("UA"), person("UA2", { human: "UA" }), person("UB"), person("UM")],
  policies: [
    {
      rules: [everything({ approvers: ["UA", "UA2", "UB"], approvalsRequired: 1 })],
      coolDownHours: 24,
    },
  ],
  members: [],
  movers: [],
  deeds: ["create-rail", "adopt-rail", "freeze"],
  hazards: ["deactivation", "silence-about"],
  isSetUp: true,
  adder: "UA",
};

const newRails = aRule({
  name: "Rails",
  when: { changes: ["create-rail"] },
  approvers: ["UA", "UB"],
  approvalsRequired: 1,
});

/** While no rule names adoptions, the rule for new Rails decides about them; a first rule of their own moves them. */
const adoptions: World = {
  name: "adoptions",
  people: [person("UA"), person("UB"), person("UC"), person("UD")],
  policies: [[], [aRule({ name: "adoptions", when: { changes: ["adopt-rail"] } })]].map((own) => ({
    rules: [newRails, ...own, everything({})].map((rule) =>
      rule === newRails ? rule : { ...rule, approvers: ["UC", "UD"], approvalsRequired: 1 },
    ),
    coolDownHours: 24,
  })),
  members: [],
  movers: [],
  deeds: ["change-policy", "adopt-rail"],
  hazards: [],
  isSetUp: true,
};

/** Rules of people who have nothing to do with each other. */
const apart: World = {
  name: "rules apart",
  people: [person("UA"), person("UB"), person("UC"), person("UM", { isAdministrator: true })],
  policies: [
    {
      rules: [
        destinations({ approvers: ["UC"], approvalsRequired: 1 }),
        everything({ approvers: ["UA", "UB"], approvalsRequired: 2 }),
      ],
      coolDownHours: 24,
    },
  ],
  members: [],
  movers: [],
  deeds: [
    "carry-over",
    "freeze",
    "resume",
    "rule-out-rail",
    "adopt-rail",
    "end-dispute",
    "ask-requester",
    "dispute-rail",
    "review",
  ],
  hazards: ["silence-about"],
  isSetUp: true,
};

export const WORLDS: readonly World[] = [
  firstUse,
  adoptions,
  firstSetUp,
  remedies,
  idsByTwoRules,
  apart,
  policyByGroup,
  leavers,
  accounts,
  pinned,
  policies,
  afterSetUp,
];
