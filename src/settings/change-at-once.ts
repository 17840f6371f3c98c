import type { Tx } from "../platform/database/db.ts";
import { type Applied, saveStep } from "../request/engine/apply.ts";
import { type Chance, uuid } from "../request/engine/context.ts";
import { begin } from "../request/rules/ask.ts";
import { settle } from "../request/rules/at-once.ts";
import { type ConnectionRef, NO_TRAITS } from "../request/rules/content.ts";
import { later } from "../request/rules/pauses.ts";
import type { Place } from "../request/rules/request.ts";
import type { InForce, Settings } from "../request/rules/settings.ts";
import type { Taken } from "../request/rules/step.ts";
import type { Ground } from "../request/store/ground.ts";
import { readNames } from "./destination-names.ts";

interface Wished {
  /** A Slack user id, or `SIGNALBOX`. */
  by: string;
  askedIn: Place;
  name: string;
  reason: string;
  settings: Settings;
  connection: ConnectionRef;
  delivery: string | null;
}

/**
 * Makes the next version of the settings without anybody's agreement, under the lock: a request
 * that is done when it is made. Its card is the announcement.
 */
export async function changeAtOnce(
  chance: Chance,
  tx: Tx,
  ground: Ground,
  current: InForce,
  wished: Wished,
): Promise<Applied> {
  const asked = await toAsked(chance, tx, ground, current, wished);
  return saveOrThrow(tx, ground, settle(asked, ground.now), wished);
}

/** Asks those who decide for it, in the name of an administrator, under the lock. */
export async function askForChange(
  chance: Chance,
  tx: Tx,
  ground: Ground,
  current: InForce,
  wished: Wished,
): Promise<Applied> {
  const asked = await toAsked(chance, tx, ground, current, wished);
  const expiresAt = later(ground.now, current.settings.expiresInHours * 3_600);
  return saveOrThrow(tx, ground, begin(asked, ground.now, expiresAt), wished);
}

async function toAsked(
  chance: Chance,
  tx: Tx,
  { workspace, nextNumber: number }: Ground,
  { version: from, settings: before }: InForce,
  { by, askedIn, name, reason, settings, connection }: Wished,
) {
  const { id, baseUrl, environment } = connection;
  const service = { workspace, connection: before.connectionId };
  const destinations = await readNames(tx, service, [before, settings]);
  const content = {
    ...{ workspace, request: uuid(chance), nonce: uuid(chance) },
    connection: { id, baseUrl, environment },
    traits: NO_TRAITS,
    change: { kind: "change-settings", name, reason, from, before, settings, destinations },
  } as const;
  return { content, by, askedIn, number };
}

async function saveOrThrow(tx: Tx, ground: Ground, step: Taken, { delivery }: Wished) {
  const saved = await saveStep(tx, ground, step, null, delivery);
  if (!saved) throw new Error("The settings were changed under their workspace's lock");
  return saved;
}
