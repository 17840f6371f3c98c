import { describe, expect, it } from "vitest";
import {
  acmeSeed,
  BEN,
  CAL,
  DEE,
  TREASURY_APPROVERS,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { startAcme } from "./bolt-app.ts";

const seed = {
  ...acmeSeed,
  app: { ...acmeSeed.app, scopes: ["usergroups:read"] },
  userGroups: [{ id: "S0APPROV1", handle: "approvers", name: "Approvers", members: [BEN, CAL] }],
};

describe("user groups", () => {
  it("are listed, and their members too", async () => {
    await using workspace = await startAcme({ seed });
    const { usergroups } = workspace.client;

    const { usergroups: plain } = await usergroups.list();
    const { usergroups: whole } = await usergroups.list({
      include_users: true,
      include_count: true,
    });

    expect(plain).toMatchObject([{ id: "S0APPROV1", handle: "approvers", name: "Approvers" }]);
    expect(plain?.[0]).not.toHaveProperty("users");
    expect(whole).toMatchObject([{ users: [BEN, CAL], user_count: 2 }]);
    expect(await usergroups.users.list({ usergroup: "S0APPROV1" })).toMatchObject({
      users: [BEN, CAL],
    });
    await expect(usergroups.users.list({ usergroup: "S0" })).rejects.toThrow("no_such_subteam");
  });

  it("need the scope usergroups:read", async () => {
    const app = { ...acmeSeed.app, scopes: ["users:read"] };
    await using workspace = await startAcme({ seed: { ...acmeSeed, app } });

    await expect(workspace.client.usergroups.list()).rejects.toMatchObject({
      data: { error: "missing_scope", needed: "usergroups:read" },
    });
  });

  it("stand at Acme for those who approve", async () => {
    const app = { ...acmeSeed.app, scopes: ["usergroups:read"] };
    await using workspace = await startAcme({ seed: { ...acmeSeed, app } });

    expect(await workspace.client.usergroups.list({ include_users: true })).toMatchObject({
      usergroups: [
        { id: TREASURY_APPROVERS, handle: "treasury-approvers", users: [BEN, CAL, DEE] },
      ],
    });
  });
});
