import type { Logger } from "pino";
import type { Chore } from "../../platform/queue/job.ts";
import { WALK_SECONDS } from "../../platform/queue/job.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Context } from "../../request/context.ts";
import { eachWorkspace } from "../../request/each-workspace.ts";
import { findCurrentConnection, replaceUnreadable } from "../../request/queries/companies.ts";
import { keepNotice } from "../../request/queries/notices.ts";
import { isRailMissing } from "../../request/queries/rails/seen-rails.ts";
import { indexValues } from "../../request/queries/values/value-index.ts";
import type { ShortLook } from "./short-look.ts";
import { lookShort } from "./short-look.ts";
import { newsIn, tellOfRails } from "./tell-of-rails.ts";
import { tellOfUnapproved } from "./tell-of-unapproved.ts";
import type { Place } from "./walk-ground.ts";
import { beginWalk, findFurtherPage, keepWalk, knownNow, saveFurtherPage } from "./walk-ground.ts";
import { eachOnce, walkRails } from "./walk-rails.ts";
import { tellOfChanges } from "./watch-rails.ts";

type Reading = Pick<Context, "db" | "transaction" | "seal" | "pins" | "railApis" | "clock"> &
  Pick<Context, "marker"> & { logger: Pick<Logger, "warn"> };

/**
 * Finds what is new at the service: the client remembers each page, and every request whose tag is shown is told. A short
 * look and one further page are enough where they account for every Rail; otherwise it walks over the whole list.
 * Returns the id of each Rail after such a walk, and null without one.
 */
export async function readRails(
  context: Reading,
  workspaceId: string,
): Promise<ReadonlySet<string> | null> {
  const { id: connectionId } = await findCurrentConnection(context.db, workspaceId);
  const place = { workspaceId, connectionId };
  const look = await lookShort(context, place);
  const isRead = look !== undefined && (await readFurther(context, place, look));
  const shown = isRead ? null : await walkAll(context, place);
  // Nobody who types a value waits for it then.
  await indexValues(context.db, connectionId);
  return shown;
}

/** Reads the next page of many, so that all are read in turn. False where it shows a Rail that is not known. */
async function readFurther(
  context: Reading,
  place: Place,
  { rails, pages, isKnown }: ShortLook,
): Promise<boolean> {
  const { db } = context;
  const { connectionId } = place;
  const address = (await findFurtherPage(db, connectionId)) ?? pages[0]?.next ?? null;
  const further = address === null ? null : await readable(rails.readPage(address));
  if (further && !(await isKnown(further))) return false;
  await saveFurtherPage(db, connectionId, further?.next ?? null);
  const shown = eachOnce([...pages, ...(further ? [further] : [])].flatMap((page) => page.rails));
  const ids = new Set(shown.flatMap(({ id }) => id ?? []));
  await tellOfRails(context, place, await newsIn(db, place, shown), { shown: ids, rails });
  return true;
}

/** Null where it cannot be read, such as an address that the service no longer knows: the next reading begins anew. */
async function readable<Page>(page: Promise<Page>): Promise<Page | null> {
  try {
    return await page;
  } catch (error) {
    if (error instanceof RailApiError) return null;
    throw error;
  }
}

/** Walks over the whole list, and notes for the approvers where it shows more unreadable Rails than last time. */
async function walkAll(context: Reading, place: Place): Promise<ReadonlySet<string>> {
  const { db } = context;
  const { connectionId } = place;
  const { rails, ...begun } = await beginWalk(context, place);
  const walk = await walkRails(rails, (batch) => newsIn(db, place, batch));
  const known = await knownNow(db, connectionId);
  const isMissing = await isRailMissing(db, connectionId, walk.names);
  await noteUnreadable(context, place, walk.unreadable);
  const isEachClaimed = await tellOfRails(context, place, walk.kept, { shown: walk.names, rails });
  if (walk.isSound && !isMissing && isEachClaimed) {
    await keepWalk(db, connectionId, { ...begun, ...known, rails: walk.names.size });
  }
  return walk.names;
}

async function noteUnreadable(
  { transaction, clock, logger }: Reading,
  { workspaceId, connectionId }: Place,
  unreadable: number,
): Promise<void> {
  const areMore = await transaction(async (tx) => {
    if (unreadable <= (await replaceUnreadable(tx.db, connectionId, unreadable))) return false;
    const { environment } = await findCurrentConnection(tx.db, workspaceId);
    const news = { kind: "rails-unreadable", environment, count: unreadable } as const;
    await keepNotice(tx.db, workspaceId, news, clock());
    return true;
  });
  if (areMore) {
    logger.warn(
      { workspaceId, unreadable },
      "the Rail service shows Rails that nobody can tell apart",
    );
  }
}

export const readRailsChore: Chore<Reading & Pick<Context, "logger" | "announceChanges">> = {
  name: "read-rails",
  everySeconds: 600,
  expireInSeconds: WALK_SECONDS,
  async work(context) {
    await eachWorkspace(
      context,
      { that: "are-connected", atOnce: 4, what: "read-rails" },
      async (workspaceId) => {
        let shown: ReadonlySet<string> | null = null;
        try {
          shown = await readRails(context, workspaceId);
        } finally {
          // A list that never adds up must not hide what its pages have shown.
          await tellOfUnapproved(context, workspaceId);
          await tellOfChanges(context, workspaceId, shown);
        }
      },
    );
    await context.announceChanges();
  },
};
