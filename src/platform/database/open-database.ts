import type { OpenDatabase } from "./open-embedded.ts";
import { openPostgres } from "./open-postgres.ts";

export type DatabasePlace =
  | { kind: "postgres"; url: string }
  | { kind: "embedded"; dataDir: string };

/**
 * Opens the database that the settings name. `onLost` hears of connections that were lost. Throws as `openEmbedded` does;
 * PostgreSQL is reached only by the first query.
 */
export async function openDatabase(
  place: DatabasePlace,
  onLost: (error: Error) => void,
): Promise<OpenDatabase> {
  switch (place.kind) {
    case "postgres":
      return openPostgres(place.url, onLost);
    case "embedded": {
      // Loaded only here: production has no use for it.
      const { openEmbedded } = await import("./open-embedded.ts");
      return openEmbedded(place.dataDir);
    }
  }
}
