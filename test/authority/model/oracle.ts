import type { Deed } from "../../../src/authority/table.ts";
import type {
  PolicyDocument,
  PolicyRule,
} from "../../../src/request/rules/approval/policy-document.ts";
import { decidedFreeze, mayDeny } from "./steps.ts";
import type { Effect, State, World } from "./world.ts";
import { CHANGE_DEEDS, documentOf, GROUP, ownerOf, standingOf } from "./world.ts";

/**
 * What must hold, written down a second time and independently of `src/authority`: by counting people one by one, and by
 * asking for each kind of change which rule decides about it.
 */

const humanOf = (world: World, id: string) =>
  world.people.find((each) => each.id === id)?.human ?? id;

function isActive(world: World, state: State, id: string): boolean {
  return standingOf(world, state, id) === "active";
}

/** Truly named now: Slack's silence changes nothing about that. */
const isNamedNow = (state: State, rule: PolicyRule, id: string) =>
  rule.approvers.includes(id) || (rule.groups.includes(GROUP) && state.members.includes(id));

const isNamedThen = (members: readonly string[], rule: PolicyRule, id: string) =>
  rule.approvers.includes(id) || (rule.groups.includes(GROUP) && members.includes(id));

const KINDS = CHANGE_DEEDS.filter((deed) => deed !== "carry-over");

const kindOf = (deed: Deed): (typeof KINDS)[number] | undefined =>
  deed === "carry-over" ? "change-connection" : KINDS.find((kind) => kind === deed);

function decider(document: PolicyDocument, kind: (typeof KINDS)[number]): PolicyRule | undefined {
  const named = document.rules.some(({ when }) => when.changes?.includes(kind));
  const asked = kind === "adopt-rail" && !named ? "create-rail" : kind;
  return document.rules.find(({ when }) => when.changes?.includes(asked) ?? true);
}

/** Different eligible people among those who agreed, without whoever asked or proposed. */
function people(
  world: World,
  agreed: readonly string[],
  never: readonly (string | null)[],
  isEligible: (id: string) => boolean,
): number {
  const barred = never.map((id) => id && humanOf(world, id));
  const humans = agreed.filter(isEligible).map((id) => humanOf(world, id));
  return [...new Set(humans)].filter((human) => !barred.includes(human)).length;
}

/** The rules that a new policy touches, found by trying every kind of change on both. */
function touched(before: PolicyDocument, after: PolicyDocument): PolicyRule[] {
  const text = (rule: PolicyRule | undefined) => JSON.stringify(rule);
  const changed = before.rules.filter((rule) =>
    after.rules.every((each) => text(each) !== text(rule)),
  );
  const moved = KINDS.filter(
    (kind) => text(decider(before, kind)) !== text(decider(after, kind)),
  ).flatMap((kind) => {
    const gaining = before.rules.find((rule) => text(rule) === text(decider(after, kind)));
    return [decider(before, kind) ?? [], gaining ?? []].flat();
  });
  const cooled =
    before.coolDownHours === after.coolDownHours
      ? []
      : (["whitelist-destination", "import-destination"] as const).flatMap(
          (kind) => decider(before, kind) ?? [],
        );
  const always = decider(before, "change-policy");
  return [...new Set([...changed, ...moved, ...cooled, ...(always ? [always] : [])])];
}

type Holds = (world: World, state: State, id: string) => boolean;

/** The people who may ask for each thing, propose it or do it. */
const BY: Record<Deed, Holds> = {
  "create-rail": isActive,
  "whitelist-destination": isActive,
  "import-destination": isActive,
  "retire-destination": isActive,
  "adopt-rail": isActive,
  "end-dispute": isActive,
  "report-problem": isActive,
  "ask-requester": isApproverNow,
  "dispute-rail": isApproverNow,
  review: (world, state, id) =>
    isApproverNow(world, state, id) && humanOf(world, id) !== humanOf(world, ownerOf(world)),
  "open-unapproved": isActive,
  "change-policy": (world, state, id) =>
    state.isSetUp ? isActive(world, state, id) : isAdministrator(world, state, id),
  "change-channel": isAdministrator,
  "change-connection": isAdministrator,
  "carry-over": isAdministrator,
  "replace-token": isAdministrator,
  "remove-token": isAdministrator,
  "remove-approver": isAdministrator,
  freeze: mayStop,
  resume: isApproverNow,
  "enter-id": (world, state, id) =>
    mayMend(world, state, id) || mayMend(world, state, id, "import-destination"),
  "release-attempt": mayMend,
  close: mayMend,
  "link-rail": mayMend,
  "rule-out-rail": isApproverNow,
  "look-after": isApproverNow,
  look: isActive,
  "export-audit": (world, state, id) =>
    isAdministrator(world, state, id) || isAuditor(world, state, id),
  "open-set-up": isAdministrator,
  // Slack or the operator does these; nobody can within the app.
  install: () => false,
  "remove-app": () => false,
  "delete-data": () => false,
};

/** What takes effect without anybody else. */
const AT_ONCE: readonly Deed[] = [
  "replace-token",
  "remove-token",
  "remove-approver",
  "freeze",
  "look-after",
  "link-rail",
  "look",
  "export-audit",
  "open-set-up",
  "report-problem",
  "ask-requester",
  "dispute-rail",
  "review",
  "open-unapproved",
];

/** Undefined where somebody may begin what they begin. */
export const whyNotTheirs = (
  world: World,
  state: State,
  { deed, by }: { deed: Deed; by: string },
): string | undefined => (BY[deed](world, state, by) ? undefined : `${by} may not ${deed}`);

/** An approver of the rule that decides about the request, or about this kind, then and now. */
function mayMend(
  world: World,
  state: State,
  id: string,
  other?: ReturnType<typeof kindOf>,
): boolean {
  const { request } = state;
  const kind = other ?? (request && kindOf(request.deed));
  if (!request || !kind) return false;
  const then = decider(documentOf(world, request), kind);
  const now = decider(documentOf(world, state), kind);
  if (!then || !now || !isActive(world, state, id)) return false;
  return isNamedThen(request.members, then, id) && isNamedNow(state, now, id);
}

function isAdministrator(world: World, state: State, id: string): boolean {
  const person = world.people.find((each) => each.id === id);
  const isInstalling = person?.isFirstInstaller === true && !state.isSetUp;
  return isActive(world, state, id) && (person?.isAdministrator === true || isInstalling);
}

/** By name or through the group; a guest is none. */
function isAuditor(world: World, state: State, id: string): boolean {
  const { auditors = [] } = documentOf(world, state);
  const isNamed = auditors.includes(id) || (auditors.includes(GROUP) && state.members.includes(id));
  return isActive(world, state, id) && isNamed;
}

function isApproverNow(world: World, state: State, id: string): boolean {
  const isNamed = documentOf(world, state).rules.some((rule) => isNamedNow(state, rule, id));
  return isActive(world, state, id) && isNamed;
}

/** By Slack's last answer, unless they are known to be gone: while Slack is silent about somebody, that is not known. */
function mayStop(world: World, state: State, id: string, document = documentOf(world, state)) {
  const members = state.isSilent ? state.lastKnown : state.members;
  const isNamed = document.rules.some((rule) => isNamedThen(members, rule, id));
  return isNamed && (state.silentAbout === id || isActive(world, state, id));
}

const BY_ENVIRONMENT: readonly Deed[] = [
  "change-policy",
  "change-channel",
  "change-connection",
  "replace-token",
];

/** While sending is frozen nothing of this is done. */
const HELD: readonly Deed[] = [
  ...CHANGE_DEEDS.filter((deed) => deed !== "retire-destination"),
  "enter-id",
];

/** What somebody asks for, and what ends when they leave. */
const ASKED: readonly Deed[] = CHANGE_DEEDS;

/** What is wrong with an effect; undefined where nothing is. */
export function whyWrong(world: World, state: State, effect: Effect): string | undefined {
  return (
    whyLooser(world, effect) ??
    whyWeakened(world, state, effect) ??
    whyNotAllowed(world, state, effect)
  );
}

/** Whatever people agree to, for each kind of change those decide whom the operator pinned, and as many of them. */
function whyLooser(world: World, { by, policyAfter }: Effect): string | undefined {
  const { pinned } = world;
  if (!pinned || !policyAfter || by === null) return undefined;
  if (policyAfter.coolDownHours < (pinned.coolDownHours ?? 0))
    return "a shorter cool-down than pinned";
  return KINDS.flatMap((kind) => {
    const rule = decider(policyAfter, kind);
    if (!rule) return [];
    const isRegister = kind.endsWith("-destination");
    const allowed = isRegister ? pinned.destinationApprovers : pinned.approvers;
    const atLeast = isRegister ? pinned.destinationApprovalsRequired : pinned.approvalsRequired;
    const isOther = rule.approvers.some((id) => !allowed?.includes(id));
    return isOther || rule.approvalsRequired < (atLeast ?? 0)
      ? [`${kind} is looser than pinned`]
      : [];
  })[0];
}

function whyNotAllowed(world: World, state: State, effect: Effect): string | undefined {
  const { deed, by, agreed, isAtOnce, request } = effect;
  if (by === null) {
    return BY_ENVIRONMENT.includes(deed) ? undefined : `the environment may not ${deed}`;
  }
  if (state.frozen && HELD.includes(deed)) return `${deed} while sending is frozen`;
  if (!state.isSetUp && isAtOnce) {
    const isFirstSetUp =
      deed === "change-policy" || deed === "change-channel" || deed === "change-connection";
    if (isFirstSetUp) return undefined;
  }
  if (request && by !== null && deed !== "retire-destination" && ASKED.includes(deed)) {
    if (state.gone.includes(request.by)) return `${deed} after its requester has left`;
  }
  if (AT_ONCE.includes(deed)) return undefined;
  if (isAtOnce && deed !== "resume") return `${deed} by ${by} alone`;
  return tooFew(world, state, { ...effect, agreed });
}

function tooFew(world: World, state: State, effect: Effect): string | undefined {
  const { deed, by, agreed, request, policyAfter } = effect;
  const now = documentOf(world, state);
  if (deed === "resume" || deed === "carry-over" || deed === "end-dispute") {
    const never = deed === "resume" ? [] : [by];
    return now.rules.flatMap((rule) => {
      const count = people(
        world,
        agreed,
        never,
        (id) => isActive(world, state, id) && isNamedNow(state, rule, id),
      );
      return count < rule.approvalsRequired ? [`${deed}: ${count} for ${rule.name}`] : [];
    })[0];
  }
  if (deed === "rule-out-rail") {
    const count = people(world, agreed, [by], (id) => isApproverNow(world, state, id));
    return count < 1 ? `${deed} without a second approver` : undefined;
  }
  if (!request) return `${deed} without a request`;
  const then = documentOf(world, request);
  // An id that people enter is an import as well as what was asked for.
  if (deed === "enter-id") {
    const both = ["whitelist-destination", "import-destination"] as const;
    const few = both.map((each) => tooFew(world, state, { ...effect, deed: each }));
    return few.find((each) => each !== undefined);
  }
  const kind = kindOf(deed) ?? kindOf(request.deed);
  const frozenRule = kind && decider(then, kind);
  const ruleNow = kind && decider(now, kind);
  if (!frozenRule || !ruleNow) return `${deed}, which no rule decides`;
  const mayDecide = (id: string) =>
    isActive(world, state, id) &&
    isNamedThen(request.members, frozenRule, id) &&
    isNamedNow(state, ruleNow, id);
  if (deed === "release-attempt" || deed === "close") {
    const isProposer = by !== null && mayDecide(by);
    const count = people(world, agreed, [by, request.by], mayDecide);
    return isProposer && count >= 1 ? undefined : `${deed} by one approver`;
  }
  const never = [by, request.by];
  const needed = Math.max(1, frozenRule.approvalsRequired, ruleNow.approvalsRequired);
  const count = people(world, agreed, never, mayDecide);
  if (count < needed) return `${deed}: ${count} of ${needed}`;
  if (["create-rail", "adopt-rail"].includes(deed) && world.adder !== undefined) {
    const isAdder = (id: string) => humanOf(world, id) === humanOf(world, world.adder ?? "");
    const others = people(world, agreed, never, (id) => mayDecide(id) && !isAdder(id));
    if (others === 0) return "the first use of a destination by its adder alone";
  }
  if (deed !== "change-policy" || !policyAfter) return undefined;
  return touched(then, policyAfter).flatMap((rule) => {
    const theirs = people(
      world,
      agreed,
      never,
      (id) =>
        isActive(world, state, id) &&
        isNamedThen(request.members, rule, id) &&
        isNamedNow(state, rule, id),
    );
    return theirs < rule.approvalsRequired ? [`policy without ${rule.name}: ${theirs}`] : [];
  })[0];
}

/** One person alone leaves every rule with the people it needs, and somebody who can stop, if there were any before. */
function whyWeakened(world: World, state: State, effect: Effect): string | undefined {
  const { by, agreed, policyAfter } = effect;
  if (!policyAfter) return undefined;
  // The operator does not know who lives, but counts whom the settings name.
  if (by === null) {
    const isShort = policyAfter.rules.some(
      ({ approvers, approvalsRequired }) => new Set(approvers).size <= approvalsRequired,
    );
    return isShort ? "the environment set a rule that nobody can satisfy" : undefined;
  }
  if (new Set([by, ...agreed].map((id) => humanOf(world, id))).size > 1) return undefined;
  const isMet = (document: PolicyDocument) =>
    document.rules.every((rule) => {
      const able = world.people.filter(
        ({ id }) => isActive(world, state, id) && isNamedNow(state, rule, id),
      );
      const humans = new Set(able.map(({ human }) => human));
      // One of them may be the one who asks.
      return humans.size > rule.approvalsRequired;
    });
  const canStop = (document: PolicyDocument) =>
    world.people.some(({ id }) => mayStop(world, state, id, document));
  const before = documentOf(world, state);
  if (isMet(before) && !isMet(policyAfter)) return `${by} alone left a rule nobody can satisfy`;
  return canStop(before) && !canStop(policyAfter) ? `${by} alone left nobody to stop` : undefined;
}

/** What is wrong with a state: an approver who is known cannot stop. */
export function whyStuck(world: World, state: State): string | undefined {
  for (const { id } of world.people) {
    if (!mayStop(world, state, id)) continue;
    const isToFreeze = world.deeds.includes("freeze") && !state.frozen;
    if (isToFreeze && !decidedFreeze(world, state, "freeze", id).ok) return `${id} cannot freeze`;
    const isWaiting = state.request !== null && state.request.status !== "needs-a-person";
    if (isWaiting && !mayDeny(world, state, id)) return `${id} cannot deny`;
  }
  return undefined;
}
