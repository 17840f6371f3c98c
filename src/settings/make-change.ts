import type { Tx } from "../platform/database/db.ts";
import { type Applied, saveStep } from "../request/engine/apply.ts";
import { type Chance, uuid } from "../request/engine/context.ts";
import { begin } from "../request/rules/ask.ts";
import { settle } from "../request/rules/at-once.ts";
import { type ConnectionRef, NO_TRAITS } from "../request/rules/content.ts";
import { later } from "../request/rules/pauses.ts";
import type { Place } from "../request/rules/request.ts";
import type { InForce, Settings } from "../request/rules/settings.ts";
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
  /** Those who decide have to approve it, as of any request. */
  needsApproval?: boolean;
}

/**
 * Makes the next version of the settings, under the lock: a request that is done when it is made,
 * without anybody's agreement unless it `needsApproval`. Its card is the announcement.
 */
export async function makeChange(
  chance: Chance,
  tx: Tx,
  ground: Ground,
  { version: from, settings: before }: InForce,
  { by, askedIn, name, reason, settings, connection, delivery, needsApproval = false }: Wished,
): Promise<Applied> {
  const { workspace, now, nextNumber: number } = ground;
  const { id, baseUrl, environment } = connection;
  const service = { workspace, connection: before.connectionId };
  const destinations = await readNames(tx, service, [before, settings]);
  const content = {
    ...{ workspace, request: uuid(chance), nonce: uuid(chance) },
    connection: { id, baseUrl, environment },
    traits: NO_TRAITS,
    change: { kind: "change-settings", name, reason, from, before, settings, destinations },
  } as const;
  const asked = { content, by, askedIn, number };
  const step = needsApproval
    ? begin(asked, now, later(now, before.expiresInHours * 3_600))
    : settle(asked, now);
  const saved = await saveStep(tx, ground, step, null, delivery);
  if (!saved) throw new Error("The settings were changed under their workspace's lock");
  return saved;
}
