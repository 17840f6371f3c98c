import { createDatabaseOn } from "../support/postgres-server.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";

export type WithProduction = Omit<Production, "start"> & { databaseUrl: string };

/** What bots in production need, on a database of its own, in which one has whitelisted the wallet that the form offers. */
export async function withProduction(
  postgresUrl: string,
  {
    changeEnv,
    ...options
  }: { railsDir?: string; changeEnv?: (env: Record<string, string>) => Promise<void> } = {},
): Promise<WithProduction & AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  const { url: databaseUrl, drop } = await createDatabaseOn(postgresUrl);
  opening.defer(drop);
  const { start, ...production } = await startProduction(databaseUrl, options);
  opening.defer(production.stop);
  // Its load is one person, who asks for hundreds of Rails over one address.
  Object.assign(production.env, {
    OPEN_REQUESTS_PER_PERSON: "999999",
    OPEN_REQUESTS_PER_WORKSPACE: "999999",
    DRAFTS_PER_PERSON: "999999",
  });
  await changeEnv?.(production.env);
  const first = await start();
  await first.stop();
  const open = opening.move();
  return { ...production, databaseUrl, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
