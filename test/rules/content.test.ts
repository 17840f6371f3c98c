import { expect, it } from "vitest";
import { questionFor } from "../../src/request/rules/challenge.ts";
import { type Content, isSent, routeKey, valueIn } from "../../src/request/rules/content.ts";
import { ADDRESS, CHANGES, contentOf, OFF_RAMP, ON_RAMP, RESUME, WALLET } from "./changes.ts";
import { ANNA, BEN } from "./company.ts";
import { altered } from "./leaves.ts";

it("Rails and whitelisting are sent to the service; imports and resuming are not", () => {
  const sent = CHANGES.map((change) => isSent(contentOf(change)));
  expect(sent).toEqual([true, true, true, false, false, false]);
  const account = OFF_RAMP.destination.value;
  expect(CHANGES.map(valueIn)).toEqual([WALLET, account, WALLET, WALLET, null, null]);
});

it("two Rails have one route if type, assets, network and destination are the same", () => {
  const route = routeKey(OFF_RAMP, "account:one");
  expect(routeKey({ ...OFF_RAMP, destination: { asset: "GBP" } }, "account:one")).toBe(route);
  expect(routeKey(OFF_RAMP, "account:two")).not.toBe(route);
  for (const path of ["type", "source.asset", "source.network", "destination.asset"]) {
    expect(routeKey(altered(OFF_RAMP, path), "account:one")).not.toBe(route);
  }
});

it("at a first use or a look-alike each approver is asked for another part of the address", () => {
  const plain = contentOf(ON_RAMP);
  const asks = (traits: Partial<Content["traits"]>, nonce = "n", by: string = BEN) =>
    questionFor({ ...plain, nonce, traits: { ...plain.traits, ...traits } }, by)?.first;
  const value = { ...WALLET, address: `${ADDRESS.slice(0, 21)}zzzz${ADDRESS.slice(25)}` };
  const warnings = [{ is: "looks-like", name: "Old", value }] as const;
  expect(asks({ isFirstUse: false })).toBeUndefined();
  const resume = contentOf(RESUME);
  const first = { ...resume.traits, isFirstUse: true };
  expect(questionFor({ ...resume, traits: first }, BEN)).toBeNull();
  const nonces = Array.from({ length: 40 }, (_, index) => `n${index}`);
  const [ben, anna] = [BEN, ANNA].map((by) =>
    nonces.map((nonce) => asks({ isFirstUse: true }, nonce, by)),
  );
  expect(new Set(ben).size).toBeGreaterThan(4);
  expect(anna).not.toEqual(ben);
  // Characters 22 to 25 differ from the look-alike's.
  const telling = nonces.map((nonce) => asks({ warnings }, nonce));
  expect(new Set(telling)).toEqual(new Set([21, 25]));
  // Whoever asks for both chooses where these differ.
  const [old] = warnings;
  const decoyed = nonces.map((nonce) => asks({ warnings: [{ ...old, isWaiting: true }] }, nonce));
  expect(new Set(decoyed).size).toBeGreaterThan(4);
});
