import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppOptions } from "../../src/app.ts";
import { createLogger } from "../../src/logger.ts";
import type { Sandbox } from "../../src/sandbox/start.ts";
import { startSandbox } from "../../src/sandbox/start.ts";
import type { Person } from "./person.ts";
import { person } from "./person.ts";

export interface TestSandbox extends Sandbox {
  as(userId: string): Person;
}

/** The whole product as `npm start` runs it, on free ports and in a directory of its own. */
export async function startTestSandbox(options: AppOptions = {}): Promise<TestSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), "signalbox-test-"));
  const logger = createLogger(process.env.TEST_LOG === undefined ? "silent" : "debug");
  const sandbox = await startSandbox(
    { mode: "sandbox", command: "/rail", port: 0, dataDir, logLevel: "silent" },
    logger,
    options,
  );
  return {
    ...sandbox,
    as: (userId) => person(sandbox.slack.url, userId),
    async stop() {
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
