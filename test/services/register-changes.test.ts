import { describe, expect, it } from "vitest";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import { createRailApi } from "../../src/platform/rail-api/client.ts";
import type { RailApi } from "../../src/platform/rail-api/rail-api.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { rememberingRails } from "../../src/rail/creating/remember-rails.ts";
import { applyCommand } from "../../src/request/apply-command.ts";
import { carryOut } from "../../src/request/carry-out.ts";
import { updateApprovalCard } from "../../src/request/posting/update-approval-card.ts";
import { findRailsReadAt } from "../../src/request/queries/companies.ts";
import { addDestination } from "../../src/request/queries/destinations.ts";
import { findMessage, NEVER_DRAWN, saveMessage } from "../../src/request/queries/messages.ts";
import type { Destination } from "../../src/request/rules/destination.ts";
import { tagText } from "../../src/request/rules/outcome/tag.ts";
import { recordedSlack } from "../jobs/recorded-slack.ts";
import { listAudit } from "../support/audit-of.ts";
import {
  ADDRESS,
  ANA,
  after,
  anOnRampRail,
  aWallet,
  aWalletDestination,
  BEN,
  CAL,
  ETHEREUM_ADDRESS,
} from "../support/builders.ts";
import { aRoster } from "../support/people.ts";
import { useTestStore } from "../support/use-store.ts";
import { Killed, killable } from "./killable.ts";
import {
  approvedChange,
  askedFor,
  drafting,
  importing,
  NEW_ADDRESS,
  NEW_WALLET,
  OTHER_ADDRESS,
  railElsewhere,
  readAll,
  registered,
  retiring,
  submitting,
  whitelistedElsewhere,
  whitelisting,
} from "./register-steps.ts";
import { approved, must, refOf, requested, runJobs, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld, moveTo } from "./world.ts";

const database = useTestStore();

const COLD_ELSEWHERE = { ...NEW_WALLET, network: "ETHEREUM_SEPOLIA", address: ADDRESS };
const COLD = { ...NEW_WALLET, address: ADDRESS };

async function coldWallet(world: World): Promise<Destination> {
  const found = await registered(world, COLD);
  if (!found) throw new Error("It stands in every world");
  return found;
}

describe("an import", () => {
  it("puts what the service has already into the register, not proven, and sends nothing", async () => {
    const world = await aWorld(database);
    const serviceId = await whitelistedElsewhere(world, NEW_ADDRESS);
    const calls = world.rails.calls().length;

    const ref = await approvedChange(world, importing(serviceId));

    expect(await runJobs(world, ref)).toMatchObject({ status: "in-force", serviceId });
    expect(await registered(world)).toMatchObject({
      addedBy: ANA,
      approvedBy: [BEN, CAL],
      provenAt: null,
      wallet: { id: serviceId, address: NEW_ADDRESS },
    });
    expect(world.rails.calls()).toHaveLength(calls);
  });

  it("is proven at once where a Rail has shown that id with that address", async () => {
    const world = await aWorld(database);
    const serviceId = await whitelistedElsewhere(world, NEW_ADDRESS);
    await railElsewhere(world, serviceId);
    await readAll(world);

    await runJobs(world, await approvedChange(world, importing(serviceId)));

    expect((await registered(world))?.provenAt).not.toBeNull();
  });

  it("is not asked for where a Rail has shown that id with another address since the form was filled in", async () => {
    const world = await aWorld(database);
    const serviceId = await whitelistedElsewhere(world, OTHER_ADDRESS);
    const drafted = must(await drafting(world, importing(serviceId)));
    await railElsewhere(world, serviceId);
    await readAll(world);

    expect(await submitting(world, drafted)).toEqual({ ok: false, because: "contradicted" });
  });

  it("is refused in the form where a Rail has shown that id with another address", async () => {
    const world = await aWorld(database);
    const serviceId = await whitelistedElsewhere(world, OTHER_ADDRESS);
    await railElsewhere(world, serviceId);
    await readAll(world);

    expect(await drafting(world, importing(serviceId))).toEqual({
      ok: false,
      because: "contradicted",
      shown: OTHER_ADDRESS,
    });
  });

  it("is never registered where that was seen after it was asked for, and people are called", async () => {
    const world = await aWorld(database);
    const serviceId = await whitelistedElsewhere(world, OTHER_ADDRESS);
    const ref = await approvedChange(world, importing(serviceId));
    await railElsewhere(world, serviceId);
    await readAll(world);

    expect(await runJobs(world, ref)).toMatchObject({
      status: "quarantined",
      differences: [{ field: "address", found: OTHER_ADDRESS }],
    });
    expect(await registered(world)).toBeUndefined();
  });

  it("is refused when its id belongs to another destination here", async () => {
    const world = await aWorld(database);
    const cold = await coldWallet(world);
    const serviceId = cold.kind === "wallet" ? cold.wallet.id : "";

    expect(await drafting(world, importing(serviceId))).toMatchObject({ because: "id-taken" });
  });
});

describe("what is read at the service", () => {
  async function imported(world: World, address: string) {
    const serviceId = await whitelistedElsewhere(world, address);
    const ref = await approvedChange(world, importing(serviceId));
    await runJobs(world, ref);
    const destination = await registered(world);
    if (!destination) throw new Error("It was imported");
    return { serviceId, ref, destination };
  }

  it("proves a destination, and only the first time counts", async () => {
    const world = await aWorld(database);
    const { serviceId } = await imported(world, NEW_ADDRESS);
    await readAll(world);
    expect((await registered(world))?.provenAt).toBeNull();
    await railElsewhere(world, serviceId);
    world.now.value = after({ hours: 1 });
    await readAll(world);
    world.now.value = after({ hours: 2 });
    await readAll(world);

    expect((await registered(world))?.provenAt).toBe(after({ hours: 1 }));
    const audit = await listAudit(world.deps.db, world.workspaceId);
    expect(audit.filter(({ action }) => action === "proven")).toHaveLength(1);
    expect(world.jobs.at(-1)).toMatchObject({ name: "update-approval-card" });
  });

  it("shows on every waiting card what it may look like now, and on those about it that it is proven", async () => {
    const world = await aWorld(database);
    const { db } = world.deps;
    const elsewhere = await requested(world);
    const isDrawn = async (request: Parameters<typeof refOf>[0]) =>
      (await findMessage(db, refOf(request), "approval-card"))?.version !== NEVER_DRAWN;
    const drawn = async (request: Parameters<typeof refOf>[0]) => {
      const card = { channelId: "C0APPROVALS", ts: request.id, version: 99 };
      await saveMessage(db, refOf(request), "approval-card", card);
    };
    await drawn(elsewhere);

    const { serviceId, destination } = await imported(world, NEW_ADDRESS);
    expect(await isDrawn(elsewhere)).toBe(false);

    const about = await requested(world, { destinationId: destination.id });
    for (const each of [elsewhere, about]) await drawn(each);
    await railElsewhere(world, serviceId);
    await readAll(world);
    expect([await isDrawn(about), await isDrawn(elsewhere)]).toEqual([false, true]);
  });

  it("contradicts a destination: no form, no approval and no claim gets into it any more, and people are called", async () => {
    const world = await aWorld(database);
    const { serviceId, ref, destination } = await imported(world, OTHER_ADDRESS);
    const { id: destinationId } = destination;
    const pending = await requested(world, { destinationId });
    const ready = await approved(world, { destinationId });
    await railElsewhere(world, serviceId);
    const posts = world.posts();
    world.jobs.length = 0;

    await readAll(world);

    expect(await stateOf(world, ref)).toMatchObject({
      status: "quarantined",
      differences: [{ field: "address", expected: NEW_ADDRESS, found: OTHER_ADDRESS }],
    });
    expect((await registered(world))?.contradictedAt).toBe(world.now.value);
    expect(world.jobs).toContainEqual({ name: "raise-alarm", request: ref });
    for (const waiting of [refOf(pending), ready]) {
      expect(world.jobs).toContainEqual({ name: "void-request", request: waiting });
      expect((await runJobs(world, waiting)).status).toBe("voided");
    }
    await expect(requested(world, { destinationId })).rejects.toThrow("destination-not-usable");
    expect(world.posts()).toBe(posts);
  });

  it("contradicts it also where nobody was told to end what waits: the claim looks again", async () => {
    const world = await aWorld(database);
    const { serviceId, destination } = await imported(world, OTHER_ADDRESS);
    const ref = await approved(world, { destinationId: destination.id });
    // It belongs to another request: without any tag it might be the one that is asked for.
    const other = await requested(world, { name: "Other" });
    const tag = tagText({ requestId: other.id, digest: other.digest });
    await railElsewhere(world, serviceId, [tag]);
    const posts = world.posts();

    // It looks for its tag first, and that very look shows what is wrong.
    await createRail(world.deps, ref);

    expect((await stateOf(world, ref)).status).toBe("voided");
    expect(world.posts()).toBe(posts);
  });

  it.each([
    { what: "of the sandbox's start", isAsked: false },
    { what: "whose request says otherwise", isAsked: true },
  ])("contradicts a destination $what too, and ends what waits for it", async ({ isAsked }) => {
    const world = await aWorld(database);
    const serviceId = await whitelistedElsewhere(world, OTHER_ADDRESS);
    const { workspaceId, connectionId } = world;
    const asked = isAsked ? await askedFor(world, whitelisting(COLD_ELSEWHERE)) : null;
    const destination = aWalletDestination({
      id: crypto.randomUUID(),
      workspaceId,
      connectionId,
      requestId: asked?.id ?? null,
      wallet: aWallet({ id: serviceId, address: NEW_ADDRESS }),
    });
    await addDestination(world.deps.db, destination);
    const waiting = await requested(world, { destinationId: destination.id });
    await railElsewhere(world, serviceId);
    world.jobs.length = 0;

    await readAll(world);

    expect((await registered(world))?.contradictedAt).toBe(world.now.value);
    expect(world.jobs).toContainEqual({ name: "void-request", request: refOf(waiting) });
  });

  it("is not held up by a Rail whose ids no database could look for", async () => {
    const world = await aWorld(database);
    const endless = Array.from({ length: 300 }, () => crypto.randomUUID()).join("");
    const rail = anOnRampRail({ id: endless });
    const { destination } = anOnRampRail();
    if (destination.kind !== "crypto") throw new Error("It is an on-ramp");
    const wallet = { ...destination.wallet, id: endless };
    const rails = [rail, anOnRampRail({ destination: { ...destination, wallet } })];
    const { workspaceId, connectionId, deps } = world;
    const odd: RailApi = {
      ...(await deps.railApis(workspaceId, connectionId)),
      async *listRails() {
        yield { rails, total: 2 };
      },
    };
    const railApis = async () => rememberingRails(deps, workspaceId, connectionId, odd);

    await readAll({ ...world, deps: { ...deps, railApis } });

    expect(await findRailsReadAt(deps.db, connectionId)).toBe(world.now.value);
  });

  it("contradicts it in one step: a process that is killed leaves no half of it", async () => {
    for (let nth = 1, isDead = true; isDead; nth += 1) {
      const world = await aWorld(database);
      const { serviceId, ref } = await imported(world, OTHER_ADDRESS);
      await railElsewhere(world, serviceId);
      const { workspaceId, connectionId, deps } = world;
      const dying = killable(deps, nth);
      const bare = createRailApi({ baseUrl: world.rails.baseUrl, token: world.token.value });
      const railApis = async () => rememberingRails(dying.deps, workspaceId, connectionId, bare);
      await readAll({ ...world, deps: { ...deps, railApis } }).catch((error) => {
        if (!(error instanceof Killed)) throw error;
      });
      isDead = dying.isDead();

      await readAll(world);

      expect((await stateOf(world, ref)).status, `killed at step ${nth}`).toBe("quarantined");
      expect((await registered(world))?.contradictedAt).not.toBeNull();
      await world.rails.stop();
    }
  });
});

describe("a retirement", () => {
  it("is said on the card of the request that added the destination", async () => {
    const world = await aWorld(database);
    const { deps, jobs } = world;
    const slack = recordedSlack(deps.messenger);
    const draw = (ref: RequestRef) =>
      updateApprovalCard(
        { ...deps, messenger: slack.messenger, approvalsChannelOf: async () => "C0APPROVALS" },
        ref,
      );
    const added = await approvedChange(world, whitelisting(NEW_WALLET));
    expect(await runJobs(world, added)).toMatchObject({ status: "in-force" });
    await draw(added);
    const card = () => slack.said[0]?.json;
    expect(card()).toContain("In the register since ");
    expect(card()).not.toContain("It has been retired since.");
    const found = await registered(world);
    if (!found) throw new Error("It was whitelisted just now");

    const before = jobs.length;
    await runJobs(world, await approvedChange(world, retiring(found)));
    const wakesIt = { name: "update-approval-card", request: added };
    expect(jobs.slice(before)).toContainEqual(wakesIt);
    await draw(added);
    expect(card()).toContain("It has been retired since.");
  });

  it("takes a destination out of every form, and never out of history", async () => {
    const world = await aWorld(database);
    const cold = await coldWallet(world);

    expect((await runJobs(world, await approvedChange(world, retiring(cold)))).status).toBe(
      "in-force",
    );

    await expect(requested(world, { destinationId: cold.id })).rejects.toThrow(
      "destination-not-usable",
    );
    expect((await coldWallet(world)).retiredAt).not.toBeNull();
    expect(await drafting(world, retiring(cold))).toEqual({
      ok: false,
      because: "destination-gone",
    });
  });

  it("ends the Rail requests that wait for it, and leaves alone what is being sent", async () => {
    const world = await aWorld(database);
    const cold = await coldWallet(world);
    const pending = await requested(world, { destinationId: cold.id });
    const ready = await approved(world, { destinationId: cold.id });
    const sending = await approved(world, { destinationId: cold.id });
    must(await applyCommand(world.deps, sending, { type: "claim" }, undefined, aRoster()));
    const retirement = await approvedChange(world, retiring(cold));
    world.jobs.length = 0;

    await carryOut(world.deps, retirement);

    const voided = world.jobs.filter(({ name }) => name === "void-request");
    expect(voided.map(({ request }) => request)).toEqual(
      expect.arrayContaining([refOf(pending), ready]),
    );
    for (const ref of [refOf(pending), ready, sending]) {
      await applyCommand(world.deps, ref, { type: "void" });
    }
    expect((await stateOf(world, refOf(pending))).status).toBe("voided");
    expect((await stateOf(world, ready)).status).toBe("voided");
    expect((await stateOf(world, sending)).status).toBe("sending");
    await createRail(world.deps, ready);
    expect(world.posts()).toBe(0);
  });
});

describe("two people who ask about one destination at once", () => {
  it("make one request of it, in any spelling", async () => {
    const world = await aWorld(database);
    const address = ETHEREUM_ADDRESS;
    const wallet = { kind: "wallet", network: "ETHEREUM_SEPOLIA", address } as const;
    const drafts = await Promise.all(
      [wallet, { ...wallet, address: address.toLowerCase() }, wallet, wallet].map(
        async (details, nth) => must(await drafting(world, whitelisting(details, `Name ${nth}`))),
      ),
    );

    const all = await Promise.all(drafts.map((draft) => submitting(world, draft)));

    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.filter((each) => !each.ok && each.because === "already-asked")).toHaveLength(3);
  });

  it("are told so before they submit", async () => {
    const world = await aWorld(database);
    const first = await askedFor(world, whitelisting());

    expect(await drafting(world, whitelisting())).toMatchObject({
      because: "already-asked",
      request: { id: first.id },
    });
    expect(await drafting(world, importing("wa_7"))).toMatchObject({ because: "already-asked" });
  });

  it("make two of one address on two networks", async () => {
    const world = await aWorld(database);
    await askedFor(world, whitelisting());

    const elsewhere = { ...NEW_WALLET, network: "ETHEREUM_SEPOLIA" };
    expect(await drafting(world, whitelisting(elsewhere))).toMatchObject({ ok: true });
  });

  it("cannot ask for what the register has", async () => {
    const world = await aWorld(database);
    const late = must(await drafting(world, whitelisting()));
    const ref = await approvedChange(world, whitelisting());
    await runJobs(world, ref);

    expect(await drafting(world, whitelisting())).toMatchObject({ because: "already-registered" });
    expect(await submitting(world, late)).toMatchObject({ because: "already-registered" });
    expect(await drafting(world, whitelisting(COLD))).toMatchObject({
      because: "already-registered",
    });
  });
});

describe("a form about a destination", () => {
  it("for a network that is not offered is refused", async () => {
    const world = await aWorld(database);

    expect(await drafting(world, whitelisting({ ...NEW_WALLET, network: "MOON" }))).toEqual({
      ok: false,
      because: "network-not-offered",
    });
  });

  it("is bound to its workspace, its person and its connection", async () => {
    const [world, other] = [await aWorld(database), await aWorld(database)];
    const foreign = await coldWallet(other);
    expect(await drafting(world, retiring(foreign))).toEqual({
      ok: false,
      because: "destination-gone",
    });
    const draft = must(await drafting(world, whitelisting()));
    expect(await submitting(world, draft, BEN)).toMatchObject({ because: "draft-gone" });
    expect(await submitting({ ...world, workspaceId: other.workspaceId }, draft)).toMatchObject({
      because: "draft-gone",
    });
    await moveTo(database, world, "production");
    expect(await submitting(world, draft)).toMatchObject({ because: "connection-changed" });
  });
});
