import type { Db } from "../platform/database/schema.ts";
import type { Context } from "./context.ts";
import type { WorkspacesThat } from "./queries/list-workspaces.ts";
import { listWorkspaces } from "./queries/list-workspaces.ts";

type Parts = Pick<Context, "db"> & { logger: Pick<Context["logger"], "error" | "debug"> };

interface Work {
  that: WorkspacesThat;
  /** The number of workspaces that are worked for at the same time. */
  atOnce: number;
  /** The name of the work, for the log. */
  what: string;
}

const PAGE = 500;

/**
 * Does something for every served workspace, several at once. A failure for one is logged and does not hold up the
 * others. Throws if the workspaces cannot be listed.
 */
export async function eachWorkspace(
  { db, logger }: Parts,
  { that, atOnce, what }: Work,
  work: (workspaceId: string) => Promise<void>,
): Promise<void> {
  await atATime(everyWorkspace(db, that), atOnce, async (workspaceId) => {
    try {
      await work(workspaceId);
    } catch (error) {
      const level = isNotInstalled(error) ? "debug" : "error";
      logger[level]({ err: error, workspaceId, what }, "a chore failed for a workspace");
    }
  });
}

/** This process does not serve it, or will once the app is installed there again. */
const isNotInstalled = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "not-installed";

/** The ids of served workspaces, page after page. */
export const everyWorkspace = (db: Db, that: WorkspacesThat): AsyncGenerator<string> =>
  inPages((after: string | null) => listWorkspaces(db, that, after, PAGE));

/** One page after the other, while there is one. `page` gets the last of the page before. */
export async function* inPages<Each>(
  page: (after: Each | null) => Promise<readonly Each[]>,
): AsyncGenerator<Each> {
  let found = await page(null);
  while (found.length > 0) {
    yield* found;
    found = await page(found.at(-1) ?? null);
  }
}

/** Takes the next one while fewer than `atOnce` are under way. Throws the first error. */
export async function atATime<Each>(
  all: AsyncIterable<Each>,
  atOnce: number,
  work: (each: Each) => Promise<void>,
): Promise<void> {
  const iterator = all[Symbol.asyncIterator]();
  const worker = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
