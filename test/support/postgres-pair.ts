import { setTimeout as pause } from "node:timers/promises";
import { openAddress } from "./address.ts";
import { query, startPostgres, startStandby } from "./postgres-server.ts";

/** A primary and its hot standby, behind one address that leads to the primary. */
export interface PostgresPair {
  /** The superuser's, by way of the address. */
  url: string;
  /** The standby has everything that is committed by now, and nothing that comes later. */
  cutReplication(): Promise<void>;
  /** At once, as with its machine. */
  endPrimary(): Promise<void>;
  /** The standby is promoted, and the address leads there. */
  failOver(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The standby follows asynchronously. */
export async function startPostgresPair(programs: string): Promise<PostgresPair> {
  await using opened = new AsyncDisposableStack();
  const primary = opened.use(await startPostgres(programs, { survives: true }));
  const replication = await openAddress(portOf(primary.url));
  opened.defer(() => replication.stop());
  const standby = opened.use(await startStandby(programs, at(primary.url, replication.port)));
  const follows = (condition: string) =>
    until(
      primary.url,
      `select from pg_stat_replication where state = 'streaming' and ${condition}`,
    );
  await follows("sync_state = 'async'");
  const address = await openAddress(portOf(primary.url));
  opened.defer(() => address.stop());

  const running = opened.move();
  return {
    url: at(primary.url, address.port),
    async cutReplication() {
      await follows("replay_lsn >= pg_current_wal_lsn()");
      replication.leadTo(undefined);
    },
    endPrimary: () => primary.kill(),
    async failOver() {
      await query(standby.url, "select pg_promote()");
      address.leadTo(portOf(standby.url));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const portOf = (url: string) => Number(new URL(url).port);

function at(serverUrl: string, port: number): string {
  const url = new URL(serverUrl);
  url.port = String(port);
  return url.href;
}

async function until(url: string, hasRows: string): Promise<void> {
  while ((await query(url, hasRows)).length === 0) await pause(50);
}
