import type { Kysely } from "kysely";
import { DESTINATION } from "./destination/contents.ts";
import { FREEZE } from "./freeze/contents.ts";
import { HOME } from "./home/contents.ts";
import type { Database } from "./platform/database/schema.ts";
import type { Chore, Job } from "./platform/queue/job.ts";
import { POLICY } from "./policy/contents.ts";
import { RAIL } from "./rail/contents.ts";
import { REQUEST } from "./request/contents.ts";
import type { ListenerDeps } from "./request/context.ts";
import type { JobName } from "./request/rules/next-step.ts";
import type { Pauses } from "./request/rules/outcome/pauses.ts";

type Usual =
  | ("store" | "railApis" | "people" | "messenger" | "marker")
  | ("clock" | "checkClock" | "logger" | "approvalsChannelOf");

/** What every job may take its part of. */
export interface JobContext extends Pick<ListenerDeps, Usual> {
  /** The usual ones when absent. */
  pauses?: Pauses;
}

/** What every chore may take its part of. */
export interface ChoreContext
  extends JobContext,
    Pick<ListenerDeps, "announceChanges" | "command"> {
  db: Kysely<Database>;
  /** When this process began, in ISO 8601. */
  startedAt: string;
  /** Deletes what is kept of workspaces that the app was removed from. */
  forgetLeft?: () => Promise<void>;
}

export interface Contents {
  jobs?: readonly Job<JobContext, JobName>[];
  chores?: readonly Chore<ChoreContext>[];
}

const CAPABILITIES: readonly Contents[] = [REQUEST, RAIL, DESTINATION, POLICY, FREEZE, HOME];

/** What the queue is asked for. */
export const WORK = {
  jobs: CAPABILITIES.flatMap(({ jobs = [] }) => jobs),
  chores: CAPABILITIES.flatMap(({ chores = [] }) => chores),
};
