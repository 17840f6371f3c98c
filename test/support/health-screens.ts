import { rowsChanged } from "../../src/evidence/check-rows.ts";
import { headText, noteKey, signedNote } from "../../src/evidence/rules/head.ts";
import { headMessage } from "../../src/evidence/sign-heads.ts";
import { auditChanged } from "../../src/evidence/verify-audits.ts";
import type { FreezeFacts } from "../../src/freeze/freeze-facts.ts";
import { freezeNotice, freezeRefused } from "../../src/freeze/freeze-messages.ts";
import type { CheckUp } from "../../src/home/check-up.ts";
import { checkUpLines } from "../../src/home/check-up-lines.ts";
import type { Health } from "../../src/home/health-message.ts";
import { health } from "../../src/home/health-message.ts";
import type { Message } from "../../src/platform/slack/message.ts";
import { BOT_SCOPES } from "../../src/platform/slack/scopes.ts";
import type { RuleHealth } from "../../src/policy/rules/quorum-health.ts";
import { quorumWarning } from "../../src/policy/screens/quorum-warning.ts";
import { toldAlone } from "../../src/request/posting/reach.ts";
import type { Freeze } from "../../src/request/rules/freeze.ts";
import type { Ruling } from "../../src/request/rules/outcome/seen-rail.ts";
import { APPROVALS } from "../../src/sandbox/slack-workspace/seed.ts";
import { ANA, aConnection, aPolicy, BEN, CAL, NOW, RAIL_ID, somePolicy } from "./builders.ts";
import { aKnownRail } from "./list-screens.ts";
import { aRoster } from "./people.ts";

const HEAD = {
  workspaceId: "T024BE7LD",
  size: 12,
  hash: "a".repeat(64),
  at: "2026-03-03T10:00:00.000Z",
  key: noteKey(new Uint8Array(32)).text,
};

/** What is said of a freeze and of the background work, with one foreign text wherever there may be one. */
export function healthScreens(foreign: string, people: readonly string[]): Record<string, Message> {
  const rule = aPolicy({ approvers: people, approvalsRequired: Math.max(1, people.length - 1) });
  const policy = somePolicy({ rails: rule });
  const agreed = people.slice(0, Math.floor(people.length / 2));
  const byAPerson = aFreeze({ reason: foreign, agreed });
  const afterARestore = aFreeze({ by: null, cause: "restored", reason: foreign });
  const goesOn = { version: 3, frozen: null };
  const healthy = aHealth({ policy });
  const { rail } = aKnownRail(foreign);
  // A Rail with a longer id is not kept.
  const kept = { ...rail, railId: RAIL_ID };
  const vanished = (ruling: Ruling | null) => ({ rail: kept, ruling, requestNumber: ruling && 12 });
  const proposed: Ruling = { proposedBy: BEN, proposedAt: NOW, agreed: null };
  const ruledOut: Ruling = { ...proposed, agreed: { by: CAL, at: NOW } };
  return {
    frozen: freezeNotice(someFreezeFacts({ freeze: byAPerson, policy })),
    "frozen with a further reason": freezeNotice(
      someFreezeFacts({
        freeze: aFreeze({ reason: foreign, isFurther: true }),
        began: { type: "frozen", at: NOW, by: ANA, reason: foreign, cause: "person" },
        policy,
      }),
    ),
    "frozen with rows to confirm": freezeNotice(
      someFreezeFacts({ freeze: byAPerson, policy, confirms: { destinations: 3, requests: 1 } }),
    ),
    "frozen after a restore": freezeNotice(someFreezeFacts({ freeze: afterARestore, policy })),
    "frozen, told alone": toldAlone(freezeNotice(someFreezeFacts({ freeze: byAPerson, policy })), {
      channelId: APPROVALS,
      because: "not-in-channel",
    }),
    resumed: freezeNotice(
      someFreezeFacts({
        freeze: goesOn,
        policy,
        resumed: { type: "resumed", by: people, at: NOW },
      }),
    ),
    "freeze refused": freezeRefused("not-an-approver", policy),
    health: health(healthy),
    "bad health": health(
      {
        ...healthy,
        freeze: aFreeze({ reason: foreign, isFurther: true }),
        isChannelTold: false,
        railsReadAt: NOW,
        unreadableRails: 2,
        undeliverable: Array.from({ length: 30 }, (_, at) => at),
        open: { pending: 2, unknown: 1, "needs-a-person": 1, done: 3 },
        givenUp: Array.from({ length: 30 }, (_, at) => ({
          does: "posting its deposit instructions",
          requestNumber: at === 0 ? null : at,
          since: NOW,
          because: foreign,
        })),
      },
      checkUpLines(aBadCheckUp(foreign, people), "/rail"),
    ),
    "health without the right to post": health(
      healthy,
      checkUpLines(
        aCheckUp({ channel: { channelId: APPROVALS, place: "ours", missingCards: 1 } }),
        "/rail",
      ),
    ),
    "health with vanished Rails": health({
      ...healthy,
      vanished: [vanished(null), vanished(proposed), vanished(ruledOut), vanished(null)],
    }),
    "health with Rails ruled out": health({ ...healthy, vanished: [vanished(ruledOut)] }),
    "audit changed": auditChanged({ brokenAt: 12, command: "/rail" }),
    "rows changed": rowsChanged([
      ...["the policy", `destination ${foreign}`],
      ...Array.from({ length: 10 }, (_, index) => `request R-${index + 1}`),
    ]),
    "audit signed": headMessage({
      ...HEAD,
      note: signedNote(headText(HEAD), noteKey(new Uint8Array(32))),
    }),
    "quorum warning": toldAlone(
      quorumWarning({
        rules: Array.from({ length: 12 }, () => aRuleInTrouble(foreign, people)),
        command: "/rail",
      }),
      { channelId: APPROVALS, because: "not-in-channel" },
    ),
  };
}

/** Everything is broken at once. */
export function aBadCheckUp(foreign: string, people: readonly string[]): CheckUp {
  return {
    slack: { ok: true, scopes: [] },
    skewMs: -90_000,
    clockOffMs: 86_400_000,
    channel: { channelId: APPROVALS, place: "not-a-member", missingCards: 3 },
    rules: Array.from({ length: 12 }, () => aRuleInTrouble(foreign, people)),
    token: { is: "not-accepted", lastFour: "abcd", because: "unauthenticated" },
    isTagEchoed: false,
    waiting: 12,
    oldestWaiting: "2026-03-03T09:00:00.000Z",
    databaseMs: 900,
    audit: {
      check: { checkedAt: NOW, entries: 11, brokenAt: 12, toldAt: NOW },
      ends: { sequence: 7, at: NOW },
      canBeRewritten: true,
    },
    version: "0.1.0",
    now: NOW,
  };
}

export function aRuleInTrouble(rule: string, people: readonly string[]): RuleHealth {
  return {
    rule,
    approvalsRequired: 2,
    active: people,
    lost: people.map((userId) => ({ userId, because: "deactivated" })),
    emptyGroups: ["S0EMPTY001"],
    unknownGroups: ["S0UNKNOWN1"],
    verdict: "cannot-be-met",
    isCertain: false,
  };
}

/** All that was looked at is well. */
export function aCheckUp(found: Partial<CheckUp> = {}): CheckUp {
  return {
    slack: { ok: true, scopes: [...BOT_SCOPES] },
    skewMs: 0,
    clockOffMs: 0,
    channel: { channelId: APPROVALS, place: "ours", missingCards: 0 },
    rules: [],
    token: { is: "accepted", lastFour: "abcd", isProven: true },
    isTagEchoed: true,
    waiting: 0,
    oldestWaiting: null,
    databaseMs: 2,
    audit: {
      check: { checkedAt: NOW, entries: 12, brokenAt: null, toldAt: null },
      ends: undefined,
      canBeRewritten: false,
    },
    version: "0.1.0",
    now: NOW,
    ...found,
  };
}

/** Sending was stopped by Ben. */
export function aFreeze(frozen: Partial<NonNullable<Freeze["frozen"]>> = {}): Freeze {
  const usual = { since: NOW, by: BEN, reason: "A call from the bank", cause: "person" } as const;
  return { version: 1, frozen: { ...usual, agreed: [], ...frozen } };
}

/** Everyone who has agreed is active. */
export function someFreezeFacts(facts: Partial<FreezeFacts> = {}): FreezeFacts {
  const { freeze = aFreeze() } = facts;
  const agreed = freeze.frozen?.agreed ?? [];
  const roster = aRoster({
    standings: Object.fromEntries(agreed.map((by) => [by, "active" as const])),
  });
  return { freeze, policy: somePolicy(), roster, resumed: undefined, underWay: [], ...facts };
}

/** All is well. */
export function aHealth(health: Partial<Health> = {}): Health {
  return {
    freeze: { version: 0, frozen: null },
    isChannelTold: true,
    policy: somePolicy(),
    connection: aConnection(),
    railsReadAt: null,
    unreadableRails: 0,
    vanished: [],
    open: {},
    undeliverable: [],
    givenUp: [],
    ...health,
  };
}
