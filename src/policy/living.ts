import type { Freshness, People } from "../platform/slack/slack.ts";
import type { Living } from "./rules/living-quorum.ts";

/** What Slack says now of these people, and of whoever is in these groups. */
export async function livingOf(
  { people }: { people: Pick<People, "whoIs"> },
  workspaceId: string,
  named: { approvers: readonly string[]; groups: readonly string[] },
  freshness: Freshness = "of-a-minute",
): Promise<Living> {
  const { members } = await people.whoIs(workspaceId, [], named.groups, freshness);
  const everyone = [...named.approvers, ...[...members.values()].flatMap((each) => each ?? [])];
  const { standings, persons } = await people.whoIs(workspaceId, everyone, [], freshness);
  return { standings, persons, members };
}
