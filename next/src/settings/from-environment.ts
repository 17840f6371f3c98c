import type { Config } from "../config.ts";
import type { Context } from "../request/engine/context.ts";
import { canonicalBytes, sha256 } from "../request/rules/digest.ts";
import { SIGNALBOX } from "../request/rules/request.ts";
import type { Settings } from "../request/rules/settings.ts";
import { readConnection, readToken, saveConnection } from "../request/store/connections.ts";
import { readGround } from "../request/store/ground.ts";
import { save } from "../request/store/save.ts";

/** What the environment decides for its one workspace, as people read it in Slack. */
export function settingsOf(config: Config): Settings {
  return {
    connectionId: connectionOf(config).id,
    channel: config.APPROVALS_CHANNEL,
    team: config.TEAM,
    requirements: [
      {
        ...{ name: "Rail approvers", covers: "rails", when: {} },
        ...{ people: config.APPROVERS, needed: config.APPROVALS_REQUIRED },
      },
      {
        ...{ name: "Destination approvers", covers: "destinations", when: {} },
        people: config.DESTINATION_APPROVERS,
        needed: config.DESTINATION_APPROVALS_REQUIRED,
      },
    ],
    coolDownHours: config.COOL_DOWN_HOURS,
    expiresInHours: config.EXPIRES_IN_HOURS,
    auditors: [],
  };
}

/** Another address is another connection, whose register is empty: ids mean something else there. */
function connectionOf({ RAIL_API_URL: baseUrl, RAIL_API_ENVIRONMENT: environment }: Config) {
  const id = sha256(`${environment} ${baseUrl}`).slice(0, 16);
  return { id, baseUrl, environment };
}

/**
 * Keeps the environment's token, and makes its settings the version in force if they are not
 * already.
 */
export async function applyEnvironment(context: Context, workspace: string): Promise<void> {
  const { config, db } = context;
  const settings = settingsOf(config);
  const connection = { workspace, ...connectionOf(config) };
  const body = canonicalBytes(settings);
  await db.transaction(workspace, async (tx) => {
    const kept = await readConnection(tx, workspace, connection.id);
    const isSame =
      kept?.baseUrl === connection.baseUrl &&
      kept.environment === connection.environment &&
      readToken(tx, kept) === config.RAIL_API_TOKEN;
    if (!isSame) await saveConnection(tx, connection, config.RAIL_API_TOKEN);
    const ground = await readGround(tx, { workspace, request: null });
    const { inForce, forces } = ground;
    if (inForce && canonicalBytes(inForce.settings) === body) return;
    const version = forces.settings + 1;
    const saved = await save(tx, ground, {
      entries: [
        {
          ...{ action: "settings", by: SIGNALBOX, facts: { version, settings: body } },
          ...{ request: null, version: null, attempt: null },
        },
      ],
      forces: { ...forces, settings: version },
      settings: { version, settings },
      wakes: ["pending", "ready"],
    });
    if (saved !== "saved") throw new Error(`The environment's settings were not saved: ${saved}`);
  });
}
