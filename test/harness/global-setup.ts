import { SERVER, startPostgres } from "./postgres.ts";

/** Starts one PostgreSQL for the run; `createDatabase` gives each test its own database there. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env[SERVER] = server.url;
  return () => server.stop();
}
