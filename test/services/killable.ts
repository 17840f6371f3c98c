import type { InTransaction } from "../../src/platform/queue/transaction.ts";
import type { RailApi } from "../../src/platform/rail-api/rail-api.ts";
import { steppingDatabase } from "../support/stepping-database.ts";
import type { Deps } from "./world.ts";

export class Killed extends Error {
  override readonly name = "Killed";
}

export interface Killable {
  deps: Deps;
  /** False when the process came to its end without reaching the call it was to die at. */
  isDead(): boolean;
  /** How many it has taken, with the one it died at. */
  steps(): number;
}

/**
 * A process that dies at its n-th step outwards: before a query, before a transaction begins, before it commits, before
 * a call of the Rail service, of Slack, of the marker. Once dead it does nothing more, whoever catches.
 */
export function killable(deps: Deps, nth: number): Killable {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps >= nth) throw new Killed(`Killed before step ${nth}`);
  };
  return {
    deps: {
      ...deps,
      db: steppingDatabase(deps.db, step),
      transaction: dyingBeforeCommit(deps.transaction, step),
      people: stepping(deps.people, step),
      marker: stepping(deps.marker, step),
      messenger: stepping(deps.messenger, step),
      async railApis(...which) {
        step();
        const api = await deps.railApis(...which);
        return { ...stepping(api, step), listRails: () => steppingPages(api, step) };
      },
    },
    isDead: () => steps >= nth,
    steps: () => steps,
  };
}

/** The same functions, each of which steps first. */
function stepping<Port extends object>(port: Port, step: () => void): Port {
  return new Proxy(
    { ...port },
    {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== "function") return member;
        return async (...args: unknown[]) => {
          step();
          return Reflect.apply(member, target, args);
        };
      },
    },
  );
}

function dyingBeforeCommit(transaction: InTransaction, step: () => void): InTransaction {
  return async (work) => {
    step();
    return transaction(async (tx) => {
      const result = await work(tx);
      step();
      return result;
    });
  };
}

async function* steppingPages(api: RailApi, step: () => void) {
  step();
  yield* api.listRails();
}
