import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { runSql } from "../harness/postgres.ts";
import { type ChildProcess, startChildProcess } from "../harness/process.ts";
import type { StageOptions } from "../harness/stage.ts";
import { openTeam, type Team } from "./team.ts";

const run = promisify(execFile);

/** A stage on which the product runs in processes of its own, by the real clock. */
export type ChildStage = Team & {
  /** Starts one more, to which Slack sends from now on. */
  startChild(env?: Record<string, string>): Promise<ChildProcess>;
};

export async function openChildStage(options: StageOptions = {}): Promise<ChildStage> {
  await using opening = new AsyncDisposableStack();
  const stage = opening.use(await openTeam({ ...options, processes: 0 }));
  const children = opening.use(new AsyncDisposableStack());
  const opened = opening.move();
  return {
    ...stage,
    async startChild(env = {}) {
      const child = children.use(await startChildProcess({ ...stage.env, ...env }));
      stage.slack.sendTo(`${child.url}/slack/events`);
      return child;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Ends every other connection to the database. */
export const cutConnections = (url: string): Promise<void> =>
  runSql(
    url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );

/** All that stands in the database, as a dump has it. */
export async function dump(url: string, ...options: readonly string[]): Promise<string> {
  const { stdout } = await run("pg_dump", [...options, url], { maxBuffer: 64 * 1024 * 1024 });
  // Its own word against hostile dumps, each time another.
  return stdout.replaceAll(/^\\(un)?restrict .*$/gm, "");
}

/** Puts a dump, made with `--clean`, in the place of what stands there. */
export async function restoreDump(url: string, text: string): Promise<void> {
  const psql = spawn("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-1", url], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  psql.stdin.end(text);
  const [code] = await once(psql, "close");
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}
