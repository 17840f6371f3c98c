import type { Tx } from "../../platform/database/db.ts";
import { freeze } from "../rules/ask.ts";
import type { Entry } from "../rules/entry.ts";
import { forcesAfter } from "../rules/step.ts";
import { readGround } from "../store/ground.ts";
import { save } from "../store/save.ts";
import { type Context, uuid } from "./context.ts";

const NO_CONNECTION = { id: "", baseUrl: "", environment: "" };
const NO_TRAITS = { type: null, destination: null, isFirstUse: false, warnings: [] };

/**
 * Freezes sending under the lock, in one save with the entry that says what was found. A second
 * time for the same `delivery` does nothing.
 */
export async function stop(
  context: Context,
  tx: Tx,
  workspace: string,
  { by, reason }: { by: string; reason: string },
  found: Pick<Entry, "action" | "facts">,
  delivery: string | null = null,
): Promise<void> {
  const { forces } = await readGround(tx, { workspace, request: null });
  const ground = await readGround(tx, { workspace, request: forces.frozen });
  const { now, inForce, connection, request, was, nextNumber: number } = ground;
  const { id, baseUrl, environment } = connection ?? NO_CONNECTION;
  const content = {
    ...{ workspace, request: uuid(context), nonce: uuid(context) },
    connection: { id, baseUrl, environment },
    traits: NO_TRAITS,
  };
  const askedIn = { channel: inForce?.settings.channel ?? "" };
  const made = { content, askedIn, number };
  const { replaced, resume, entries } = freeze(request, { by, at: now, reason }, made);
  const of = { by, request: null, version: null, attempt: null };
  const all = [{ ...of, ...found }, ...entries];
  const due = { nextAt: null, syncAt: now };
  const saved = await save(tx, ground, {
    requests: [
      ...(replaced ? [{ next: replaced, was, ...due }] : []),
      ...(resume ? [{ next: resume, was: null, ...due }] : []),
    ],
    entries: all,
    forces: forcesAfter(all, forces),
    delivery,
  });
  if (saved !== "saved" && saved !== "delivered") {
    throw new Error(`A freeze was not saved: ${saved}`);
  }
}
