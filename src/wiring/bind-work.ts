import { WORK } from "../capabilities.ts";
import type { Work } from "../platform/queue/queue.ts";
import type { ChoreContext, JobContext } from "../request/capability.ts";

/** A workspace that removed the app has no token, and its waiting requests have ended: its jobs do nothing. */
export function bindJobs(
  context: JobContext,
  hasLeft?: (workspaceId: string) => Promise<boolean>,
): Work["job"] {
  return async (name, ref) => {
    if (!(await hasLeft?.(ref.workspaceId))) await named(WORK.jobs, name).work(context, ref);
  };
}

export function bindChores(context: ChoreContext): Work["chore"] {
  return (name) => named(WORK.chores, name).work(context);
}

function named<Each extends { name: string }>(all: readonly Each[], name: string): Each {
  const found = all.find((each) => each.name === name);
  if (!found) throw new TypeError(`Nothing is done by the name ${name}`);
  return found;
}
