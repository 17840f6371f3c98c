import type { Db } from "../database/schema.ts";

/** Slack's answers of one moment, to be kept for a time when it is silent. */
export interface Answers {
  /** Members by user group. */
  members: ReadonlyMap<string, readonly string[]>;
  active: readonly string[];
  /** People who do not count, with the reason. */
  inactive: ReadonlyMap<string, string>;
}

/** What Slack said last, the same for all processes. */
export interface LastAnswers {
  remember(workspaceId: string, answers: Answers): Promise<void>;
  /** Members of those groups about which Slack has ever answered, without people who are known to be inactive. */
  membersOf(workspaceId: string, groups: readonly string[]): Promise<Map<string, string[]>>;
  /** Those of these people who are known to be inactive. */
  inactiveOf(workspaceId: string, people: readonly string[]): Promise<Set<string>>;
}

export function createLastAnswers(db: Db, clock: () => string): LastAnswers {
  async function textsAbout(workspaceId: string, about: readonly string[]) {
    if (about.length === 0) return new Map<string, string>();
    const rows = await db
      .selectFrom("slack_answers")
      .select(["about", "answer"])
      .where("workspace_id", "=", workspaceId)
      .where("about", "in", about)
      .execute();
    return new Map(rows.map((row) => [row.about, row.answer]));
  }

  async function answersAbout(workspaceId: string, about: readonly string[]) {
    const texts = await textsAbout(workspaceId, about);
    return new Map([...texts].map(([each, text]): [string, unknown] => [each, JSON.parse(text)]));
  }

  return {
    // Slack mostly says what it said before, and reading that is cheaper than a commit.
    async remember(workspaceId, { members, active, inactive }) {
      const said = [...members, ...inactive].map(([about, answer]) => ({
        workspace_id: workspaceId,
        about,
        answer: JSON.stringify(answer),
        answered_at: new Date(clock()),
      }));
      const known = await textsAbout(workspaceId, [...active, ...said.map(({ about }) => about)]);
      const back = active.filter((person) => known.has(person));
      if (back.length > 0) {
        await db
          .deleteFrom("slack_answers")
          .where("workspace_id", "=", workspaceId)
          .where("about", "in", back)
          .execute();
      }
      const answers = said.filter(({ about, answer }) => known.get(about) !== answer);
      if (answers.length === 0) return;
      await db
        .insertInto("slack_answers")
        .values(answers)
        .onConflict((conflict) =>
          conflict.columns(["workspace_id", "about"]).doUpdateSet((eb) => ({
            answer: eb.ref("excluded.answer"),
            answered_at: eb.ref("excluded.answered_at"),
          })),
        )
        .execute();
    },

    async inactiveOf(workspaceId, people) {
      return new Set((await answersAbout(workspaceId, people)).keys());
    },

    async membersOf(workspaceId, groups) {
      const said = await answersAbout(workspaceId, groups);
      const lists = new Map([...said].map(([group, users]) => [group, textsIn(users)]));
      const inactive = await answersAbout(workspaceId, [...new Set([...lists.values()].flat())]);
      return new Map(
        [...lists].map(([group, all]) => [group, all.filter((user) => !inactive.has(user))]),
      );
    },
  };
}

const textsIn = (answer: unknown): string[] =>
  Array.isArray(answer) ? answer.filter((each) => typeof each === "string") : [];
