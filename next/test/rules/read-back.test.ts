import { describe, expect, it } from "vitest";
import type { Rail } from "../../src/platform/rail-api/rail.ts";
import { fillIn, readBack } from "../../src/request/rules/outcome.ts";
import type { State } from "../../src/request/rules/request.ts";
import { ADDITION } from "./changes.ts";
import { at, NOW } from "./company.ts";
import { altered, withValue } from "./leaves.ts";
import { outcomeOf, RAIL, STATES } from "./rails.ts";
import { around, aSent } from "./situation.ts";

const IBAN = "source.bankAccount.iban";
const empty = withValue(RAIL, IBAN, null);
const created = (reads: number, issued: Rail = RAIL): State => {
  return { is: "created", railId: "rail_1", issued, reads, since: at(-60) };
};
const read = (shown: Rail | null, state = created(0)) => readBack(aSent(state), shown, around());
const nowhere = { ...RAIL.destination.wallet, id: null, address: "" };

describe("reading a created Rail back", () => {
  it.each<[string, Rail, Rail, string[]]>([
    ["as it was approved", RAIL, RAIL, []],
    ["with what was empty at first", empty, RAIL, []],
    ["still without an IBAN", empty, empty, []],
    ["another one", RAIL, { ...RAIL, id: "rail_2" }, ["id"]],
    ["with another IBAN", RAIL, altered(RAIL, IBAN), ["source.bank_account.iban"]],
    ["to another wallet", RAIL, altered(RAIL, "destination.wallet.id"), ["destination.wallet.id"]],
  ])("ends as done, with what differs: %s", (_, issued, shown, differences) => {
    const step = read(shown, created(0, issued));
    const matched = differences.length === 0;
    const result = { railId: "rail_1", issued: matched ? shown : issued, matched, differences };
    expect(step.ok && step.next.state).toEqual({ is: "done", at: NOW, result });
    const facts = { matched, differences };
    expect(step.ok && step.entries).toMatchObject([{ action: "read-back", facts }]);
  });

  it.each<[string, Rail | null]>([
    ["not there", null],
    ["without its destination", withValue(RAIL, "destination.wallet", nowhere)],
  ])("is done again where it is %s, and after five times people are asked", (_, shown) => {
    for (const reads of [0, 1, 2, 3]) {
      const step = read(shown, created(reads));
      expect(step.ok && step.next.state).toEqual(created(reads + 1));
      const facts = { isShown: shown !== null, reads: reads + 1 };
      expect(step.ok && step.entries).toMatchObject([{ action: "read-back", facts }]);
    }
    const last = read(shown, created(4));
    const state = { is: "stuck", question: "not-shown", railKeys: ["rail_1"], since: NOW };
    expect(last.ok && last.next.state).toEqual(state);
  });

  it("is for what is created, and a Rail", () => {
    for (const state of Object.values(STATES)) {
      expect(read(RAIL, state).ok).toBe(state.is === "created");
    }
    const destination = readBack(aSent(created(0), { change: ADDITION }), RAIL, around());
    expect(destination.ok && destination.next.state).toMatchObject({ result: { matched: false } });
  });
});

describe("filling in what the service left empty", () => {
  const done = (issued: Rail): State => {
    const result = { railId: "rail_1", issued, matched: true, differences: [] };
    return { is: "done", at: at(-5), result };
  };

  it("keeps all else", () => {
    const step = fillIn(aSent(done(empty)), RAIL);
    expect(step.ok && step.next.state).toEqual(done(RAIL));
    expect(step.ok && step.entries).toMatchObject([{ action: "filled" }]);
  });

  it("changes nothing where nothing was filled", () => {
    expect(outcomeOf(fillIn(aSent(done(RAIL)), RAIL))).toBe("as it was");
    expect(outcomeOf(fillIn(aSent(done(empty)), empty))).toBe("as it was");
  });

  it.each(["id", "source.bankAccount.reference", "destination.wallet.address", "type"])(
    "takes nothing of a Rail with another %s",
    (path) => {
      expect(outcomeOf(fillIn(aSent(done(empty)), altered(RAIL, path)))).toBe("as it was");
    },
  );

  it("is for a Rail that is done", () => {
    const states = Object.values(STATES).filter(({ is }) => is !== "done");
    const results = [null, { serviceId: "wa_1" }];
    const others = results.map((result): State => ({ is: "done", at: NOW, result }));
    for (const state of [...states, ...others]) {
      expect(outcomeOf(fillIn(aSent(state), RAIL))).toBe("refused: not-possible");
    }
    const destination = fillIn(aSent(done(empty), { change: ADDITION }), RAIL);
    expect(outcomeOf(destination)).toBe("as it was");
  });
});
