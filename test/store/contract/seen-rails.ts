import { expect, it } from "vitest";
import type { PaymentDetail } from "../../../src/platform/payment-details/payment-detail.ts";
import type { Rail } from "../../../src/platform/rail-api/rules/rail.ts";
import { findRailsReadAt, saveRailsReadAt } from "../../../src/request/queries/companies.ts";
import { addDestination } from "../../../src/request/queries/destinations.ts";

import { saveRuling } from "../../../src/request/queries/rails/find-vanished.ts";
import {
  countAllRailsInto,
  listKnownRails,
  listRailsInto,
} from "../../../src/request/queries/rails/known-rails.ts";
import {
  findLatestRailId,
  findSeenDestination,
  rememberRails,
} from "../../../src/request/queries/rails/seen-rails.ts";
import { toSeenRailRow } from "../../../src/request/queries/rows.ts";
import {
  listKnownValues,
  listUnregistered,
  valueFacts,
} from "../../../src/request/queries/values/known-values.ts";
import type { State } from "../../../src/request/rules/change-request.ts";
import { detailsOf } from "../../../src/request/rules/destination.ts";
import type { SeenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import {
  ADDRESS,
  aChange,
  after,
  anOffRampRail,
  anOnRampRail,
  anOnRampSpec,
  aWallet,
  aWalletDestination,
  aWhitelisting,
  ETHEREUM_ADDRESS,
  IBAN,
  NOW,
  VIRTUAL_IBAN,
} from "../../support/builders.ts";
import { belongingTo } from "./destinations.ts";
import type { Company, Subject } from "./subject.ts";

const done = (railId: string): State => ({ status: "done", since: NOW, railId, issued: null });

function seen(rail: Rail, at = NOW): SeenRail {
  const found = seenRail(rail, at);
  if (!found) throw new Error("A Rail without an id is not remembered");
  return found;
}

const addressOf = (value: string): PaymentDetail => ({ kind: "address", value });
const iban = (value: string): PaymentDetail => ({ kind: "iban", value });

/** An on-ramp into this wallet. */
const walletWith = (id: string) => aWalletDestination({ wallet: aWallet({ id }) });

function into(railId: string, walletId: string | null, at = NOW, address = ADDRESS): SeenRail {
  const rail = anOnRampRail({ id: railId });
  if (rail.destination.kind !== "crypto") throw new Error("It is an on-ramp");
  const wallet = { ...rail.destination.wallet, id: walletId, address };
  return seen({ ...rail, destination: { ...rail.destination, wallet } }, at);
}

export function seenRailsContract(on: () => Subject): void {
  const remember = ({ workspaceId, connection }: Company, rails: readonly SeenRail[]) =>
    rememberRails(on().db, workspaceId, connection.id, rails);

  it("are kept as the service showed them last", async () => {
    const { db, company } = on();
    const acme = await company();
    const find = (id: string) => findSeenDestination(db, acme.connection.id, id);
    await remember(acme, [into("rail_1", "wa_1")]);
    expect(await find("wa_1")).toEqual(into("rail_1", "wa_1").destination);

    await remember(acme, [into("rail_1", "wa_2", after({ minutes: 1 }))]);

    expect(await find("wa_1")).toBeUndefined();
    expect(await find("wa_2")).toEqual(into("rail_1", "wa_2").destination);
    expect(await listUnregistered(db, acme.connection.id)).toEqual([
      into("rail_1", "wa_2", after({ minutes: 1 })),
    ]);
  });

  it("prove no token any more once they are ruled out, also where a request made them", async () => {
    const { db, transaction, company, ask } = on();
    const acme = await company();
    const latest = () => findLatestRailId(db, acme.connection.id);
    await ask(acme, { state: done("rail_1") });
    await remember(acme, [into("rail_1", "wa_1"), into("rail_2", "wa_1", after({ minutes: 1 }))]);
    const agreed = { by: "U0CAL", at: NOW };
    const ruleOut = (railId: string) =>
      transaction((tx) =>
        saveRuling(tx.db, acme.connection.id, railId, {
          proposedBy: "U0BEN",
          proposedAt: NOW,
          agreed,
        }),
      );

    await ruleOut("rail_2");
    expect(await latest()).toBe("rail_1");
    await ruleOut("rail_1");
    expect(await latest()).toBeUndefined();
    await ask(acme, { state: done("rail_3") });
    expect(await latest()).toBe("rail_3");
    await remember(acme, [into("rail_1", "wa_1", after({ minutes: 2 }))]);
    expect(await latest()).toBe("rail_1");
  });

  it("show of a destination what was seen last, whichever Rail showed it", async () => {
    const { db, company } = on();
    const acme = await company();
    const later = into("rail_1", "wa_1", after({ minutes: 5 }), "later");
    await remember(acme, [later, into("rail_2", "wa_1", NOW, "earlier")]);

    expect(await findSeenDestination(db, acme.connection.id, "wa_1")).toEqual(later.destination);
  });

  it("may be a thousand at once, and twice among them", async () => {
    const { db, company } = on();
    const acme = await company();
    const rails = Array.from({ length: 1_000 }, (_, nth) => into(`rail_${nth}`, `wa_${nth}`));

    await remember(acme, [...rails, into("rail_7", "wa_7", after({ minutes: 1 }))]);
    await remember(acme, rails.slice(0, 600));
    await remember(acme, []);

    expect(await listUnregistered(db, acme.connection.id)).toHaveLength(1_000);
  });

  it("are kept from two walks at once, in whatever order each shows them", async () => {
    const { db, company } = on();
    const acme = await company();
    const rails = Array.from({ length: 400 }, (_, nth) => into(`rail_${nth}`, `wa_${nth}`));

    await Promise.all(
      [rails, rails.toReversed(), rails, rails.toReversed()].map((each) => remember(acme, each)),
    );

    expect(await listUnregistered(db, acme.connection.id)).toHaveLength(400);
  });

  it.each([`"quoted" \\ '`, "before\u0000after", "\ud800", "🏦", "", "\u0000".repeat(255)])(
    "may have any id: %j",
    async (id) => {
      const { db, company } = on();
      const acme = await company();
      const rail = into(id, id);

      await remember(acme, [rail]);

      expect(await listUnregistered(db, acme.connection.id)).toEqual([rail]);
      expect(await findSeenDestination(db, acme.connection.id, id)).toEqual(rail.destination);
      expect(await listRailsInto(db, acme.connection.id, walletWith(id))).toEqual([
        { railId: id, name: null, lastSeenAt: NOW },
      ]);
    },
  );

  it("whose destination is registered are not among the unregistered", async () => {
    const { db, company } = on();
    const acme = await company();
    await addDestination(
      db,
      aWalletDestination({ ...belongingTo(acme), wallet: aWallet({ id: "wa_1" }) }),
    );
    const elsewhere = into("rail_2", "wa_2");
    await remember(acme, [into("rail_1", "wa_1"), elsewhere, into("rail_3", null)]);

    const found = await listUnregistered(db, acme.connection.id);

    expect(found).toEqual(expect.arrayContaining([elsewhere, into("rail_3", null)]));
    expect(found).toHaveLength(2);
  });

  it("that agreed with the register are compared anew once a release that notes no agreement has shown them", async () => {
    const { db, company } = on();
    const acme = await company();
    const { workspaceId, connectionId } = belongingTo(acme);
    const wrong = aWallet({ id: "wa_1", address: ETHEREUM_ADDRESS });
    await addDestination(db, aWalletDestination({ ...belongingTo(acme), wallet: wrong }));
    const rail = into("rail_1", "wa_1");
    await rememberRails(db, workspaceId, connectionId, [rail], new Set(["rail_1"]));
    expect(await listUnregistered(db, connectionId)).toEqual([]);

    await db
      .updateTable("seen_rails")
      .set({ last_seen_at: new Date(after({ minutes: 1 })) })
      .where("connection_id", "=", connectionId)
      .execute();

    expect(await listUnregistered(db, connectionId)).toEqual([rail]);
  });

  it("that deliver to another address under an id of the register are no Rails into it", async () => {
    const { db, company } = on();
    const acme = await company();
    const wrong = aWallet({ id: "wa_1", address: ETHEREUM_ADDRESS });
    const registered = aWalletDestination({ ...belongingTo(acme), wallet: wrong });
    await addDestination(db, registered);
    const rail = into("rail_1", "wa_1");
    await remember(acme, [rail]);

    expect(await listRailsInto(db, acme.connection.id, registered)).toEqual([]);
    expect(await countAllRailsInto(db, acme.connection.id, registered)).toMatchObject({ all: 0 });
    expect(await listUnregistered(db, acme.connection.id)).toEqual([rail]);
    expect(await listKnownValues(db, acme.connection.id, addressOf(ADDRESS))).toContainEqual(
      expect.objectContaining({ is: "unregistered", isIdTaken: true, value: ADDRESS }),
    );
  });

  it("are listed once each and newest first, however many pages they take", async () => {
    const { db, company } = on();
    const acme = await company();
    const ids = Array.from({ length: 1_001 }, (_, nth) => `rail_${1_000 + nth}`);
    const all = ids.map((id) => into(id, "wa_1"));
    for (const some of [all.slice(0, 600), all.slice(600)]) await remember(acme, some);
    const listed = async (limit?: number) =>
      (await listKnownRails(db, acme.connection.id, limit)).map(({ rail }) => rail.railId);

    expect(await listed()).toEqual(ids.toReversed());
    expect(await listed(501)).toEqual(ids.toReversed().slice(0, 501));
  });

  it("and those asked for here make one list of the Rails into a destination", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    await ask(acme, { name: "Payroll", state: done("rail_1") });
    await ask(acme, { name: "Suppliers", state: done("rail_2") });
    await ask(acme, { name: "Waiting" });
    const at = after({ minutes: 1 });
    await remember(acme, [into("rail_2", "wa_1001", at), into("rail_3", "wa_1001", at)]);

    const found = await listRailsInto(db, acme.connection.id, walletWith("wa_1001"));

    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        { railId: "rail_1", name: "Payroll", lastSeenAt: null },
        { railId: "rail_2", name: "Suppliers", lastSeenAt: at },
        { railId: "rail_3", name: null, lastSeenAt: at },
      ]),
    );
    expect(await listRailsInto(db, acme.connection.id, walletWith("wa_9"))).toEqual([]);
    const counted = (id: string) => countAllRailsInto(db, acme.connection.id, walletWith(id));
    expect(await counted("wa_1001")).toEqual({ all: 3, ours: 2 });
    expect(await counted("wa_9")).toEqual({ all: 0, ours: 0 });
  });

  it("are known with the register and what is asked for: everything a value can be taken for", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const wallet = aWalletDestination(belongingTo(acme));
    await addDestination(db, wallet);
    const asked = await ask(acme, { change: aWhitelisting({ name: "New" }) });
    await ask(acme, { name: "Payroll", state: done("rail_1") });
    const named = seen(anOnRampRail({ id: "rail_1" }));
    const elsewhere = seen(anOffRampRail({ id: "rail_2" }));
    await remember(acme, [named, elsewhere]);

    const facts = (detail: PaymentDetail) => listKnownValues(db, acme.connection.id, detail);
    const known = await Promise.all(
      [addressOf(ADDRESS), iban(VIRTUAL_IBAN), iban(IBAN)].map(facts),
    );

    expect(known.flat()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ is: "destination", value: ADDRESS, destination: wallet }),
        expect.objectContaining({ is: "asked-for", requestNumber: asked.number, name: "New" }),
        expect.objectContaining({ is: "entry-point", value: VIRTUAL_IBAN, name: "Payroll" }),
        expect.objectContaining({ is: "unregistered", value: IBAN, rail: elsewhere }),
      ]),
    );
  });

  it("tell two destinations of ours that look alike from a forgery, once both are in use", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const alike = ADDRESS.replace(/.$/, (last) => (last === "x" ? "y" : "x"));
    const register = async (walletId: string, address: string) => {
      const wallet = aWallet({ id: walletId, address });
      const registered = { ...belongingTo(acme), provenAt: NOW, wallet };
      const destination = aWalletDestination(registered);
      await addDestination(db, destination);
      return destination;
    };
    const first = await register("wa_1", ADDRESS);
    await register("wa_2", alike);
    const areSiblings = async () => {
      const { lookAlikes } = await valueFacts(db, acme.connection.id, detailsOf(first));
      return lookAlikes.map(({ isSibling }) => isSibling);
    };
    expect(await areSiblings()).toEqual([false]);

    await ask(acme, { state: done("rail_1") });
    await remember(acme, [into("rail_1", "wa_1"), into("rail_2", "wa_2", NOW, alike)]);
    expect(await areSiblings()).toEqual([false]);

    const wallet = aWallet({ id: "wa_2", address: alike });
    const spec = anOnRampSpec({ destination: { asset: "GBPA", wallet } });
    await ask(acme, { change: aChange({ spec }), state: done("rail_2") });
    expect(await areSiblings()).toEqual([true]);

    await remember(acme, [into("rail_2", "wa_2", NOW, ETHEREUM_ADDRESS)]);
    expect(await areSiblings()).toEqual([false]);
  });

  it("are known by the value that was shown last, whatever release kept it", async () => {
    const { db, company } = on();
    const acme = await company();
    const { id } = acme.connection;
    const shown = async (address: string) =>
      (await listKnownValues(db, id, addressOf(address))).filter((each) => each.value === address);
    await remember(acme, [into("rail_1", "wa_1")]);
    expect(await shown(ADDRESS)).toHaveLength(1);

    const at = after({ minutes: 1 });
    await remember(acme, [into("rail_1", "wa_1", at, ETHEREUM_ADDRESS)]);
    expect(await shown(ADDRESS)).toEqual([]);
    expect(await shown(ETHEREUM_ADDRESS)).toHaveLength(1);

    // As code keeps it that knows no digests.
    await db
      .insertInto("seen_rails")
      .values({
        ...toSeenRailRow(acme.workspaceId, id, into("rail_2", "wa_2", at), false),
        ...{ source_digest: null, destination_digest: null },
      })
      .execute();
    expect(await shown(ADDRESS)).toHaveLength(1);
  });

  it("were last read at the time that was kept, and never before that", async () => {
    const { db, company } = on();
    const [acme, other] = [await company(), await company()];
    const readAt = () => findRailsReadAt(db, acme.connection.id);
    expect(await readAt()).toBeNull();

    await saveRailsReadAt(db, acme.connection.id, NOW);
    expect(await readAt()).toBe(NOW);
    await saveRailsReadAt(db, acme.connection.id, after({ minutes: 1 }));
    expect(await readAt()).toBe(after({ minutes: 1 }));
    expect(await findRailsReadAt(db, other.connection.id)).toBeNull();
    expect(await findRailsReadAt(db, "con_nobody")).toBeNull();
  });

  it("are each company's own, even under the same id", async () => {
    const { db, company } = on();
    const [acme, other] = [await company(), await company()];
    await remember(acme, [into("rail_1", "wa_1")]);
    await remember(other, [into("rail_1", "wa_other")]);

    expect(await findSeenDestination(db, acme.connection.id, "wa_1")).toBeDefined();
    expect(await findSeenDestination(db, other.connection.id, "wa_other")).toBeDefined();
  });
}
