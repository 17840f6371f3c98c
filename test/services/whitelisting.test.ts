import { describe, expect, it } from "vitest";
import { whitelistDestination } from "../../src/destination/post-destination.ts";
import { addDestination } from "../../src/request/queries/destinations.ts";
import { listEvents } from "../../src/request/queries/requests.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import type { Fault } from "../../src/sandbox/rail-service/faults.ts";
import {
  ADDRESS,
  ANA,
  aBankAccount,
  aBankAccountDestination,
  after,
  aWallet,
  aWalletDestination,
  BEN,
  CAL,
  DAN,
  NOW,
} from "../support/builders.ts";
import { savePolicy } from "../support/set-up.ts";
import { useTestStore } from "../support/use-store.ts";
import {
  approvedChange,
  askedFor,
  confirming,
  NEW_ACCOUNT,
  NEW_ADDRESS,
  NEW_WALLET,
  OTHER_ADDRESS,
  proposing,
  registered,
  remedied,
  whitelistedElsewhere,
  whitelisting,
} from "./register-steps.ts";
import {
  approves,
  bothApprove,
  drafted,
  eventsOf,
  expectState,
  must,
  refOf,
  requested,
  runJobs,
  stateOf,
} from "./steps.ts";
import { aWorld, nobodyThere, withApi } from "./world.ts";

const database = useTestStore();

/** The register of this world has two already; these are the posts since. */
async function aWorldWithPosts(options: Parameters<typeof aWorld>[1] = {}) {
  const world = await aWorld(database, options);
  const before = { wallets: world.posts("/wallets"), accounts: world.posts("/bank-accounts") };
  return {
    world,
    posts: () => ({
      wallets: world.posts("/wallets") - before.wallets,
      accounts: world.posts("/bank-accounts") - before.accounts,
    }),
  };
}

describe.each([
  { what: "wallet", details: NEW_WALLET, expected: { wallets: 1, accounts: 0 } },
  { what: "bank account", details: NEW_ACCOUNT, expected: { wallets: 0, accounts: 1 } },
])("a $what that was asked for and approved", ({ details, expected }) => {
  it("is whitelisted once, and stands in the register with who asked and who approved", async () => {
    const { world, posts } = await aWorldWithPosts();
    const ref = await approvedChange(world, whitelisting(details));

    const { serviceId } = expectState(await runJobs(world, ref), "in-force");

    expect(posts()).toEqual(expected);
    expect(await registered(world, details)).toMatchObject({
      workspaceId: world.workspaceId,
      connectionId: world.connectionId,
      addedBy: ANA,
      approvedBy: [BEN, CAL],
      requestId: ref.requestId,
      provenAt: expect.any(String),
      retiredAt: null,
      contradictedAt: null,
      [details.kind === "wallet" ? "wallet" : "bankAccount"]: { id: serviceId, name: "Payroll" },
    });
    expect(await eventsOf(world, ref)).toEqual([
      "approval-given",
      "approval-given",
      "approved",
      "sending-started",
      "in-force",
    ]);
  });

  it.each([
    { what: "its time is over", end: "expired" },
    { what: "an approver has left", end: "pending" },
    { what: "it came into the register in another way", end: "voided" },
  ])("is not sent when $what meanwhile", async ({ end }) => {
    const { world, posts } = await aWorldWithPosts();
    const ref = await approvedChange(world, whitelisting(details));
    if (end === "expired") world.now.value = after({ hours: 24 });
    if (end === "pending") world.standings[CAL] = "deactivated";
    if (end === "voided") {
      const { workspaceId, connectionId } = world;
      const id = crypto.randomUUID();
      const { db } = world.deps;
      await addDestination(
        db,
        details.kind === "wallet"
          ? aWalletDestination({ id, workspaceId, connectionId, wallet: aWallet(details) })
          : aBankAccountDestination({
              id,
              workspaceId,
              connectionId,
              bankAccount: aBankAccount(details),
            }),
      );
    }

    await whitelistDestination(world.deps, ref);

    expect((await stateOf(world, ref)).status).toBe(end);
    expect(posts()).toEqual({ wallets: 0, accounts: 0 });
  });

  it("is posted to once, however many workers start at once", async () => {
    const { world, posts } = await aWorldWithPosts();
    const ref = await approvedChange(world, whitelisting(details));

    await Promise.all([1, 2, 3, 4].map(() => whitelistDestination(world.deps, ref)));

    expect(posts()).toEqual(expected);
    expect(["in-force", "needs-a-person"]).toContain((await runJobs(world, ref)).status);
    expect(posts()).toEqual(expected);
  });
});

describe("the cool-down of a new destination", () => {
  it("keeps every form away from it until its last millisecond is over", async () => {
    const { world } = await aWorldWithPosts({ coolDownHours: 24 });
    await runJobs(world, await approvedChange(world, whitelisting()));
    const destination = await registered(world);
    const destinationId = destination?.id ?? "";
    expect(destination?.usableFrom).toBe(after({ hours: 24 }));

    world.now.value = after({ hours: 24, ms: -1 });
    await expect(drafted(world, { destinationId })).rejects.toThrow("destination-not-usable");
    world.now.value = after({ hours: 24 });
    expect(await drafted(world, { destinationId })).toMatchObject({ ok: true });
  });
});

describe("the first use of a destination", () => {
  it("is not approved by whoever added it alone, nor sent when only they are left", async () => {
    const { world } = await aWorldWithPosts();
    const request = await askedFor(world, whitelisting(), DAN);
    await bothApprove(world, request);
    await runJobs(world, refOf(request));
    const destination = await registered(world);
    expect(destination?.addedBy).toBe(DAN);
    const destinationId = destination?.id ?? "";
    const one = { approvers: [BEN, CAL, DAN], approvalsRequired: 1 };
    await savePolicy(
      database.db,
      world.workspaceId,
      usualPolicy({
        rails: one,
        destinations: one,
        coolDownHours: 0,
      }),
      NOW,
    );

    const rail = await requested(world, { destinationId });
    expect(await approves(world, rail, DAN)).toMatchObject({ refusal: "first-use-by-adder" });
    must(await approves(world, rail, BEN));
    expect((await runJobs(world, refOf(rail))).status).toBe("done");

    // From the second Rail on it is a destination like any other.
    const second = await requested(world, { destinationId });
    must(await approves(world, second, DAN));
    expect((await runJobs(world, refOf(second))).status).toBe("done");
  });
});

describe("what the service refuses", () => {
  it("a field: ends the request as failed, in the service's words, and registers nothing", async () => {
    const { world, posts } = await aWorldWithPosts();
    const details = { ...NEW_WALLET, address: "tooshort" };
    const ref = await approvedChange(world, whitelisting(details));

    const state = expectState(await runJobs(world, ref), "failed");

    expect(state.fieldErrors).toEqual({
      address: [expect.stringContaining("must be an address on the network")],
    });
    expect(posts()).toEqual({ wallets: 1, accounts: 0 });
    expect(await registered(world, details)).toBeUndefined();
    // And it may be asked for again.
    expect((await askedFor(world, whitelisting(details))).state.status).toBe("pending");
  });

  it("a token: waits until the token is mended, and then goes on by itself", async () => {
    const { world, posts } = await aWorldWithPosts();
    world.rails.faults.add({ operation: "POST /wallets", fault: { kind: "token-revoked" } });
    const ref = await approvedChange(world, whitelisting());
    await whitelistDestination(world.deps, ref);
    expectState(await stateOf(world, ref), "blocked");

    expect((await runJobs(world, ref)).status).toBe("in-force");

    expect(posts()).toEqual({ wallets: 2, accounts: 0 });
    expect((await eventsOf(world, ref)).filter((type) => type === "blocked")).toHaveLength(1);
  });
});

// Which answers of the service are unclear is held in test/rail-api.
describe.each<Fault>([{ kind: "drop-after-commit" }, { kind: "id-null" }])(
  "a POST that meets $kind",
  (fault) => {
    it.each([
      { operation: "POST /wallets", details: NEW_WALLET },
      { operation: "POST /bank-accounts", details: NEW_ACCOUNT },
    ] as const)(
      "is not repeated ($operation): a person has to find out",
      async ({ operation, details }) => {
        const { world, posts } = await aWorldWithPosts();
        world.rails.faults.add({ operation, fault });
        const ref = await approvedChange(world, whitelisting(details));

        await whitelistDestination(world.deps, ref);
        expect(world.jobs).toContainEqual({ name: "raise-alarm", request: ref });
        const state = await runJobs(world, ref);
        world.now.value = after({ days: 30 });
        await whitelistDestination(world.deps, ref);

        expect(state.status).toBe("needs-a-person");
        expect(await stateOf(world, ref)).toEqual(state);
        expect(posts().wallets + posts().accounts).toBe(1);
        expect(await registered(world, details)).toBeUndefined();
      },
    );
  },
);

describe("a connection that did not even open", () => {
  it("is tried again after growing pauses, with nothing registered meanwhile", async () => {
    const { world, posts } = await aWorldWithPosts();
    const ref = await approvedChange(world, whitelisting());
    const away = await nobodyThere();
    const unreachable = withApi(world, () => ({ whitelistWallet: away.whitelistWallet }));

    for (const time of [1, 2, 3]) {
      await whitelistDestination(unreachable.deps, ref);
      const state = expectState(await stateOf(world, ref), "approved");
      expect(state.timesNotSent).toBe(time);
      world.now.value = state.nextTryAt;
    }

    expect(posts().wallets).toBe(0);
    expect((await runJobs(world, ref)).status).toBe("in-force");
    expect(posts().wallets).toBe(1);
  });
});

describe("a whitelisting of unknown outcome", () => {
  async function unknown() {
    const { world, posts } = await aWorldWithPosts();
    world.rails.faults.add({ operation: "POST /wallets", fault: { kind: "drop-after-commit" } });
    const ref = await approvedChange(world, whitelisting());
    expectState(await runJobs(world, ref), "needs-a-person");
    return { world, posts, ref };
  }

  it("is sent exactly once more when two people release it, and no third time", async () => {
    const { world, posts, ref } = await unknown();

    must(await remedied(world, ref, { type: "release-attempt" }));
    await Promise.all([1, 2, 3].map(() => whitelistDestination(world.deps, ref)));
    await runJobs(world, ref);

    expect(posts().wallets).toBe(2);
    expect((await eventsOf(world, ref)).filter((type) => type === "sending-started")).toHaveLength(
      2,
    );
  });

  it("is not sent again when the released attempt is lost too", async () => {
    const { world, posts, ref } = await unknown();
    world.rails.faults.add({ operation: "POST /wallets", fault: { kind: "drop-after-commit" } });

    must(await remedied(world, ref, { type: "release-attempt" }));
    expectState(await runJobs(world, ref), "needs-a-person");
    world.now.value = after({ days: 9 });
    await whitelistDestination(world.deps, ref);

    expect(posts().wallets).toBe(2);
  });

  it("comes into the register under the id that one enters and the full quorum agrees to, not proven", async () => {
    const { world, posts, ref } = await unknown();
    const serviceId = await whitelistedElsewhere(world, NEW_ADDRESS);
    const sent = posts().wallets;

    must(await remedied(world, ref, { type: "enter-id", serviceId }));
    expect(await stateOf(world, ref)).toMatchObject({ status: "needs-a-person" });
    expect(await registered(world)).toBeUndefined();
    const remedy = { type: "enter-id", serviceId } as const;
    expect(await confirming(world, ref, CAL, remedy)).toMatchObject({ ok: false });
    must(await confirming(world, ref, DAN, remedy));

    expect(await stateOf(world, ref)).toMatchObject({ status: "in-force", serviceId });
    expect(await registered(world)).toMatchObject({
      provenAt: null,
      addedBy: ANA,
      approvedBy: [BEN, CAL, DAN],
      wallet: { id: serviceId },
    });
    await runJobs(world, ref);
    expect(posts().wallets).toBe(sent);
  });

  it("is not brought in under an id that another destination has", async () => {
    const { world, ref } = await unknown();
    const taken = await registered(world, { ...NEW_WALLET, address: ADDRESS });
    const serviceId = taken?.kind === "wallet" ? taken.wallet.id : "";

    expect(await proposing(world, ref, BEN, { type: "enter-id", serviceId })).toMatchObject({
      refusal: "id-taken",
    });
  });

  it("needs a second person, and exactly what was proposed", async () => {
    const { world, posts, ref } = await unknown();
    const remedy = { type: "release-attempt" } as const;

    expect(await confirming(world, ref, CAL, remedy)).toMatchObject({ refusal: "remedy-changed" });
    must(await proposing(world, ref, BEN, remedy));
    expect(await confirming(world, ref, BEN, remedy)).toMatchObject({
      refusal: "second-person-needed",
    });
    expect(await confirming(world, ref, CAL, { type: "close" })).toMatchObject({
      refusal: "remedy-changed",
    });
    expect(await confirming(world, ref, ANA, remedy)).toMatchObject({ refusal: "not-an-approver" });
    world.standings[CAL] = "deactivated";
    expect(await confirming(world, ref, CAL, remedy)).toMatchObject({
      refusal: "not-an-active-member",
    });
    world.standings[CAL] = "active";
    world.standings[BEN] = "deactivated";
    expect(await confirming(world, ref, CAL, remedy)).toMatchObject({ refusal: "remedy-changed" });

    expectState(await stateOf(world, ref), "needs-a-person");
    expect(posts().wallets).toBe(1);
  });

  it("can be closed, and then asked for again", async () => {
    const { world, ref } = await unknown();

    must(await remedied(world, ref, { type: "close" }));

    expectState(await stateOf(world, ref), "voided");
    expect((await askedFor(world, whitelisting())).state.status).toBe("pending");
  });
});

describe("what the service answers", () => {
  it("another address than the approved one: is never registered, and calls the approvers", async () => {
    const { world } = await aWorldWithPosts();
    const lying = withApi(world, (api) => ({
      whitelistWallet: (wallet) => api.whitelistWallet({ ...wallet, address: OTHER_ADDRESS }),
    }));
    const ref = await approvedChange(world, whitelisting());

    await whitelistDestination(lying.deps, ref);

    expect(await stateOf(world, ref)).toMatchObject({
      status: "quarantined",
      differences: [{ field: "address", expected: NEW_ADDRESS, found: OTHER_ADDRESS }],
    });
    expect(await registered(world)).toBeUndefined();
    expect(await registered(world, { ...NEW_WALLET, address: OTHER_ADDRESS })).toBeUndefined();
    expect(world.jobs).toContainEqual({ name: "raise-alarm", request: ref });
  });

  it("an id that stands for another destination here: is not registered a second time", async () => {
    const { world } = await aWorldWithPosts();
    const taken = await registered(world, { ...NEW_WALLET, address: ADDRESS });
    const id = taken?.kind === "wallet" ? taken.wallet.id : "";
    const lying = withApi(world, (api) => ({
      whitelistWallet: async (wallet) => ({ ...(await api.whitelistWallet(wallet)), id }),
    }));
    const ref = await approvedChange(world, whitelisting());

    await whitelistDestination(lying.deps, ref);

    expectState(await stateOf(world, ref), "needs-a-person");
    expect(await registered(world)).toBeUndefined();
  });

  it.each([
    { id: "bka_7", status: "in-force" },
    { id: null, status: "needs-a-person" },
    { id: "", status: "needs-a-person" },
    { id: "bka_\u0000", status: "needs-a-person" },
    { id: "b".repeat(256), status: "needs-a-person" },
  ])(
    "anything at all to a bank account: is kept, and an id is found or asked of a person ($status)",
    async ({ id, status }) => {
      const { world } = await aWorldWithPosts();
      const answer = { odd: "\u0000 answer" };
      const odd = withApi(world, () => ({
        whitelistBankAccount: async () => ({ id, bankAccount: null, answer }),
      }));
      const ref = await approvedChange(world, whitelisting(NEW_ACCOUNT));

      await whitelistDestination(odd.deps, ref);

      expect(await stateOf(world, ref)).toMatchObject({ status });
      const last = (await listEvents(world.deps.db, ref)).at(-1);
      expect(last).toMatchObject({ answer: JSON.stringify(answer) });
      const found = await registered(world, NEW_ACCOUNT);
      if (status === "in-force")
        expect(found).toMatchObject({ provenAt: null, bankAccount: { id } });
      else expect(found).toBeUndefined();
    },
  );
});

it("takes an answer that comes after it was given up, and posts nothing again", async () => {
  const { world, posts } = await aWorldWithPosts();
  const ref = await approvedChange(world, whitelisting());
  const gate = Promise.withResolvers<void>();
  const slow = withApi(world, (api) => ({
    async whitelistWallet(wallet) {
      const answer = await api.whitelistWallet(wallet);
      await gate.promise;
      return answer;
    },
  }));
  const posting = whitelistDestination(slow.deps, ref);
  await expect.poll(async () => (await stateOf(world, ref)).status).toBe("sending");
  await expect.poll(() => posts().wallets).toBe(1);
  await whitelistDestination(world.deps, ref);
  expectState(await stateOf(world, ref), "needs-a-person");

  gate.resolve();
  await posting;

  expectState(await stateOf(world, ref), "in-force");
  expect(posts().wallets).toBe(1);
});
