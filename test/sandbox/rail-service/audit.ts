import type { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { z } from "zod";

const number = z.bigint().transform(Number);
const place = z.object({
  number,
  company: z.string(),
  kind: z.string(),
  network: z.string().nullable(),
  address: z.string().nullable(),
  rail: z.string().nullable(),
  is_whitelisted: number,
});
const movement = z.object({
  number,
  id: z.string(),
  company: z.string(),
  kind: z.string(),
  from_place: number,
  to_place: number,
  asset: z.string(),
  amount: z.bigint(),
  deposit: number.nullable(),
  counterpart: number.nullable(),
});
const deposit = z.object({
  number,
  company: z.string(),
  rail: z.string(),
  receipt: number,
  state: z.string(),
  reason: z.string().nullable(),
  due: number.nullable(),
  converted: z.bigint().nullable(),
});
const balance = z.object({ place: number, asset: z.string(), amount: z.bigint() });
const rail = z.object({
  id: z.string(),
  type: z.string(),
  fiat: z.string(),
  stablecoin: z.string(),
});

function readAll(database: DatabaseSync) {
  const rows = <Shape extends z.ZodType>(table: string, shape: Shape) => {
    const select = database.prepare(`SELECT * FROM ${table}`);
    select.setReadBigInts(true);
    return select.all().map((row) => shape.parse(row));
  };
  return {
    places: new Map(rows("places", place).map((each) => [each.number, each])),
    movements: new Map(rows("movements", movement).map((each) => [each.number, each])),
    deposits: rows("deposits", deposit),
    balances: rows("balances", balance),
    rails: new Map(rows("rails", rail).map((each) => [each.id, each])),
  };
}

type Books = ReturnType<typeof readAll>;

/** The movements that a deposit in this state has, no more and no fewer, where nothing is kept as a fee. */
const MOVEMENTS: Record<string, readonly string[]> = {
  received: [],
  converted: ["conversion"],
  delivered: ["conversion", "delivery"],
  held: [],
  returned: ["return"],
};

/** Checks the books of all companies anew from the journal alone, at a rate of one to one and without a fee. */
export function audit(database: DatabaseSync): Books {
  const books = auditBalances(database);
  expect(wrongDeposits(books)).toEqual([]);
  return books;
}

/** The same at any rate and fee, as far as it does not depend on them. */
export function auditBalances(database: DatabaseSync): Books {
  const books = readAll(database);
  expect(wrongBalances(books)).toEqual([]);
  expect(wrongMovements(books)).toEqual([]);
  return books;
}

function wrongBalances({ places, movements, balances }: Books): unknown[] {
  const wrong: unknown[] = [];
  const held = new Map<string, bigint>();
  const sums = new Map<string, bigint>();
  const add = (map: Map<string, bigint>, key: string, amount: bigint) =>
    map.set(key, (map.get(key) ?? 0n) + amount);
  for (const { from_place, to_place, asset, amount } of movements.values()) {
    add(held, `${from_place} ${asset}`, -amount);
    add(held, `${to_place} ${asset}`, amount);
  }
  for (const each of balances) {
    const key = `${each.place} ${each.asset}`;
    const { company, kind } = places.get(each.place) ?? { company: "", kind: "" };
    if (held.get(key) !== each.amount) wrong.push({ ...each, why: "not what has moved" });
    if (each.amount < 0n && kind !== "conversion" && kind !== "elsewhere") {
      wrong.push({ ...each, why: "less than nothing" });
    }
    held.delete(key);
    add(sums, `${company} ${each.asset}`, each.amount);
  }
  for (const [key] of held) wrong.push({ key, why: "no balance" });
  for (const [key, sum] of sums) if (sum !== 0n) wrong.push({ key, sum, why: "not nothing" });
  return wrong;
}

/** Nothing goes from company to company but by the `elsewhere` of both. */
function wrongMovements({ places, movements }: Books): unknown[] {
  return [...movements.values()].filter(({ company, from_place, to_place, ...rest }) => {
    const [from, to] = [places.get(from_place), places.get(to_place)];
    if (from?.company !== company || to?.company !== company) return true;
    if (rest.counterpart === null) return false;
    const other = movements.get(rest.counterpart);
    return !(
      from.kind === "elsewhere" &&
      other !== undefined &&
      other.company !== company &&
      places.get(other.to_place)?.kind === "elsewhere" &&
      other.asset === rest.asset &&
      other.amount === rest.amount &&
      other.kind === rest.kind
    );
  });
}

function wrongDeposits(books: Books): unknown[] {
  const { places, movements, deposits, rails } = books;
  return deposits.filter((each) => {
    const receipt = movements.get(each.receipt);
    const entryPoint = places.get(receipt?.to_place ?? 0);
    const road = rails.get(each.rail);
    const own = [...movements.values()].filter(({ deposit: of }) => of === each.number);
    const kinds = own.map(({ kind }) => kind);
    if (!receipt || !road || entryPoint?.rail !== each.rail) return true;
    if (String(kinds) !== String(MOVEMENTS[each.state])) return true;
    if (own.some(({ amount, company }) => amount !== receipt.amount || company !== each.company)) {
      return true;
    }
    const isRight = each.reason === null;
    if (each.reason !== reasonToHold(books, receipt, entryPoint, road)) return true;
    const arrives = road.type === "ON_RAMP" ? road.stablecoin : road.fiat;
    const assets = isRight ? [receipt.asset, arrives] : [receipt.asset];
    return (
      isRight !== ["received", "converted", "delivered"].includes(each.state) ||
      (each.due !== null) !== ["received", "converted"].includes(each.state) ||
      own.some(({ asset }, index) => asset !== assets[index])
    );
  });
}

/** As the document has it, where nothing has been whitelisted since. */
function reasonToHold(
  { places, movements }: Books,
  receipt: z.output<typeof movement>,
  entryPoint: z.output<typeof place>,
  road: z.output<typeof rail>,
): string | null {
  if (road.type === "OFF_RAMP") {
    if (entryPoint.network !== "SOLANA_DEVNET") return "wrong-network";
    return receipt.asset === road.stablecoin ? null : "wrong-asset";
  }
  if (receipt.asset !== road.fiat) return "wrong-asset";
  const sent = receipt.counterpart === null ? receipt : movements.get(receipt.counterpart);
  const source = places.get(sent?.from_place ?? 0);
  const isWhitelisted = [...places.values()].some(
    (each) =>
      each.company === receipt.company &&
      each.network === "BANK" &&
      each.address === source?.address &&
      each.is_whitelisted === 1,
  );
  return isWhitelisted ? null : "source-not-whitelisted";
}

/** Once nothing is due any more: each receipt is a deposit, and an entry point has what is held there, and no more. */
export function auditSettled(database: DatabaseSync): Books {
  const books = audit(database);
  const { places, movements, deposits, balances } = books;
  const receipts = [...movements.values()].filter(({ to_place }) => places.get(to_place)?.rail);
  expect(deposits.map(({ receipt }) => receipt).sort()).toEqual(
    receipts.map(({ number: each }) => each).sort(),
  );
  expect(deposits.filter(({ due }) => due !== null)).toEqual([]);

  const held = new Map<string, bigint>();
  for (const { state, receipt } of deposits) {
    const came = movements.get(receipt);
    if (state !== "held" || !came) continue;
    const key = `${came.to_place} ${came.asset}`;
    held.set(key, (held.get(key) ?? 0n) + came.amount);
  }
  const kept = balances.filter(({ place: of, amount }) => amount !== 0n && places.get(of)?.rail);
  expect(new Map(kept.map((each) => [`${each.place} ${each.asset}`, each.amount]))).toEqual(held);
  return books;
}
