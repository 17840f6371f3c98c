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
  /** Never throws: what cannot be held may be tried twice, which every job bears. */
  hold(attempt: Attempt): Promise<void>;
  letGo(attempt: Attempt): Promise<void>;
  /** Of these, the ones that no living process holds. */
  unheld<Each extends Attempt>(attempts: readonly Each[]): Promise<Each[]>;
  close(): Promise<void>;
}

/** Of a process whose whole machine is gone PostgreSQL hears nothing: it asks after three seconds, three times. */
const ASKS_AFTER_IT =
  "set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3";
const TIMEOUT_MS = 5_000;

export const keyOf = ({ id, retryCount }: Attempt) => `${id}:${retryCount}`;

/** On PostgreSQL. `onError` hears of a connection that was lost: the next one takes every lock again. */
export function openHolds(connectionString: string, onError: (error: unknown) => void): Holds {
  const held = new Set<string>();
  let session: Session | undefined;
  let inTurn: Promise<unknown> = Promise.resolve();

  /** One at a time, each on a session that has all locks. */
  function use<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const used = inTurn.then(async () => {
      const current = session ?? (await openSession(connectionString, lost));
      session = current;
      try {
        for (const key of held) await lock(current, key);
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
    async hold(attempt) {
      held.add(keyOf(attempt));
      await use(async () => {}).catch(onError);
    },
    async letGo(attempt) {
      const key = keyOf(attempt);
      held.delete(key);
      await use((current) => unlock(current, key)).catch(onError);
    },
    async unheld(attempts) {
      // The session's own locks would not keep it out.
      const others = attempts.filter((attempt) => !held.has(keyOf(attempt)));
      const free = await use(({ client }) => client.query(UNHELD, [others.map(keyOf)]));
      const keys = new Set(free.rows.map(({ key }) => key));
      return others.filter((attempt) => keys.has(keyOf(attempt)));
    },
    async close() {
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

async function lock({ client, locked }: Session, key: string): Promise<void> {
  // Taken twice, it would have to be given back twice.
  if (locked.has(key)) return;
  await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [key]);
  locked.add(key);
}

async function unlock({ client, locked }: Session, key: string): Promise<void> {
  if (!locked.delete(key)) return;
  await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [key]);
}

/** What it takes to find out it gives back at once, at the end of the statement. */
const UNHELD = `
  select key from unnest($1::text[]) as key
  where pg_try_advisory_xact_lock(hashtextextended(key, 0))`;
