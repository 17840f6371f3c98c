import type pg from "pg";
import type { Stage } from "../stage.ts";
import type { Lane } from "../step.ts";
import type { CampaignDatabase, Session } from "./database.ts";

type Query = string | { name?: string; text: string; values?: unknown[] };

/** What the seam asks of a pool, with a step before each statement and commit. */
export function createPool(stage: Stage, lane: Lane, database: CampaignDatabase) {
  const open = new Set<{ break(): Promise<void> }>();
  /** No connection can be made until then, in ms since 1970. */
  let cutUntil = 0;

  // The connection is made with the first statement: one step for both.
  const connect = async () => {
    const openSession = () => {
      if (stage.now() < cutUntil) throw connectionLost();
      return database.open();
    };
    const client = createClient(stage, lane, openSession, () => open.delete(client));
    open.add(client);
    return client;
  };

  const breakAll = async () => {
    for (const client of [...open]) await client.break();
  };

  return {
    pool: { connect, end: breakAll },
    breakAll,
    cut: async (ms: number) => {
      cutUntil = stage.now() + ms;
      await breakAll();
    },
  };
}

function createClient(
  stage: Stage,
  lane: Lane,
  openSession: () => Promise<Session>,
  forget: () => void,
) {
  const line = {};
  let session: Session | null = null;
  let isOver = false;
  let isOpen = false;
  /** The audit's word for what the open transaction does. */
  let about = "";

  async function end(): Promise<void> {
    if (isOver) return;
    isOver = true;
    forget();
    await session?.close(isOpen);
  }

  return {
    break: end,
    async query(query: Query, values?: unknown[]): Promise<pg.QueryResult> {
      if (isOver) throw connectionLost();
      const config = typeof query === "string" ? { text: query } : query;
      const full = { ...config, ...(values && { values }) };
      const { text } = full;
      const word = firstWord(text);
      if (word === "begin" || word === "start") about = "";
      about = actionIn(full.values) ?? about;
      const isCommit = word === "commit";
      return stage.step(lane, isCommit ? "commit" : "statement", about || word, {
        line,
        async perform() {
          if (isOver) throw connectionLost();
          session ??= await openSession();
          isOpen = !isCommit && word !== "rollback" && (isOpen || word === "begin");
          return session.query(full);
        },
        lost: connectionLost,
        onLost: end,
        isBlocked: async () => (await session?.isBlocked()) ?? false,
        cancel: async () => session?.cancel(),
      });
    },
    release(): void {
      void end();
    },
  };
}

const firstWord = (text: string) => /\w+/.exec(text)?.[0].toLowerCase() ?? "";

/** The audit's word for what a statement saves: an export shows these words, so they are no secret of the schema. */
function actionIn(values: unknown[] | undefined): string | undefined {
  const entries = JSON.stringify(values ?? []).matchAll(/"action\\*":\\*"([a-z-]+)/g);
  const actions = [...entries].map(([, action]) => action);
  return actions.find((action) => action === "sending") ?? actions.at(-1);
}

export function connectionLost(): Error {
  return Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
}
