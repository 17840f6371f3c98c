import type { Db } from "../../platform/database/schema.ts";
import { changeWorkspace } from "./companies.ts";

/** The environment as it was last applied to a workspace: of a token and a policy only the digest. */
export interface AppliedSettings {
  rail?: string;
  channel?: string;
  policy?: string;
  /** The settings that pin something, in one text. */
  pins?: string;
}

/** A change that the approvers did not agree to: from the environment, or by one person in Slack. */
export type SettingsChange =
  /**
   * `leftOut`: people whom the environment names and who were removed in Slack. `mayReturn`: people whom it no longer
   * named, so that it may name them again. `from` is `to` if nothing else changed.
   */
  | ({
      is: "policy";
      at: string;
      from: number;
      to: number;
      leftOut: readonly string[];
      mayReturn?: readonly string[];
    } & Partial<Alone>)
  | ({ is: "channel"; at: string; from: string | null; to: string } & Partial<Alone>)
  /** By base addresses. */
  | ({ is: "connection"; at: string; from: string | null; to: string } & Partial<Alone>)
  | { is: "token"; at: string; lastFour: string }
  /** Slack may do more or less than before: the names of the settings that pin something since. */
  | { is: "pins"; at: string; pinned: readonly string[] };

/** One person in Slack set it alone. */
interface Alone {
  by: string;
  /** The version of the policy before it. */
  under: number;
}

/** What one person in Slack may set alone before the first set-up is complete. */
export type SetInSlack = Extract<SettingsChange, { is: "policy" | "channel" | "connection" }>;

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

/** The workspace is locked. An absent field stays as it is. */
export async function keepSettings(
  db: Db,
  workspaceId: string,
  { applied, removedApprovers }: Partial<KeptSettings>,
): Promise<void> {
  await changeWorkspace(db, workspaceId, {
    ...(applied && { applied_settings: JSON.stringify(applied) }),
    ...(removedApprovers && { removed_approvers: JSON.stringify(removedApprovers) }),
  });
}
