import { afterAll, beforeAll, expect, it } from "vitest";
import {
  findDestination,
  findDestinationByDetails,
  findDestinationByServiceId,
  insertDestination,
  listDestinations,
  markDestination,
} from "../../src/request/queries/destinations.ts";
import type { Destination } from "../../src/request/rules/destination.ts";
import { detailsOf } from "../../src/request/rules/destination.ts";
import { aWorld } from "../services/world.ts";
import {
  aBankAccount,
  aBankAccountDestination,
  aWallet,
  aWalletDestination,
  NOW,
  VIRTUAL_IBAN,
} from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";
import { openTestStore } from "../support/store.ts";

/** Each differs from the first in one thing alone: what a query forgets makes it find two, or the wrong one. */

let database: TestStore;
let all: Destination[];
beforeAll(async () => {
  database = await openTestStore();
  const ends: (() => Promise<void>)[] = [];
  const world = () => aWorld(database, { atTheEnd: (stop) => void ends.push(stop) });
  const [one, other] = [await world(), await world()];
  await Promise.all(ends.map((end) => end()));
  await database.db.deleteFrom("destinations").execute();
  const here = { workspaceId: one.workspaceId, connectionId: one.connectionId };
  const there = { workspaceId: other.workspaceId, connectionId: other.connectionId };
  const first = aWalletDestination({ ...here, id: "des_first" });
  const wallet = (id: string, fields: Parameters<typeof aWallet>[0]) =>
    aWalletDestination({ ...here, id, wallet: aWallet({ id: `wa_${id}`, ...fields }) });
  all = [
    first,
    aWalletDestination({ ...there, id: "des_elsewhere" }),
    aWalletDestination({ ...here, id: "des_retired", retiredAt: NOW }),
    wallet("des_network", { network: "SOLANA" }),
    wallet("des_address", { address: "DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK" }),
    // Solana reads an address in another case as another one.
    wallet("des_case", { address: aWallet().address.toLowerCase() }),
    {
      ...wallet("des_wrong", { address: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin" }),
      contradictedAt: NOW,
    },
    aBankAccountDestination({ ...here, id: "des_account" }),
    aBankAccountDestination({
      ...here,
      id: "des_same_name",
      bankAccount: aBankAccount({ id: "bka_same", iban: VIRTUAL_IBAN }),
    }),
  ];
  // In another order than by their names and ids.
  for (const each of all.toReversed()) await insertDestination(database.db, each);
});
afterAll(() => database.close());

const serviceIdOf = (each: Destination) =>
  each.kind === "wallet" ? each.wallet.id : each.bankAccount.id;

const nameOf = (each: Destination) =>
  (each.kind === "wallet" ? each.wallet : each.bankAccount).name;

it("each is found by its id in its own workspace alone", async () => {
  for (const each of all) {
    for (const { workspaceId } of all) {
      const isOwn = workspaceId === each.workspaceId;
      const found = await findDestination(database.db, workspaceId, each.id);
      expect(found).toEqual(isOwn ? each : undefined);
    }
  }
});

it("each is found by what is its own at its own connection, one in use before a retired one", async () => {
  for (const each of all) {
    const { connectionId } = each;
    const meant = each.id === "des_retired" ? all[0] : each;
    const byId = await findDestinationByServiceId(database.db, connectionId, serviceIdOf(each));
    expect(byId?.id).toBe(meant?.id);
    const byDetails = await findDestinationByDetails(database.db, connectionId, detailsOf(each));
    expect(byDetails?.id).toBe(meant?.id);
  }
});

it("lists have those of the connection alone, of the kind and in the state that was asked for, in one order", async () => {
  for (const { connectionId } of all) {
    for (const kind of ["wallet", "bank-account", undefined] as const) {
      for (const isNotEnded of [true, false]) {
        const filter = { ...(kind && { kind }), ...(isNotEnded && { isNotEnded }) };
        const listed = await listDestinations(database.db, connectionId, filter);
        const expected = all
          .filter((each) => each.connectionId === connectionId)
          .filter((each) => kind === undefined || each.kind === kind)
          .filter((each) => !isNotEnded || (!each.retiredAt && !each.contradictedAt))
          .map((each) => ({ id: each.id, key: `${nameOf(each).toLowerCase()}\u0000${each.id}` }))
          .toSorted((one, other) => (one.key < other.key ? -1 : 1))
          .map(({ id }) => id);
        // Those of one name stand in the order of their ids, on every page.
        expect(listed.map(({ id }) => id)).toEqual(expected);
      }
    }
  }
});

it("a mark changes one, once", async () => {
  for (const mark of ["retired", "contradicted"] as const) {
    for (const each of all) {
      const before = await Promise.all(
        all.map(({ workspaceId, id }) => findDestination(database.db, workspaceId, id)),
      );
      await markDestination(
        database.db,
        each.connectionId,
        each.id,
        mark,
        "2026-04-01T00:00:00.000Z",
      );
      const after = await Promise.all(
        all.map(({ workspaceId, id }) => findDestination(database.db, workspaceId, id)),
      );
      const field = mark === "retired" ? "retiredAt" : "contradictedAt";
      const changed = all.filter((_, index) => before[index]?.[field] !== after[index]?.[field]);
      const isMarked = before.find((one) => one?.id === each.id)?.[field] !== null;
      expect(changed.map(({ id }) => id)).toEqual(isMarked ? [] : [each.id]);
    }
  }
});
