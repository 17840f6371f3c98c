import { describe, expect, it } from "vitest";
import type { Sighting } from "../../src/request/rules/around.ts";
import { applyLook } from "../../src/request/rules/look.ts";
import { readBack } from "../../src/request/rules/outcome.ts";
import type { State } from "../../src/request/rules/request.ts";
import { ADDITION } from "./changes.ts";
import { at } from "./company.ts";
import { altered, withValue } from "./leaves.ts";
import { lookOf, outcomeOf, RAIL, STATES, sighting, stuck, TAG } from "./rails.ts";
import { around, aSent, madeOf, nextOf } from "./situation.ts";

describe("a look at what may have been sent", () => {
  const unknown = (seconds: number): State => {
    return { is: "unknown", attempt: "a1", since: at(-seconds) };
  };
  const created = { is: "created", railId: "rail_1", issued: RAIL, since: at(-60) } as const;
  const OLD = aSent(STATES.unknown).requestedAt;
  const OLDER = { ...TAG, digest: "0".repeat(64) };
  const THEIRS = { ...TAG, request: "r9" };
  const mine = sighting();
  const ours = sighting({ owner: aSent(STATES.unknown).id });
  const theirs = sighting({ owner: "r9" });
  const ruled = sighting({ key: "ruled" });
  const without = sighting({ rail: { ...RAIL, id: null } });
  const route = sighting({ key: "r2", tag: null });
  const unseen = { ...RAIL.destination.wallet, id: null, address: "" };
  const nowhere = sighting({ rail: withValue(RAIL, "destination.wallet", unseen) });
  const notFound = { is: "stuck", question: "not-found", railKeys: [], since: at(-5) } as const;

  it.each<[string, State, readonly Sighting[] | null, string]>([
    ["nothing yet", unknown(599), [], "as it was"],
    ["nothing for ten minutes", unknown(600), [], "stuck: not-found"],
    ["no complete walk yet", unknown(599), null, "as it was"],
    ["no complete walk for ten minutes", unknown(600), null, "stuck: not-found"],
    ["our tag", unknown(5), [mine], "created"],
    ["our tag and a Rail of the route", unknown(5), [route, mine], "created"],
    ["our tag without an id", unknown(5), [without], "stuck: no-id"],
    ["our tag, ruled out", unknown(5), [ruled], "stuck: known"],
    ["our tag, on another's Rail", unknown(5), [theirs], "stuck: known"],
    ["our tag, on our Rail", unknown(5), [ours], "created"],
    ["a Rail of the route", unknown(5), [route], "stuck: same-route"],
    ["a Rail of the route with an owner", unknown(5), [{ ...route, owner: "r9" }], "as it was"],
    ["a Rail of the route, ruled out", unknown(5), [{ ...route, key: "ruled" }], "as it was"],
    ["a Rail of the route, known before", unknown(5), [{ ...route, firstSeen: OLD }], "as it was"],
    ["our tag of another digest", unknown(5), [{ ...mine, tag: OLDER }], "stuck: same-route"],
    ["another request's tag", unknown(5), [{ ...mine, tag: THEIRS }], "as it was"],
    ["nothing, asked already", notFound, [], "as it was"],
    ["nothing, asked long ago", { ...notFound, since: at(-700) }, [], "as it was"],
    ["our tag, asked already", notFound, [mine], "created"],
    ["our tag, asked about another", stuck("same-route", "r2"), [mine], "created"],
    ["our tag, after it had no id", stuck("no-id", "x"), [mine], "created"],
    ["our tag, after it was not shown", stuck("not-shown", "rail_1"), [mine], "created"],
    ["our tag, still not shown", stuck("not-shown", "rail_1"), [nowhere], "as it was"],
    ["our tag, to nowhere", unknown(5), [nowhere], "created"],
    ["our tag, to nowhere, asked already", notFound, [nowhere], "created"],
    ["our tag, after a known Rail", stuck("known", "r0"), [mine], "as it was"],
    ["our tag without an id, asked already", notFound, [without], "stuck: no-id"],
    ["our tag without an id, as asked", stuck("no-id", "rail_1"), [without], "as it was"],
    ["our tag, ruled out, asked already", notFound, [ruled], "stuck: known"],
    ["a Rail of the route, asked already", notFound, [route], "stuck: same-route"],
    ["the Rail that was asked about", stuck("same-route", "r2", "r3"), [route], "as it was"],
    ["another than was asked about", stuck("same-route", "r3"), [route], "stuck: same-route"],
    ["one more", stuck("same-route", "r2"), [route, { ...route, key: "r3" }], "stuck: same-route"],
    ["that it has our tag", stuck("same-route", "ruled"), [ruled], "stuck: known"],
    ["a Rail of the route, after one without an id", stuck("no-id", "x"), [route], "as it was"],
    ["a Rail of the route, after a known one", stuck("known", "x"), [route], "as it was"],
  ])("%s", (_, state, seen, expected) => {
    const request = aSent(state, { ruledOut: ["ruled"] });
    const step = applyLook(request, around({ look: seen && lookOf(...seen) }));
    expect(outcomeOf(step)).toBe(expected);
    const next = step.ok ? step.next.state : null;
    if (next?.is === "created") expect(next).toMatchObject({ railId: "rail_1", reads: 0 });
    if (next?.is !== "stuck" || expected === "as it was") return;
    const about = expected === "stuck: not-found" ? [] : seen?.map(({ key }) => key);
    expect(next.railKeys).toEqual(about);
  });

  it("keeps what was shown of a Rail that is not shown any more", () => {
    const asked = readBack(aSent({ ...created, reads: 4 }), null, around());
    const other = sighting({ rail: altered(RAIL, "source.bankAccount.iban") });
    const found = applyLook(nextOf(asked), around({ look: lookOf(other) }));
    const read = readBack(nextOf(found), other.rail, around());
    const differences = ["source.bank_account.iban"];
    expect(madeOf(read)).toMatchObject({
      state: { result: { issued: RAIL, differences } },
    });
  });

  it("concerns what was sent, and Rails", () => {
    const situation = around({ look: lookOf(mine, route) });
    for (const state of Object.values(STATES)) {
      const step = applyLook(aSent(state), situation);
      expect(outcomeOf(step)).toBe(
        /unknown|stuck/.test(state.is) ? "created" : "refused: not-possible",
      );
    }
    const never = aSent(stuck("same-route", "r9"), { attempts: [] });
    expect(outcomeOf(applyLook(never, situation))).toBe("as it was");
    const unclear = aSent(stuck("no-answer"), { change: ADDITION });
    const tag = { request: unclear.id, digest: unclear.digest };
    const look = lookOf(sighting({ tag }));
    expect(outcomeOf(applyLook(unclear, around({ look })))).toBe("as it was");
  });
});
