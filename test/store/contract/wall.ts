import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { readAccess } from "../../../src/request/queries/companies.ts";
import type { Draft } from "../../../src/request/queries/transaction-port.ts";
import type { State } from "../../../src/request/rules/change-request.ts";
import { evolve } from "../../../src/request/rules/evolve.ts";
import {
  ANA,
  aChange,
  after,
  anOnRampSpec,
  aWalletDestination,
  BEN,
  NOW,
  TREASURY,
} from "../../support/builders.ts";
import { refOf } from "./requests.ts";
import type { Company, Subject } from "./subject.ts";
import { SEAL } from "./subject.ts";

const done: State = { status: "done", since: NOW, railId: "rail_1", issued: null };

/** Everything is asked for with Acme's id and the other company's name, or the other way round. */
export function wallContract(on: () => Subject): void {
  it("hides a request, its events, messages and Rail", async () => {
    const { store, company, ask } = on();
    const [acme, other] = [await company(), await company()];
    const asked = await ask(acme, { state: done, name: "Payroll" });
    const { workspaceId } = other;
    const foreign = { workspaceId, requestId: asked.id };
    const event = { type: "withdrawn", at: NOW, by: BEN } as const;
    await store.transaction((tx) => tx.saveRequest(asked, evolve(asked, event), [event]));
    await store.saveMessage(refOf(asked), "approval-card", { channelId: "C", ts: "1", version: 1 });

    expect(await store.findRequest(foreign)).toBeUndefined();
    expect(await store.transaction((tx) => tx.lockRequest(foreign))).toBeUndefined();
    expect(await store.findRequestByNumber(workspaceId, asked.number)).toBeUndefined();
    expect(await store.findRequestsByName(workspaceId, "Payroll")).toEqual([]);
    expect(await store.findRequestsByRailIds(other.connection.id, ["rail_1"])).toEqual([]);
    expect(await store.listOpenRequests(workspaceId)).toEqual([]);
    expect(await store.listRequestsBy(workspaceId, ANA, 10)).toEqual([]);
    expect(await store.listEvents(foreign)).toEqual([]);
    expect(await store.findMessage(foreign, "approval-card")).toBeUndefined();
    expect(await store.findSimilarRequests(other.connection.id, anOnRampSpec())).toEqual([]);
    expect(await store.latestRailId(other.connection.id)).toBeUndefined();
  });

  it("lets nobody write over a request or a message of another company", async () => {
    const { store, company, ask } = on();
    const [acme, other] = [await company(), await company()];
    const asked = await ask(acme);
    const { workspaceId } = other;
    const posted = { channelId: "C", ts: "1", version: 0, freeze: 0 };
    await store.saveMessage(refOf(asked), "approval-card", posted);
    const foreign = { ...asked, workspaceId };

    await store.saveMessage(refOf(foreign), "approval-card", { ...posted, channelId: "C_EVIL" });
    const saving = store.transaction((tx) =>
      tx.saveRequest(foreign, { ...foreign, requestedBy: "U_EVIL" }, []),
    );

    await expect(saving).rejects.toMatchObject({ code: "conflict" });
    expect(await store.findMessage(refOf(asked), "approval-card")).toEqual(posted);
    expect(await store.findMessage(refOf(foreign), "approval-card")).toBeUndefined();
    expect(await store.findRequest(refOf(asked))).toEqual(asked);
  });

  it("counts and chains each company's requests and audit entries for themselves", async () => {
    const { store, company, ask } = on();
    const [acme, other] = [await company(), await company()];
    await ask(acme);
    await ask(acme);
    await store.transaction((tx) =>
      tx.appendAudit({
        workspaceId: acme.workspaceId,
        connectionId: acme.connection.id,
        requestId: null,
        at: NOW,
        actor: BEN,
        action: "approved",
        facts: "{}",
      }),
    );

    expect(await ask(other)).toMatchObject({ number: 1 });
    expect(await store.listAudit(other.workspaceId)).toEqual([]);
    expect(await store.listAudit(acme.workspaceId)).toMatchObject([{ sequence: 1 }]);
  });

  it("hides destinations, and the Rails into them", async () => {
    const { store, company, ask } = on();
    const [acme, other] = [await company(), await company()];
    const mine = { ...belongingTo(acme), id: randomUUID() };
    const wallet = aWalletDestination(mine);
    await store.addDestination(wallet);
    await ask(acme, { state: done });

    expect(await store.findDestination(other.workspaceId, wallet.id)).toBeUndefined();
    expect(await store.listDestinations(other.connection.id, {})).toEqual([]);
    const { id } = wallet.wallet;
    expect(await store.findDestinationByServiceId(other.connection.id, id)).toBeUndefined();
    const looked = store.transaction((tx) =>
      tx.findDestinationByServiceId(other.connection.id, id),
    );
    expect(await looked).toBeUndefined();
    expect(await store.countRailsInto(other.connection.id, id)).toBe(0);
  });

  it("keeps policy, connection and token apart", async () => {
    const { store, database, company } = on();
    const [acme, other] = [await company(), await company()];

    expect(await store.currentConnection(other.workspaceId)).toEqual(other.connection);
    const token = readAccess(database.db, SEAL, other.workspaceId, acme.connection.id);
    await expect(token).rejects.toThrow();
  });

  it("keeps a draft for who began it, in its company", async () => {
    const { store, company } = on();
    const [acme, other] = [await company(), await company()];
    const draft = aDraft(acme);
    await store.saveDraft(draft, NOW);
    const change = aChange({ name: "Changed 🏦 '" });

    await store.saveDraft({ ...draft, change, createdBy: BEN }, NOW);
    await store.saveDraft({ ...draft, change, ...belongingTo(other) }, NOW);
    const lock = (workspaceId: string) =>
      store.transaction((tx) => tx.lockDraft(workspaceId, draft.id));

    expect(await lock(acme.workspaceId)).toEqual(draft);
    expect(await lock(other.workspaceId)).toBeUndefined();

    await store.saveDraft({ ...draft, change }, NOW);
    expect(await lock(acme.workspaceId)).toEqual({ ...draft, change });
  });

  it("forgets drafts that were left lying", async () => {
    const { store, company } = on();
    const acme = await company();
    const draft = aDraft(acme);
    await store.saveDraft(draft, NOW);
    const lock = () => store.transaction((tx) => tx.lockDraft(acme.workspaceId, draft.id));

    await store.forgetBefore(after({ minutes: -1 }));
    expect(await lock()).toEqual(draft);
    await store.forgetBefore(after({ minutes: 1 }));
    expect(await lock()).toBeUndefined();
  });

  function belongingTo({ workspaceId, connection }: Company) {
    return { workspaceId, connectionId: connection.id };
  }

  function aDraft(company: Company): Draft {
    return {
      ...belongingTo(company),
      id: randomUUID(),
      createdBy: ANA,
      askedIn: TREASURY,
      change: aChange(),
    };
  }
}
