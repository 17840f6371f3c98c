import type { Tx } from "../../platform/database/db.ts";
import { freeze } from "../rules/ask.ts";
import { NO_TRAITS } from "../rules/content.ts";
import type { Entry } from "../rules/entry.ts";
import type { Request } from "../rules/request.ts";
import { forcesAfter } from "../rules/step.ts";
import { readGround } from "../store/ground.ts";
import { save } from "../store/save.ts";
import { type Chance, uuid } from "./context.ts";

const NO_CONNECTION = { id: "", baseUrl: "", environment: "" };

/** The open `resume`, and the one whose place it takes. */
export interface Stopped {
  resume: Request;
  replaced: Request | null;
  /** False where the same person had stopped sending before: nothing was changed. */
  isNew: boolean;
}

/**
 * Freezes sending under the lock, in one save with the entry that says what was found; null where a
 * person found nothing else. Does nothing a second time for the same `delivery`, and returns null.
 * `longest`: so many entries the audit had before a restore, so that no number is given again.
 */
export async function stop(
  chance: Chance,
  tx: Tx,
  workspace: string,
  { by, reason }: { by: string; reason: string },
  found: Pick<Entry, "action" | "facts"> | null,
  { delivery = null, longest = 0 }: { delivery?: string | null; longest?: number } = {},
): Promise<Stopped | null> {
  const { forces, delivered } = await readGround(tx, { workspace, request: null, delivery });
  if (delivered) return null;
  const ground = await readGround(tx, { workspace, request: forces.frozen });
  const { now, inForce, connection, request, was, head, nextNumber } = ground;
  const { id, baseUrl, environment } = connection ?? NO_CONNECTION;
  const content = {
    ...{ workspace, request: uuid(chance), nonce: uuid(chance) },
    connection: { id, baseUrl, environment },
    traits: NO_TRAITS,
  };
  const askedIn = { channel: inForce?.settings.channel ?? "" };
  // Each request has an entry at least.
  const number = head.seq < longest ? longest + 1 : nextNumber;
  const made = { content, askedIn, number };
  const { replaced, resume, entries } = freeze(request, { by, at: now, reason }, made);
  const of = { by, request: null, version: null, attempt: null };
  const all = [...(found ? [{ ...of, ...found }] : []), ...entries];
  const open = resume ?? request;
  if (!open) throw new TypeError("A freeze has an open request to resume");
  const stopped = { resume: open, replaced, isNew: resume !== null };
  if (all.length === 0) return stopped;
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
  if (typeof saved === "string") throw new Error(`A freeze was not saved: ${saved}`);
  return stopped;
}
