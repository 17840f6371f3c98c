import type { Db } from "../../platform/database/schema.ts";

/** The environment when it was last applied to a workspace: only the digest of a token and of a policy. */
export interface AppliedSettings {
  rail?: string;
  channel?: string;
  policy?: string;
  /** Which settings pin something, in one text. */
  pins?: string;
}

/** A change that came from the environment. */
export type SettingsChange =
  /**
   * `leftOut`: whom the environment names and who was removed in Slack; `mayReturn`: whom it named no more, so that it may
   * name them again. `from` is `to` where nothing else changed.
   */
  | {
      is: "policy";
      at: string;
      from: number;
      to: number;
      leftOut: readonly string[];
      mayReturn?: readonly string[];
    }
  | { is: "channel"; at: string; from: string | null; to: string }
  /** By base addresses. */
  | { is: "connection"; at: string; from: string | null; to: string }
  | { is: "token"; at: string; lastFour: string }
  /** Slack may do more, or less, than before: the settings that pin something since, by name. */
  | { is: "pins"; at: string; pinned: readonly string[] };

export interface KeptSettings {
  applied: AppliedSettings;
  /** People who were removed from the approvers in Slack and have not returned: Slack user ids. */
  removedApprovers: readonly string[];
}

export async function findKeptSettings(db: Db, workspaceId: string): Promise<KeptSettings> {
  const { applied_settings, removed_approvers } = await db
    .selectFrom("workspaces")
    .select(["applied_settings", "removed_approvers"])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return {
    applied: applied_settings === null ? {} : (JSON.parse(applied_settings) as AppliedSettings),
    removedApprovers: JSON.parse(removed_approvers) as string[],
  };
}

/** The workspace is locked. What is left out stays as it is. */
export async function keepSettings(
  db: Db,
  workspaceId: string,
  { applied, removedApprovers }: Partial<KeptSettings>,
): Promise<void> {
  await db
    .updateTable("workspaces")
    .set({
      ...(applied && { applied_settings: JSON.stringify(applied) }),
      ...(removedApprovers && { removed_approvers: JSON.stringify(removedApprovers) }),
    })
    .where("id", "=", workspaceId)
    .execute();
}
