import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { approveRequest } from "../../src/request/decide-request.ts";
import { listDestinations } from "../../src/request/queries/destinations.ts";
import { findRequest } from "../../src/request/queries/requests.ts";
import type { Content } from "../../src/request/rules/change.ts";
import type { ChangeRequest } from "../../src/request/rules/change-request.ts";
import { canonicalJson, digestOf } from "../../src/request/rules/digest.ts";
import type { JobName } from "../../src/request/rules/next-step.ts";
import { altered, leavesOf, withValue } from "../domain/leaves.ts";
import { BEN, NOW } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { backupOf } from "./backup.ts";
import {
  approvedChange,
  askedFor,
  importing,
  NEW_ADDRESS,
  retiring,
  whitelistedElsewhere,
  whitelisting,
} from "./register-steps.ts";
import {
  approvalClick,
  approved,
  delivery,
  jobOf,
  refOf,
  requested,
  runJobs,
  stateOf,
} from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld } from "./world.ts";

const database = useTestStore();

interface Kind {
  kind: string;
  /** What carries it out once it is approved. */
  step: JobName;
  asked(world: World): Promise<ChangeRequest>;
  approved(world: World): Promise<RequestRef>;
}

const destinationOf = async ({ deps, connectionId }: World) => {
  const [found] = await listDestinations(deps.db, connectionId, { kind: "wallet" });
  if (!found) throw new Error("There is none");
  return found;
};
const anImport = async (world: World) => importing(await whitelistedElsewhere(world, NEW_ADDRESS));

const KINDS: Kind[] = [
  {
    kind: "an on-ramp",
    step: "create-rail",
    asked: (world) => requested(world, { reference: "PAY-7" }),
    approved: (world) => approved(world, { reference: "PAY-7" }),
  },
  {
    kind: "an off-ramp",
    step: "create-rail",
    asked: (world) => requested(world, { type: "OFF_RAMP", reference: "PAY-7" }),
    approved: (world) => approved(world, { type: "OFF_RAMP", reference: "PAY-7" }),
  },
  {
    kind: "a whitelisting",
    step: "whitelist-destination",
    asked: (world) => askedFor(world, whitelisting()),
    approved: (world) => approvedChange(world, whitelisting()),
  },
  {
    kind: "an import",
    step: "keep-register",
    asked: async (world) => askedFor(world, await anImport(world)),
    approved: async (world) => approvedChange(world, await anImport(world)),
  },
  {
    kind: "a retirement",
    step: "keep-register",
    asked: async (world) => askedFor(world, retiring(await destinationOf(world))),
    approved: async (world) => approvedChange(world, retiring(await destinationOf(world))),
  },
];

/** Every field of a content altered in turn, and one more than the types have, at each level. */
function forgeriesOf(content: Content): { what: string; forged: Content }[] {
  const paths = leavesOf(content);
  const branches = new Set(paths.map((path) => path.split(".").slice(0, -1).join(".")));
  return [
    ...paths.map((path) => ({ what: path, forged: altered(content, path) })),
    ...[...branches].map((branch) => {
      const what = branch === "" ? "added" : `${branch}.added`;
      return { what, forged: withValue(content, what, "1000") };
    }),
  ];
}

const DIFFERS = { ok: false, refusal: "content-differs" };

/** The columns that somebody with the database could write. */
type Forgery = Partial<{ canonical: string; digest: string; approvals: string }>;

async function write({ requestId }: RequestRef, forgery: Forgery): Promise<void> {
  await database.db.updateTable("requests").set(forgery).where("id", "=", requestId).execute();
}

/** Each way in which a forger may have gone on, short of what only the approvers themselves can write. */
function waysOf(request: ChangeRequest, forged: Content): Record<string, Forgery> {
  const canonical = canonicalJson(forged);
  const digest = digestOf(canonical);
  const approvals = JSON.stringify(request.approvals.map((each) => ({ ...each, digest })));
  return {
    "the text alone": { canonical },
    "the digest alone": { digest },
    "the approvals alone": { approvals },
    "the text and its digest": { canonical, digest },
    "the text and the approvals": { canonical, approvals },
    "the digest and the approvals": { digest, approvals },
  };
}

const sentBy = ({ rails }: World) => rails.calls().filter(({ method }) => method === "POST").length;

async function found({ deps }: World, ref: RequestRef): Promise<ChangeRequest> {
  const request = await findRequest(deps.db, ref);
  if (!request) throw new Error("There is no such request");
  return request;
}

describe.each(KINDS)("the approvals of $kind", ({ step, ...kind }) => {
  it("are void for every other content: nothing is sent, and nothing is registered", {
    timeout: 120_000,
  }, async () => {
    // Long: what is carried out in the end must not be unknown because the machine is busy.
    const world = await aWorld(database, { timeoutMs: 60_000 });
    const ref = await kind.approved(world);
    const request = await found(world, ref);
    const restore = await backupOf(database, ref);
    const carryOut = () => jobOf(world.deps)(step, ref);
    const sent = sentBy(world);
    const register = async () => listDestinations(world.deps.db, world.connectionId, {});
    const registered = await register();
    const ends = new Map<string, Set<string>>();

    for (const { what, forged } of forgeriesOf(request.content)) {
      for (const [way, forgery] of Object.entries(waysOf(request, forged))) {
        await restore();
        await write(ref, forgery);

        // What is of no kind at all is not even taken up.
        const isOfNoKind = what.endsWith("kind");
        await carryOut().catch((error: unknown) => {
          if (!isOfNoKind) throw error;
        });

        const state = await stateOf(world, ref);
        const end = state.status === "needs-a-person" ? state.question : state.status;
        // The row names the request and the requester as well.
        if (what === "requestId" || what === "requestedBy") {
          expect(["tampered", "pending"], `${what}: ${way}`).toContain(end);
        } else if (!isOfNoKind) ends.set(way, (ends.get(way) ?? new Set()).add(end));
        expect(sentBy(world), `${what}: ${way}`).toBe(sent);
      }
    }

    expect(await register()).toEqual(registered);
    const tampered = new Set(["tampered"]);
    const lapsed = new Set(["pending"]);
    // A request that the forger had deliver into what is not in the register is ended at once.
    ends.get("the text and its digest")?.delete("voided");
    expect(Object.fromEntries(ends)).toEqual({
      "the text alone": tampered,
      "the digest alone": tampered,
      "the approvals alone": lapsed,
      "the text and its digest": lapsed,
      "the text and the approvals": tampered,
      "the digest and the approvals": tampered,
    });
    // The very same, untouched, is carried out.
    await restore();
    await carryOut();
    expect(["created", "in-force"]).toContain((await stateOf(world, ref)).status);
  });

  it("are not given to another content than the one that was shown", {
    timeout: 60_000,
  }, async () => {
    const world = await aWorld(database);
    const request = await kind.asked(world);
    const ref = refOf(request);
    const restore = await backupOf(database, ref);
    const click = await approvalClick(world, request, BEN);

    for (const { what, forged } of forgeriesOf(request.content)) {
      const canonical = canonicalJson(forged);
      for (const forgery of [{ canonical }, { canonical, digest: digestOf(canonical) }]) {
        await restore();
        await write(ref, forgery);

        const approved = approveRequest(world.deps, { ...click, delivery: delivery() });

        // What is of no kind at all cannot even be looked at.
        if (what.endsWith("kind")) await approved.catch(() => {});
        else expect(await approved, what).toMatchObject(DIFFERS);
        expect((await found(world, ref)).approvals, what).toEqual([]);
      }
    }
  });
});

it("count for the request that was approved, and not for another row with the same text", async () => {
  const world = await aWorld(database);
  const ref = await approved(world);
  const { canonical, digest, approvals } = await found(world, ref);
  expect((await runJobs(world, ref)).status).toBe("done");
  const other = await requested(world, { name: "Another" });
  const state = {
    status: "approved",
    since: NOW,
    timesNotSent: 0,
    because: null,
    nextTryAt: NOW,
  } as const;
  await database.db
    .updateTable("requests")
    .set({
      canonical,
      digest,
      approvals: JSON.stringify(approvals),
      status: state.status,
      state: JSON.stringify(state),
    })
    .where("id", "=", other.id)
    .execute();

  await createRail(world.deps, refOf(other));

  expect(await stateOf(world, refOf(other))).toMatchObject({
    status: "needs-a-person",
    question: "tampered",
  });
  expect(world.posts()).toBe(1);
});
