import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { RailApis } from "../../platform/rail-api/rail-api.ts";
import { findCurrentConnection, replaceUnreadable } from "../../request/queries/companies.ts";
import { keepNotice } from "../../request/queries/notices.ts";
import type { TellDeps } from "./tell-of-rails.ts";
import { tellOfRails } from "./tell-of-rails.ts";
import type { Walk } from "./walk-rails.ts";
import { walkRails } from "./walk-rails.ts";

interface Deps extends TellDeps {
  db: Db;
  transaction: InTransaction;
  railApis: RailApis;
  clock: Clock;
  logger: Pick<Logger, "warn">;
}

/**
 * Walks the whole list of Rails, so that what is known of their ends is not older than the last walk; the client
 * remembers each page by itself. Every request whose tag is shown learns of it. More Rails that cannot be read than last
 * time are noted for the approvers.
 */
export async function readRails(deps: Deps, workspaceId: string): Promise<Walk> {
  const { db, transaction } = deps;
  const { id: connectionId, environment } = await findCurrentConnection(db, workspaceId);
  const walk = await walkRails(await deps.railApis(workspaceId, connectionId));
  const { passed, tagged } = walk;
  const unreadable = passed.filter(({ isReadable }) => !isReadable).length;
  const areMore = await transaction(async (tx) => {
    if (unreadable <= (await replaceUnreadable(tx.db, connectionId, unreadable))) return false;
    const news = { kind: "rails-unreadable", environment, count: unreadable } as const;
    await keepNotice(tx.db, workspaceId, news, deps.clock());
    return true;
  });
  if (areMore) {
    deps.logger.warn(
      { workspaceId, unreadable },
      "the Rail service shows Rails that nobody can tell apart",
    );
  }
  await tellOfRails(deps, { workspaceId, connectionId }, tagged);
  return walk;
}
