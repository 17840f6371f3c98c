import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A directory of this test, removed at its end. */
export async function aDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "sandbox-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
