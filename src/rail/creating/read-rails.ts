import type { Logger } from "pino";
import type { RailApis } from "../../platform/rail-api/rail-api.ts";
import type { Store } from "../../request/queries/store-port.ts";
import type { TellDeps } from "./tell-of-rails.ts";
import { tellOfRails } from "./tell-of-rails.ts";
import type { Walk } from "./walk-rails.ts";
import { walkRails } from "./walk-rails.ts";

interface Deps extends TellDeps {
  store: TellDeps["store"] & Pick<Store, "currentConnection" | "replaceUnreadable">;
  railApis: RailApis;
  logger: Pick<Logger, "warn">;
}

/**
 * Walks the whole list of Rails, so that what is known of their ends is not older than the last walk; the client
 * remembers each page by itself. Every request whose tag is shown learns of it.
 */
export async function readRails(deps: Deps, workspaceId: string): Promise<Walk> {
  const { store } = deps;
  const { id: connectionId } = await store.currentConnection(workspaceId);
  const walk = await walkRails(await deps.railApis(workspaceId, connectionId));
  const { passed, tagged } = walk;
  const unreadable = passed.filter(({ isReadable }) => !isReadable).length;
  if ((await store.replaceUnreadable(connectionId, unreadable)) && unreadable > 0) {
    deps.logger.warn(
      { workspaceId, unreadable },
      "the Rail service shows Rails that nobody can tell apart",
    );
  }
  await tellOfRails(deps, { workspaceId, connectionId }, tagged);
  return walk;
}
