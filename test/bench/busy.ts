import { availableParallelism, cpus } from "node:os";

export interface Busy {
  seconds: number;
  /** The share of all cores of the machine that was used, 0 to 1. */
  machine: number;
  /** The share of all cores that this process used: the load itself, Slack and the Rail service. */
  here: number;
}

/** How long the work takes, and what it uses of the machine meanwhile. */
export async function busyDuring(work: () => Promise<void>): Promise<Busy> {
  const [before, own, start] = [idleAndAll(), process.cpuUsage(), performance.now()];
  await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(own);
  const after = idleAndAll();
  return {
    seconds,
    machine: 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all),
    here: (user + system) / 1e6 / seconds / availableParallelism(),
  };
}

function idleAndAll(): { idle: number; all: number } {
  const times = cpus().map((each) => each.times);
  const all = times.flatMap((each) => Object.values(each)).reduce((sum, each) => sum + each, 0);
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all };
}
