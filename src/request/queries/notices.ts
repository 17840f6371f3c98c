import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import type { ReviewItem } from "../rules/approval/review.ts";
import type { Environment } from "../rules/change.ts";
import type { RailChange } from "../rules/outcome/rail-change.ts";
import type { MarkedDispute, ReportedProblem, SeenRail } from "../rules/outcome/seen-rail.ts";
import type { SettingsChange } from "./kept-settings.ts";

/** News for the approvers, because nobody asked them. */
export type News =
  | {
      kind: "approver-removed";
      /** The administrator. */
      by: string;
      userId: string;
      /** The names of the rules that named this approver. */
      rules: readonly string[];
      /** User groups that still name them, or may. Absent in news of former releases. */
      groups?: readonly string[];
    }
  | { kind: "settings"; change: SettingsChange }
  /** `rails`: the first ones, as many as a message shows. */
  | {
      kind: "rails-not-approved";
      environment: Environment;
      count: number;
      rails: readonly SeenRail[];
    }
  | { kind: "rails-unreadable"; environment: Environment; count: number }
  /** `rails`: the first ones, with the name that people approved; null if nobody did. */
  | {
      kind: "rails-changed";
      environment: Environment;
      count: number;
      rails: readonly (RailChange & { name: string | null })[];
    }
  /** `count`: how many things have come up, until `to`. */
  | { kind: "review-begun"; to: string; count: number }
  /** `count`: how many of all nobody decided about; `first`: as many of them as a message names. */
  | {
      kind: "review-ended";
      from: string;
      to: string;
      total: number;
      count: number;
      first: readonly (ReviewItem & { name: string })[];
    }
  /** `name`: as people approved it; null where nobody did. */
  | {
      kind: "rail-problem";
      railId: string;
      name: string | null;
      /** As it was when it was reported: disputed already, or not yet. */
      problem: ReportedProblem | MarkedDispute;
    }
  | { kind: "rail-disputed"; railId: string; name: string | null; problem: MarkedDispute };

export type NewsOf<K extends News["kind"]> = Extract<News, { kind: K }>;

/** News that the approvals channel has not heard yet. */
export interface Notice {
  id: string;
  news: News;
  /** People who got direct messages while the channel cannot be reached, and the channel that was left: Slack ids. */
  told: readonly string[];
}

/** The approvers are told. */
export async function keepNotice(
  db: Db,
  workspaceId: string,
  news: News,
  since: string,
): Promise<void> {
  await db
    .insertInto("notices")
    .values({
      workspace_id: workspaceId,
      about: JSON.stringify(news),
      since: new Date(since),
    })
    .execute();
}

export async function listNotices(db: Db, workspaceId: string): Promise<Notice[]> {
  const rows = await db
    .selectFrom("notices")
    .select(["id", "about", "told"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, about, told }) => ({
    id,
    news: JSON.parse(about) as News,
    told: JSON.parse(told) as string[],
  }));
}

/** This person got them in a direct message. */
export async function noteToldAlone(
  db: Db,
  workspaceId: string,
  notices: readonly Notice[],
  userId: string,
): Promise<void> {
  await db
    .updateTable("notices")
    .set({ told: sql<string>`(told::jsonb || to_jsonb(${userId}::text))::text` })
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", idsOf(notices))
    .execute();
}

/** The approvals channel got them. */
export async function endNotices(
  db: Db,
  workspaceId: string,
  notices: readonly Notice[],
): Promise<void> {
  await db
    .deleteFrom("notices")
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", idsOf(notices))
    .execute();
}

const idsOf = (notices: readonly Notice[]) => notices.map(({ id }) => id);
