import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { appendAudit } from "../../../src/request/queries/audit.ts";
import { findCurrentConnection, readAccess } from "../../../src/request/queries/companies.ts";
import type { Draft } from "../../../src/request/queries/drafts.ts";
import { findDraft, forgetBefore, saveDraft } from "../../../src/request/queries/drafts.ts";
import { findMessage, saveMessage } from "../../../src/request/queries/messages.ts";
import { findRequest, saveRequest } from "../../../src/request/queries/requests.ts";
import { findUnsentForm, keepUnsentForm } from "../../../src/request/queries/unsent-forms.ts";
import { listAudit } from "../../support/audit-of.ts";
import { ANA, aChange, after, BEN, NOW, TREASURY } from "../../support/builders.ts";
import { refOf } from "./requests.ts";
import type { Company, Subject } from "./subject.ts";
import { SEAL } from "./subject.ts";

/** Everything is asked for with Acme's id and the other company's name, or the other way round. */
export function wallContract(on: () => Subject): void {
  it("lets nobody write over a request or a message of another company", async () => {
    const { db, transaction, company, ask } = on();
    const [acme, other] = [await company(), await company()];
    const asked = await ask(acme);
    const { workspaceId } = other;
    const posted = { channelId: "C", ts: "1", version: 0, freeze: 0 };
    await saveMessage(db, refOf(asked), "approval-card", posted);
    const foreign = { ...asked, workspaceId };

    await saveMessage(db, refOf(foreign), "approval-card", { ...posted, channelId: "C_EVIL" });
    const saving = transaction((tx) =>
      saveRequest(tx.db, foreign, { ...foreign, requestedBy: "U_EVIL" }, []),
    );

    await expect(saving).rejects.toMatchObject({ code: "conflict" });
    expect(await findMessage(db, refOf(asked), "approval-card")).toEqual(posted);
    expect(await findMessage(db, refOf(foreign), "approval-card")).toBeUndefined();
    expect(await findRequest(db, refOf(asked))).toEqual(asked);
  });

  it("counts and chains each company's requests and audit entries for themselves", async () => {
    const { db, transaction, company, ask } = on();
    const [acme, other] = [await company(), await company()];
    await ask(acme);
    await ask(acme);
    await transaction((tx) =>
      appendAudit(tx.db, {
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
    expect(await listAudit(db, other.workspaceId)).toEqual([]);
    expect(await listAudit(db, acme.workspaceId)).toMatchObject([{ sequence: 1 }]);
  });

  it("keeps policy, connection and token apart", async () => {
    const { db, database, company } = on();
    const [acme, other] = [await company(), await company()];

    expect(await findCurrentConnection(db, other.workspaceId)).toEqual(other.connection);
    const token = readAccess(database.db, SEAL, other.workspaceId, acme.connection.id);
    await expect(token).rejects.toThrow();
  });

  it("keeps a draft for who began it, in its company", async () => {
    const { db, transaction, company } = on();
    const [acme, other] = [await company(), await company()];
    const draft = aDraft(acme);
    await saveDraft(db, draft, NOW, 50);
    const change = aChange({ name: "Changed 🏦 '" });

    await saveDraft(db, { ...draft, change, createdBy: BEN }, NOW, 50);
    await saveDraft(db, { ...draft, change, ...belongingTo(other) }, NOW, 50);
    const lock = (workspaceId: string) =>
      transaction((tx) => findDraft(tx.db, workspaceId, draft.id));

    expect(await lock(acme.workspaceId)).toEqual(draft);
    expect(await lock(other.workspaceId)).toBeUndefined();

    await saveDraft(db, { ...draft, change }, NOW, 50);
    expect(await lock(acme.workspaceId)).toEqual({ ...draft, change });
  });

  it("forgets drafts that were left lying", async () => {
    const { db, transaction, company } = on();
    const acme = await company();
    const draft = aDraft(acme);
    await saveDraft(db, draft, NOW, 50);
    const lock = () => transaction((tx) => findDraft(tx.db, acme.workspaceId, draft.id));

    await forgetBefore(db, after({ minutes: -1 }));
    expect(await lock()).toEqual(draft);
    await forgetBefore(db, after({ minutes: 1 }));
    expect(await lock()).toBeUndefined();
  });

  it("forgets a form that was not sent, and one that waits for a request a month later", async () => {
    const { db, company } = on();
    const { workspaceId } = await company();
    const whose = { workspaceId, createdBy: ANA };
    const keep = (id: string, waitsFor: string | null) =>
      keepUnsentForm(db, { ...whose, id, form: id, waitsFor }, NOW, 50);
    const kept = async (id: string) => (await findUnsentForm(db, whose, { id }))?.form;
    await keep("waits", "R");
    await keep("waits", null);
    await keep("lies", null);

    await forgetBefore(db, after({ minutes: 1 }));

    expect([await kept("waits"), await kept("lies")]).toEqual(["waits", undefined]);
    expect(await findUnsentForm(db, whose, { waitsFor: "R" })).toMatchObject({ id: "waits" });
    await forgetBefore(db, after({ minutes: 31 * 24 * 60 }));
    expect(await kept("waits")).toBeUndefined();
  });

  it("keeps so many forms of each person, the newest, and leaves those of others", async () => {
    const { db, company } = on();
    const { workspaceId } = await company();
    const most = 2;
    const keep = (createdBy: string, id: string, at: string) =>
      keepUnsentForm(db, { workspaceId, createdBy, id, form: id, waitsFor: null }, at, most);
    const kept = async (createdBy: string, ids: readonly string[]) =>
      (
        await Promise.all(ids.map((id) => findUnsentForm(db, { workspaceId, createdBy }, { id })))
      ).map((form) => form?.id);
    const [ofAna, ofBen] = [
      ["a1", "a2", "a3"],
      ["b1", "b2"],
    ];
    for (const [minutes, id] of ofBen.entries()) await keep(BEN, id, after({ minutes }));
    for (const [minutes, id] of ofAna.entries()) await keep(ANA, id, after({ minutes }));

    expect(await kept(ANA, ofAna)).toEqual([undefined, "a2", "a3"]);
    expect(await kept(BEN, ofBen)).toEqual(ofBen);
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
