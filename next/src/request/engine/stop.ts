import type { Tx } from "../../platform/database/db.ts";
import type { Entry } from "../rules/entry.ts";
import { freeze } from "../rules/freeze.ts";
import { forcesAfter } from "../rules/step.ts";
import { readGround } from "../store/ground.ts";
import { save } from "../store/save.ts";
import type { Context } from "./context.ts";
import { uuid } from "./uuid.ts";

/**
 * Freezes sending under the lock, in one save with the entries that say why. A second time for the
 * same `delivery` does nothing.
 */
export async function stop(
  context: Context,
  tx: Tx,
  workspace: string,
  { by, reason }: { by: string; reason: string },
  before: readonly Entry[],
  delivery: string | null = null,
): Promise<void> {
  const { forces } = await readGround(tx, { workspace, request: null });
  const ground = await readGround(tx, { workspace, request: forces.frozen });
  const { now, inForce, connection, request, was, nextNumber } = ground;
  const content = {
    workspace,
    request: uuid(context),
    nonce: uuid(context),
    connection: connection
      ? { id: connection.id, baseUrl: connection.baseUrl, environment: connection.environment }
      : { id: "", baseUrl: "", environment: "" },
    traits: { type: null, destination: null, isFirstUse: false, warnings: [] },
  };
  const askedIn = { channel: inForce?.settings.channel ?? "" };
  const stopped = freeze(
    request,
    { by, at: now, reason },
    { content, askedIn, number: nextNumber },
  );
  const entries = [...before, ...stopped.entries];
  const toSave = [
    ...(stopped.replaced ? [{ next: stopped.replaced, was }] : []),
    ...(stopped.resume ? [{ next: stopped.resume, was: null }] : []),
  ];
  const saved = await save(tx, ground, {
    requests: toSave.map((each) => ({ ...each, nextAt: null, syncAt: now })),
    entries,
    forces: forcesAfter(entries, forces),
    delivery,
  });
  if (saved !== "saved" && saved !== "delivered") {
    throw new Error(`A freeze was not saved: ${saved}`);
  }
}
