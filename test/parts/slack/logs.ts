import { createLogger } from "../../../src/platform/log/logger.ts";

export const silent = createLogger({ level: "silent", secrets: [] });

/** A log at the level of everything, and what was written to it. */
export function readableLog(secrets: readonly string[] = []) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { log: createLogger({ level: "trace", secrets, destination }), lines };
}
