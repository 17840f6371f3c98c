import { expect, it } from "vitest";
import { type Mirrored, trustOf } from "../../src/request/rules/trust.ts";
import { ADDITION } from "./changes.ts";
import { at, NOW } from "./company.ts";
import { altered, withValue } from "./leaves.ts";
import { RAIL, STATES } from "./rails.ts";
import { aSent } from "./situation.ts";

const done = aSent(STATES.done);
const resultOf = (matched: boolean, differences: string[] = []) =>
  aSent({
    ...STATES.done,
    is: "done",
    at: NOW,
    result: { railId: "rail_1", issued: RAIL, matched, differences },
  });
const mirrored = (changes: Partial<Mirrored> = {}): Mirrored => ({
  rail: RAIL,
  hasTwin: false,
  missedSince: null,
  ...changes,
});
const trust = (...given: Parameters<typeof trustOf>) => {
  const found = trustOf(...given);
  return found.is === "held" ? `${found.because} ${found.fields}`.trim() : found.is;
};

it("a Rail that was read back and equals its approval is payable, also before a walk showed it", () => {
  expect(trust(done, mirrored(), NOW)).toBe("payable");
  expect(trust(done, null, NOW)).toBe("payable");
});

it("a Rail that nobody approved here is held", () => {
  expect(trust(null, mirrored(), NOW)).toBe("outside");
  const registered = aSent(
    { is: "done", at: NOW, result: { serviceId: "rail_1" } },
    { change: ADDITION },
  );
  expect(trust(registered, mirrored(), NOW)).toBe("outside");
});

it.each(["pending", "ready", "sending", "unknown", "created", "stuck", "closed"] as const)(
  "the Rail of a request that is %s is held",
  (status) => {
    expect(trust(aSent(STATES[status]), mirrored(), NOW)).toBe("not-read");
  },
);

it("without a Rail in its result nothing is payable", () => {
  expect(trust(aSent({ is: "done", at: NOW, result: null }), null, NOW)).toBe("not-read");
  expect(trust(aSent({ is: "done", at: NOW, result: { serviceId: "x" } }), null, NOW)).toBe(
    "not-read",
  );
});

it("a Rail that differed when it was read back stays held, whatever the service shows now", () => {
  expect(trust(resultOf(false, ["type"]), mirrored(), NOW)).toBe("differs type");
  expect(trust(resultOf(false, ["type"]), null, NOW)).toBe("differs type");
});

it("a Rail that the service changed is held, and payable again once it is as before", () => {
  const other = mirrored({ rail: altered(RAIL, "source.bankAccount.iban") });
  expect(trust(done, other, NOW)).toBe("differs source.bank_account.iban");
  expect(trust(done, mirrored({ rail: altered(RAIL, "id") }), NOW)).toBe("differs id");
  expect(trust(done, mirrored({ rail: withValue(RAIL, "metadata", null) }), NOW)).toBe("payable");
});

it("a Rail with a twin is held", () => {
  expect(trust(done, mirrored({ hasTwin: true }), NOW)).toBe("twin");
});

it.each([
  [3_599, "payable"],
  [3_600, "not-shown"],
  [7_200, "not-shown"],
])("a Rail that walks have missed for %i seconds is %s", (seconds, expected) => {
  expect(trust(done, mirrored({ missedSince: at(-seconds) }), NOW)).toBe(expected);
});
