import type { Db } from "../database/schema.ts";

/** A figure that the database holds, of all workspaces together. Every scrape reads it anew. */
export interface Gauge {
  name: `signalbox_${string}`;
  help: string;
  /** Their values are words of ours or of the two services' documents: no ids, names, addresses or texts. */
  labels: readonly string[];
  read(db: Db): Promise<readonly Figure[]>;
}

export interface Figure {
  value: number;
  labels?: Record<string, string>;
}
