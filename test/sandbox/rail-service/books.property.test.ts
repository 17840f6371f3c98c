import fc from "fast-check";
import { expect, it } from "vitest";
import type { Order } from "../../../src/sandbox/rail-service/bank-and-chain/bodies.ts";
import type { Core } from "../../../src/sandbox/rail-service/core.ts";
import { audit, auditBalances, auditSettled } from "./audit.ts";
import { aBooksWorld, COMPANIES } from "./books-world.ts";

type World = ReturnType<typeof aBooksWorld>;

const company = fc.constantFrom(...COMPANIES);
const which = fc.nat({ max: 11 });
/** Often the first: of the company's own, the operating account and the treasury wallet. */
const source = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, which);
const amount = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt({ min: 1n, max: 100_000n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 10n ** 12n }) },
);

const payment = fc.record({
  do: fc.constant("pay" as const),
  company,
  from: source,
  to: which,
  asset: fc.constantFrom("GBP" as const, "GBP" as const, "EUR" as const),
  amount,
});
const transfer = fc.record({
  do: fc.constant("transfer" as const),
  company,
  network: fc.constantFrom(
    "SOLANA_DEVNET" as const,
    "SOLANA_DEVNET" as const,
    "SOLANA_TESTNET" as const,
  ),
  from: source,
  to: which,
  asset: fc.constantFrom("GBPA" as const, "GBPA" as const, "USDC" as const),
  amount,
});
const other = fc.record({
  do: fc.constantFrom("report" as const, "return" as const),
  which,
});
const steps = fc.record({
  do: fc.constant("steps" as const),
  count: fc.integer({ min: 1, max: 6 }),
});
const pause = fc.record({ do: fc.constantFrom("restart" as const, "wait" as const) });

const fuse = fc.option(
  fc.record({
    writes: fc.nat({ max: 12 }),
    when: fc.constantFrom("before" as const, "after" as const),
  }),
  { nil: undefined },
);

const deed = fc.record({
  what: fc.oneof(payment, transfer, payment, transfer, steps, other, pause),
  fuse,
});
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

const settings = fc.record({
  conversionDelayMs: fc.constantFrom(0, 60_000),
  deliveryDelayMs: fc.constantFrom(0, 60_000),
  reports: fc.integer({ min: 1, max: 3 }),
});

const picked = <T>(from: readonly T[], index: number): T =>
  from[index % from.length] ?? expect.unreachable();

function orderOf(world: World, what: Deed["what"]): Order | undefined {
  if (what.do === "pay") {
    const { asset, amount } = what;
    const from = picked(world.ownAccounts(what.company), what.from);
    const to = picked(world.accounts, what.to);
    return { kind: "payment", from, to, asset, amount, reference: null };
  }
  if (what.do === "transfer") {
    const { asset, amount } = what;
    const from = picked(world.ownWallets(what.company, what.network), what.from);
    const to = picked(world.wallets(what.network), what.to);
    return { kind: "transfer", from, to, asset, amount, reference: null };
  }
  return undefined;
}

/** Returns the number of the movement that was acknowledged, where one was. */
function perform(world: World, what: Deed["what"], core: Core): number | undefined {
  switch (what.do) {
    case "pay":
    case "transfer": {
      const order = orderOf(world, what);
      const sent = order && core.outside.send(what.company, order);
      return sent?.ok ? sent.movement : undefined;
    }
    case "report":
    case "return": {
      const all = COMPANIES.flatMap((each) => core.deposits.latest(each, 100));
      if (all.length === 0) return;
      const deposit = picked(all, what.which);
      if (what.do === "report") core.intake(deposit.receipt);
      else core.returnDeposit(deposit);
      return;
    }
    case "steps":
      for (let step = 0; step < what.count; step += 1) core.settlement.step();
      return;
    case "wait":
      world.pass(60_000);
      return;
    case "restart":
      world.restart();
      return;
  }
}

const deeds = fc.array(deed, { minLength: 20, maxLength: 40 });

it("balances and loses nothing, whatever is deposited, reported, returned, and wherever the service is killed", () => {
  fc.assert(
    fc.property(settings, deeds, (simulation, deeds) => {
      const world = aBooksWorld(simulation);
      const acknowledged: number[] = [];
      for (const { what, fuse: lit } of deeds) {
        let sent: number | undefined;
        const isDone = world.act((core) => {
          sent = perform(world, what, core);
        }, lit);
        if (isDone && sent !== undefined) acknowledged.push(sent);
        if (!isDone) audit(world.database);
      }
      world.restart();
      world.settle();
      const { movements } = auditSettled(world.database);
      expect(acknowledged.filter((each) => !movements.has(each))).toEqual([]);
      world.close();
    }),
    { numRuns: 40 },
  );
});

it("balances at any rate and fee: what came in is the fee and what was exchanged", () => {
  const hundredths = (max: number) => fc.nat({ max }).map((count) => (count / 100).toFixed(2));
  const terms = fc.record({
    rate: hundredths(300).filter((rate) => rate !== "0.00"),
    fee: hundredths(99),
  });
  fc.assert(
    fc.property(terms, deeds, (simulation, deeds) => {
      const world = aBooksWorld(simulation);
      for (const { what, fuse: lit } of deeds)
        world.act((core) => void perform(world, what, core), lit);
      world.restart();
      world.settle();

      const { deposits, movements } = auditBalances(world.database);
      for (const { number, receipt, reason } of deposits) {
        const parts = [...movements.values()].filter(({ deposit }) => deposit === number);
        const exchanged = parts.filter(({ kind }) => kind === "fee" || kind === "conversion");
        const sum = exchanged.reduce((total, { amount }) => total + amount, 0n);
        expect(sum).toBe(reason === null ? movements.get(receipt)?.amount : 0n);
      }
      world.close();
    }),
    { numRuns: 15 },
  );
});
