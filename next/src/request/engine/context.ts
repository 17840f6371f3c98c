import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../../platform/database/db.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import type { People } from "../../platform/slack/people.ts";
import type { Slack } from "../../platform/slack/slack.ts";
import type { Due } from "../store/due.ts";
import type { Kinds } from "./kind.ts";
import type { Marks } from "./marks.ts";

/** All that the functions of one process work with; `process.ts` makes it. */
export interface Context {
  config: Config;
  db: Database;
  slack: Slack;
  /** The workspace's name, its address at Slack (ends in a slash), and the bot's user id. */
  self: { team: string; url: string; bot: string };
  people: People;
  /** The client for a connection's own token; null without a token, and where the operator does not list its address. */
  railApi(workspace: string, connectionId: string): Promise<RailApi | null>;
  kinds: Kinds;
  marks: Marks;
  /** Milliseconds since 1970, by this process's clock. Deadlines take the database's time, which comes with the row. */
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  random(bytes: number): Uint8Array;
  log: Logger;
  /** Does at once what a commit made due, beside what goes on. The loops do it where this process no longer can. */
  goOn(due: Due): void;
}

export interface Ref {
  workspace: string;
  request: string;
}
