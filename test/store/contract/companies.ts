import { expect, it } from "vitest";
import {
  readAccess,
  saveCurrentConnection,
  savePolicy,
  saveWorkspace,
} from "../../../src/store/companies.ts";
import { BEN, CAL, DAN } from "../../support/builders.ts";
import type { Subject } from "./subject.ts";
import { connectionOf, SEAL } from "./subject.ts";

let workspaces = 0;

export function companiesContract(on: () => Subject): void {
  it("keeps the name that a workspace has now", async () => {
    const { store, database, company } = on();
    const { workspaceId } = await company();
    await saveWorkspace(database.db, workspaceId, "Acme 🏦");

    expect(await store.workspaceName(workspaceId)).toBe("Acme 🏦");
    await expect(store.workspaceName("T_NOBODY")).rejects.toThrow();
  });

  it("lets nobody approve where nobody is named", async () => {
    const { store, database } = on();
    const workspaceId = await aWorkspace();

    expect(await store.currentPolicy(workspaceId)).toMatchObject({ version: 0, approvers: [] });
    await savePolicy(database.db, workspaceId, { approvers: [BEN], approvalsRequired: 1 });
    expect(await store.transaction((tx) => tx.currentPolicy(workspaceId))).toEqual({
      version: 1,
      approvers: [BEN],
      approvalsRequired: 1,
    });
  });

  it("makes a new version of a policy only where it differs", async () => {
    const { store, database, company } = on();
    const { workspaceId } = await company();
    const save = (approvers: string[], approvalsRequired: number) =>
      savePolicy(database.db, workspaceId, { approvers, approvalsRequired });

    await save([DAN, CAL, BEN], 2);
    expect(await store.currentPolicy(workspaceId)).toMatchObject({ version: 1 });
    await save([BEN, CAL, DAN], 1);
    await save([BEN, CAL], 1);

    expect(await store.currentPolicy(workspaceId)).toEqual({
      version: 3,
      approvers: [BEN, CAL],
      approvalsRequired: 1,
    });
  });

  it("loses no policy when replicas start at once", async () => {
    const { store, database } = on();
    const workspaceId = await aWorkspace();
    const save = (approvers: string[]) =>
      savePolicy(database.db, workspaceId, { approvers, approvalsRequired: 1 });

    await Promise.all([save([BEN, CAL]), save([BEN, CAL]), save([BEN, DAN])]);

    const { version } = await store.currentPolicy(workspaceId);
    expect(version).toBeGreaterThanOrEqual(2);
  });

  it("has one current connection, with the last token, when replicas start at once", async () => {
    const { store, database } = on();
    for (let round = 0; round < 10; round += 1) {
      const workspaceId = await aWorkspace();
      const [one, two] = [connectionOf(workspaceId), connectionOf(`${workspaceId}_2`)];
      const save = (connection: typeof one, token: string) =>
        saveCurrentConnection(database.db, SEAL, workspaceId, connection, token);

      await Promise.all([save(one, "1"), save(two, "2"), save(one, "1"), save(two, "2")]);
      expect([one, two]).toContainEqual(await store.currentConnection(workspaceId));

      await save(one, "3");
      expect(await store.transaction((tx) => tx.currentConnection(workspaceId))).toEqual(one);
      const token = async (id: string) =>
        (await readAccess(database.db, SEAL, workspaceId, id)).token;
      expect([await token(one.id), await token(two.id)]).toEqual(["3", "2"]);
    }
  });

  async function aWorkspace(): Promise<string> {
    workspaces += 1;
    const id = `T_NEW_${workspaces}`;
    await saveWorkspace(on().database.db, id, "New");
    return id;
  }
}
