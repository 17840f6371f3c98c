import { expect, it } from "vitest";
import type { Request } from "../../src/request/rules/request.ts";
import { type Mirrored, trustOf } from "../../src/request/rules/trust.ts";
import { ADDITION } from "./changes.ts";
import { at, EVE, NOW } from "./company.ts";
import { altered, withValue } from "./leaves.ts";
import { RAIL, STATES, TRUST, TRUSTED } from "./rails.ts";
import { aSent } from "./situation.ts";

const doneWith = (result: Extract<Request["state"], { is: "done" }>["result"]) =>
  aSent({ is: "done", at: NOW, result });
const done = aSent(STATES.done);
const { content } = aSent(STATES.done, { change: ADDITION });
const differs = { railId: "rail_1", issued: RAIL, matched: false, differences: ["type"] };
const otherIban = altered(RAIL, "source.bankAccount.iban");

const reported = { ...done, reports: [{ by: EVE, at: NOW, reason: "odd" }] };
const trusted = aSent(TRUSTED, { change: TRUST });
const trustedTwin = aSent(TRUSTED, { change: { ...TRUST, hasTwin: true } });
const named = withValue(RAIL, "destination.wallet.displayName", "Renamed");

it.each<[string, Request | null, Partial<Mirrored> | null, string]>([
  ["as it was approved", done, {}, "payable"],
  ["that no walk has shown yet", done, null, "payable"],
  ["without its tag", done, { rail: withValue(RAIL, "metadata", null) }, "payable"],
  ["of nobody here", null, {}, "held: outside"],
  ["of a destination's request", { ...done, content }, {}, "held: differs type"],
  ["with another IBAN", done, { rail: otherIban }, "held: differs source.bank_account.iban"],
  ["that is another one", done, { rail: altered(RAIL, "id") }, "held: differs id"],
  ["that differed at first", doneWith(differs), {}, "held: differs type"],
  ["that differed, not shown", doneWith(differs), null, "held: differs type"],
  ["with a twin", done, { hasTwin: true }, "held: twin"],
  ["that somebody reported", reported, {}, "held: reported"],
  [
    "that differed and was reported",
    { ...doneWith(differs), reports: reported.reports },
    {},
    "held: reported",
  ],
  ["that people trust as it is", trusted, {}, "payable"],
  ["that people trust, with a twin that they saw", trustedTwin, { hasTwin: true }, "payable"],
  ["that people trust, with a twin since then", trusted, { hasTwin: true }, "held: twin"],
  ["that people trust, by another display name", trusted, { rail: named }, "payable"],
  [
    "that people trust, with another IBAN",
    trusted,
    { rail: otherIban },
    "held: differs source.bank_account.iban",
  ],
  [
    "that people trust, to another wallet",
    trusted,
    { rail: altered(RAIL, "destination.wallet.address") },
    "held: differs destination.wallet.address",
  ],
  [
    "that people trust, with another id",
    trusted,
    { rail: altered(RAIL, "id") },
    "held: differs id",
  ],
  [
    "that people trust, reported since",
    { ...trusted, reports: reported.reports },
    {},
    "held: reported",
  ],
  ["missed for an hour", done, { missedSince: at(-3_600) }, "held: not-shown"],
  ["missed for less", done, { missedSince: at(-3_599) }, "payable"],
  ["of a request without a result", doneWith(null), null, "held: not-read"],
  ["of another result", doneWith({ serviceId: "x" }), null, "held: not-read"],
])("a Rail %s", (_, request, changes, expected) => {
  const mirrored = changes && { rail: RAIL, hasTwin: false, missedSince: null, ...changes };
  const trust = trustOf(request, mirrored, NOW);
  const because = trust.is === "held" ? `: ${trust.because} ${trust.fields}` : "";
  expect(`${trust.is}${because}`.trim()).toBe(expected);
});

it("a Rail is held until its request is done", () => {
  for (const state of Object.values(STATES).filter(({ is }) => is !== "done")) {
    const mirrored = { rail: RAIL, hasTwin: false, missedSince: null };
    expect(trustOf(aSent(state), mirrored, NOW)).toMatchObject({ because: "not-read" });
  }
});
