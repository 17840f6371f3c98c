import { classOf } from "../platform/log/error-facts.ts";
import { RailApiError } from "../platform/rail-api/rail-api-error.ts";
import type { Context, Walked } from "../request/engine/context.ts";
import { later } from "../request/rules/pauses.ts";
import { noteWalkFault, readConnection } from "../request/store/connections.ts";
import { type Due, finishDue } from "../request/store/due.ts";
import { finishWalk, type Service, writeRails } from "../request/store/mirror.ts";
import { announceOutsideRails } from "./announce.ts";

interface Walking {
  running: Promise<Walked>;
  /** The one that begins when `running` ends, for all who asked meanwhile. */
  next: Promise<Walked> | null;
}

const underWay = new WeakMap<Context, Map<string, Walking>>();

/**
 * Walks the whole list of a connection's service into the mirror, beginning now or later: of a walk
 * that is under way nobody knows what it has passed by. Many who ask at once share one.
 */
export function walk(context: Context, service: Service): Promise<Walked> {
  const walks = underWay.get(context) ?? new Map<string, Walking>();
  underWay.set(context, walks);
  const key = `${service.workspace} ${service.connection}`;
  const begin = (): Promise<Walked> => {
    const walking: Walking = { running: walkOnce(context, service), next: null };
    walks.set(key, walking);
    walking.running = walking.running.finally(() => {
      if (!walking.next) walks.delete(key);
    });
    return walking.running;
  };
  const walking = walks.get(key);
  if (!walking) return begin();
  walking.next ??= walking.running.then(begin);
  return walking.next;
}

/**
 * The list is walked every four minutes; or, where a walk is slow, at ten times its duration.
 * Seconds.
 */
const EVERY = 240;
const DURATIONS = 10;

/** The mirror's own walk, when it is due. */
export async function walkDue(context: Context, due: Due): Promise<void> {
  const beganAt = context.now();
  const { workspace, id: connection, taken } = due;
  const service = { workspace, connection };
  if ((await walk(context, service)) === "complete") await announceOutsideRails(context, service);
  const seconds = Math.max(EVERY, ((context.now() - beganAt) / 1_000) * DURATIONS);
  await finishDue(context.db, due, later(taken, seconds));
}

async function walkOnce(context: Context, service: Service, isLast = false): Promise<Walked> {
  const { db, log } = context;
  const { workspace, connection } = service;
  try {
    const row = await readConnection(db, workspace, connection);
    const api = context.railApi(row);
    if (!row || !api) {
      await noteWalkFault(db, service, row?.mark === null ? "no-token" : "not-listed");
      return "refused";
    }
    const number = row.walk + 1;
    await api.walk(async (rails) => void (await writeRails(db, service, rails, number)));
    if (await finishWalk(db, service, number, row)) return "complete";
    // Another process's walk ended first, and may have begun too early for who waits here.
    return isLast ? "broken-off" : await walkOnce(context, service, true);
  } catch (error) {
    log.warn({ err: error, workspace }, "the list of Rails could not be read completely");
    const code = error instanceof RailApiError ? error.code : classOf(error);
    // People read it in health, where the database is there.
    await noteWalkFault(db, service, code).catch(() => {});
    return code === "unauthenticated" ? "refused" : "broken-off";
  }
}
