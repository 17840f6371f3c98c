import { describe, expect, it } from "vitest";
import { whitelistDestination } from "../../src/destination/post-destination.ts";
import { addDestination } from "../../src/request/queries/destinations.ts";
import { listEvents } from "../../src/request/queries/requests.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import type { Fault } from "../../src/sandbox/rail-service/faults.ts";
import {
  ADDRESS,
  ANA,
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
import { aWorld, withApi } from "./world.ts";

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

  it("is posted to once, however many workers start at once", async () => {
    const { world, posts } = await aWorldWithPosts();
    const ref = await approvedChange(world, whitelisting(details));

    await Promise.all([1, 2, 3, 4].map(() => whitelistDestination(world.deps, ref)));

    expect(posts()).toEqual(expected);
    expect(["in-force", "needs-a-person"]).toContain((await runJobs(world, ref)).status);
    expect(posts()).toEqual(expected);
  });
});

it.each([
  { what: "its time is over", end: "expired" },
  { what: "an approver has left", end: "pending" },
  { what: "it came into the register in another way", end: "voided" },
])("a whitelisting is not sent when $what meanwhile", async ({ end }) => {
  const { world, posts } = await aWorldWithPosts();
  const ref = await approvedChange(world, whitelisting());
  if (end === "expired") world.now.value = after({ hours: 24 });
  if (end === "pending") world.standings[CAL] = "deactivated";
  if (end === "voided") {
    const { workspaceId, connectionId, deps } = world;
    const id = crypto.randomUUID();
    const there = { id, workspaceId, connectionId, wallet: aWallet(NEW_WALLET) };
    await addDestination(deps.db, aWalletDestination(there));
  }

  await whitelistDestination(world.deps, ref);

  expect((await stateOf(world, ref)).status).toBe(end);
  expect(posts()).toEqual({ wallets: 0, accounts: 0 });
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
