import type { People } from "../platform/slack/slack.ts";
import type { Living } from "./rules/living-quorum.ts";

/** What Slack says now of these people, and of whoever is in these groups. */
export async function livingOf(
  { people }: { people: Pick<People, "whoIs"> },
  workspaceId: string,
  named: { approvers: readonly string[]; groups: readonly string[] },
): Promise<Living> {
  const { members } = await people.whoIs(workspaceId, [], named.groups, "of-a-minute");
  const everyone = [...named.approvers, ...[...members.values()].flatMap((each) => each ?? [])];
  const { standings, persons } = await people.whoIs(workspaceId, everyone, [], "of-a-minute");
  return { standings, persons, members };
}
