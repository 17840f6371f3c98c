import type { Rail } from "../platform/rail-api/rail.ts";
import { RailApiError, type RailApiErrorCode } from "../platform/rail-api/rail-api-error.ts";
import type { Context } from "../request/engine/context.ts";
import { readConnection } from "../request/store/connections.ts";
import { type Service, writeRails } from "../request/store/mirror.ts";

/** Reads a Rail by its id, also into the mirror; or why that was not possible. */
export async function readAtService(
  context: Context,
  service: Service,
  railId: string,
): Promise<Rail | RailApiErrorCode> {
  try {
    const { db } = context;
    const api = context.railApi(await readConnection(db, service.workspace, service.connection));
    if (!api) return "unauthenticated";
    const rail = await api.getRail(railId);
    // The answer about one Rail proves nothing about another.
    if (rail.id === null || rail.id === railId) await writeRails(db, service, [rail], null);
    return rail;
  } catch (error) {
    if (!(error instanceof RailApiError)) throw error;
    context.log.warn({ err: error }, "a Rail could not be read");
    return error.code;
  }
}
