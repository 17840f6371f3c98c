import { randomUUID } from "node:crypto";
import { composeIBAN } from "ibantools";
import type { KyselyPlugin } from "kysely";
import { expect, it } from "vitest";
import { NO_PINS } from "../../../src/authority/pins.ts";
import { lookAlikes } from "../../../src/platform/payment-details/look-alike.ts";
import type { InTransaction } from "../../../src/platform/queue/transaction.ts";
import { hasRailInto } from "../../../src/request/queries/count-requests.ts";
import {
  addDestination,
  findDestination,
  findDestinationByDetails,
  findDestinationByServiceId,
  insertDestination,
  markDestination,
} from "../../../src/request/queries/destinations.ts";
import { draftDigest, saveDraft } from "../../../src/request/queries/drafts.ts";
import {
  findOpenRequestAbout,
  listAwaitedDestinations,
  listOpenRequests,
  listWaitingRequestsInto,
} from "../../../src/request/queries/find-requests.ts";
import { valueFacts } from "../../../src/request/queries/values/known-values.ts";
import { requestChange } from "../../../src/request/request-change.ts";
import type { DestinationDetails } from "../../../src/request/rules/change.ts";
import type { State } from "../../../src/request/rules/change-request.ts";
import type { Destination } from "../../../src/request/rules/destination.ts";
import {
  ADDRESS,
  ANA,
  aBankAccount,
  aBankAccountDestination,
  after,
  anImport,
  aRetirement,
  aWallet,
  aWalletDestination,
  aWhitelisting,
  ETHEREUM_ADDRESS,
  IBAN,
  NOW,
  someWalletDetails,
  TREASURY,
  VIRTUAL_IBAN,
} from "../../support/builders.ts";
import { somePeople } from "../../support/people.ts";
import { refOf } from "./requests.ts";
import type { Company, Subject } from "./subject.ts";
import { SEAL } from "./subject.ts";

const inForce: State = { status: "in-force", since: NOW, serviceId: "wa_7001" };
const voided: State = { status: "voided", at: NOW, because: "It was retired.", made: null };
const quarantined: State = {
  status: "quarantined",
  unnamed: 0,
  because: "differs",
  was: "created",
  since: NOW,
  railIds: [],
  differences: [],
};
const stuck: State = {
  status: "needs-a-person",
  made: null,
  since: NOW,
  question: "outcome",
  because: "No clear answer.",
  candidates: [],
};
const approved: State = {
  status: "approved",
  since: NOW,
  timesNotSent: 0,
  because: null,
  nextTryAt: NOW,
};
const blocked: State = { status: "blocked", since: NOW, nextTryAt: NOW };
const sending: State = { status: "sending", since: NOW, timesNotSent: 0 };
const done: State = { status: "done", since: NOW, railId: "rail_1", issued: null };

export const belongingTo = ({ workspaceId, connection }: Company) => ({
  id: randomUUID(),
  workspaceId,
  connectionId: connection.id,
});

const ofBank = (number: number) =>
  composeIBAN({ countryCode: "GB", bban: `NWBK601613${String(number).padStart(8, "0")}` }) ?? "";

const countingRows = (onResult: (count: number) => void): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    onResult(result.rows.length);
    return result;
  },
});

export function destinationsContract(on: () => Subject): void {
  const inTransaction: InTransaction = (work) => on().transaction(work);

  async function keep(destination: Destination): Promise<Destination> {
    await addDestination(on().db, destination);
    return destination;
  }

  const ethereumAt = (acme: Company, address: string, id: string) =>
    aWalletDestination({
      ...belongingTo(acme),
      wallet: aWallet({ id, network: "ETHEREUM_SEPOLIA", address }),
    });

  it("come back as they went in, ids and names of any kind too", async () => {
    const { db, company } = on();
    const acme = await company();
    const odd = await keep(
      aWalletDestination({
        ...belongingTo(acme),
        approvedBy: [],
        provenAt: null,
        contradictedAt: after({ minutes: 1 }),
        retiredAt: after({ minutes: 2 }),
        wallet: aWallet({ id: `"wa" \\ '\u0000 🏦`, name: `'); drop table "x" 🏦` }),
      }),
    );

    expect(await findDestination(db, acme.workspaceId, odd.id)).toEqual(odd);
    expect(await findDestinationByServiceId(db, acme.connection.id, `"wa" \\ '\u0000 🏦`)).toEqual(
      odd,
    );
  });

  it("are found by where money goes, in any spelling of the same", async () => {
    const { db, company } = on();
    const acme = await company();
    const ethereum = await keep(ethereumAt(acme, ETHEREUM_ADDRESS, "wa_eth"));
    const solana = await keep(aWalletDestination(belongingTo(acme)));
    const account = await keep(aBankAccountDestination(belongingTo(acme)));
    const find = async (details: DestinationDetails) => {
      const found = await findDestinationByDetails(db, acme.connection.id, details);
      expect(
        await inTransaction((tx) => findDestinationByDetails(tx.db, acme.connection.id, details)),
      ).toEqual(found);
      return found;
    };
    const wallet = { kind: "wallet", network: "ETHEREUM_SEPOLIA" } as const;

    expect(await find({ ...wallet, address: ETHEREUM_ADDRESS })).toEqual(ethereum);
    expect(await find({ ...wallet, address: ETHEREUM_ADDRESS.toLowerCase() })).toEqual(ethereum);
    expect(await find({ ...wallet, network: "ETHEREUM", address: ETHEREUM_ADDRESS })).toBe(
      undefined,
    );
    expect(await find(someWalletDetails())).toEqual(solana);
    expect(await find(someWalletDetails({ address: ADDRESS.toLowerCase() }))).toBeUndefined();
    expect(await find({ kind: "bank-account", iban: IBAN })).toEqual(account);
    expect(await find({ kind: "bank-account", iban: IBAN.toLowerCase() })).toEqual(account);
    expect(await find({ kind: "bank-account", iban: VIRTUAL_IBAN })).toBeUndefined();
  });

  it("are marked once: the first time stands, and the other marks stay as they were", async () => {
    const { db, company } = on();
    const acme = await company();
    const wallet = await keep(aWalletDestination({ ...belongingTo(acme), provenAt: null }));
    const other = await keep(ethereumAt(acme, ETHEREUM_ADDRESS, "wa_eth"));
    const mark = (what: "retired" | "proven" | "contradicted", at: string) =>
      inTransaction((tx) => markDestination(tx.db, wallet.connectionId, wallet.id, what, at));

    await mark("proven", after({ minutes: 1 }));
    await mark("proven", after({ minutes: 9 }));
    await mark("contradicted", after({ minutes: 2 }));
    await mark("retired", after({ minutes: 3 }));
    await mark("retired", after({ minutes: 4 }));

    expect(await findDestination(db, acme.workspaceId, wallet.id)).toEqual({
      ...wallet,
      provenAt: after({ minutes: 1 }),
      contradictedAt: after({ minutes: 2 }),
      retiredAt: after({ minutes: 3 }),
    });
    expect(await findDestination(db, acme.workspaceId, other.id)).toEqual(other);
  });

  it("cannot be inserted under an id that the connection has, and can under another's", async () => {
    const { company } = on();
    const [acme, other] = [await company(), await company()];
    const insert = (destination: Destination) =>
      inTransaction((tx) => insertDestination(tx.db, destination));
    await insert(aWalletDestination(belongingTo(acme)));

    await expect(insert(aWalletDestination(belongingTo(acme)))).rejects.toThrow(/duplicate key/);
    await insert(aWalletDestination(belongingTo(other)));
  });

  it("stand beside a retired one with the same id, and are found before it", async () => {
    const { db, company } = on();
    const acme = await company();
    const retired = await keep(
      aWalletDestination({ ...belongingTo(acme), retiredAt: NOW, wallet: aWallet({ id: "wa_1" }) }),
    );
    const anew = aWalletDestination({ ...belongingTo(acme), wallet: aWallet({ id: "wa_1" }) });
    const find = () => findDestinationByDetails(db, acme.connection.id, someWalletDetails());

    await inTransaction((tx) => insertDestination(tx.db, anew));

    expect(await find()).toEqual(anew);
    expect(await findDestinationByServiceId(db, acme.connection.id, "wa_1")).toEqual(anew);
    expect(await findDestination(db, acme.workspaceId, retired.id)).toEqual(retired);
    await expect(
      inTransaction((tx) => insertDestination(tx.db, { ...anew, id: randomUUID() })),
    ).rejects.toThrow();
    await inTransaction((tx) => markDestination(tx.db, anew.connectionId, anew.id, "retired", NOW));
    expect((await find())?.retiredAt).toBe(NOW);
  });

  it("have one open request about them, until it ends", async () => {
    const { db, company, ask } = on();
    const details = someWalletDetails();
    for (const change of [aWhitelisting(), anImport(), aRetirement()]) {
      const acme = await company();
      const find = () => findOpenRequestAbout(db, acme.connection.id, details);
      for (const state of [inForce, voided, quarantined]) await ask(acme, { change, state });
      await ask(acme, {
        change: aWhitelisting({ details: someWalletDetails({ network: "SOLANA" }) }),
      });
      // A Rail into it is no request about it.
      await ask(acme);
      expect(await find()).toBeUndefined();

      const open = await ask(acme, { change, state: stuck });
      expect(await find()).toEqual(open);
      expect(
        await inTransaction((tx) => findOpenRequestAbout(tx.db, acme.connection.id, details)),
      ).toEqual(open);
    }
  });

  it("that are asked for are listed until they are there, newest first", async () => {
    const { db, company, ask } = on();
    const acme = await company();
    const first = await ask(acme, { change: aWhitelisting() });
    const second = await ask(acme, { change: anImport(), state: stuck });
    await ask(acme, { change: aRetirement() });
    await ask(acme);
    for (const state of [inForce, voided, quarantined]) {
      await ask(acme, { change: aWhitelisting(), state });
    }

    expect(await listAwaitedDestinations(db, acme.connection.id)).toEqual([second, first]);
  });

  it("know the Rail requests that wait for them: nothing was sent for those", async () => {
    const { company, ask } = on();
    const acme = await company();
    const waiting = [
      await ask(acme),
      await ask(acme, { state: approved }),
      await ask(acme, { state: blocked }),
    ];
    for (const state of [sending, done, voided, stuck]) await ask(acme, { state });
    await ask(acme, { change: aRetirement() });
    await ask(acme, { change: anImport({ serviceId: "wa_1001" }) });

    const list = (id: string) =>
      inTransaction<unknown[]>((tx) => listWaitingRequestsInto(tx.db, acme.connection.id, id));
    const found = await list("wa_1001");

    expect(found).toHaveLength(3);
    expect(found).toEqual(expect.arrayContaining(waiting.map(refOf)));
    expect(await list("wa_9")).toEqual([]);
  });

  it("are used by Rails, and not by changes of the register", async () => {
    const { company, ask } = on();
    const acme = await company();
    const isUsed = () => inTransaction((tx) => hasRailInto(tx.db, acme.connection.id, "wa_1001"));
    await ask(acme);
    await ask(acme, { state: quarantined });
    await ask(acme, { change: aRetirement(), state: inForce });
    expect(await isUsed()).toBe(false);

    await ask(acme, { state: done });
    expect(await isUsed()).toBe(true);
  });

  it("are asked for once, however many people submit at once", async () => {
    const { db, transaction, company } = on();
    const acme = await company();
    const { workspaceId } = acme;
    const people = somePeople();
    const shared = { db, transaction, pins: NO_PINS, people };
    const deps = { ...shared, seal: SEAL, clock: () => NOW, newNonce: randomUUID };
    const change = aWhitelisting();
    const drafts = Array.from({ length: 8 }, () => ({
      ...belongingTo(acme),
      createdBy: ANA,
      askedIn: TREASURY,
      change,
    }));
    for (const draft of drafts) await saveDraft(db, draft, NOW, 50);

    const all = await Promise.all(
      drafts.map((draft) =>
        requestChange(deps, {
          workspaceId,
          draftId: draft.id,
          digest: draftDigest(draft),
          by: ANA,
          delivery: randomUUID(),
        }),
      ),
    );

    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(all.filter((each) => !each.ok && each.because === "already-asked")).toHaveLength(7);
    expect(await listOpenRequests(db, workspaceId)).toHaveLength(1);
  });

  it("are found by their look-alikes as if each were compared, and few others are read", async () => {
    const { db, company } = on();
    const acme = await company();
    const accounts = Array.from({ length: 300 }, (_, at) =>
      ofBank((at * 48_271 * 16_807) % 99_999_989),
    );
    for (const [at, iban] of accounts.entries()) {
      const bankAccount = aBankAccount({ id: `ba_${at}`, iban });
      await keep(aBankAccountDestination({ ...belongingTo(acme), bankAccount }));
    }
    const all = accounts.map((value) => ({ kind: "iban" as const, value }));
    const seen: number[] = [];
    const counting = db.withPlugin(countingRows((count) => seen.push(count)));
    const asked = accounts
      .slice(0, 10)
      .flatMap((iban) => [
        iban,
        ofBank(Number(iban.slice(-8)) + 1),
        iban.replace(/(.)(.)$/, "$2$1"),
        iban.replace(/^(.{12}).{4}/, "$19999"),
      ]);
    await valueFacts(db, acme.connection.id, { kind: "bank-account", iban: asked[0] ?? "" });
    for (const iban of asked) {
      const details = { kind: "bank-account", iban } as const;
      const found = await valueFacts(counting, acme.connection.id, details);
      const compared = lookAlikes({ kind: "iban", value: iban }, all);
      const values = ({ same, lookAlikes: alike }: ReturnType<typeof lookAlikes>) =>
        [...same, ...alike.map(({ known }) => known)].map(({ value }) => value).sort();
      expect(values(found)).toEqual(values(compared));
    }
    expect(seen.reduce((sum, count) => sum + count) / asked.length).toBeLessThan(15);
  });
}
