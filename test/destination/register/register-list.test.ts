import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { DestinationListRow } from "../../../src/destination/register/destination-list.ts";
import { destinationList } from "../../../src/destination/register/destination-list.ts";
import { factsOf, findRegisterRow } from "../../../src/destination/register/register-list.ts";
import type { Db } from "../../../src/platform/database/schema.ts";
import type { OnRampRail } from "../../../src/platform/rail-api/rules/rail.ts";
import type { Context } from "../../../src/request/context.ts";
import { narrowed } from "../../../src/request/list/list.ts";
import { readListQuery } from "../../../src/request/rules/list-query.ts";
import type { Company } from "../../services/register.ts";
import { aCompany } from "../../services/register.ts";
import {
  ANA,
  aBankAccount,
  aBankAccountDestination,
  after,
  anImport,
  anOffRampRail,
  anOnRampRail,
  aRetirement,
  aWallet,
  aWalletDestination,
  aWhitelisting,
  NOW,
  someWalletDetails,
} from "../../support/builders.ts";
import { steppingDatabase } from "../../support/stepping-database.ts";
import { useTestStore } from "../../support/use-store.ts";

const test = useTestStore();
let company: Company;
beforeEach(async () => {
  company = await aCompany(test);
});

/** The rows that words narrow the list to, in its order. */
async function listed(words = "", db: Db = test.db) {
  const deps = { db, clock: () => NOW } as Context;
  const at = { workspaceId: company.workspaceId, userId: ANA };
  const everything = await destinationList.read(deps, at);
  const read = readListQuery(words, destinationList.words, { assets: [], now: NOW });
  if (!read.ok) throw new Error(read.problem);
  return (await narrowed(deps, at, destinationList, everything, read.query)).rows;
}

const namesOf = (rows: readonly DestinationListRow[]): string[] =>
  rows.map(({ entry }) => factsOf(entry).name);

/** Those that pass, opened. */
async function opened(words?: string) {
  return Promise.all(
    (await listed(words)).map(({ ref }) =>
      findRegisterRow({ db: test.db }, company.workspaceId, ref ?? ""),
    ),
  );
}

function aWalletNamed(name: string, fields: Partial<ReturnType<typeof aWalletDestination>> = {}) {
  const wallet = aWallet({ id: `wa_${randomUUID()}`, name, address: `address of ${name}` });
  return aWalletDestination({ id: randomUUID(), wallet, ...fields });
}

/** A Rail made elsewhere, into a wallet that nobody registered. */
function elsewhere(id: string, serviceId: string | null, displayName = "Elsewhere"): OnRampRail {
  const { destination } = anOnRampRail();
  const wallet = { ...destination.wallet, id: serviceId, displayName };
  return anOnRampRail({ id, destination: { ...destination, wallet } });
}

describe("the register as a list", () => {
  it("has everything in the order of its names, whatever their case", async () => {
    await company.register(aWalletNamed("beta"));
    await company.register(aWalletNamed("Gamma"));
    await company.register(aWalletNamed("Alpha"));
    await company.ask(aWhitelisting({ name: "Beta waiting" }));
    await company.see([elsewhere("rail_1", "wa_9", "delta")]);

    expect(namesOf(await listed())).toEqual(["Alpha", "beta", "Beta waiting", "delta", "Gamma"]);
  });

  it("says which Rails use one, and when the service last showed that", async () => {
    const wallet = aWalletNamed("Used");
    await company.register(wallet);
    const { destination } = anOnRampRail();
    const shown = { ...destination.wallet, id: wallet.wallet.id, address: wallet.wallet.address };
    const rail = anOnRampRail({ id: "rail_1", destination: { ...destination, wallet: shown } });
    await company.see([rail, elsewhere("rail_2", "wa_other")]);

    expect(await opened("used")).toMatchObject([
      { is: "registered", railsInto: [{ railId: "rail_1", lastSeenAt: NOW }], openRequest: null },
    ]);
  });

  it("shows Rails made elsewhere under one id as one, and what is asked about it", async () => {
    await company.see([elsewhere("rail_1", "wa_7001", "Old name")], after({ days: -1 }));
    await company.see([elsewhere("rail_2", "wa_7001", "New name")]);
    await company.see([elsewhere("rail_3", null), elsewhere("rail_4", null)]);
    const number = await company.ask(anImport({ name: "Imported" }));

    expect(await opened("elsewhere")).toMatchObject([
      { end: { serviceId: null }, rails: [{ railId: "rail_4" }], openRequest: null },
      { end: { serviceId: null }, rails: [{ railId: "rail_3" }], openRequest: null },
      {
        end: { displayName: "New name" },
        rails: [{ railId: "rail_2" }, { railId: "rail_1" }],
        openRequest: number,
      },
    ]);
  });

  it("says that one is asked to be retired", async () => {
    await company.register(aWalletDestination({ id: randomUUID() }));
    const number = await company.ask(aRetirement());

    expect(await opened()).toMatchObject([{ is: "registered", openRequest: number }]);
  });

  it("is cut down by each filter to what it says", async () => {
    const later = { usableFrom: after({ days: 1 }) };
    await company.register(aWalletNamed("Usable"));
    await company.register(aWalletNamed("Cooling", later));
    await company.register(aWalletNamed("Retired", { ...later, retiredAt: NOW }));
    await company.register(aWalletNamed("Wrong", { contradictedAt: NOW }));
    await company.register(
      aBankAccountDestination({ id: randomUUID(), bankAccount: aBankAccount({ name: "Account" }) }),
    );
    await company.ask(aWhitelisting({ name: "Asked" }));
    const { destination } = anOffRampRail();
    const bankAccount = { ...destination.bankAccount, id: "bka_9", displayName: "Foreign" };
    await company.see([anOffRampRail({ destination: { ...destination, bankAccount } })]);

    const wallets = ["Asked", "Cooling", "Retired", "Usable", "Wrong"];
    expect(namesOf(await listed("wallet"))).toEqual(wallets);
    expect(namesOf(await listed("bank"))).toEqual(["Account", "Foreign"]);
    expect(namesOf(await listed("usable"))).toEqual(["Account", "Usable"]);
    expect(namesOf(await listed("later"))).toEqual(["Cooling"]);
    expect(namesOf(await listed("retired"))).toEqual(["Retired"]);
    expect(namesOf(await listed("contradicted"))).toEqual(["Wrong"]);
    expect(namesOf(await listed("waiting"))).toEqual(["Asked"]);
    expect(namesOf(await listed("elsewhere"))).toEqual(["Foreign"]);
    expect(await listed()).toHaveLength(7);
  });

  it.each([
    ["a word of the name", "COLD", ["Cold wallet"]],
    ["words in any order", '"wallet" cold', ["Cold wallet"]],
    ["the network", "ethereum", ["Hot wallet"]],
    ["a piece of the address", "xKXtg2", ["Cold wallet"]],
    ["an IBAN in groups", "gb29 NWBK 6016", ["Operating"]],
    ["the service's id", "bka_2001", ["Operating"]],
    ["the number of the request", "r-1", ["Asked"]],
    ["nothing that is there", "%", []],
    ["too little of an address to tell", "7xK", []],
    ["blanks", "   ", ["Asked", "Cold wallet", "Hot wallet", "Operating"]],
  ])("is searched by %s", async (_, search, names) => {
    const hot = aWallet({ id: "wa_2", name: "Hot wallet", network: "ETHEREUM", address: "0xabc" });
    await company.register(
      aWalletDestination({ id: randomUUID(), wallet: aWallet({ name: "Cold wallet" }) }),
    );
    await company.register(aWalletDestination({ id: randomUUID(), wallet: hot }));
    await company.register(
      aBankAccountDestination({
        id: randomUUID(),
        bankAccount: aBankAccount({ name: "Operating" }),
      }),
    );
    const details = someWalletDetails({ network: "BASE", address: "0xdef" });
    await company.ask(aWhitelisting({ name: "Asked", details }));

    expect(namesOf(await listed(search))).toEqual(names);
  });

  it("reads nothing more about each row", async () => {
    for (let each = 0; each < 12; each++) await company.register(aWalletNamed(`Wallet ${each}`));
    const asked: string[] = [];
    const counting = steppingDatabase(test.db, ({ sql }) => {
      if (/from "seen_rails" where .*"destination_service_id"/.test(sql)) asked.push(sql);
    });

    await listed("", counting);

    expect(asked).toEqual([]);
  });
});
