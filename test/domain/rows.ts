import { describe, expect, it } from "vitest";
import type { Change } from "../../src/request/rules/change.ts";
import type { Status } from "../../src/request/rules/change-request.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import { decide } from "../../src/request/rules/decide.ts";
import type { Circumstances } from "../../src/request/rules/decision.ts";
import { evolve } from "../../src/request/rules/evolve.ts";
import type { ProposedRemedy, TwoPersonRemedy } from "../../src/request/rules/remedy.ts";
import { aChange, BEN, NOW } from "../support/builders.ts";
import { about, around, inShort, STATUSES } from "./situations.ts";

/** A command, and what it comes to in each status. */
export interface Row {
  name: string;
  command: Command;
  /** For a Rail where nothing is said. */
  change?: Change;
  circumstances?: Partial<Circumstances>;
  in: Partial<Record<Status, string>>;
  /** In every status not named; that it is not the time for it, unless told. */
  otherwise?: string;
}

/** Rows about one change, in its usual circumstances. */
export const rowsAbout =
  (kind: string, change: Change, usual: Partial<Circumstances> = {}) =>
  (name: string, command: Command, comesTo: Row["in"], circumstances = usual): Row => ({
    ...{ name: `${kind}: ${name}`, change, circumstances },
    ...{ command, in: comesTo },
  });

/** What waits to be sent, and what was refused a token, come to the same. */
export const waiting = (event: string): Row["in"] => ({ approved: event, blocked: event });

export const RELEASE: TwoPersonRemedy = { type: "release-attempt" };
/** Whatever needs a person has this on the table. */
const PROPOSED: ProposedRemedy = { by: BEN, at: NOW, remedy: RELEASE };

export function inEveryStatus(rows: readonly Row[]): void {
  describe.each(rows)("$name", ({ command, change, circumstances, in: some, otherwise }) => {
    it.each(STATUSES)("in %s", (status) => {
      const asked = change ?? aChange();
      const request =
        status === "needs-a-person"
          ? about(asked, status, { remedy: PROPOSED })
          : about(asked, status);

      const decision = decide(command, request, around(circumstances));

      expect(inShort(decision)).toBe(some[status] ?? otherwise ?? "no: not-now");
      const { events = [] } = decision;
      const evolved = events.reduce(evolve, request);
      expect(evolved.version).toBe(request.version + events.length);
      expect(events.every(({ at }) => at === around(circumstances).now)).toBe(true);
    });
  });
}
