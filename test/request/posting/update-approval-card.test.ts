import { describe, expect, it } from "vitest";
import type { Db } from "../../../src/platform/database/schema.ts";
import type { RequestRef } from "../../../src/platform/queue/request-ref.ts";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import type { Messenger } from "../../../src/platform/slack/slack.ts";
import { cardFollows } from "../../../src/request/card/out-of-date-card.ts";
import { denyRequest, withdrawRequest } from "../../../src/request/decide-request.ts";
import { DrawnMeanwhile } from "../../../src/request/posting/meanwhile.ts";
import { updateApprovalCard } from "../../../src/request/posting/update-approval-card.ts";
import { watchCards, watchChannels } from "../../../src/request/posting/watch-cards.ts";
import { findMessage, saveMessage } from "../../../src/request/queries/messages.ts";
import { findRequest } from "../../../src/request/queries/requests.ts";
import { countMissingCards, listStaleCards } from "../../../src/request/queries/stale-messages.ts";
import { APPROVALS, aSlack, INVITED, THROWN_OUT } from "../../jobs/slack.ts";
import { approves, delivery, must, refOf, requested } from "../../services/steps.ts";
import type { World } from "../../services/world.ts";
import { aWorld } from "../../services/world.ts";
import { ANA, after, aPolicy, aRequest, BEN, CAL, DAN, NOW } from "../../support/builders.ts";
import { steppingDatabase } from "../../support/stepping-database.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

const FOLLOWS = "The card replaces this message in a moment, or follows in a later one.";
const OUT_OF_DATE = "This card is out of date.";

interface Changes {
  messenger?: Partial<Messenger>;
  db?: Db;
  channel?: string;
}

/** A request that waits, before a real Slack workspace. */
async function waiting() {
  const world = await aWorld(database);
  const slack = await aSlack();
  const request = await requested(world);
  const ref = refOf(request);
  const draw = ({ messenger, db = world.deps.db, channel = APPROVALS }: Changes = {}) =>
    updateApprovalCard(
      {
        ...world.deps,
        db,
        messenger: { ...slack.messenger, ...messenger },
        approvalsChannelOf: async () => channel,
      },
      ref,
    );
  return { world, slack, request, ref, draw };
}

const cardKept = ({ deps }: World, ref: RequestRef) => findMessage(deps.db, ref, "approval-card");

const texts = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);

describe("a run that ends between Slack's taking a card and our saving where it stands", () => {
  it("leaves a message without buttons, which calls the approvers and cannot become untrue", async () => {
    const { world, slack, request, ref, draw } = await waiting();
    const killed = new Error("killed");
    const db = steppingDatabase(world.deps.db, ({ sql, parameters }) => {
      const isSaved = sql.startsWith('insert into "messages"');
      if (isSaved && parameters.includes("approval-card")) throw killed;
    });
    await expect(draw({ db })).rejects.toBe(killed);
    await draw();
    await approves(world, request, BEN);
    await draw();

    const [first, second] = await slack.messagesIn(APPROVALS);

    expect(first?.text).toContain(FOLLOWS);
    expect(first?.text).toContain(`Approvers: <@${BEN}>, <@${CAL}>`);
    expect(first?.text).not.toMatch(/WAITING|\[/);
    expect(second?.text).toContain("WAITING 1 of 2");
    expect((await cardKept(world, ref))?.ts).toBe(second?.ts);
  });

  it.each([
    ["limited", { retryAfterSeconds: 1 }],
    ["unexpected", { error: "missing_scope" }],
    ["blocks-refused", { error: "invalid_blocks" }],
  ])(
    "does not come of a post that Slack refused: %s, which is tried again",
    async (code, fault) => {
      const { slack, draw } = await waiting();
      slack.faults.failNext("chat.postMessage", fault);
      await expect(draw()).rejects.toMatchObject({ code });
      await draw();

      const cards = texts(await slack.messagesIn(APPROVALS));

      expect(cards).toHaveLength(1);
      expect(cards[0]).toContain("WAITING 0 of 2");
      for (const who of [ANA, BEN, CAL]) expect(await slack.directMessagesTo(who)).toEqual([]);
    },
  );
});

it("a card whose turn has not come asks Slack nothing: many may wait for theirs", async () => {
  const { draw } = await waiting();
  const post: Messenger["post"] = async () => {
    throw new MessengerError("limited", "Slack limits the rate of calls");
  };
  const placeOf: Messenger["placeOf"] = async () => {
    throw new Error("asked");
  };
  await expect(draw({ messenger: { post, placeOf } })).rejects.toMatchObject({ code: "limited" });
});

it.each([
  ["pending", "R-142 needs a decision · Payroll float (SANDBOX)"],
  ["denied", "R-142: the approval card follows · Payroll float (SANDBOX)"],
] as const)(
  "a card that follows asks for a decision only while one is awaited: %s",
  (status, text) => {
    const denied = { status: "denied", by: BEN, reason: "Not our wallet", at: NOW } as const;
    const request = status === "pending" ? aRequest() : aRequest({ state: denied });

    expect(cardFollows({ request, currentPolicy: aPolicy() }).text).toBe(text);
  },
);

describe("two runs that overlap", () => {
  it.each(["before", "after"])(
    "leave one live card, which was known first, when one posts %s the other",
    async (when) => {
      const { world, slack, ref, draw } = await waiting();
      const post: Messenger["post"] = async (...args) => {
        if (when === "before") await draw();
        const at = await slack.messenger.post(...args);
        if (when === "after") await draw();
        return at;
      };
      await expect(draw({ messenger: { post } })).rejects.toBeInstanceOf(DrawnMeanwhile);

      const messages = await slack.messagesIn(APPROVALS);
      const [closed, live] = when === "before" ? messages.reverse() : messages;

      expect(messages).toHaveLength(2);
      expect(closed?.text).toContain(OUT_OF_DATE);
      expect(closed?.text).not.toContain("Review");
      expect(live?.text).toContain("Review");
      expect((await cardKept(world, ref))?.ts).toBe(live?.ts);
    },
  );
});

it("two runs that overlap leave one card with buttons, even when somebody deleted the first one", async () => {
  const { world, slack, draw } = await waiting();
  const post: Messenger["post"] = async (...args) => {
    await draw();
    for (const { ts } of await slack.messagesIn(APPROVALS)) await slack.remove(APPROVALS, ts);
    return slack.messenger.post(...args);
  };

  await expect(draw({ messenger: { post } })).rejects.toBeInstanceOf(DrawnMeanwhile);
  await watchCards({ ...world.deps, messenger: slack.messenger }, world.workspaceId);
  await draw();

  const cards = texts(await slack.messagesIn(APPROVALS));
  expect(cards.filter((text) => text.includes("Review"))).toHaveLength(1);
  expect(cards).toEqual([expect.stringContaining(OUT_OF_DATE), expect.anything()]);
});

describe("a run that redraws a card which another run changes meanwhile", () => {
  it("closes what it has drawn where a later card counts, and is tried again", async () => {
    const { world, slack, request, ref, draw } = await waiting();
    await draw();
    const former = await cardKept(world, ref);
    await approves(world, request, BEN);
    const update: Messenger["update"] = async (workspaceId, at, message) => {
      if (at.ts === former?.ts) {
        const later = await slack.messenger.post(workspaceId, APPROVALS, message);
        const version = (await findRequest(world.deps.db, ref))?.version ?? 0;
        await saveMessage(world.deps.db, ref, "approval-card", { ...later, version });
      }
      await slack.messenger.update(workspaceId, at, message);
    };

    await expect(draw({ messenger: { update } })).rejects.toBeInstanceOf(DrawnMeanwhile);
    await draw();

    const cards = (await slack.messagesIn(APPROVALS)).filter(({ text }) => text.includes("R-1"));
    expect(texts(cards)[0]).toContain(OUT_OF_DATE);
    expect(texts(cards)[1]).toContain("WAITING 1 of 2");
    expect((await cardKept(world, ref))?.ts).not.toBe(former?.ts);
  });

  it("is not the last word where it had read less than the other", async () => {
    const { world, slack, request, ref, draw } = await waiting();
    await draw();
    await approves(world, request, BEN);
    let isOvertaken = false;
    const update: Messenger["update"] = async (...args) => {
      if (!isOvertaken) {
        isOvertaken = true;
        await approves(world, request, CAL);
        await draw();
      }
      await slack.messenger.update(...args);
    };

    await expect(draw({ messenger: { update } })).rejects.toBeInstanceOf(DrawnMeanwhile);

    expect(texts(await slack.messagesIn(APPROVALS))[0]).toContain("WAITING 1 of 2");
    expect(
      (await listStaleCards(world.deps.db, NOW, 1_000)).map(({ requestId }) => requestId),
    ).toContain(ref.requestId);
    await draw();
    expect(texts(await slack.messagesIn(APPROVALS))[0]).toContain("APPROVED");
  });
});

describe("an update whose answer was lost", () => {
  const unavailable = () => new MessengerError("unavailable", "Slack did not take the call");

  /** Slack applies the update of a run only when it is let go. */
  async function inFlight() {
    const scene = await waiting();
    await scene.draw();
    await approves(scene.world, scene.request, BEN);
    let letGo = async () => {};
    const update: Messenger["update"] = async (...args) => {
      letGo = () => scene.slack.messenger.update(...args);
      throw unavailable();
    };
    const lost = () => scene.draw({ messenger: { update } });
    await expect(lost()).rejects.toMatchObject({ code: "unavailable" });
    return { ...scene, lost, land: () => letGo() };
  }

  const stale = async ({ deps }: World, ref: RequestRef) =>
    (await listStaleCards(deps.db, deps.clock(), 1_000)).some(
      ({ requestId }) => requestId === ref.requestId,
    );

  it("is not the last word where it lands over a later one: the card is drawn once more", async () => {
    const { world, slack, ref, request, draw, land } = await inFlight();
    await withdrawRequest(world.deps, { ...ref, by: ANA, delivery: delivery() });
    await draw();
    expect(texts(await slack.messagesIn(APPROVALS))[0]).toContain("WITHDRAWN");
    await land();
    expect(texts(await slack.messagesIn(APPROVALS))[0]).toContain("WAITING 1 of 2");
    expect(await stale(world, ref)).toBe(false);

    world.now.value = after({ minutes: 1 });
    expect(await stale(world, ref)).toBe(true);
    await draw();

    expect(texts(await slack.messagesIn(APPROVALS))[0]).toContain("WITHDRAWN");
    expect(await stale(world, ref)).toBe(false);
    expect((await cardKept(world, ref))?.version).toBeGreaterThan(request.version);
  });

  it("has it drawn once more, and not again and again", async () => {
    const { world, slack, ref, draw } = await inFlight();
    let updates = 0;
    const update: Messenger["update"] = async (...args) => {
      updates += 1;
      await slack.messenger.update(...args);
    };
    for (const minutes of [0, 0, 1, 1, 2, 9]) {
      world.now.value = after({ minutes });
      await draw({ messenger: { update } });
    }

    expect(updates).toBe(2);
    expect(await stale(world, ref)).toBe(false);
  });

  it("counts from the last of several, and outlives another run that draws meanwhile", async () => {
    const { world, slack, ref, draw, lost } = await inFlight();
    world.now.value = after({ minutes: 0.5 });
    const update: Messenger["update"] = async (...args) => {
      await expect(lost()).rejects.toMatchObject({ code: "unavailable" });
      await slack.messenger.update(...args);
    };

    await draw({ messenger: { update } });

    world.now.value = after({ minutes: 1.4 });
    await draw();
    expect(await stale(world, ref)).toBe(false);
    world.now.value = after({ minutes: 1.5 });
    expect(await stale(world, ref)).toBe(true);
  });

  it("is known of although the process was killed while it was under way", async () => {
    const { world, slack, ref, draw } = await waiting();
    await draw();
    world.now.value = after({ minutes: 5 });
    await withdrawRequest(world.deps, { ...ref, by: ANA, delivery: delivery() });
    const killed = new Error("killed");
    const update: Messenger["update"] = async () => {
      throw killed;
    };
    await expect(draw({ messenger: { update } })).rejects.toBe(killed);
    await draw();
    expect(texts(await slack.messagesIn(APPROVALS))[0]).toContain("WITHDRAWN");

    world.now.value = after({ minutes: 6 });
    expect(await stale(world, ref)).toBe(true);
    await draw();
    expect(await stale(world, ref)).toBe(false);
  });

  it("is forgotten where Slack has refused it", async () => {
    const { world, slack, ref, request, draw } = await waiting();
    await draw();
    await approves(world, request, BEN);
    slack.faults.failNext("chat.update", { retryAfterSeconds: 1 });
    await expect(draw()).rejects.toMatchObject({ code: "limited" });
    await draw();

    world.now.value = after({ minutes: 2 });
    expect(await stale(world, ref)).toBe(false);
  });
});

describe("a card that somebody has deleted", () => {
  it("is posted anew when only its history was left to tell", async () => {
    const { world, slack, request, ref, draw } = await waiting();
    await draw();
    await approves(world, request, BEN);
    const post: Messenger["post"] = async () => {
      throw new MessengerError("limited", "Slack limits the rate of calls");
    };
    await expect(draw({ messenger: { post } })).rejects.toMatchObject({ code: "limited" });
    await slack.remove(APPROVALS, (await cardKept(world, ref))?.ts ?? "");

    await draw();

    const [card, history] = texts(await slack.messagesIn(APPROVALS));
    expect(card).toContain("WAITING 1 of 2");
    expect(history).toContain("Approved by Ben");
  });
});

describe("a card in a channel that is no longer the approvals channel", () => {
  it("is redrawn there while that can be done, and then posted where it belongs now", async () => {
    const { world, slack, request, draw } = await waiting();
    await draw({ channel: "C0FORMER" });
    await approves(world, request, BEN);
    await draw();
    expect(await slack.messagesIn(APPROVALS)).toEqual([]);
    slack.change("C0FORMER", { isArchived: true });
    await approves(world, request, CAL);

    await draw();

    expect(texts(await slack.messagesIn(APPROVALS))[0]).toContain("APPROVED");
    expect(await slack.directMessagesTo(BEN)).toEqual([]);
  });
});

describe("while the approvals channel is out of reach", () => {
  it("everyone concerned is told once for each outage, however often it is tried", async () => {
    const { world, slack, request, draw } = await waiting();
    slack.change(APPROVALS, THROWN_OUT);
    for (let run = 0; run < 3; run += 1) await draw();

    const told = await slack.directMessagesTo(BEN);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain("WAITING 0 of 2");

    slack.change(APPROVALS, INVITED);
    await draw();
    expect(texts(await slack.directMessagesTo(BEN))).toEqual([
      expect.stringContaining("is back in the approvals channel"),
    ]);
    slack.change(APPROVALS, THROWN_OUT);
    await approves(world, request, BEN);
    await draw();

    for (const who of [ANA, BEN, CAL, DAN]) {
      expect(texts(await slack.directMessagesTo(who))).toEqual([
        expect.stringContaining("is back in the approvals channel"),
        expect.stringContaining("WAITING 1 of 2"),
      ]);
    }
  });

  it("shows no card to another organisation, and says why", async () => {
    const { slack, draw } = await waiting();
    slack.change(APPROVALS, { isShared: true });
    await draw();

    expect(await slack.messagesIn(APPROVALS)).toEqual([]);
    expect(texts(await slack.directMessagesTo(BEN))).toEqual([
      expect.stringContaining("is shared with another organisation"),
    ]);

    slack.change(APPROVALS, { isShared: false });
    await draw();
    expect(texts(await slack.messagesIn(APPROVALS))[0]).toContain("WAITING 0 of 2");
  });

  it("which lets only some people post, everyone is told once, and the card follows", async () => {
    const { world, slack, request, draw } = await waiting();
    const isMissing = () => countMissingCards(world.deps.db, world.workspaceId);
    slack.change(APPROVALS, { isReadOnly: true });
    for (let run = 0; run < 3; run += 1) await draw();

    expect(texts(await slack.directMessagesTo(BEN))).toEqual([
      expect.stringMatching(/WAITING 0 of 2[\s\S]*lets only some people post/),
    ]);
    expect(await isMissing()).toBe(1);

    slack.change(APPROVALS, { isReadOnly: false });
    await draw();
    expect(texts(await slack.messagesIn(APPROVALS))[0]).toContain("WAITING 0 of 2");
    expect(texts(await slack.directMessagesTo(BEN))).toEqual([
      expect.stringContaining("is back in the approvals channel"),
    ]);
    expect(await isMissing()).toBe(0);

    // A card that is there can still be changed: only its history waits.
    slack.change(APPROVALS, { isReadOnly: true });
    await approves(world, request, BEN);
    for (let run = 0; run < 2; run += 1) await draw();
    const shown = texts(await slack.messagesIn(APPROVALS));
    expect(shown).toEqual([expect.stringContaining("WAITING 1 of 2")]);
    expect(await slack.directMessagesTo(BEN)).toHaveLength(1);

    slack.change(APPROVALS, { isReadOnly: false });
    await draw();
    expect(texts(await slack.messagesIn(APPROVALS))[1]).toContain("Approved by Ben");
  });

  it("because outsiders read it, a sentence replaces the card, and each is told alone", async () => {
    const { world, slack, request, ref, draw } = await waiting();
    await draw();
    slack.change(APPROVALS, { isShared: true });
    const { deps } = world;
    must(await denyRequest(deps, { ...ref, by: BEN, reason: "SECRET", delivery: delivery() }));
    await slack.messenger.placeOf(world.workspaceId, APPROVALS);
    for (let run = 0; run < 2; run += 1) await draw();

    const shown = texts(await slack.messagesIn(APPROVALS));
    expect(shown).toEqual([expect.stringContaining("is not shown here")]);
    expect(shown[0]).not.toMatch(/SECRET|Payroll|DENIED|WAITING|\[/);
    for (const who of [ANA, BEN, CAL]) {
      expect(texts(await slack.directMessagesTo(who))).toEqual([
        expect.stringMatching(/DENIED[\s\S]*is shared with another organisation/),
      ]);
    }

    slack.change(APPROVALS, { isShared: false });
    expect(await listStaleCards(deps.db, NOW, 1_000)).toContainEqual(refOf(request));
    await slack.messenger.placeOf(world.workspaceId, APPROVALS);
    await draw();
    expect(texts(await slack.messagesIn(APPROVALS))[0]).toContain("DENIED");
    expect(texts(await slack.directMessagesTo(BEN))[0]).toContain("is back in the");
  });

  it("because outsiders read it, the card of a request that only waits is replaced too", async () => {
    const { world, slack, draw } = await waiting();
    await draw();
    slack.change(APPROVALS, { isShared: true });
    await watchChannels({ ...world.deps, messenger: slack.messenger }, world.workspaceId);
    await draw();

    expect(texts(await slack.messagesIn(APPROVALS))).toEqual([
      expect.stringContaining("is not shown here"),
    ]);
    expect(texts(await slack.directMessagesTo(BEN))[0]).toContain("WAITING 0 of 2");
  });

  it("whom Slack cannot reach just now is told later, and the others not twice", async () => {
    const { world, slack, draw } = await waiting();
    slack.change(APPROVALS, THROWN_OUT);
    slack.deactivate(DAN);
    const directMessageWith: Messenger["directMessageWith"] = async (workspaceId, userId) => {
      if (userId === BEN) throw new MessengerError("unavailable", "Slack did not take the call");
      return slack.messenger.directMessageWith(workspaceId, userId);
    };
    await expect(draw({ messenger: { directMessageWith } })).rejects.toMatchObject({
      code: "unavailable",
    });
    expect(await slack.directMessagesTo(BEN)).toEqual([]);
    expect(await slack.directMessagesTo(CAL)).toHaveLength(1);

    await draw();

    for (const who of [ANA, BEN, CAL]) expect(await slack.directMessagesTo(who)).toHaveLength(1);
    expect(await listStaleCards(world.deps.db, NOW, 1_000)).not.toEqual([]);
  });

  it.each([
    ["was thrown out", THROWN_OUT, INVITED],
    ["cannot see it", { ...THROWN_OUT, isPrivate: true }, { ...INVITED, isPrivate: false }],
    ["is in an archived one", { isArchived: true }, { isArchived: false }],
  ])(
    "a request that only waits is woken when the bot %s, and when it is back",
    async (_, out, back) => {
      const { world, slack, ref, draw } = await waiting();
      await draw();
      const { workspaceId, jobs } = world;
      const watched = async () => {
        const before = jobs.length;
        await watchChannels({ ...world.deps, messenger: slack.messenger }, workspaceId);
        return jobs.slice(before);
      };
      const wakesIt = [{ name: "update-approval-card", request: ref, isWakeUp: true }];

      expect(await watched()).toEqual([]);
      slack.change(APPROVALS, out);
      expect(await watched()).toEqual(wakesIt);
      await draw();
      expect(await slack.directMessagesTo(BEN)).toHaveLength(1);
      expect(await watched()).toEqual([]);
      slack.faults.failNext("conversations.info", { error: "internal_error" }, 3);
      expect(await watched()).toEqual([]);
      await draw();
      expect((await slack.directMessagesTo(BEN))[0]?.text).toContain("Nothing is lost");

      slack.change(APPROVALS, back);
      expect(await watched()).toEqual(wakesIt);
      await draw();
      expect((await slack.directMessagesTo(BEN))[0]?.text).toContain(
        "is back in the approvals channel",
      );
      expect(await watched()).toEqual([]);
    },
  );

  it.each(["limited", "unavailable"] as const)(
    "the message of one whom Slack cannot reach at its end (%s) is changed later",
    async (code) => {
      const { slack, draw } = await waiting();
      slack.change(APPROVALS, THROWN_OUT);
      await draw();
      slack.change(APPROVALS, INVITED);
      const direct = await slack.messenger.directMessageWith("", BEN);
      const update: Messenger["update"] = async (workspaceId, at, ...rest) => {
        if (at.channelId === direct) throw new MessengerError(code, "Slack did not take the call");
        return slack.messenger.update(workspaceId, at, ...rest);
      };

      await expect(draw({ messenger: { update } })).rejects.toMatchObject({ code });
      const isBack = expect.stringContaining("is back in the approvals channel");
      expect(texts(await slack.directMessagesTo(CAL))).toEqual([isBack]);
      await draw();

      expect(texts(await slack.directMessagesTo(BEN))).toEqual([isBack]);
    },
  );

  it("a request that has ended is drawn until its end is told, although Slack did not say where its card is", async () => {
    const { world, slack, ref, draw } = await waiting();
    const { deps } = world;
    const stale = () => listStaleCards(deps.db, NOW, 1_000);
    slack.change(APPROVALS, THROWN_OUT);
    await draw();
    must(await denyRequest(deps, { ...ref, by: BEN, reason: "No", delivery: delivery() }));
    slack.change(APPROVALS, INVITED);
    await draw({ messenger: { placeOf: async () => "not-known" } });
    expect(await stale()).toContainEqual(ref);

    await draw();

    expect(texts(await slack.directMessagesTo(BEN))[0]).toContain("is back in the");
    expect(await stale()).not.toContainEqual(ref);
  });

  it("one who has deleted that message is told again when there is something new", async () => {
    const { world, slack, request, draw } = await waiting();
    slack.change(APPROVALS, THROWN_OUT);
    await draw();
    const [told] = await slack.directMessagesTo(BEN);
    const direct = await slack.messenger.directMessageWith("", BEN);
    await slack.remove(direct, told?.ts ?? "");
    await approves(world, request, CAL);

    await draw();

    expect(texts(await slack.directMessagesTo(BEN))).toEqual([
      expect.stringContaining("WAITING 1 of 2"),
    ]);
  });
});
