import { expect, it } from "vitest";
import {
  findSlackInstallation,
  saveSlackInstallation,
} from "../../../src/store/slack-installations.ts";
import type { Subject } from "./subject.ts";
import { SEAL } from "./subject.ts";

const AT = "2026-03-02T10:00:00.000Z";

export function slackInstallationsContract(on: () => Subject): void {
  it("gives back what was kept, and nothing for a workspace without one", async () => {
    const { db, installation } = await anInstallation();
    await saveSlackInstallation(db, SEAL, installation, AT);

    expect(await findSlackInstallation(db, SEAL, installation.workspaceId)).toEqual(installation);
    expect(await findSlackInstallation(db, SEAL, "T_NOBODY")).toBeUndefined();
  });

  it("keeps the newest token only", async () => {
    const { db, installation } = await anInstallation();
    await saveSlackInstallation(db, SEAL, installation, AT);
    const again = { ...installation, botToken: "xoxb-again", botId: "B0AGAIN" };

    await saveSlackInstallation(db, SEAL, again, AT);

    expect(await findSlackInstallation(db, SEAL, installation.workspaceId)).toEqual(again);
  });

  it("keeps no token in the open, and none that opens for another workspace", async () => {
    const { db, installation } = await anInstallation();
    const other = await anInstallation();
    await saveSlackInstallation(db, SEAL, installation, AT);
    await saveSlackInstallation(db, SEAL, other.installation, AT);

    const row = await db
      .selectFrom("slack_installations")
      .selectAll()
      .where("workspace_id", "=", installation.workspaceId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("canary");
    await db
      .updateTable("slack_installations")
      .set({ sealed_bot_token: row.sealed_bot_token })
      .where("workspace_id", "=", other.installation.workspaceId)
      .execute();

    await expect(
      findSlackInstallation(db, SEAL, other.installation.workspaceId),
    ).rejects.toMatchObject({ code: "cannot-unseal" });
  });

  async function anInstallation() {
    const { company, database } = on();
    const { workspaceId } = await company();
    const botToken = `xoxb-canary-${workspaceId}`;
    return {
      db: database.db,
      installation: { workspaceId, botToken, botId: "B0SIGNAL1", botUserId: "U0SIGNAL1" },
    };
  }
}
