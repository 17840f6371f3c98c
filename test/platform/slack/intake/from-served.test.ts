import { describe, expect, it } from "vitest";
import { createLogger } from "../../../../src/platform/process/logger.ts";
import { NotInstalled } from "../../../../src/platform/slack/bot-tokens.ts";
import { fromServed } from "../../../../src/platform/slack/intake/from-served.ts";

type Args = Parameters<ReturnType<typeof fromServed>>[0];

const INITECH = { id: "E0INITECH", workspace: "T0INIEUR1" };

/** Slack's deliveries, where Acme is served, and Initech's workspaces from the first one on that is heard of. */
function serving({ appId = "A0SIGNAL1" }: { appId?: string | undefined } = {}) {
  const served = new Set(["T0ACME001"]);
  const met: unknown[] = [];
  const answered: string[] = [];
  const deliver = async (body: object, context: object = {}) => {
    let name: string | undefined;
    const listener = fromServed({
      async as(id) {
        if (!served.has(id)) throw new NotInstalled(id);
        return { token: `xoxb-${id}`, team_id: id };
      },
      async meet(workspace, enterpriseId) {
        met.push({ ...workspace, enterpriseId });
        if (enterpriseId === INITECH.id) served.add(workspace.id);
      },
      appId: async () => appId,
      within: (given, answer) => {
        name = given.token;
        return answer();
      },
      logger: createLogger("silent"),
    });
    const next = async () => void answered.push(name ?? "in no name");
    await listener({ body: { api_app_id: "A0SIGNAL1", ...body }, context, next } as never as Args);
    return answered.splice(0);
  };
  return { deliver, met };
}

describe("a delivery is answered in the name of", () => {
  it.each<[string, object]>([
    ["the workspace of a command", { team_id: "T0ACME001" }],
    ["the workspace of a press", { team: { id: "T0ACME001", domain: "acme" } }],
    [
      "a form's, opened there",
      { team: { id: "T0ACME001" }, view: { app_installed_team_id: "T0ACME001" } },
    ],
    ["an event's", { team_id: "T0ACME001", event: { type: "app_home_opened" } }],
  ])("%s", async (_, body) => {
    expect(await serving().deliver(body)).toEqual(["xoxb-T0ACME001"]);
  });

  it("a workspace of an organisation, from the first one on, and the organisation never", async () => {
    const { deliver, met } = serving();
    const context = { isEnterpriseInstall: true, enterpriseId: INITECH.id };
    const person = { team: null, is_enterprise_install: true, user: { team_id: "T0INIEUR1" } };
    const command = { team_id: "T0INIEUR1", team_domain: "initech-europe" };

    expect(await deliver(command, context)).toEqual(["xoxb-T0INIEUR1"]);
    expect(await deliver(person, context)).toEqual(["xoxb-T0INIEUR1"]);
    expect(await deliver({ ...person, user: { team_id: INITECH.id } }, context)).toEqual([]);
    expect(await deliver({ team_id: INITECH.id }, context)).toEqual([]);
    expect(met).toEqual([{ id: "T0INIEUR1", name: "initech-europe", enterpriseId: INITECH.id }]);
  });
});

describe("a delivery is refused", () => {
  it.each<[string, object]>([
    ["of a workspace that is not served", { team_id: "T0GLOBEX1" }],
    ["without a workspace", {}],
    ["whose workspace is no text", { team_id: { id: "T0ACME001" } }],
    ["of a person's own workspace, where no organisation is", { user: { team_id: "T0ACME001" } }],
    [
      "with a form of another workspace",
      {
        team: { id: "T0ACME001" },
        view: { app_installed_team_id: "T0GLOBEX1" },
      },
    ],
    ["of another app", { team_id: "T0ACME001", api_app_id: "A0LEDGER1" }],
    [
      "that tells of a removal, which the receiver has taken in",
      {
        team_id: "T0ACME001",
        event: { type: "app_uninstalled" },
      },
    ],
    [
      "that tells of workspaces taken out of an organisation",
      {
        team_id: "T0ACME001",
        event: { type: "team_access_revoked", team_ids: ["T0ACME001"] },
      },
    ],
    ["with a workspace that only looks like one", { team_id: "T0ACME001 " }],
  ])("%s", async (_, body) => {
    expect(await serving().deliver(body)).toEqual([]);
  });

  it("from an organisation that has not installed the app, which is not remembered as served", async () => {
    const { deliver } = serving();
    const context = { isEnterpriseInstall: true, enterpriseId: "E0OTHER01" };

    expect(await deliver({ team_id: "T0OTHER01" }, context)).toEqual([]);
    expect(await deliver({ team_id: "T0OTHER01" }, context)).toEqual([]);
  });
});

it("an error of the store is no refusal: whoever clicked is told", async () => {
  const listener = fromServed({
    as: async () => Promise.reject(new RangeError("No key opens it")),
    appId: async () => undefined,
    within: (_, answer) => answer(),
    logger: createLogger("silent"),
  });
  const body = { team_id: "T0ACME001" };

  const args = { body, context: {}, next: async () => {} } as never as Args;

  await expect(listener(args)).rejects.toThrow("No key opens it");
});
