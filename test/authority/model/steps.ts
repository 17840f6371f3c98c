import type { Authority } from "../../../src/authority/authority.ts";
import { isDoneAtOnce, whyMayNot } from "../../../src/authority/judge.ts";
import { NO_PINS } from "../../../src/authority/pins.ts";
import { isOwn } from "../../../src/authority/quorum.ts";
import type { Deed } from "../../../src/authority/table.ts";
import { AUTHORITY, maySetInEnvironment } from "../../../src/authority/table.ts";
import { leavesUnsatisfiable, leftUnsatisfiable } from "../../../src/policy/rules/living-quorum.ts";
import { decideRuling } from "../../../src/rail/rules/decide-ruling.ts";
import { decideFreeze } from "../../../src/request/freezing/rules/decide-freeze.ts";
import type { ApprovalPolicy } from "../../../src/request/rules/approval/approval-policy.ts";
import {
  whyUnsatisfiable,
  withMembers,
} from "../../../src/request/rules/approval/approval-policy.ts";
import {
  auditorsOf,
  everyApprover,
  everyGroup,
  namedAnywhere,
  policyFor,
} from "../../../src/request/rules/approval/policy.ts";
import type { PolicyDocument } from "../../../src/request/rules/approval/policy-document.ts";
import type { Change } from "../../../src/request/rules/change.ts";
import type {
  ChangeRequest,
  State as RequestState,
} from "../../../src/request/rules/change-request.ts";
import type { Command } from "../../../src/request/rules/decide.ts";
import { decide } from "../../../src/request/rules/decide.ts";
import type { Circumstances } from "../../../src/request/rules/decision.ts";
import { NO_SETUP } from "../../../src/request/rules/decision.ts";
import type { TwoPersonRemedy } from "../../../src/request/rules/remedy.ts";
import { STATES } from "../../domain/situations.ts";
import {
  aChange,
  aChannelChange,
  aConnection,
  aConnectionChange,
  aContent,
  anAdoption,
  anEndOfDispute,
  anImport,
  aPolicyChange,
  aRequest,
  aRetirement,
  aWhitelisting,
  NOW,
} from "../../support/builders.ts";
import type { Asked, ChangeDeed, Effect, RemedyDeed, State, Step, World } from "./world.ts";
import {
  CHANGE_DEEDS,
  documentOf,
  GROUP,
  oncePerState,
  ownerOf,
  rosterOf,
  versionOf,
} from "./world.ts";

/**
 * Every step that the rules of the app allow from a state. It calls `decide`, `decideFreeze` and the authority module as
 * the app does, and knows nothing of who ought to be allowed.
 */
export function stepsFrom(world: World, state: State): Step[] {
  return [
    ...world.people.flatMap(({ id }) => stepsOf(world, state, id)),
    ...claimed(world, state),
    ...hazards(world, state),
  ];
}

function stepsOf(world: World, state: State, by: string): Step[] {
  return [
    ...world.deeds.flatMap((deed) =>
      begun(world, state, deed, by).map((step) => ({ ...step, begins: { deed, by } })),
    ),
    ...approving(world, state, by),
    ...stopping(world, state, by),
    ...agreeing(world, state, by),
  ];
}

const rowOf = (deed: Deed): Authority => AUTHORITY[deed];

/** Whether the rules let somebody propose a deed, or do it. */
function whyNotBegin(world: World, state: State, deed: Deed, by: string) {
  return whyMayNot(deed, actor(world, by), officesOf(world, state));
}

const officesOf = oncePerState((world, state) => {
  const policy = documentOf(world, state);
  const open = openIn(world, state);
  return {
    anywhere: namedAnywhere(policy),
    auditors: auditorsOf(policy),
    deciding: open ? [{ frozen: open.request.policy, now: open.around.policy }] : [],
    roster: rosterOf(world, state),
    own: [ownerOf(world)],
    isSetUp: state.isSetUp,
  };
});

/** The open request and what the rules are told about it. */
const openIn = oncePerState((world, state) => {
  if (!state.request) return null;
  const request = requestOf(world, state.request);
  return { request, around: around(world, state, request) };
});

const isChange = (deed: Deed): deed is ChangeDeed => CHANGE_DEEDS.some((change) => change === deed);
const REMEDIES: readonly Deed[] = ["enter-id", "release-attempt", "close"] satisfies RemedyDeed[];
const isRemedy = (deed: Deed): deed is RemedyDeed => REMEDIES.includes(deed);

function begun(world: World, state: State, deed: Deed, by: string): Step[] {
  const label = `${by} ${deed}`;
  if (deed === "freeze" || deed === "resume") return freezing(world, state, deed, by);
  if (isRemedy(deed)) return proposing(world, state, deed, by);
  if (deed === "rule-out-rail") return rulingOut(world, state, by);
  if (whyNotBegin(world, state, deed, by)) return [];
  if (isChange(deed)) return asking(world, state, deed, by);
  if (rowOf(deed).needs !== "nobody") return [];
  if (deed === "remove-approver") return removing(world, state, by);
  if (deed === "link-rail") {
    const isTheirs = state.request && isOwn(by, [state.request.by], rosterOf(world, state));
    if (state.request?.status !== "needs-a-person" || isTheirs === "yes") return [];
  }
  return [{ label, state, effects: [atOnce(deed, by, state)] }];
}

const atOnce = (deed: Deed, by: string | null, { request }: State): Effect => ({
  deed,
  by,
  agreed: [],
  request,
  isAtOnce: true,
  policyAfter: null,
});

function asking(world: World, state: State, deed: ChangeDeed, by: string): Step[] {
  const label = `${by} asks to ${deed}`;
  const targets = deed === "change-policy" ? world.policies.map((_, at) => at) : [state.policy];
  const isAtOnce = isDoneAtOnce(rowOf(deed), state.isSetUp);
  const roster = rosterOf(world, state);
  // A policy that nobody could satisfy is not even drafted.
  const isSaved = (to: number) =>
    deed !== "change-policy" || leavesUnsatisfiable(policyAt(world, to), roster).length === 0;
  if (isAtOnce || !state.isSetUp) {
    if (!isAtOnce) return [];
    const set = [...new Set([...state.set, deed])].sort();
    const isSetUp = FIRST_SET_UP.every((each) => set.includes(each));
    return targets.filter(isSaved).map((to) => ({
      label: `${by} sets ${deed} at first`,
      state: { ...state, policy: to, removed: [], isSetUp, set: isSetUp ? [] : set },
      effects: [{ ...atOnce(deed, by, state), policyAfter: world.policies[to] ?? null }],
    }));
  }
  if (state.request) return [];
  // Slack has to say who is in the groups.
  if (state.isSilent && everyGroup(documentOf(world, state)).length > 0) return [];
  const { policy, removed, members } = state;
  return targets
    .filter((to) => deed !== "change-policy" || to !== state.policy || removed.length > 0)
    .filter(isSaved)
    .map((to) => ({
      label,
      state: {
        ...state,
        request: {
          deed,
          by,
          policy,
          removed,
          members,
          to,
          approved: [],
          status: "pending",
          proposal: null,
        },
      },
      effects: [],
    }));
}

const policyAt = (world: World, policy: number) => documentOf(world, { policy, removed: [] });

const FIRST_SET_UP: readonly ChangeDeed[] = [
  "change-policy",
  "change-channel",
  "change-connection",
];

function actor(world: World, by: string) {
  const person = world.people.find(({ id }) => id === by);
  return {
    by,
    isAdministrator: person?.isAdministrator ?? false,
    isFirstInstaller: person?.isFirstInstaller ?? false,
  };
}

function removing(world: World, state: State, by: string): Step[] {
  const policy = documentOf(world, state);
  return everyApprover(policy).flatMap((userId) => {
    const removed = [...state.removed, userId].sort();
    const after = documentOf(world, { ...state, removed });
    const { standings, persons, members } = rosterOf(world, state);
    if (leftUnsatisfiable(policy, userId, { standings, persons, members }).length > 0) return [];
    return [
      {
        label: `${by} removes ${userId}`,
        state: { ...state, removed },
        effects: [{ ...atOnce("remove-approver", by, state), policyAfter: after }],
      },
    ];
  });
}

function changeOf(world: World, { deed, policy, removed, to }: Asked): Change {
  switch (deed) {
    case "create-rail":
      return aChange();
    case "whitelist-destination":
      return aWhitelisting();
    case "import-destination":
      return anImport();
    case "retire-destination":
      return aRetirement();
    case "adopt-rail":
      return anAdoption();
    case "end-dispute":
      return anEndOfDispute();
    case "change-policy":
      return aPolicyChange({
        from: versionOf(world, { policy, removed }),
        document: documentOf(world, { policy: to, removed: [] }),
      });
    case "change-channel":
      return aChannelChange();
    case "change-connection":
      return aConnectionChange();
    case "carry-over":
      return aConnectionChange({ carriesOver: { destinations: 1, requests: 0 } });
  }
}

function policyOf(
  world: World,
  state: Pick<State, "policy" | "removed">,
  change: Change,
): ApprovalPolicy {
  const facts = { isFirstUse: world.adder !== undefined, requesterGroups: [] };
  const version = versionOf(world, state);
  return policyFor(change, facts, { version, ...documentOf(world, state) });
}

const bases = new Map<string, ChangeRequest>();

function baseOf(world: World, asked: Asked): ChangeRequest {
  const { deed, by, policy, removed, members, to } = asked;
  const key = JSON.stringify([world.name, deed, by, policy, removed, members, to]);
  const known = bases.get(key);
  if (known) return known;
  const change = changeOf(world, asked);
  const content = aContent({ change, requestedBy: by });
  const frozen = withMembers(policyOf(world, asked, change), new Map([[GROUP, members]]));
  if (!frozen) throw new Error("The group is known");
  const base = aRequest({ content, policy: frozen });
  bases.set(key, base);
  return base;
}

function requestOf(world: World, asked: Asked): ChangeRequest {
  const base = baseOf(world, asked);
  const { approved, status, proposal } = asked;
  const { digest } = base;
  const remedy = proposal && { remedy: remedyOf(proposal.deed), ...proposal, at: NOW };
  const state: RequestState =
    status === "needs-a-person" ? { ...STATES[status], ...(remedy && { remedy }) } : STATES[status];
  return { ...base, approvals: approved.map((by) => ({ by, at: NOW, digest })), state };
}

function remedyOf(deed: RemedyDeed): TwoPersonRemedy {
  return deed === "enter-id" ? { type: deed, serviceId: "wa_1" } : { type: deed };
}

function around(world: World, state: State, request: ChangeRequest): Circumstances {
  const { change } = request.content;
  const policy = documentOf(world, state);
  const isNew = change.kind === "whitelist-destination" || change.kind === "import-destination";
  const setUp = { ...NO_SETUP, pins: world.pins ?? NO_PINS };
  return {
    now: NOW,
    policy: policyOf(world, state, change),
    approvers: namedAnywhere(policy),
    roster: rosterOf(world, state),
    connection: aConnection(),
    isFrozen: state.frozen !== null,
    isHeld: false,
    register: isNew
      ? { is: "absent" }
      : {
          is: "present",
          addedBy: world.adder ?? "U0NOBODY",
          whyUnusable: undefined,
          isUnused: world.adder !== undefined,
        },
    setup:
      change.kind === "change-connection"
        ? { ...setUp, connection: { to: change.to, lastFour: change.lastFour } }
        : { ...setUp, approvalsChannel: "C0APPROVALS" },
    isIdTaken: false,
    isRailTaken: false,
    seen: null,
  };
}

function eventsOf(world: World, state: State, command: Command) {
  const open = openIn(world, state);
  const decision = open && decide(command, open.request, open.around);
  return decision?.ok ? decision.events : [];
}

const decided = (world: World, state: State, command: Command) =>
  eventsOf(world, state, command).map(({ type }) => type);

function approving(world: World, state: State, by: string): Step[] {
  const { request: asked } = state;
  if (asked?.status !== "pending") return [];
  const happened = decided(world, state, {
    type: "approve",
    by,
    digest: openIn(world, state)?.request.digest ?? "",
    check: null,
    answer: { asked: null, typed: null },
  });
  if (!happened.includes("approval-given")) return [];
  const status = happened.includes("approved") ? "approved" : "pending";
  const approved = [...new Set([...asked.approved, by])].sort();
  return [
    {
      label: `${by} approves`,
      state: { ...state, request: { ...asked, approved, status } },
      effects: [],
    },
  ];
}

/** Whether somebody may deny what waits, and freeze. */
export function mayDeny(world: World, state: State, by: string): boolean {
  const { request: asked } = state;
  if (!asked) return false;
  const command = { type: "deny", by, reason: "No" } as const;
  return decided(world, state, command).includes("denied");
}

function stopping(world: World, state: State, by: string): Step[] {
  if (!mayDeny(world, state, by)) return [];
  return [{ label: `${by} denies`, state: { ...state, request: null }, effects: [] }];
}

export function decidedFreeze(world: World, state: State, deed: "freeze" | "resume", by: string) {
  const roster = rosterOf(world, state);
  const since = NOW;
  const frozen = state.frozen && {
    since,
    by: null,
    reason: "",
    cause: "person" as const,
    agreed: state.frozen,
  };
  const policy = { version: versionOf(world, state), ...documentOf(world, state) };
  const command =
    deed === "freeze"
      ? ({ type: deed, by, reason: "" } as const)
      : ({ type: deed, by, shown: since } as const);
  return decideFreeze(command, { version: 1, frozen }, policy, roster, NOW);
}

function freezing(world: World, state: State, deed: "freeze" | "resume", by: string): Step[] {
  const decision = decidedFreeze(world, state, deed, by);
  if (!decision.ok) return [];
  const { frozen } = decision.freeze;
  const after = { ...state, frozen: frozen && [...frozen.agreed].sort() };
  const agreed = deed === "resume" ? [...(state.frozen ?? []), by] : [];
  const isDone = deed === "freeze" || frozen === null;
  const effect = { ...atOnce(deed, by, state), agreed };
  return [{ label: `${by} ${deed}s`, state: after, effects: isDone ? [effect] : [] }];
}

function proposing(world: World, state: State, deed: RemedyDeed, by: string): Step[] {
  const { request: asked } = state;
  if (asked?.status !== "needs-a-person") return [];
  const command = {
    type: "propose-remedy",
    by,
    remedy: remedyOf(deed),
  } as const;
  const happened = decided(world, state, command);
  const label = `${by} proposes to ${deed}`;
  const isAgain = asked.proposal?.deed === deed && !happened.includes("remedy-proposed");
  if (isAgain) return agreedTo(state, by, happened);
  if (happened.length > 0 && !happened.includes("remedy-proposed")) {
    const effect = { ...atOnce(deed, by, state), isAtOnce: false };
    return [{ label, state: { ...state, request: null }, effects: [effect] }];
  }
  if (happened.length === 0) return [];
  const proposal = { deed, by, agreed: [] };
  return [
    {
      label,
      state: { ...state, request: { ...asked, proposal } },
      effects: [],
    },
  ];
}

function agreeing(world: World, state: State, by: string): Step[] {
  const { request: asked } = state;
  if (!asked?.proposal) return [];
  const { proposal } = asked;
  const command = {
    type: "confirm-remedy",
    by,
    remedy: remedyOf(proposal.deed),
  } as const;
  return agreedTo(state, by, decided(world, state, command));
}

function agreedTo(state: State, by: string, happened: readonly string[]): Step[] {
  const { request: asked } = state;
  if (!asked?.proposal) return [];
  const { proposal } = asked;
  const agreed = [...new Set([...proposal.agreed, by])].sort();
  const label = `${by} agrees to ${proposal.deed}`;
  if (happened.includes("remedy-agreed")) {
    const request = { ...asked, proposal: { ...proposal, agreed } };
    return [{ label, state: { ...state, request }, effects: [] }];
  }
  if (happened.length === 0) return [];
  const effect = { ...atOnce(proposal.deed, proposal.by, state), agreed, isAtOnce: false };
  const isReleased = happened.includes("released");
  const request = isReleased ? { ...asked, proposal: null, status: "approved" as const } : null;
  const isVoid = happened.includes("voided") && proposal.deed !== "close";
  return [{ label, state: { ...state, request }, effects: isVoid ? [] : [effect] }];
}

/** An approver says that a vanished Rail is gone for good, or agrees to that. */
function rulingOut(world: World, state: State, by: string): Step[] {
  const ruling = state.absence && {
    proposedBy: state.absence.by,
    proposedAt: NOW,
    agreed: null,
  };
  const shown = { lastSeenAt: NOW, proposedAt: ruling && NOW };
  const policy = { version: versionOf(world, state), ...documentOf(world, state) };
  const decision = decideRuling(
    { by, shown },
    { isVanished: true, lastSeenAt: NOW, ruling },
    policy,
    rosterOf(world, state),
    NOW,
  );
  if (!decision.ok) return [];
  const { proposedBy, agreed } = decision.ruling;
  const label = `${by} rules a Rail out`;
  if (!agreed) return [{ label, state: { ...state, absence: { by: proposedBy } }, effects: [] }];
  const agreeing = agreed.by === proposedBy ? [] : [agreed.by];
  const effect = {
    ...atOnce("rule-out-rail", proposedBy, state),
    agreed: agreeing,
    isAtOnce: false,
  };
  return [{ label, state: { ...state, absence: null }, effects: [effect] }];
}

/** A worker claims what is approved: the moment in which it takes effect. */
function claimed(world: World, state: State): Step[] {
  const { request: asked } = state;
  if (asked?.status !== "approved") return [];
  const events = eventsOf(world, state, claimOf(asked.deed));
  const happened = events.map(({ type }) => type);
  const label = `claim of ${asked.deed}`;
  if (happened.includes("approvals-lapsed")) {
    const lapsed = events.flatMap((event) => (event.type === "approvals-lapsed" ? event.of : []));
    const left = asked.approved.filter((each) => !lapsed.includes(each));
    const request = { ...asked, approved: left, status: "pending" as const };
    return [{ label: `${label} lapses`, state: { ...state, request }, effects: [] }];
  }
  if (happened.includes("voided"))
    return [{ label, state: { ...state, request: null }, effects: [] }];
  if (happened.length === 0) return [];
  const isPolicy = asked.deed === "change-policy";
  const policyAfter = isPolicy ? documentOf(world, { policy: asked.to, removed: [] }) : null;
  const effect: Effect = {
    deed: asked.deed,
    by: asked.by,
    agreed: asked.approved,
    request: asked,
    isAtOnce: false,
    policyAfter,
  };
  const next = isPolicy ? { policy: asked.to, removed: [] } : {};
  // Nobody knows what became of a whitelisting: people have to say.
  const isUnknown = asked.deed === "whitelist-destination";
  const request = isUnknown
    ? { ...asked, status: "needs-a-person" as const, proposal: null }
    : null;
  return [{ label, state: { ...state, ...next, request }, effects: [effect] }];
}

function claimOf(deed: ChangeDeed): Command {
  switch (deed) {
    case "create-rail":
    case "whitelist-destination":
      return { type: "claim" };
    case "import-destination":
    case "retire-destination":
    case "adopt-rail":
    case "end-dispute":
    case "change-policy":
    case "change-channel":
    case "change-connection":
    case "carry-over":
      return { type: "carry-out" };
  }
}

function hazards(world: World, state: State): Step[] {
  const has = (hazard: World["hazards"][number]) => world.hazards.includes(hazard);
  const { isSilent, members, gone } = state;
  const next = (label: string, fields: Partial<State>, effects: Effect[] = []): Step => ({
    label,
    state: { ...state, ...fields },
    effects,
  });
  const heard = (now: readonly string[]) => (isSilent ? {} : { lastKnown: now });
  return [
    ...(has("silence")
      ? [
          isSilent
            ? next("Slack speaks again", { isSilent: false, lastKnown: members })
            : next("Slack falls silent", { isSilent: true }),
        ]
      : []),
    ...(has("silence-about")
      ? [null, ...world.people.map(({ id }) => id)]
          .filter((id) => (id === null) !== (state.silentAbout === null))
          .map((id) => next(`Slack says nothing about ${id ?? "nobody"}`, { silentAbout: id }))
      : []),
    ...(has("deactivation") && gone.length === 0
      ? world.people.map(({ id }) => next(`${id} is deactivated`, { gone: [id] }))
      : []),
    ...(has("moves")
      ? world.movers.map((id) => {
          const isIn = members.includes(id);
          const now = isIn ? members.filter((each) => each !== id) : [...members, id].sort();
          const label = `${id} ${isIn ? "leaves" : "joins"} the group`;
          return next(label, { members: now, ...heard(now) });
        })
      : []),
    ...(has("environment") ? environment(world, state, next) : []),
  ];
}

/** The operator sets whatever the table lets the environment set. */
function environment(
  world: World,
  state: State,
  next: (label: string, fields: Partial<State>, effects?: Effect[]) => Step,
): Step[] {
  return world.deeds.filter(maySetInEnvironment).flatMap((deed) => {
    const label = `the environment sets ${deed}`;
    if (deed !== "change-policy") return [next(label, {}, [atOnce(deed, null, state)])];
    // The operator sets what the operator pins.
    const own = world.pinned ? world.policies.slice(0, 1) : world.policies;
    return own.flatMap((document: PolicyDocument, policy) =>
      document.rules.some(whyUnsatisfiable)
        ? []
        : [
            next(label, { policy, removed: [] }, [
              { ...atOnce(deed, null, state), policyAfter: document },
            ]),
          ],
    );
  });
}
