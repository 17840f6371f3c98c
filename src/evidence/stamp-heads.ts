import type { Chore } from "../platform/queue/job.ts";
import type { ChoreContext } from "../request/capability.ts";
import { listUnstamped, saveTimeStamp } from "./heads.ts";

const DAYS_30 = 30 * 24 * 60 * 60_000;
const AT_ONCE = 50;

type Stamping = Pick<ChoreContext, "db" | "clock" | "evidence" | "logger">;

/**
 * Has heads time-stamped. Nothing waits for it: an authority that is down is logged, and asked again with the next run, for
 * thirty days.
 */
export async function stampHeads({ db, clock, evidence, logger }: Stamping): Promise<void> {
  const { tsaUrl } = evidence;
  if (tsaUrl === null) return;
  // Its parser of certificates is large, and most installations have no authority.
  const { timeStampOf } = await import("./time-stamp.ts");
  const since = new Date(Date.parse(clock()) - DAYS_30).toISOString();
  for (const head of await listUnstamped(db, since, AT_ONCE)) {
    const { workspaceId, size } = head;
    try {
      const stamp = await timeStampOf(head.note, tsaUrl);
      await saveTimeStamp(db, head, Buffer.from(stamp).toString("base64"));
    } catch (error) {
      logger.warn({ err: error, workspaceId, size }, "a signed head has no time stamp yet");
      return;
    }
  }
}

export const stampHeadsChore: Chore<Stamping> = {
  name: "stamp-heads",
  everySeconds: 300,
  expireInSeconds: 900,
  work: stampHeads,
};
