import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createSeal } from "../../../src/platform/database/seal.ts";
import { findWorkspaceName } from "../../../src/request/queries/companies.ts";
import type { Installations } from "../../../src/workspace/install/create-installations.ts";
import { createInstallations } from "../../../src/workspace/install/create-installations.ts";
import { createInstallStates } from "../../../src/workspace/install/install-states.ts";
import type { Installation } from "../../../src/workspace/install/installations.ts";
import { anInstallation, anOrgInstallation } from "../../support/an-installation.ts";
import { listAudit } from "../../support/audit-of.ts";
import type { Subject } from "./subject.ts";
import { SEAL } from "./subject.ts";

const AT = "2026-03-02T10:00:00.000Z";
const renewal = { refreshToken: "xoxe-1-canary", expiresAt: "2026-03-02T22:00:00.000Z" };

export function slackInstallationsContract(on: () => Subject): void {
  const installations = (seal = SEAL): Installations => createInstallations(on().database.db, seal);
  const kept = (installation: Installation, version = 1) => ({
    ...installation,
    installedAt: AT,
    version,
    isRefreshRefused: false,
  });
  /** A workspace as the first installation there makes it known. */
  const inWorkspace = (fields: Partial<Installation> = {}) =>
    anInstallation(`T${randomUUID()}`, { renewal, ...fields });

  it("gives back what was kept, and nothing for a workspace without one", async () => {
    const installation = inWorkspace();

    expect(await installations().save(installation, AT)).toBe("saved");

    expect(await installations().find(installation.id)).toEqual(kept(installation));
    expect(await installations().servingWorkspace(installation.id)).toEqual(kept(installation));
    expect(await installations().find("T_NOBODY")).toBeUndefined();
    expect(await installations().servingWorkspace("T_NOBODY")).toBeUndefined();
  });

  it("keeps the newest tokens only, and the workspace its data", async () => {
    const installation = inWorkspace();
    await installations().save(installation, AT);
    const again = { ...installation, botToken: "xoxb-again", renewal: null, scopes: ["commands"] };

    await installations().save(again, AT);

    expect(await installations().find(installation.id)).toEqual(kept(again, 2));
    expect(await findWorkspaceName(on().db, installation.id)).toBe(`Workspace ${installation.id}`);
    expect((await listAudit(on().db, installation.id)).map(({ action }) => action)).toEqual([
      "app-installed",
      "app-installed",
    ]);
  });

  it("serves the workspaces of an organisation, from their first delivery on, and no others", async () => {
    const org = anOrgInstallation(`E${randomUUID()}`);
    const [first, own, other] = [randomUUID(), randomUUID(), randomUUID()];
    await installations().save(org, AT);

    expect(await installations().servingWorkspace(first)).toBeUndefined();
    await installations().remember({ id: first, name: "First" }, org.id);
    await installations().remember({ id: other, name: "Other" }, null);
    const alone = anInstallation(own, { enterprise: org.enterprise });
    await installations().save(alone, AT);

    expect(await installations().servingWorkspace(first)).toEqual(kept(org));
    expect(await installations().servingWorkspace(own)).toEqual(kept(alone));
    expect(await installations().servingWorkspace(other)).toBeUndefined();
    await installations().remember({ id: first, name: "" }, org.id);
    expect(await findWorkspaceName(on().db, first)).toBe("First");
  });

  it("keeps no token in the open, and none that opens for another workspace", async () => {
    const { db } = on().database;
    const [installation, other] = [inWorkspace(), inWorkspace()];
    for (const each of [installation, other]) await installations().save(each, AT);

    const row = await db
      .selectFrom("slack_installations")
      .selectAll()
      .where("id", "=", installation.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("canary");
    await db
      .updateTable("slack_installations")
      .set({ sealed_refresh_token: row.sealed_refresh_token })
      .where("id", "=", other.id)
      .execute();

    await expect(installations().find(other.id)).rejects.toMatchObject({ code: "cannot-unseal" });
  });

  it("overwrites nothing that its keys do not open, but removes it", async () => {
    const installation = inWorkspace();
    await installations().save(installation, AT);
    const lost = installations(createSeal([randomBytes(32)]));

    const again = { ...installation, botToken: "xoxb-again" };
    await expect(lost.save(again, AT)).rejects.toMatchObject({ code: "cannot-unseal" });

    expect(await installations().find(installation.id)).toEqual(kept(installation));
    expect(await lost.remove(installation.id, AT)).toEqual([installation.id]);
    expect(await lost.save(again, AT)).toBe("not-forgotten");
  });

  it("are renewed by one at a time, by whoever knows the newest token", async () => {
    const installation = inWorkspace();
    const { id } = installation;
    await installations().save(installation, AT);
    const { takeRefresh, saveRefreshed, endRefresh } = installations();
    const renewed = { botToken: "xoxb-2", renewal: { ...renewal, refreshToken: "xoxe-2" } };

    const taken = await Promise.all([1, 2, 3].map(() => takeRefresh(id, 1, 30_000)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await endRefresh(id, 1, { isRefused: false });
    expect(await takeRefresh(id, 1, -1)).toBe(true);
    expect(await takeRefresh(id, 1, 30_000)).toBe(true);
    expect(await saveRefreshed(id, 1, renewed)).toBe(true);

    expect(await installations().find(id)).toEqual(kept({ ...installation, ...renewed }, 2));
    expect(await saveRefreshed(id, 1, { botToken: "late", renewal: null })).toBe(false);
    expect(await takeRefresh(id, 1, 30_000)).toBe(false);
    expect(await takeRefresh(id, 2, 30_000)).toBe(true);
    await endRefresh(id, 1, { isRefused: true });
    expect(await installations().find(id)).toMatchObject({ isRefreshRefused: false });
    expect(await takeRefresh(id, 2, 30_000)).toBe(false);
    await endRefresh(id, 2, { isRefused: true });
    expect(await takeRefresh(id, 2, 30_000)).toBe(false);
    expect(await installations().find(id)).toMatchObject({ isRefreshRefused: true });
  });

  it("knows a state once, for its time", async () => {
    const states = createInstallStates(on().database.db, { perAddress: 2, inAll: 3 });
    const in10 = new Date(Date.now() + 600_000);
    const tenMinutes = { now: new Date(), expiresAt: in10 };
    expect(await states.keep("one", { ...tenMinutes, by: "192.0.2.1" })).toBe(true);
    expect(await states.keep("late", { ...tenMinutes, by: "192.0.2.1" })).toBe(true);
    expect(await states.keep("three", { ...tenMinutes, by: "192.0.2.1" })).toBe(false);
    expect(await states.keep("other", { ...tenMinutes, by: "192.0.2.2" })).toBe(true);
    expect(await states.keep("more", { ...tenMinutes, by: "192.0.2.3" })).toBe(false);

    expect(await states.take("another", new Date())).toBe(false);
    const taken = await Promise.all([1, 2, 3].map(() => states.take("one", new Date())));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await states.take("late", in10)).toBe(false);
    expect(await states.take("late", new Date())).toBe(false);
    expect(await states.keep("again", { ...tenMinutes, by: "192.0.2.1" })).toBe(true);
    expect(await states.take("three", new Date())).toBe(false);
  });
}
