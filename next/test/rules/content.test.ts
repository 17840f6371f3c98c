import { expect, it } from "vitest";
import { isOfKind, isSent, routeKey, toSpec } from "../../src/request/rules/content.ts";
import { isOpen, wasSent } from "../../src/request/rules/request.ts";
import { ADDRESS, CHANGES, contentOf, IBAN, OFF_RAMP, ON_RAMP, WALLET } from "./changes.ts";
import { altered } from "./leaves.ts";
import { STATES } from "./rails.ts";
import { aRequest } from "./situation.ts";

it("Rails and whitelisting are sent to the service; imports and resuming are not", () => {
  const sent = CHANGES.map((change) => isSent(contentOf(change)));
  expect(sent).toEqual([true, true, true, false, false]);
  const rails = CHANGES.map((change) => isOfKind(contentOf(change), "create-rail"));
  expect(rails).toEqual([true, true, false, false, false]);
});

it("an on-ramp is posted with its wallet, and an off-ramp with its network and account", () => {
  expect(toSpec(ON_RAMP)).toEqual({
    type: "ON_RAMP",
    source: { asset: "GBP" },
    destination: {
      asset: "GBPA",
      wallet: { id: "wa_1", name: "Main", network: "SOLANA_DEVNET", address: ADDRESS },
    },
  });
  expect(toSpec(OFF_RAMP)).toEqual({
    type: "OFF_RAMP",
    source: { asset: "GBPA", network: "SOLANA_DEVNET" },
    destination: { asset: "GBP", bankAccount: { id: "bka_1", name: "Bank", iban: IBAN } },
  });
});

it("what does not fit together is not posted", () => {
  const { destination } = OFF_RAMP;
  expect(toSpec({ ...ON_RAMP, destination })).toBeNull();
  expect(toSpec({ ...OFF_RAMP, destination: { ...destination, value: WALLET } })).toBeNull();
  expect(toSpec({ ...OFF_RAMP, source: { asset: "GBPA", network: null } })).toBeNull();
});

it("two Rails have one route if type, assets, network and destination are the same", () => {
  const route = routeKey(OFF_RAMP, "account:one");
  expect(routeKey({ ...OFF_RAMP, destination: { asset: "GBP" } }, "account:one")).toBe(route);
  expect(routeKey(OFF_RAMP, "account:two")).not.toBe(route);
  for (const path of ["type", "source.asset", "source.network", "destination.asset"]) {
    expect(routeKey(altered(OFF_RAMP, path), "account:one")).not.toBe(route);
  }
});

it("a request is open until it is done or closed, and was sent once it has an attempt", () => {
  const open = Object.values(STATES).filter((state) => isOpen({ state }));
  expect(open.map(({ is }) => is)).toEqual([
    ...["pending", "ready", "sending", "unknown", "created", "stuck"],
  ]);
  expect([wasSent(aRequest()), wasSent(aRequest({ attempts: ["a1"] }))]).toEqual([false, true]);
});
