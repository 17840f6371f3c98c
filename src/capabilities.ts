import { contents as check } from "./check/contents.ts";
import { contents as destination } from "./destination/contents.ts";
import { contents as evidence } from "./evidence/contents.ts";
import { contents as freeze } from "./freeze/contents.ts";
import { contents as home } from "./home/contents.ts";
import { queueGauges } from "./platform/queue/queue-gauges.ts";
import { contents as policy } from "./policy/contents.ts";
import { contents as rail } from "./rail/contents.ts";
import type { Contents } from "./request/capability.ts";
import type { Command } from "./request/command.ts";
import { contents as request } from "./request/contents.ts";
import { contents as review } from "./review/contents.ts";
import { contents as workspace } from "./workspace/contents.ts";

/**
 * Everything that Signalbox can do. The binders read these lists; nothing else names their entries. Help lists the
 * verbs in this order.
 */
const CAPABILITIES: readonly Contents[] = [
  rail,
  request,
  destination,
  review,
  check,
  freeze,
  home,
  workspace,
  policy,
  evidence,
];

export const COMMANDS: readonly Command[] = CAPABILITIES.flatMap(({ commands = [] }) => commands);

export const BUTTONS = CAPABILITIES.flatMap(({ buttons = [] }) => buttons);
export const MODALS = CAPABILITIES.flatMap(({ modals = [] }) => modals);

/** All that the queue can be asked to do. */
export const WORK = {
  jobs: CAPABILITIES.flatMap(({ jobs = [] }) => jobs),
  chores: CAPABILITIES.flatMap(({ chores = [] }) => chores),
};

export const GAUGES = [...CAPABILITIES.flatMap(({ gauges = [] }) => gauges), ...queueGauges(WORK)];
