import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import {
  findCurrentConnection,
  isTokenKept,
  saveWorkspace,
} from "../../../src/request/queries/companies.ts";
import { dropToken, findConnection, keepToken } from "../../../src/request/queries/connections.ts";
import { forgetBefore } from "../../../src/request/queries/drafts.ts";
import {
  findMessage,
  forgetWaitingCards,
  saveMessage,
} from "../../../src/request/queries/messages.ts";
import { saveRequest } from "../../../src/request/queries/requests.ts";
import {
  findPolicyVersion,
  findSetup,
  noteSetUp,
  saveApprovalsChannel,
  savePolicyVersion,
} from "../../../src/request/queries/setups.ts";
import { listStaleCards } from "../../../src/request/queries/stale-messages.ts";
import { makeConnectionCurrent } from "../../../src/request/queries/successions.ts";
import { usualPolicy } from "../../../src/request/rules/approval/policy.ts";
import type { Connection } from "../../../src/request/rules/change.ts";
import { ANA, aConnectionChange, after, BEN, CAL, NOW } from "../../support/builders.ts";
import { saveCurrentConnection } from "../../support/set-up.ts";
import type { Company, Subject } from "./subject.ts";
import { connectionOf, SEAL } from "./subject.ts";

const TOKEN = "rail_live_0123456789abcdef";
const RULE = { approvers: [BEN, CAL], approvalsRequired: 1 };
const DOCUMENT = usualPolicy({ rails: RULE, destinations: RULE, coolDownHours: 24 });
let workspaces = 0;

export function setupsContract(on: () => Subject): void {
  it("says what is missing of a workspace that nobody has set up", async () => {
    const workspaceId = await aWorkspace();

    expect(await findSetup(on().db, workspaceId)).toEqual({
      approvalsChannel: null,
      setUpAt: null,
      policyVersion: 0,
      hasRules: false,
      connection: null,
    });
    await expect(findSetup(on().db, "T_NOBODY")).rejects.toThrow();
  });

  it("is set up once policy, channel and token are all there, in any order", async () => {
    const { db, transaction } = on();
    const workspaceId = await aWorkspace();
    const setUpAt = async () => (await findSetup(db, workspaceId)).setUpAt;
    const note = (at: string) => transaction((tx) => noteSetUp(tx.db, workspaceId, at));

    await transaction((tx) => saveApprovalsChannel(tx.db, workspaceId, "C0APPROVALS"));
    await note(NOW);
    await connect(workspaceId, "con_1");
    await note(NOW);
    expect(await setUpAt()).toBeNull();
    await transaction(async (tx) => {
      expect(await savePolicyVersion(tx.db, workspaceId, DOCUMENT, ANA, null, NOW)).toBe(1);
      await noteSetUp(tx.db, workspaceId, NOW);
    });
    await note(after({ days: 1 }));

    expect(await findSetup(db, workspaceId)).toEqual({
      approvalsChannel: "C0APPROVALS",
      setUpAt: NOW,
      policyVersion: 1,
      hasRules: true,
      connection: { ...connectionOf(workspaceId), id: "con_1", name: "", lastFour: "cdef" },
    });
  });

  it("is not set up by a connection without a token", async () => {
    const { db, transaction } = on();
    const workspaceId = await aWorkspace();
    await connect(workspaceId, "con_2");

    await transaction(async (tx) => {
      await saveApprovalsChannel(tx.db, workspaceId, "C0APPROVALS");
      await savePolicyVersion(tx.db, workspaceId, DOCUMENT, ANA, null, NOW);
      await dropToken(tx.db, workspaceId, "con_2");
      await noteSetUp(tx.db, workspaceId, NOW);
    });

    expect(await findSetup(db, workspaceId)).toMatchObject({
      setUpAt: null,
      connection: { lastFour: null },
    });
    const connection = { ...connectionOf(workspaceId), id: "con_2" };
    expect(await isTokenKept(db, SEAL, workspaceId, connection, TOKEN)).toBe(false);
  });

  it("keeps every version of a policy", async () => {
    const { db, transaction } = on();
    const workspaceId = await aWorkspace();
    const later = { ...DOCUMENT, coolDownHours: 0 };

    await transaction((tx) => savePolicyVersion(tx.db, workspaceId, DOCUMENT, null, null, NOW));
    await transaction((tx) => savePolicyVersion(tx.db, workspaceId, later, ANA, null, NOW));

    expect(await findPolicyVersion(db, workspaceId, 1)).toEqual({ version: 1, ...DOCUMENT });
    expect(await findPolicyVersion(db, workspaceId, 2)).toEqual({ version: 2, ...later });
    expect(await findPolicyVersion(db, workspaceId, 3)).toBeUndefined();
    expect(await findPolicyVersion(db, "T_NOBODY", 1)).toBeUndefined();
  });

  it("makes one connection current, and that of no other workspace", async () => {
    const { db, transaction } = on();
    const [workspaceId, another] = [await aWorkspace(), await aWorkspace()];
    await connect(workspaceId, "con_3");
    await connect(workspaceId, "con_4");
    await connect(another, "con_5");
    const current = async () => (await findCurrentConnection(db, workspaceId)).id;
    const make = (id: string) => transaction((tx) => makeConnectionCurrent(tx.db, workspaceId, id));

    expect(await current()).toBe("con_4");
    await make("con_3");
    expect(await current()).toBe("con_3");
    await expect(make("con_5")).rejects.toThrow();
    await expect(make("con_0")).rejects.toThrow();
    expect(await current()).toBe("con_3");
    expect(await findConnection(db, workspaceId, "con_5")).toBeUndefined();
    await transaction((tx) => dropToken(tx.db, workspaceId, "con_5"));
    expect((await findConnection(db, another, "con_5"))?.lastFour).toBe("cdef");
  });

  it("does not know what the cards of waiting requests show once that is forgotten", async () => {
    const { db, transaction, company, ask } = on();
    const ours = await company();
    const { workspaceId } = ours;
    const waiting = await ask(ours);
    const denied = await ask(ours, {
      state: { status: "denied", at: NOW, by: BEN, reason: "No" },
    });
    const elsewhere = await ask(await company());
    const refs = [waiting, denied, elsewhere].map((request) => ({
      workspaceId: request.workspaceId,
      requestId: request.id,
    }));
    for (const ref of refs) {
      await saveMessage(db, ref, "approval-card", { channelId: "C1", ts: "1.0", version: 9 });
    }

    await transaction((tx) => forgetWaitingCards(tx.db, workspaceId));

    const versions = await Promise.all(
      refs.map(async (ref) => (await findMessage(db, ref, "approval-card"))?.version),
    );
    expect(versions).toEqual([-1, 9, 9]);
    const stale = (await listStaleCards(db, NOW, 1_000)).map(({ requestId }) => requestId);
    expect(stale).toContain(waiting.id);
    expect(stale).not.toContain(denied.id);
  });

  it("forget tokens that were entered for what was never asked for, and no other", async () => {
    const { db, transaction, company, ask } = on();
    const [idle, asking, used] = [await company(), await company(), await company()];
    const entered = async ({ workspaceId, connection }: Company) => {
      const kept = { ...connection, id: `con_${randomUUID()}` };
      const summary = { ...kept, name: "sandbox", lastFour: "abcd" };
      await transaction((tx) => keepToken(tx.db, SEAL, workspaceId, summary, "sealed", NOW));
      return kept;
    };
    const left = await entered(idle);
    const awaited = await entered(asking);
    const change = aConnectionChange({ to: awaited });
    const waiting = await ask(asking, { change });
    const former = await entered(used);
    await ask({ ...used, connection: former });
    const lastFourOf = async ({ workspaceId }: Company, { id }: Connection) =>
      (await findConnection(db, workspaceId, id))?.lastFour;
    const soon = after({ minutes: 1 });

    await forgetBefore(db, after({ minutes: -1 }));
    expect(await lastFourOf(idle, left)).toBe("abcd");
    await forgetBefore(db, soon);

    expect(await lastFourOf(idle, left)).toBeNull();
    expect(await lastFourOf(asking, awaited)).toBe("abcd");
    expect(await lastFourOf(used, former)).toBe("abcd");
    for (const { workspaceId } of [idle, asking, used]) {
      expect((await findSetup(db, workspaceId)).connection?.lastFour).not.toBeNull();
    }
    const withdrawn = { ...waiting, version: 1, state: { status: "expired", at: NOW } } as const;
    await transaction((tx) => saveRequest(tx.db, waiting, withdrawn, []));
    await forgetBefore(db, soon);
    expect(await lastFourOf(asking, awaited)).toBeNull();
  });

  async function connect(workspaceId: string, id: string): Promise<void> {
    const connection = { ...connectionOf(workspaceId), id };
    await saveCurrentConnection(on().database.db, SEAL, workspaceId, connection, TOKEN, NOW);
  }

  async function aWorkspace(): Promise<string> {
    workspaces += 1;
    const id = `T_SET_UP_${workspaces}`;
    await saveWorkspace(on().database.db, id, "New");
    return id;
  }
}
