import type { KyselyPlugin } from "kysely";
import type { Context } from "../../../src/request/context.ts";
import type { Rows } from "../../support/rows-of.ts";
import { createRowsReader } from "../../support/rows-of.ts";
import type { TestStore } from "../../support/store.ts";
import { holds, watched } from "../../support/watched.ts";
import type { Companies } from "./companies.ts";

/** What somebody hands in at Globex. */
export interface Attempt {
  what: string;
  /** All that is handed in, so that saying it again is no news. */
  carries: string;
  /** What comes back. */
  by: () => Promise<unknown>;
}

export interface Guard {
  /** The calls of both companies; every one that names Acme is noted. */
  deps: Context;
  /** What is wrong after an attempt: nothing of Acme may be asked for, told, kept or changed. */
  faultsOf(attempt: Attempt): Promise<string[]>;
}

/** Looks at everything around what is tried in Globex's name. */
export async function createGuard(
  store: TestStore,
  { acme, globex, deps, posted }: Companies,
): Promise<Guard> {
  const rows = await createRowsReader(store.db);
  const touched: string[] = [];
  const { logger, clock, command, catalogue, version, db: _, transaction, ...parts } = deps;
  const names = [acme.workspaceId, acme.connectionId];
  const note = (call: string, given: readonly unknown[]) => {
    if (names.some((name) => holds(given, name))) touched.push(call);
  };
  const watchedParts = watched(parts, note);
  const noting: KyselyPlugin = {
    transformQuery({ node }) {
      const query = JSON.stringify(node);
      if (names.some((name) => query.includes(`"${name}"`))) touched.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = deps.db.withPlugin(noting);
  const noted: Context = {
    ...watchedParts,
    ...{ logger, clock, command, catalogue, version, db },
    transaction: (work) => transaction((tx) => work({ ...tx, db: tx.db.withPlugin(noting) })),
  };
  const words = [...acme.secrets, acme.workspaceId, acme.connectionId];
  const look = async (): Promise<{ others: Rows; theirs: string }> => ({
    others: await rows.notNaming(globex.workspaceId),
    theirs: JSON.stringify(await rows.of(globex.workspaceId)),
  });
  let last: Awaited<ReturnType<typeof look>> | undefined;

  return {
    deps: noted,
    async faultsOf({ what, carries, by }) {
      const before = last ?? (await look());
      posted.length = 0;
      touched.length = 0;
      const said = textOf([await by(), posted]);
      const now = await look();
      last = now;
      // What was typed at Globex earlier, as the reason of a freeze, is Globex's own by now.
      const isNews = (word: string, text: string) =>
        text.includes(word) && !carries.includes(word) && !before.theirs.includes(word);
      return [
        ...Object.keys(before.others)
          .filter((table) => before.others[table] !== now.others[table])
          .map((table) => `${table} changed`),
        ...touched.map((call) => `asked ${call} of Acme`),
        ...words.filter((word) => isNews(word, said)).map((word) => `told ${word}`),
        ...words.filter((word) => isNews(word, now.theirs)).map((word) => `kept ${word}`),
      ].map((fault) => `${fault}: ${what}`);
    },
  };
}

/** With what stands in maps, which JSON leaves out. */
const textOf = (said: unknown) =>
  JSON.stringify(said, (_, value: unknown) => (value instanceof Map ? [...value] : value));
