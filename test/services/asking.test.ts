import { describe, expect, it } from "vitest";
import type { InTransaction } from "../../src/platform/queue/transaction.ts";
import { draftRail } from "../../src/rail/screens/draft-rail.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { approvalCard } from "../../src/request/card/approval-card.ts";
import { requestFacts } from "../../src/request/card/request-facts.ts";
import { approveRequest, denyRequest, withdrawRequest } from "../../src/request/decide-request.ts";
import { findCurrentConnection } from "../../src/request/queries/companies.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { listOpenRequests } from "../../src/request/queries/find-requests.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import type { Submission } from "../../src/request/request-change.ts";
import { requestChange } from "../../src/request/request-change.ts";
import { firstBreak } from "../../src/request/rules/audit.ts";
import { listAudit } from "../support/audit-of.ts";
import { ANA, BEN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import {
  answers,
  approvalClick,
  delivery,
  drafted,
  eventsOf,
  must,
  refOf,
  requested,
  runJobs,
} from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld } from "./world.ts";

const database = useTestStore();

async function submissionOf(world: World): Promise<Submission> {
  const { draft, digest } = await drafted(world);
  const { workspaceId } = world;
  return { workspaceId, draftId: draft.id, digest, by: ANA, delivery: delivery() };
}

describe("a form", () => {
  it.each([
    ["fiatAsset", "EUR"],
    ["stablecoin", "USDT"],
    ["network", "MOON"],
    ["network", null],
  ])("with a %s that is not offered (%s) is refused", async (field, value) => {
    const world = await aWorld(database);
    const form = { ...(await answers(world, { type: "OFF_RAMP" })), [field]: value };

    expect(await draftRail(world.deps, world.workspaceId, ANA, form)).toEqual({
      ok: false,
      because: "asset-not-offered",
    });
  });

  it("with a destination of the other kind, of another workspace, retired, or unknown is refused", async () => {
    const [world, other] = [await aWorld(database), await aWorld(database)];
    const [wallet] = await listDestinations(database.db, world.connectionId, { kind: "wallet" });
    const [foreign] = await listDestinations(database.db, other.connectionId, { kind: "wallet" });
    const [account] = await listDestinations(database.db, world.connectionId, {
      kind: "bank-account",
    });
    await retire(wallet?.id);

    for (const destinationId of [wallet?.id, foreign?.id, account?.id, "", "des_unknown"]) {
      const form = await answers(world, { destinationId: destinationId ?? "" });
      expect(await draftRail(world.deps, world.workspaceId, ANA, form)).toEqual({
        ok: false,
        because: "destination-not-usable",
      });
    }
  });

  it("for what exists or is asked for already is held up until the person says so", async () => {
    const world = await aWorld(database);
    const first = await requested(world);
    const form = await answers(world, { wantsAnother: false });

    const held = await draftRail(world.deps, world.workspaceId, ANA, form);
    expect(held).toMatchObject({ ok: false, because: "similar-exists", similar: { id: first.id } });

    await withdrawRequest(world.deps, { ...refOf(first), by: ANA, delivery: delivery() });
    expect(await draftRail(world.deps, world.workspaceId, ANA, form)).toMatchObject({ ok: true });
  });

  it("for the same Rail at the same moment becomes one request, and the other person is told", async () => {
    const world = await aWorld(database);
    const [one, other] = [await submissionOf(world), await submissionOf(world)];

    const both = await Promise.all([
      requestChange(world.deps, { ...one, delivery: delivery() }),
      requestChange(world.deps, { ...other, delivery: delivery() }),
    ]);

    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual({ ok: false, because: "similar-exists" });
  });

  it("for a second one says so to the approvers, and for a first one does not", async () => {
    const world = await aWorld(database);
    const first = await requested(world);
    const second = await requested(world);

    expect(first.content.change).not.toHaveProperty("isAnother");
    expect(second.content.change).toMatchObject({ isAnother: true });
    const facts = await requestFacts(world.deps, second);
    expect(JSON.stringify(approvalCard(facts).blocks)).toContain("this is one more Rail");
  });
});

describe("a reviewed draft", () => {
  it("becomes one request, however often and however fast it is submitted", async () => {
    const world = await aWorld(database);
    const submission = await submissionOf(world);

    const all = await Promise.all(
      [1, 2, 3].map(() => requestChange(world.deps, { ...submission, delivery: delivery() })),
    );
    all.push(await requestChange(world.deps, { ...submission, delivery: delivery() }));

    expect(new Set(all.map((each) => must(each).request.number)).size).toBe(1);
    expect(await listOpenRequests(database.db, world.workspaceId)).toHaveLength(1);
    const audit = await listAudit(database.db, world.workspaceId);
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([["requested", ANA]]);
  });

  it.each([
    ["deactivated", "not-an-active-member"],
    ["guest", "not-an-active-member"],
    ["stranger", "not-an-active-member"],
    ["not-known", "standing-not-known"],
  ] as const)(
    "of a person who is %s becomes no request, whatever form let them in",
    async (standing, because) => {
      const world = await aWorld(database);
      const submission = await submissionOf(world);
      world.standings[ANA] = standing;

      expect(await requestChange(world.deps, submission)).toEqual({ ok: false, because });

      expect(await listOpenRequests(database.db, world.workspaceId)).toEqual([]);
      world.standings[ANA] = "active";
      expect(await requestChange(world.deps, submission)).toMatchObject({ ok: true });
    },
  );

  it("does nothing in a second delivery of the same click", async () => {
    const world = await aWorld(database);
    const submission = await submissionOf(world);

    const both = await Promise.all([
      requestChange(world.deps, submission),
      requestChange(world.deps, submission),
    ]);

    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual({ ok: false, because: "seen-before" });
  });

  it("is not asked for when it was changed after the review", async () => {
    const world = await aWorld(database);
    const submission = await submissionOf(world);
    await drafted(world, { draftId: submission.draftId, name: "Something else" });

    expect(await requestChange(world.deps, submission)).toEqual({
      ok: false,
      because: "draft-changed",
    });
  });

  it("is not said to be asked for when the request that stands is of an earlier review", async () => {
    const world = await aWorld(database);
    const submission = await submissionOf(world);
    const { request } = must(await requestChange(world.deps, submission));
    const { digest } = await drafted(world, { draftId: submission.draftId, name: "Another" });

    const again = await requestChange(world.deps, { ...submission, digest, delivery: delivery() });

    expect(again).toEqual({ ok: false, because: "draft-gone" });
    expect(await findRequest(database.db, refOf(request))).toEqual(request);
  });

  it("is not asked for when its destination was retired, changed or removed meanwhile", async () => {
    for (const change of ["retired", "changed", "removed"] as const) {
      const world = await aWorld(database);
      const submission = await submissionOf(world);
      const [wallet] = await listDestinations(database.db, world.connectionId, {
        kind: "wallet",
      });
      const id = wallet?.id ?? "";
      if (change === "retired") await retire(id);
      if (change === "removed") {
        await database.db.deleteFrom("destinations").where("id", "=", id).execute();
      }
      if (change === "changed") {
        await database.db
          .updateTable("destinations")
          .set({ value: "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM" })
          .where("id", "=", id)
          .execute();
      }

      expect(await requestChange(world.deps, submission), change).toEqual({
        ok: false,
        because: "destination-not-usable",
      });
      expect(await listOpenRequests(database.db, world.workspaceId)).toEqual([]);
    }
  });
});

it("freezes the connection under which it was drafted, also when that changes this very moment", async () => {
  const world = await aWorld(database);
  const submission = await submissionOf(world);
  const drafted = await findCurrentConnection(database.db, world.workspaceId);
  let reads = 0;
  const moving: InTransaction = (work) =>
    database.transaction((tx) =>
      work({
        ...tx,
        db: tx.db.withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            if (!result.rows.some(({ id }) => id === drafted.id)) return result;
            reads += 1;
            const others = result.rows.map((row) => ({ ...row, id: "con_other" }));
            return reads === 1 ? result : { ...result, rows: others };
          },
        }),
      }),
    );

  const { request } = must(await requestChange({ ...world.deps, transaction: moving }, submission));

  expect(request.content.connection).toEqual(drafted);
});

describe("the ends without a Rail", () => {
  it.each(["denied", "withdrawn", "expired"] as const)(
    "%s: is in the audit with who and when, and nothing is posted",
    async (end) => {
      const world = await aWorld(database);
      const request = await requested(world);
      const ref = refOf(request);
      const click = { ...ref, delivery: delivery() };
      if (end === "denied") await denyRequest(world.deps, { ...click, by: BEN, reason: "No" });
      if (end === "withdrawn") await withdrawRequest(world.deps, { ...click, by: ANA });
      if (end === "expired") {
        world.now.value = request.expiresAt;
        await applyCommand(world.deps, ref, { type: "expire" });
      }

      expect(await runJobs(world, ref)).toMatchObject({ status: end, at: world.now.value });
      expect(world.posts()).toBe(0);
      const audit = await listAudit(database.db, world.workspaceId);
      expect(firstBreak(audit)).toBeUndefined();
      const actor = { denied: BEN, withdrawn: ANA, expired: "signalbox" }[end];
      expect(audit.at(-1)).toMatchObject({ action: end, actor, requestId: request.id });
    },
  );
});

it("saves all of a step or nothing: a job that cannot be enqueued leaves no trace", async () => {
  const world = await aWorld(database);
  const request = await requested(world);
  const ref = refOf(request);
  const auditBefore = await listAudit(database.db, world.workspaceId);
  const click = await approvalClick(world, request, BEN);
  const full: InTransaction = (work) =>
    database.transaction((tx) =>
      work({ ...tx, enqueue: () => Promise.reject(new Error("The queue is full")) }),
    );

  await expect(approveRequest({ ...world.deps, transaction: full }, click)).rejects.toThrow("full");

  expect(await findRequest(database.db, ref)).toEqual(request);
  expect(await eventsOf(world, ref)).toEqual([]);
  expect(await listAudit(database.db, world.workspaceId)).toEqual(auditBefore);
  // Nor is the click remembered: delivered again, it counts.
  expect(await approveRequest(world.deps, click)).toMatchObject({ ok: true });
});

async function retire(id: string | undefined): Promise<void> {
  await database.db
    .updateTable("destinations")
    .set({ retired_at: new Date() })
    .where("id", "=", id ?? "")
    .execute();
}
