import { describe, expect, it } from "vitest";
import type { Obstacle } from "../../src/request/rules/around.ts";
import { recount } from "../../src/request/rules/recount.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { RESUME } from "./changes.ts";
import { at, BEN, CARA, DAN, everyone } from "./company.ts";
import { outcomeOf, STATES } from "./rails.ts";
import { anAgreed, aRequest, around, aSent } from "./situation.ts";

type Changes = Parameters<typeof around>[0];
const WAIT: Obstacle = { is: "wait", because: "cool-down", until: at(60) };
const VOID: Obstacle = { is: "void", because: "destination-gone", until: null };
const silent = { standings: new Map([[BEN, "active" as const]]) };
const agreed = anAgreed();

describe("counting again", () => {
  const waiting = aRequest({ approvals: agreed.approvals });
  it.each<[string, Request, Changes, string]>([
    ["enough for what waits", waiting, {}, "ready"],
    ["perhaps enough for what waits", waiting, silent, "ready"],
    ["too few for what waits", aRequest(), {}, "as it was"],
    ["enough for what is agreed", agreed, {}, "as it was"],
    ["perhaps enough for what is agreed", agreed, silent, "as it was"],
    ["too few for what is agreed", agreed, { inForce: null }, "pending"],
    ["the requester silent", waiting, { standings: new Map() }, "ready"],
    ["the requester gone", waiting, { standings: everyone("guest") }, "closed: void"],
    ["the connection gone", waiting, { connection: null }, "closed: void"],
    ["an obstacle for good", waiting, { obstacle: VOID }, "closed: void"],
    ["an obstacle for now", waiting, { obstacle: WAIT }, "ready"],
    ["what is sent", aSent(STATES.unknown), {}, "refused: not-possible"],
  ])("%s", (_, request, changes, expected) => {
    expect(outcomeOf(recount(request, around(changes)))).toBe(expected);
  });

  it("keeps what counts and says whose approval was lost", () => {
    const standings = everyone("active").set(CARA, "deactivated");
    const step = recount(agreed, around({ standings }));
    expect(step.ok && step.next.approvals.map(({ by }) => by)).toEqual([BEN]);
    expect(step.ok && step.entries).toMatchObject([
      { action: "recounted", facts: { lost: [CARA, DAN] } },
    ]);
  });

  it("says why it can come to nothing", () => {
    const reasonOf = (changes: Changes) => {
      const step = recount(waiting, around(changes));
      return step.ok && step.next.state.is === "closed" && step.next.state.reason;
    };
    expect(reasonOf({ obstacle: VOID })).toBe("destination-gone");
    expect(reasonOf({ connection: null })).toBe("other-connection");
    expect(reasonOf({ standings: everyone("guest") })).toBe("requester-gone");
  });

  // Design, "Freeze": "It ends only as done or replaced."
  it("never ends a freeze's resume request, whatever the connection is now", () => {
    const resume = aRequest({ change: RESUME });
    expect(outcomeOf(recount(resume, around({ connection: null })))).toBe("as it was");
  });
});
