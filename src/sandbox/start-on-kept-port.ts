import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { RailService } from "./rail-service/server.ts";
import { StartError } from "./rail-service/start-error.ts";

/**
 * Starts the Rail service where it was the last time: at another address it would be another connection, and every
 * approval given before the restart would be void. Takes a free port where that one is in use by now.
 */
export async function startOnKeptPort(
  file: string,
  start: (port: number) => Promise<RailService>,
): Promise<RailService> {
  const rails = await startOnOr(existsSync(file) ? Number(readFileSync(file, "utf8")) : 0, start);
  writeFileSync(file, new URL(rails.baseUrl).port);
  return rails;
}

async function startOnOr(port: number, start: (port: number) => Promise<RailService>) {
  try {
    return await start(port);
  } catch (error) {
    const isTaken = error instanceof StartError && error.code === "port-unusable";
    if (port === 0 || !isTaken) throw error;
    return start(0);
  }
}
