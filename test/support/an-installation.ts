import type { Installation } from "../../src/workspace/install/installations.ts";

/** As Slack leaves it behind in a workspace, with a token that does not end. */
export function anInstallation(id: string, fields: Partial<Installation> = {}): Installation {
  return {
    id,
    isOrgWide: false,
    workspace: { id, name: `Workspace ${id}` },
    enterprise: null,
    appId: "A0SIGNAL1",
    botId: "B0SIGNAL1",
    botUserId: "U0SIGNAL1",
    installedBy: "U0BEN0001",
    scopes: ["chat:write", "commands"],
    botToken: `xoxb-canary-${id}`,
    renewal: null,
    ...fields,
  };
}

/** In all of an organisation. */
export function anOrgInstallation(id: string, fields: Partial<Installation> = {}): Installation {
  return anInstallation(id, {
    isOrgWide: true,
    workspace: null,
    enterprise: { id, name: `Organisation ${id}` },
    ...fields,
  });
}
