import { describe, expect, it } from "vitest";
import type { DestinationAnswers } from "../../src/destination/draft-destination.ts";
import { draftDestination } from "../../src/destination/draft-destination.ts";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { approveRequest } from "../../src/request/decide-request.ts";
import { requestChange } from "../../src/request/request-change.ts";
import { ADDRESS, ANA, BEN, CAL } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { type Again, everyKill } from "./every-kill.ts";
import { importing, NEW_WALLET, registered, retiring, whitelisting } from "./register-steps.ts";
import { approvalClick, delivery, must, stateOf } from "./steps.ts";
import type { World } from "./world.ts";

const database = useTestStore();

describe.each([
  { what: "its queue tries again what was under way", isQueueLost: false },
  { what: "its queue is lost and only the sweep is left", isQueueLost: true },
])("a process killed at any step, when $what", ({ isQueueLost }) => {
  it("whitelists once, or calls a person; it never asks the service twice", {
    timeout: 120_000,
  }, async () => {
    const ends = await everyKill(database, {
      ask: approvedByTwo(async () => whitelisting()),
      isQueueLost,
      async check(world, ref) {
        const { status } = await stateOf(world, ref);
        const posts = world.posts("/wallets") - 1;
        const destination = await registered(world);
        if (status === "in-force") {
          expect(posts).toBe(1);
          expect(destination).toMatchObject({ addedBy: ANA, approvedBy: [BEN, CAL] });
        } else {
          expect(status).toBe("needs-a-person");
          expect(posts).toBeLessThanOrEqual(1);
          expect(destination).toBeUndefined();
        }
      },
    });
    // From the claim to what is known of its POST: at the marker, at the last look with freeze and token, before the POST, in it
    // and after it.
    expect(ends.filter((end) => end === "needs-a-person").length).toBeLessThanOrEqual(9);
    expect(ends).toContain("needs-a-person");
    expect(ends.length).toBeGreaterThan(isQueueLost ? 15 : 20);
  });

  it("imports once, however often it is begun anew", { timeout: 120_000 }, async () => {
    const ends = await everyKill(database, {
      ask: approvedByTwo(async () => importing("wa_7")),
      isQueueLost,
      async check(world) {
        expect(await registered(world)).toMatchObject({ wallet: { id: "wa_7" } });
      },
    });
    expect(new Set(ends)).toEqual(new Set(["in-force"]));
  });

  it("retires once, however often it is begun anew", { timeout: 120_000 }, async () => {
    const cold = { ...NEW_WALLET, address: ADDRESS };
    const form = async (world: World) => retiring((await registered(world, cold)) ?? { id: "" });
    const ends = await everyKill(database, {
      ask: approvedByTwo(form),
      isQueueLost,
      async check(world) {
        expect((await registered(world, cold))?.retiredAt).not.toBeNull();
      },
    });
    expect(new Set(ends)).toEqual(new Set(["in-force"]));
  });
});

function approvedByTwo(form: (world: World) => Promise<DestinationAnswers>) {
  return async (world: World, again: Again): Promise<RequestRef> => {
    const { workspaceId } = world;
    const answers = await form(world);
    const { draft, digest } = must(
      await again((deps) => draftDestination(deps, workspaceId, ANA, answers)),
    );
    const submission = { workspaceId, draftId: draft.id, digest, by: ANA, delivery: delivery() };
    const { request } = must(await again((deps) => requestChange(deps, submission)));
    for (const by of [BEN, CAL]) {
      const click = await approvalClick(world, request, by);
      must(await again((deps) => approveRequest(deps, click)));
    }
    return { workspaceId, requestId: request.id };
  };
}
