import { describe, expect, it } from "vitest";
import type { Rail } from "../../src/platform/rail-api/rail.ts";
import { fillIn, readBack } from "../../src/request/rules/outcome.ts";
import type { State } from "../../src/request/rules/request.ts";
import { ADDITION } from "./changes.ts";
import { at, NOW } from "./company.ts";
import { altered, leavesOf, withValue } from "./leaves.ts";
import { outcomeOf, RAIL, STATES } from "./rails.ts";
import { around, aSent } from "./situation.ts";

const IBAN = "source.bankAccount.iban";
const created = (reads: number, issued: Rail = RAIL): State => ({
  is: "created",
  railId: "rail_1",
  issued,
  reads,
  since: at(-60),
});
const read = (shown: Rail | null, state = created(0)) => readBack(aSent(state), shown, around());
const resultOf = (step: ReturnType<typeof readBack>) =>
  step.ok && step.next.state.is === "done" ? step.next.state.result : null;
const unclear = withValue(
  withValue(RAIL, "destination.wallet.id", null),
  "destination.wallet.address",
  "",
);

describe("reading a created Rail back", () => {
  it("ends as done, and matched where it equals what was approved", () => {
    const step = read(RAIL);
    expect(step.ok && step.next.state).toMatchObject({ is: "done", at: NOW });
    expect(resultOf(step)).toEqual({
      railId: "rail_1",
      issued: RAIL,
      matched: true,
      differences: [],
    });
    const facts = { matched: true, differences: [] };
    expect(step.ok && step.entries).toMatchObject([{ action: "read-back", facts }]);
  });

  it.each(leavesOf(RAIL).filter((path) => !path.endsWith("kind")))("with another %s", (path) => {
    const isFree = /displayName|createdAt|metadata\.0/.test(path);
    const result = resultOf(read(altered(RAIL, path)));
    expect(result).toMatchObject({ matched: isFree });
    expect(result && "differences" in result && result.differences.length > 0).toBe(!isFree);
  });

  it("fills what the first answer left empty", () => {
    const step = read(RAIL, created(0, withValue(RAIL, IBAN, null)));
    expect(resultOf(step)).toMatchObject({ matched: true, issued: RAIL });
  });

  it.each([
    ["not there", null, false],
    ["without its destination", unclear, true],
  ])("is done again where it is %s, and after five times people are asked", (_, shown, isShown) => {
    for (const reads of [0, 1, 2, 3]) {
      const step = read(shown, created(reads));
      expect(step.ok && step.next.state).toEqual(created(reads + 1));
      const facts = { isShown, reads: reads + 1 };
      expect(step.ok && step.entries).toMatchObject([{ action: "read-back", facts }]);
    }
    const last = read(shown, created(4));
    expect(outcomeOf(last)).toBe("stuck: not-shown");
    expect(last.ok && last.next.state).toMatchObject({ railKeys: ["rail_1"] });
  });

  it.each(Object.values(STATES).filter(({ is }) => is !== "created"))(
    "not of what is $is",
    (state) => {
      expect(outcomeOf(read(RAIL, state))).toBe("refused: not-possible");
    },
  );

  it("not of a destination", () => {
    const step = readBack(aSent(created(0), { change: ADDITION }), RAIL, around());
    expect(outcomeOf(step)).toBe("refused: not-possible");
  });
});

describe("filling in what the service left empty", () => {
  const empty = withValue(RAIL, IBAN, null);
  const done = (issued: Rail): State => ({
    is: "done",
    at: at(-5),
    result: { railId: "rail_1", issued, matched: true, differences: [] },
  });

  it("keeps all else", () => {
    const step = fillIn(aSent(done(empty)), RAIL);
    expect(step.ok && step.next.state).toEqual(done(RAIL));
    expect(step.ok && step.entries).toMatchObject([{ action: "filled" }]);
  });

  it("changes nothing where nothing was filled", () => {
    expect(outcomeOf(fillIn(aSent(done(RAIL)), RAIL))).toBe("as it was");
    expect(outcomeOf(fillIn(aSent(done(empty)), empty))).toBe("as it was");
    expect(outcomeOf(fillIn(aSent(done(RAIL)), altered(RAIL, IBAN)))).toBe("as it was");
  });

  it.each(["id", "source.bankAccount.reference", "destination.wallet.address", "type"])(
    "takes nothing of a Rail with another %s",
    (path) => {
      expect(outcomeOf(fillIn(aSent(done(empty)), altered(RAIL, path)))).toBe("as it was");
    },
  );

  it.each([
    ...Object.values(STATES).filter(({ is }) => is !== "done"),
    { is: "done", at: NOW, result: null } as const,
    { is: "done", at: NOW, result: { serviceId: "wa_1" } } as const,
  ])("not of what is $is without a Rail", (state) => {
    expect(outcomeOf(fillIn(aSent(state), RAIL))).toBe("refused: not-possible");
  });

  it("not of a destination", () => {
    expect(outcomeOf(fillIn(aSent(done(empty), { change: ADDITION }), RAIL))).toBe(
      "refused: not-possible",
    );
  });
});
