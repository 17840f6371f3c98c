import type { Gauge } from "../platform/metrics/gauge.ts";
import type { Chore, Job } from "../platform/queue/job.ts";
import type { Command } from "./command.ts";
import type { Context } from "./context.ts";
import type { JobName } from "./rules/next-step.ts";
import type { Button, Modal } from "./screen.ts";

type Usual =
  | ("db" | "transaction" | "seal" | "pins" | "railApis" | "people" | "messenger" | "marker")
  | ("clock" | "checkClock" | "logger" | "approvalsChannelOf" | "pauses");

/** Every job may take its part of these. */
export type JobContext = Pick<Context, Usual>;

/** Every chore may take its part of these. */
export interface ChoreContext
  extends JobContext,
    Pick<Context, "announceChanges" | "command" | "evidence" | "maySetUp" | "reviewMonths"> {
  /** When this process began, in ISO 8601. */
  startedAt: string;
  /** Deletes the data of workspaces that removed the app. */
  forgetLeft?: () => Promise<void>;
}

/** What a capability adds to Signalbox. Its `contents.ts` lists it, and `capabilities.ts` gathers the lists. */
export interface Contents {
  commands?: readonly Command[];
  buttons?: readonly Button[];
  modals?: readonly Modal[];
  jobs?: readonly Job<JobContext, JobName>[];
  chores?: readonly Chore<ChoreContext>[];
  gauges?: readonly Gauge[];
}
