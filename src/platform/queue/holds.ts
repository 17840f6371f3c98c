import { Client } from "pg";

/** One try of a job; a later try of the same job is another. */
export interface Attempt {
  id: string;
  retryCount: number;
}

/**
 * Says which tries are under way, in a way that ends with the process however that ends: for each an advisory lock on a
 * connection that does nothing else.
 */
export interface Holds {
  /** In a moment, and only what still goes on then. What cannot be held may be tried twice, which every job bears. */
  hold(attempts: readonly Attempt[]): void;
  /** Others see it a moment later. */
  letGo(attempt: Attempt): void;
  /** Returns those of the given ones that no living process holds. */
  unheld<Each extends Attempt>(attempts: readonly Each[]): Promise<Each[]>;
  close(): Promise<void>;
}

/** PostgreSQL hears nothing from a machine that is gone: it asks after three seconds, three times. */
const ASKS_AFTER_IT =
  "set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3";
const TIMEOUT_MS = 5_000;
/** Most jobs end sooner. Others take for dead only what they see unheld twice, a second apart. */
const HOLDS_AFTER_MS = 300;

export const keyOf = ({ id, retryCount }: Attempt) => `${id}:${retryCount}`;

/** On PostgreSQL. `onError` hears of a connection that was lost: the next one takes every lock again. */
export function openHolds(connectionString: string, onError: (error: unknown) => void): Holds {
  const held = new Set<string>();
  let session: Session | undefined;
  let inTurn: Promise<unknown> = Promise.resolve();
  let soon: NodeJS.Timeout | undefined;

  /** One at a time, each on a session that has all locks. */
  function use<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const used = inTurn.then(async () => {
      const current = session ?? (await openSession(connectionString, lost));
      session = current;
      try {
        await lockOnly(current, held);
        return await work(current);
      } catch (error) {
        session = undefined;
        // Its locks go with it, whatever state it is in.
        void current.client.end().catch(() => {});
        throw error;
      }
    });
    inTurn = used.catch(() => {});
    return used;
  }

  /** Others must not find the locks gone for long. */
  function lost(client: Client, error: Error): void {
    onError(error);
    if (session?.client !== client) return;
    session = undefined;
    void use(async () => {}).catch(onError);
  }

  return {
    hold(attempts) {
      for (const attempt of attempts) held.add(keyOf(attempt));
      if (attempts.length === 0 || soon) return;
      soon = setTimeout(() => {
        soon = undefined;
        void use(async () => {}).catch(onError);
      }, HOLDS_AFTER_MS);
    },
    letGo: (attempt) => void held.delete(keyOf(attempt)),
    async unheld(attempts) {
      // The session's own locks would not keep it out.
      const others = attempts.filter((attempt) => !held.has(keyOf(attempt)));
      const free = await use(async ({ client }) =>
        others.length === 0 ? [] : (await client.query(UNHELD, [others.map(keyOf)])).rows,
      );
      const keys = new Set(free.map(({ key }) => key));
      return others.filter((attempt) => keys.has(keyOf(attempt)));
    },
    async close() {
      clearTimeout(soon);
      await inTurn;
      await session?.client.end().catch(onError);
    },
  };
}

interface Session {
  client: Client;
  locked: Set<string>;
}

async function openSession(
  connectionString: string,
  lost: (client: Client, error: Error) => void,
): Promise<Session> {
  const client = new Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on("error", (error) => lost(client, error));
  try {
    await client.connect();
    await client.query(ASKS_AFTER_IT);
    return { client, locked: new Set() };
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

/** A lock that is taken twice would have to be given back twice. */
async function lockOnly(session: Session, held: ReadonlySet<string>): Promise<void> {
  const wanted = new Set(held);
  const missing = [...wanted].filter((key) => !session.locked.has(key));
  const over = [...session.locked].filter((key) => !wanted.has(key));
  if (missing.length + over.length > 0) await session.client.query(LOCK, [missing, over]);
  session.locked = wanted;
}

const LOCK = `
  select pg_advisory_lock(hashtextextended(key, 0))::text from unnest($1::text[]) as key
  union all
  select pg_advisory_unlock(hashtextextended(key, 0))::text from unnest($2::text[]) as key`;

/** What it takes to find out it gives back at once, at the end of the statement. */
const UNHELD = `
  select key from unnest($1::text[]) as key
  where pg_try_advisory_xact_lock(hashtextextended(key, 0))`;
