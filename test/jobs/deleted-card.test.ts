import { describe, expect, it } from "vitest";
import { MessengerError } from "../../src/platform/slack/messenger-error.ts";
import type { Messenger } from "../../src/platform/slack/slack.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { updateApprovalCard } from "../../src/request/posting/update-approval-card.ts";
import { watchCards } from "../../src/request/posting/watch-cards.ts";
import { saveMessage } from "../../src/request/queries/messages.ts";
import { listStaleCards } from "../../src/request/queries/stale-messages.ts";
import { approves, must, refOf, requested } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { ANA, after, BEN, CAL, DAN, TREASURY } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { APPROVALS, aSlack, THROWN_OUT } from "./slack.ts";

const database = useTestStore();

const DELETED = "Somebody has deleted its card.";

/** A request that waits, with its card before a real Slack workspace. */
async function waiting() {
  const world = await aWorld(database);
  const slack = await aSlack();
  const request = await requested(world);
  const ref = refOf(request);
  const { deps, jobs, workspaceId } = world;
  const draw = (messenger: Partial<Messenger> = {}) =>
    updateApprovalCard(
      {
        ...deps,
        messenger: { ...slack.messenger, ...messenger },
        approvalsChannelOf: async () => APPROVALS,
      },
      ref,
    );
  await draw();
  const cards = async () => (await slack.messagesIn(APPROVALS)).filter(isCard);
  return {
    world,
    slack,
    request,
    ref,
    draw,
    cards,
    async deleteCard() {
      for (const { ts } of await cards()) await slack.remove(APPROVALS, ts);
    },
    /** What looking at the cards asks for. */
    async watched(messenger: Partial<Messenger> = {}) {
      const before = jobs.length;
      await watchCards({ ...deps, messenger: { ...slack.messenger, ...messenger } }, workspaceId);
      return jobs.slice(before);
    },
    toldTo: async (who: string) =>
      (await slack.directMessagesTo(who)).filter(({ text }) => text.includes(DELETED)),
    isStale: async () =>
      (await listStaleCards(deps.db, world.now.value, 1_000)).some(
        ({ requestId }) => requestId === ref.requestId,
      ),
  };
}

const isCard = ({ text }: { text: string }) => /WAITING|EXPIRED/.test(text);

describe("a card that somebody deletes while its request waits", () => {
  it("is posted anew, and everyone concerned is told once for each deletion", async () => {
    const { ref, draw, cards, deleteCard, watched, toldTo } = await waiting();
    const wakesIt = [{ name: "update-approval-card", request: ref, isWakeUp: true }];
    expect(await watched()).toEqual([]);

    for (const times of [1, 2]) {
      await deleteCard();
      expect(await watched()).toEqual(wakesIt);
      for (let run = 0; run < 3; run += 1) await draw();

      const [card, ...others] = await cards();
      expect(others).toEqual([]);
      expect(card?.text).toContain("Review");
      for (const who of [ANA, BEN, CAL, DAN]) {
        const told = await toldTo(who);
        expect(told).toHaveLength(times);
        expect(told.at(-1)?.text).toContain("WAITING 0 of 2");
      }
      expect(await watched()).toEqual([]);
    }
  });

  it("is posted anew once, where two runs find it gone", async () => {
    const { slack, draw, cards, deleteCard, watched } = await waiting();
    await deleteCard();
    await watched();
    const update: Messenger["update"] = async (...sent) => {
      const found = slack.messenger.update(...sent);
      // The other run has its answer first, and posts the card anew.
      await Promise.allSettled([found]);
      await draw();
      return found;
    };
    await draw({ update }).catch(() => {});
    await draw();

    expect(await cards()).toHaveLength(1);
  });

  it("is told of with a link to the new one", async () => {
    const { slack, draw, cards, deleteCard, watched } = await waiting();
    await deleteCard();
    await watched();
    const posted: string[] = [];
    const post: Messenger["post"] = (workspaceId, channel, message, how) => {
      posted.push(JSON.stringify(message));
      return slack.messenger.post(workspaceId, channel, message, how);
    };
    await draw({ post });

    const [card] = await cards();
    const told = posted.filter((each) => each.includes(DELETED));
    expect(told).toHaveLength(4);
    for (const each of told) {
      expect(each).toContain(`/archives/${APPROVALS}/p${card?.ts.replace(".", "")}`);
    }
  });

  it("is found by the sweep, where the job was lost, until everyone was told", async () => {
    const { slack, draw, deleteCard, watched, toldTo, isStale } = await waiting();
    await deleteCard();
    await watched();
    expect(await isStale()).toBe(true);
    const directMessageWith: Messenger["directMessageWith"] = async (workspaceId, userId) => {
      if (userId === BEN) throw new MessengerError("unavailable", "Slack did not take the call");
      return slack.messenger.directMessageWith(workspaceId, userId);
    };
    await expect(draw({ directMessageWith })).rejects.toMatchObject({ code: "unavailable" });
    expect(await toldTo(BEN)).toEqual([]);
    expect(await isStale()).toBe(true);

    await draw();

    for (const who of [ANA, BEN, CAL, DAN]) expect(await toldTo(who)).toHaveLength(1);
    expect(await isStale()).toBe(false);
  });

  it("is told of too where it is missed only because the request goes on", async () => {
    const { world, request, draw, cards, deleteCard, toldTo } = await waiting();
    await deleteCard();
    must(await approves(world, request, CAL));
    await draw();

    expect((await cards())[0]?.text).toContain("WAITING 1 of 2");
    expect(await toldTo(BEN)).toHaveLength(1);
  });

  it("is not missed once its request has expired", async () => {
    const { world, ref, draw, deleteCard, watched, toldTo } = await waiting();
    await deleteCard();
    world.now.value = after({ days: 2 });
    must(await applyCommand(world.deps, ref, { type: "expire" }));
    await draw();
    expect(await toldTo(BEN)).toEqual([]);
    await deleteCard();

    expect(await watched()).toEqual([]);
    expect(await toldTo(BEN)).toEqual([]);
  });

  it("is taken for deleted only where Slack says so", async () => {
    const { slack, deleteCard, watched } = await waiting();
    await deleteCard();
    for (const error of ["internal_error", "ratelimited", "channel_not_found"]) {
      slack.faults.failNext("chat.getPermalink", { error });
      expect(await watched()).toEqual([]);
    }
    slack.change(APPROVALS, THROWN_OUT);
    slack.faults.failNext("chat.getPermalink", { error: "channel_not_found" });
    expect(await watched()).toEqual([]);
  });
});

describe("a look at the cards of many open requests", () => {
  it("takes so many at a time, and all of them in turn", async () => {
    const { world, watched } = await waiting();
    Object.assign(world.deps, { openRequests: { perPerson: 50, perWorkspace: 50 } });
    for (let count = 1; count < 45; count += 1) {
      const ref = refOf(await requested(world, { name: `Rail ${count}` }));
      const card = { channelId: TREASURY, ts: `${count}.000001`, version: 0 };
      await saveMessage(world.deps.db, ref, "approval-card", card);
    }
    const looks: string[] = [];
    const presenceOf: Messenger["presenceOf"] = async (_, { ts }) => {
      looks.push(ts);
      return "there";
    };
    for (const minutes of [0, 0.5, 1]) {
      world.now.value = after({ minutes });
      const before = looks.length;
      await watched({ presenceOf });
      expect(looks.length - before).toBeLessThanOrEqual(20);
    }

    expect(new Set(looks).size).toBe(45);
  });
});
