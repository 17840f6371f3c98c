import { type Config, ConfigError, type OneConfig } from "../config.ts";
import { RailApiError } from "../platform/rail-api/rail-api-error.ts";
import { type Applied, goOn } from "../request/engine/apply.ts";
import type { Context } from "../request/engine/context.ts";
import { canonicalBytes, sha256 } from "../request/rules/digest.ts";
import { SIGNALBOX } from "../request/rules/request.ts";
import { canBeMet } from "../request/rules/requirements.ts";
import type { Requirement, Settings } from "../request/rules/settings.ts";
import {
  type Account,
  boundTo,
  readConnection,
  readToken,
  saveConnection,
} from "../request/store/connections.ts";
import { readGround } from "../request/store/ground.ts";
import { save } from "../request/store/save.ts";
import { addWorkspace } from "../request/store/workspaces.ts";
import { makeChange } from "./make-change.ts";
import { NAMES } from "./operator.ts";
import { ownerOf } from "./owner-of.ts";

/** What a new workspace begins with. */
export const AT_FIRST = {
  team: "everyone",
  needed: 2,
  coolDownHours: 24,
  expiresInHours: 72,
} as const;

/**
 * The settings in force with those parts replaced that the environment sets, if it sets any: what
 * it no longer sets stays as it is. Throws a `ConfigError` where its approvers could not meet what
 * is required.
 */
export function settingsOf(config: Config, before: Settings | null): Settings {
  if (config.APPROVERS === undefined) {
    if (before) return before;
    throw new ConfigError(["Nothing was set up in this workspace that can be read."]);
  }
  const requirements = requirementsOf(config, before?.requirements ?? []);
  const faults = requirements.slice(0, 2).flatMap((each) => {
    const name = each.name === NAMES.rails ? "APPROVERS" : "DESTINATION_APPROVERS";
    const least = `${each.needed + 1}: ${each.needed} must approve, and one may be the requester.`;
    return canBeMet(each) ? [] : [`${name} must be at least ${least}`];
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    connectionId: connectionOf(config).id,
    channel: config.APPROVALS_CHANNEL,
    team: config.TEAM ?? before?.team ?? AT_FIRST.team,
    requirements,
    coolDownHours: config.COOL_DOWN_HOURS ?? before?.coolDownHours ?? AT_FIRST.coolDownHours,
    expiresInHours: config.EXPIRES_IN_HOURS ?? before?.expiresInHours ?? AT_FIRST.expiresInHours,
    auditors: before?.auditors ?? [],
  };
}

/** Both of the environment, then those of Slack. */
function requirementsOf(config: OneConfig, before: readonly Requirement[]): Requirement[] {
  const named = (name: string) => before.find((each) => each.name === name);
  const [rails, destinations] = [named(NAMES.rails), named(NAMES.destinations)];
  const people = config.APPROVERS;
  const needed = config.APPROVALS_REQUIRED ?? rails?.needed ?? AT_FIRST.needed;
  const { DESTINATION_APPROVERS, DESTINATION_APPROVALS_REQUIRED } = config;
  return [
    { name: NAMES.rails, covers: "rails", when: {}, people, needed },
    {
      ...{ name: NAMES.destinations, covers: "destinations", when: {} },
      people: DESTINATION_APPROVERS ?? followed(destinations?.people, rails?.people, people),
      needed:
        DESTINATION_APPROVALS_REQUIRED ?? followed(destinations?.needed, rails?.needed, needed),
    },
    ...before.filter((each) => each !== rails && each !== destinations),
  ];
}

/** Until something else was decided, destinations need the same as Rails. */
function followed<T>(own: T | undefined, rails: T | undefined, now: T): T {
  const isOwn = own !== undefined && canonicalBytes(own) !== canonicalBytes(rails ?? null);
  return isOwn ? own : now;
}

/** Another address is another connection, whose register is empty: ids mean something else there. */
export function connectionOf({
  RAIL_API_URL: baseUrl,
  RAIL_API_ENVIRONMENT: environment,
}: OneConfig) {
  const id = sha256(`${environment} ${baseUrl}`).slice(0, 16);
  return { id, baseUrl, environment };
}

/** Throws a `ConfigError` for a new token that shows none of the Rails which we created. */
async function refuseAnothers(
  context: Context,
  account: Omit<Account, "mark">,
  token: string,
): Promise<void> {
  const { db, log } = context;
  const kept = await readConnection(db, account.workspace, account.id);
  if (!kept || readToken(db, kept) === token) return;
  const mark = db.keys.seal.seal(token, boundTo(account));
  const owner = await ownerOf(context, { ...account, mark }).catch((error: unknown) => {
    if (!(error instanceof RailApiError)) throw error;
    log.warn({ err: error }, "RAIL_API_TOKEN could not be tried");
    return "unknown";
  });
  if (owner === "another") throw new ConfigError([ANOTHERS]);
}

const ANOTHERS =
  "RAIL_API_TOKEN is another company's: it shows none of the Rails created here. Use the former one.";

/**
 * Keeps the environment's token, and makes its settings the version in force if they are not
 * already. Throws a `ConfigError` where they do not fit what is in force.
 */
export async function applyEnvironment(
  context: Context,
  config: OneConfig,
  workspace: string,
): Promise<void> {
  const { db } = context;
  const connection = connectionOf(config);
  await addWorkspace(db, workspace);
  await refuseAnothers(context, { workspace, ...connection }, config.RAIL_API_TOKEN);
  const applied = await db.transaction(workspace, async (tx): Promise<Applied | null> => {
    const kept = await readConnection(tx, workspace, connection.id);
    const isSame =
      kept?.baseUrl === connection.baseUrl &&
      kept.environment === connection.environment &&
      readToken(tx, kept) === config.RAIL_API_TOKEN;
    if (!isSame) await saveConnection(tx, { workspace, ...connection }, config.RAIL_API_TOKEN);
    const ground = await readGround(tx, { workspace, request: null });
    const { inForce, forces } = ground;
    const settings = settingsOf(config, inForce?.settings ?? null);
    const body = canonicalBytes(settings);
    if (inForce && canonicalBytes(inForce.settings) === body) return null;
    // One that somebody changed says nothing of what people have decided in Slack.
    if (!inForce && forces.settings > 0) return null;
    if (inForce) {
      return makeChange(context, tx, ground, inForce, {
        ...{ by: SIGNALBOX, askedIn: { channel: settings.channel }, connection, settings },
        ...{ name: "Environment", reason: "The operator changed the environment.", delivery: null },
      });
    }
    const version = forces.settings + 1;
    const of = { by: SIGNALBOX, request: null, version: null, attempt: null };
    const saved = await save(tx, ground, {
      entries: [{ ...of, action: "settings", facts: { version, settings: body } }],
      forces: { ...forces, settings: version },
      settings: { version, settings },
      wakes: ["pending", "ready"],
    });
    if (typeof saved === "string")
      throw new Error(`The environment's settings were not saved: ${saved}`);
    return null;
  });
  if (applied) goOn(context, applied);
}
