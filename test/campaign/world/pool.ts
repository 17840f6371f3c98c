import type { Client } from "../../harness/seam.ts";
import type { Stage } from "../stage.ts";
import type { Lane } from "../step.ts";
import type { CampaignDatabase } from "./database.ts";

type Query = Parameters<Client["query"]>[0];
export type CampaignPool = ReturnType<typeof createPool>;

/** Other statements wait for no lock. */
const MAY_WAIT = /^\s*(insert|update|delete|with)\b|\bfor (no key )?update\b/i;

/** What the seam asks of a pool, with a step before each statement and commit. */
export function createPool(stage: Stage, lane: Lane, database: CampaignDatabase) {
  const open = new Set<() => Promise<void>>();
  /** No connection can be made until then, in ms since 1970. */
  let cutUntil = 0;

  function createClient() {
    let session: Awaited<ReturnType<typeof database.open>> | null = null;
    let isOver = false;
    let isOpen = false;
    /** The audit's word for what the open transaction does. */
    let action = "";

    async function end(): Promise<void> {
      if (isOver) return;
      isOver = true;
      open.delete(end);
      await session?.close(isOpen);
    }

    /** The connection is made with the first statement: one step for both. */
    async function perform(query: Query, word: string) {
      if (isOver || (!session && stage.now() < cutUntil)) throw connectionLost();
      session ??= await database.open();
      isOpen = word === "begin" || (isOpen && word !== "commit" && word !== "rollback");
      return session.query(query);
    }

    const isBlocked = async () => (await session?.isBlocked()) ?? false;
    open.add(end);
    return {
      async query(query: Query) {
        if (isOver) throw connectionLost();
        const word = /\w+/.exec(query.text)?.[0].toLowerCase() ?? "";
        const saved = actionIn(query.values);
        action = word === "begin" ? "" : (saved ?? action);
        // Outside a transaction the statement that saves is the commit.
        const isCommit = word === "commit" || (saved !== undefined && !isOpen);
        const kind = isCommit ? "commit" : "statement";
        return stage.step(lane, `${kind} ${action || word}`, {
          perform: () => perform(query, word),
          lost: connectionLost,
          onLost: end,
          ...(MAY_WAIT.test(query.text) && { isBlocked }),
          cancel: async () => session?.cancel(),
        });
      },
      release: () => void end(),
    };
  }

  async function cut(ms: number): Promise<void> {
    cutUntil = stage.now() + ms;
    for (const end of [...open]) await end();
  }

  return { pool: { connect: async () => createClient(), end: () => cut(0) }, cut };
}

/** What a statement saves, in the audit's words: an export shows them, so they are no secret. */
function actionIn(values: unknown[] | undefined): string | undefined {
  const entries = JSON.stringify(values ?? []).matchAll(/"action\\*":\\*"([a-z-]+)/g);
  const actions = [...entries].map(([, action]) => action);
  return actions.find((action) => action === "sending") ?? actions.at(-1);
}

const connectionLost = () =>
  Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
