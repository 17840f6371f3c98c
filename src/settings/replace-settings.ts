import { z } from "zod";
import { type Config, HOURS } from "../config.ts";
import { isEachOnce, USER } from "../config-values.ts";
import type { Database } from "../platform/database/db.ts";
import type { People } from "../platform/slack/people.ts";
import { isAlikeName } from "../platform/text/names.ts";
import { counted } from "../platform/text/times.ts";
import { faultOfText } from "../platform/text/typed-text.ts";
import type { Chance } from "../request/engine/context.ts";
import { stop } from "../request/engine/stop.ts";
import { NAME } from "../request/forms/fields.ts";
import { canonicalBytes } from "../request/rules/digest.ts";
import { SIGNALBOX } from "../request/rules/request.ts";
import { canBeMet, isForAll } from "../request/rules/requirements.ts";
import type { Requirement, Settings } from "../request/rules/settings.ts";
import { readConnection } from "../request/store/connections.ts";
import { readGround } from "../request/store/ground.ts";
import { readRecorded } from "../request/store/signed-rows.ts";
import { connectionOf, settingsOf } from "./from-environment.ts";
import { makeChange } from "./make-change.ts";
import { MOST } from "./people.ts";
import { coversAll, MOST_REQUIREMENTS } from "./requirement-form.ts";

const people = (least: number, most: number) =>
  z
    .array(z.string().regex(USER, "must be a Slack user id such as U0123ABCD"))
    .min(least)
    .max(most)
    .refine(isEachOnce, "names somebody twice");
const keys = z.array(z.string().max(200)).min(1).max(MOST.destinations).refine(isEachOnce);
const hours = ([least, most]: readonly [least: number, most: number]) =>
  z.int().min(least).max(most);

const requirement = z.strictObject({
  name: z
    .string()
    .trim()
    .refine((name) => faultOfText(name, NAME) === undefined, "cannot be shown as it is"),
  covers: z.enum(["rails", "destinations"]),
  when: z
    .strictObject({
      types: z
        .array(z.enum(["ON_RAMP", "OFF_RAMP"]))
        .min(1)
        .refine(isEachOnce)
        .exactOptional(),
      destinations: keys.exactOptional(),
      isFirstUse: z.literal(true).exactOptional(),
    })
    .default({}),
  people: people(1, MOST.approvers),
  needed: z.int().min(1).max(MOST.approvers),
});

/** What the operator gives; what is missing stays as it is. The environment has the service. */
const given = z.strictObject({
  team: z.union([z.literal("everyone"), people(1, MOST.team)]).exactOptional(),
  requirements: z.array(requirement).min(1).max(MOST_REQUIREMENTS).exactOptional(),
  coolDownHours: hours(HOURS.coolDown).exactOptional(),
  expiresInHours: hours(HOURS.expires).exactOptional(),
  auditors: people(0, MOST.auditors).exactOptional(),
});

interface Replacing extends Chance {
  config: Config;
  db: Database;
  people: People;
}

/** The settings were not replaced. Each fault is a sentence. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * Makes what the operator gives (JSON) the next version of the settings, whoever is in force: for
 * requirements that nobody can meet, and for a version that somebody changed. Announced by its card
 * and frozen until the new people resume. Throws a `SettingsError`. Returns its number.
 */
export async function replaceSettings(
  { config, db, people: asked, random }: Replacing,
  workspace: string,
  json: string,
): Promise<number> {
  const parts = readGiven(json);
  const named = (parts.requirements ?? []).flatMap((each) => each.people);
  const standings = await asked.standingsOf(workspace, named, "fresh");
  const active = (id: string) => (standings.get(id) ?? "active") === "active";
  return db.transaction(workspace, async (tx) => {
    const ground = await readGround(tx, { workspace, request: null });
    const { inForce, forces } = ground;
    // Of a version that somebody changed the audit still has what it was.
    const recorded = inForce ?? (await readRecorded(tx, workspace, forces.settings));
    const before = recorded?.settings ?? settingsOf(config, null);
    const connection = config.APPROVERS
      ? connectionOf(config)
      : await readConnection(tx, workspace, before.connectionId);
    if (!connection) throw new SettingsError("The workspace has no Rail service.");
    const wanted: Settings = { ...before, ...parts };
    const faults = faultsIn(wanted.requirements, before.requirements, active);
    if (faults.length > 0) throw new SettingsError(faults.join("\n"));
    const settings = settingsOf(config, wanted);
    const lost = whatEnvironmentSets(wanted, settings);
    if (lost) throw new SettingsError(`The environment sets ${lost}: change it there.`);
    if (inForce && canonicalBytes(settings) === canonicalBytes(before)) {
      throw new SettingsError("These settings are in force already.");
    }
    const { channel } = settings;
    const change = { name: "Operator", reason: "The operator replaced the settings.", settings };
    const made = { by: SIGNALBOX, askedIn: { channel }, connection };
    const version = forces.settings;
    const current = { version, settings: before };
    await makeChange({ random }, tx, ground, current, { ...change, ...made, delivery: null });
    const reason = `The operator made version ${version + 1} of the settings. Check it first.`;
    await stop({ random }, tx, workspace, { by: SIGNALBOX, reason }, null);
    return version + 1;
  });
}

/** Throws a `SettingsError`. */
export function readGiven(json: string): z.output<typeof given> {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    throw new SettingsError("This is not JSON.");
  }
  const { data: parts, error } = given.safeParse(data);
  if (parts && Object.keys(parts).length > 0) return parts;
  const faults = error?.issues.map(({ path, message }) => `${path.join(".") || "It"}: ${message}`);
  throw new SettingsError(faults?.join("\n") ?? "It sets nothing.");
}

/**
 * As strict as the forms: each can be met, and something covers whatever people may ask for. One
 * that stays as it is may have lost people: that must not keep others from being mended.
 */
export function faultsIn(
  all: readonly Requirement[],
  before: readonly Requirement[],
  isActive: (id: string) => boolean,
): string[] {
  return [
    ...all.flatMap((each, at) => {
      const { name, needed, covers } = each;
      const active = isIn(before, each) ? each.people : each.people.filter(isActive);
      const are = counted(active.length, "person is", "people are");
      const isTwice = all.slice(0, at).some((other) => isAlikeName(other.name, name));
      const isConditional = covers === "destinations" && !isForAll(each);
      return [
        isTwice && `${name}: another requirement has this name, or one like it.`,
        !canBeMet({ people: active, needed }) &&
          `${name}: needs ${needed} and somebody besides, but ${are} active.`,
        isConditional && `${name}: conditions are for requirements of Rails only.`,
      ].filter((fault) => fault !== false);
    }),
    ...(["rails", "destinations"] as const).flatMap((covers) =>
      coversAll(all, covers) ? [] : [`One requirement for ${covers} must have no conditions.`],
    ),
  ];
}

const isIn = (all: readonly Requirement[], one: Requirement): boolean =>
  all.some((each) => canonicalBytes(each) === canonicalBytes(one));

/** The first part of what is wanted that the environment sets otherwise; null for none. */
function whatEnvironmentSets(wanted: Settings, settings: Settings): string | null {
  const part = wanted.requirements.find((each) => !isIn(settings.requirements, each));
  if (part) return `“${part.name}”`;
  const keys = ["team", "coolDownHours", "expiresInHours"] as const;
  return keys.find((key) => canonicalBytes(wanted[key]) !== canonicalBytes(settings[key])) ?? null;
}
