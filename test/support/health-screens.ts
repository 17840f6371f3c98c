import type { Freeze } from "../../src/domain/freeze.ts";
import { APPROVALS } from "../../src/sandbox/slack-workspace/seed.ts";
import type { FreezeFacts } from "../../src/services/freeze-facts.ts";
import type { Health } from "../../src/services/health.ts";
import type { Message } from "../../src/slack/message.ts";
import { freezeNotice, freezeNoticeAlone, freezeRefused } from "../../src/slack/messages/freeze.ts";
import { health } from "../../src/slack/messages/health.ts";
import { aConnection, aPolicy, BEN, NOW, somePolicy } from "./builders.ts";
import { aRoster } from "./people.ts";

/** What is said of a freeze and of the background work, with one foreign text wherever there may be one. */
export function healthScreens(foreign: string, people: readonly string[]): Record<string, Message> {
  const rule = aPolicy({ approvers: people, approvalsRequired: Math.max(1, people.length - 1) });
  const policy = somePolicy({ rails: rule });
  const agreed = people.slice(0, Math.floor(people.length / 2));
  const byAPerson = aFreeze({ reason: foreign, agreed });
  const afterARestore = aFreeze({ by: null, cause: "restored", reason: foreign });
  const goesOn = { version: 3, frozen: null };
  const healthy = aHealth({ policy });
  return {
    frozen: freezeNotice(someFreezeFacts({ freeze: byAPerson, policy })),
    "frozen after a restore": freezeNotice(someFreezeFacts({ freeze: afterARestore, policy })),
    "frozen, told alone": freezeNoticeAlone(someFreezeFacts({ freeze: byAPerson, policy }), {
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
    "bad health": health({
      ...healthy,
      freeze: byAPerson,
      isChannelTold: false,
      railsReadAt: NOW,
      oldestWaiting: NOW,
      undeliverable: Array.from({ length: 30 }, (_, at) => at),
      open: { pending: 2, unknown: 1, "needs-a-person": 1, done: 3 },
      givenUp: Array.from({ length: 30 }, (_, at) => ({
        job: "post-instructions",
        requestNumber: at === 0 ? null : at,
        since: NOW,
        because: foreign,
      })),
    }),
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
  return { freeze, policy: somePolicy(), roster, resumed: undefined, ...facts };
}

/** All is well. */
export function aHealth(health: Partial<Health> = {}): Health {
  return {
    freeze: { version: 0, frozen: null },
    isChannelTold: true,
    policy: somePolicy(),
    connection: aConnection(),
    railsReadAt: null,
    open: {},
    oldestWaiting: null,
    undeliverable: [],
    givenUp: [],
    ...health,
  };
}
