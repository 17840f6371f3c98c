import type { Standing } from "../domain/approval-policy.ts";
import type { People } from "./ports.ts";

/** What Slack says now of everyone who approved something. */
export async function standingsOf(
  people: People,
  { workspaceId, approvals }: { workspaceId: string; approvals: readonly { by: string }[] },
): Promise<ReadonlyMap<string, Standing>> {
  const look = async ({ by }: { by: string }) =>
    [by, await people.standingOf(workspaceId, by)] as const;
  return new Map(await Promise.all(approvals.map(look)));
}

/** Thrown for a job to be tried again: nobody's approval lapses because Slack did not answer. */
export class StandingsNotKnown extends Error {
  override readonly name = "StandingsNotKnown";

  constructor() {
    super("Slack could not say whether the approvers are still active; tried again");
  }
}
