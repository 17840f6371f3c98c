import { expect, it } from "vitest";
import {
  findCurrentConnection,
  findPolicy,
  findWorkspaceName,
  readAccess,
  saveWorkspace,
} from "../../../src/request/queries/companies.ts";
import { listLastEntries } from "../../../src/request/queries/list-workspaces.ts";
import type { UsualPolicy } from "../../../src/request/rules/approval/policy.ts";
import { usualPolicy } from "../../../src/request/rules/approval/policy.ts";
import type { PolicyDocument } from "../../../src/request/rules/approval/policy-document.ts";
import { BEN, CAL, DAN, NOW } from "../../support/builders.ts";
import { saveCurrentConnection, savePolicy } from "../../support/set-up.ts";
import type { Subject } from "./subject.ts";
import { connectionOf, SEAL } from "./subject.ts";

let workspaces = 0;

export function companiesContract(on: () => Subject): void {
  it("keeps the name that a workspace has now", async () => {
    const { db, database, company } = on();
    const { workspaceId } = await company();
    await saveWorkspace(database.db, workspaceId, "Acme 🏦");

    expect(await findWorkspaceName(db, workspaceId)).toBe("Acme 🏦");
    await expect(findWorkspaceName(db, "T_NOBODY")).rejects.toThrow();
  });

  it("goes through all workspaces in pages, whenever each of them came", async () => {
    const { db, database } = on();
    for (const id of ["T_LATER", "0_FIRST"]) await saveWorkspace(database.db, id, id);
    const all = await listLastEntries(db, null, 10_000);

    const paged: typeof all = [];
    for (let page = all.slice(0, 1); page.length > 0; ) {
      page = await listLastEntries(db, paged.at(-1)?.workspaceId ?? null, 1);
      paged.push(...page);
    }

    expect(paged).toEqual(all);
  });

  it("lets nobody approve where nobody is named", async () => {
    const { db, transaction, database } = on();
    const workspaceId = await aWorkspace();

    expect(await findPolicy(db, workspaceId)).toMatchObject({ version: 0, rules: [] });
    await savePolicy(database.db, workspaceId, settings([BEN], 1), NOW);
    expect(await transaction((tx) => findPolicy(tx.db, workspaceId))).toEqual({
      version: 1,
      ...settings([BEN], 1),
    });
  });

  it("makes a new version of a policy only where it differs", async () => {
    const { db, database, company } = on();
    const { workspaceId } = await company();
    const save = (wanted: PolicyDocument) => savePolicy(database.db, workspaceId, wanted, NOW);
    const version = async () => (await findPolicy(db, workspaceId)).version;
    const calAlone = { destinations: { approvers: [CAL], approvalsRequired: 1 } };

    await save(settings([DAN, CAL, BEN], 2));
    expect(await version()).toBe(1);
    await save(settings([BEN, CAL, DAN], 1));
    await save(settings([BEN, CAL], 1));
    expect(await version()).toBe(3);
    await save(settings([BEN, CAL], 1, calAlone));
    expect(await version()).toBe(4);
    const last = settings([CAL, BEN], 1, { ...calAlone, coolDownHours: 0 });
    await save(last);

    expect(await findPolicy(db, workspaceId)).toEqual({ version: 5, ...last });
    const [first, ...rules] = last.rules;
    if (!first) throw new Error("There are two rules");
    const grouped = { ...last, rules: [{ ...first, groups: ["S0TREASURY"] }, ...rules] };
    await save(grouped);
    expect(await findPolicy(db, workspaceId)).toEqual({ version: 6, ...grouped });
  });

  it("loses no policy when replicas start at once", async () => {
    const { db, database } = on();
    const workspaceId = await aWorkspace();
    const save = (approvers: string[]) =>
      savePolicy(database.db, workspaceId, settings(approvers, 1), NOW);

    await Promise.all([save([BEN, CAL]), save([BEN, CAL]), save([BEN, DAN])]);

    const { version } = await findPolicy(db, workspaceId);
    expect(version).toBeGreaterThanOrEqual(2);
  });

  it("has one current connection, with the last token, when replicas start at once", async () => {
    const { db, transaction, database } = on();
    for (let round = 0; round < 10; round += 1) {
      const workspaceId = await aWorkspace();
      const [one, two] = [connectionOf(workspaceId), connectionOf(`${workspaceId}_2`)];
      const save = (connection: typeof one, token: string) =>
        saveCurrentConnection(database.db, SEAL, workspaceId, connection, token, NOW);

      await Promise.all([save(one, "1"), save(two, "2"), save(one, "1"), save(two, "2")]);
      expect([one, two]).toContainEqual(await findCurrentConnection(db, workspaceId));

      await save(one, "3");
      expect(await transaction((tx) => findCurrentConnection(tx.db, workspaceId))).toEqual(one);
      const token = async (id: string) =>
        (await readAccess(database.db, SEAL, workspaceId, id)).token;
      expect([await token(one.id), await token(two.id)]).toEqual(["3", "2"]);
    }
  });

  function settings(
    approvers: string[],
    approvalsRequired: number,
    others: Partial<UsualPolicy> = {},
  ): PolicyDocument {
    const rule = { approvers, approvalsRequired };
    return usualPolicy({ rails: rule, destinations: rule, coolDownHours: 24, ...others });
  }

  async function aWorkspace(): Promise<string> {
    workspaces += 1;
    const id = `T_NEW_${workspaces}`;
    await saveWorkspace(on().database.db, id, "New");
    return id;
  }
}
