import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database, Db } from "../../platform/database/db.ts";
import type { Rail } from "../../platform/rail-api/rail.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import type { RailApiErrorCode } from "../../platform/rail-api/rail-api-error.ts";
import type { People } from "../../platform/slack/people.ts";
import type { Slack } from "../../platform/slack/slack.ts";
import type { CardFacts } from "../card/facts.ts";
import type { ReviewPart } from "../forms/review-blocks.ts";
import type { Post } from "../posts/posts-for.ts";
import type { Obstacle } from "../rules/around.ts";
import type { ConnectionRef, ContentOf, KindName } from "../rules/content.ts";
import type { Outcome } from "../rules/outcome.ts";
import type { Request } from "../rules/request.ts";
import type { Account } from "../store/connections.ts";
import type { Due } from "../store/due.ts";
import type { Ground } from "../store/ground.ts";
import type { Installation } from "../store/workspaces.ts";
import type { Marks } from "./marks.ts";

/** Where ids come from. */
export interface Chance {
  random(bytes: number): Uint8Array;
}

/** All that the functions of one process work with; `process.ts` makes it. */
export interface Context extends Chance {
  config: Config;
  db: Database;
  slack: Slack;
  /** Who we are in a workspace. Throws a `SlackError` `not-installed` where we are not. */
  self(workspace: string): Promise<Installation>;
  people: People;
  /**
   * The client for a connection's own token; null without a token, and where the operator does not
   * list its address.
   */
  railApi(connection: Account | null): RailApi | null;
  kinds: Kinds;
  marks: Marks;
  /** How many connections of the app Slack counted when it greeted ours; null where it did not. */
  connections(): number | null;
  /**
   * Milliseconds since 1970, by this process's clock. Deadlines take the database's time, which
   * comes with the row.
   */
  now(): number;
  elapsed(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  log: Logger;
  /**
   * Does at once what a commit made due, beside what goes on. The loops do it where this process no
   * longer can.
   */
  goOn(due: Due): void;
}

export interface Ref {
  workspace: string;
  request: string;
}

/**
 * How a walk ended; only a complete one has learned something. `refused`: the service does not take
 * the token.
 */
export type Walked = "complete" | "broken-off" | "refused";

export type RequestOf<K extends KindName> = Request & { content: ContentOf<K> };

/** One kind of change: all that the engine asks it. */
export interface Kind<K extends KindName> {
  /**
   * Why the content cannot be carried out now. Asked at the review, when it is asked for, at each
   * approval and where it is carried out: then after the lock.
   */
  obstacle(db: Db, content: ContentOf<K>, ground: Ground, config: Config): Promise<Obstacle | null>;
  /** What the requester sees before asking, and approvers before they approve. */
  review(facts: CardFacts, change: ContentOf<K>["change"]): ReviewPart;
  /** Messages that it adds to those of every request. */
  posts?(facts: CardFacts): Post[];
  /**
   * Sends it, once, and waits for nothing before. Never throws: what goes wrong is an outcome.
   * Absent where nothing is sent.
   */
  post?(context: Context, request: RequestOf<K>, api: RailApi): Promise<Outcome>;
  /** Walks the service's list, so that the next ground has a look that begins now. */
  look?(context: Context, request: RequestOf<K>): Promise<Walked>;
  /** Reads a Rail by its id, also into the mirror; or why that was not possible. */
  read?(context: Context, request: RequestOf<K>, railId: string): Promise<Rail | RailApiErrorCode>;
}

export type Kinds = { readonly [K in KindName]: Kind<K> };

/**
 * The kind of a content. The map and the content agree by construction, which TypeScript cannot
 * follow.
 */
export function kindOf(kinds: Kinds, { change }: { change: { kind: KindName } }): Kind<KindName> {
  return kinds[change.kind] as unknown as Kind<KindName>;
}

/**
 * Whether the operator lists a service's address with this environment. No other is ever called.
 */
export function isListed(
  { RAIL_API_URLS }: Pick<Config, "RAIL_API_URLS">,
  { baseUrl, environment }: Pick<ConnectionRef, "baseUrl" | "environment">,
): boolean {
  return RAIL_API_URLS.some((each) => each.baseUrl === baseUrl && each.environment === environment);
}

/** A random UUID (RFC 9562, version 4). */
export function uuid({ random }: Chance): string {
  const hex = Buffer.from(random(16)).toString("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}
