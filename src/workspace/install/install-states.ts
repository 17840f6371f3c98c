import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { InstallURLOptions, StateStore } from "@slack/oauth";
import { InvalidStateError } from "@slack/oauth";
import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import { digestOf } from "../../request/rules/digest.ts";

interface Begun {
  now: Date;
  expiresAt: Date;
  /** The address by which it was begun. */
  by: string;
}

export type InstallStates = ReturnType<typeof createInstallStates>;

/** Each installation that somebody begins in a browser, by its hash: a reader of the table can finish none of them. */
export function createInstallStates(db: Db, most: { perAddress: number; inAll: number }) {
  return {
    /** False, and nothing is kept, where `by`, or everybody together, has begun too many that are open still. */
    async keep(state: string, { now, expiresAt, by }: Begun): Promise<boolean> {
      await db.deleteFrom("install_states").where("expires_at", "<", now).execute();
      const begunBy = digestOf(by);
      const { numAffectedRows } = await sql`
        insert into install_states (hash, expires_at, begun_by)
        select ${digestOf(state)}, ${expiresAt}::timestamptz, ${begunBy}
        where (select count(*) from install_states) < ${most.inAll}::integer
          and (select count(*) from install_states where begun_by = ${begunBy})
            < ${most.perAddress}::integer`.execute(db);
      return numAffectedRows === 1n;
    },

    /** True once, and not after its time. */
    async take(state: string, now: Date): Promise<boolean> {
      const taken = await db
        .deleteFrom("install_states")
        .where("hash", "=", digestOf(state))
        .returning("expires_at")
        .executeTakeFirst();
      return taken !== undefined && taken.expires_at > now;
    },
  };
}

/** As long as Slack's page and its code live. */
export const STATE_LIFE_MS = 10 * 60_000;

export class TooManyBegun extends Error {
  override readonly name = "TooManyBegun";
  readonly code = "too-many-begun";

  constructor() {
    super("Too many installations were begun that are open still");
  }
}

/**
 * The `state` of an installation: signed, so that a forged one costs no query, and taken once. The cookie beside it binds it
 * to its browser.
 */
export function createStateStore(
  states: InstallStates,
  secret: string,
  options: InstallURLOptions,
  clock: Clock,
): StateStore {
  const signed = (id: string) => createHmac("sha256", secret).update(id).digest("base64url");
  return {
    /** `metadata` is the address by which it is begun. Throws a `TooManyBegun`. */
    async generateStateParam({ metadata: by = "" }) {
      const id = randomBytes(24).toString("base64url");
      const state = `${id}.${signed(id)}`;
      const now = new Date(clock());
      const expiresAt = new Date(now.getTime() + STATE_LIFE_MS);
      if (!(await states.keep(state, { now, expiresAt, by }))) throw new TooManyBegun();
      return state;
    },

    // Slack's library hands in this machine's time.
    async verifyStateParam(_, state) {
      const [id = "", signature = ""] = state.split(".");
      if (state !== `${id}.${signature}` || !isSame(signature, signed(id))) {
        throw new InvalidStateError("The state is none of ours");
      }
      if (!(await states.take(state, new Date(clock())))) {
        throw new InvalidStateError("The state was used, or is too old");
      }
      return options;
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
