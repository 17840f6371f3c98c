import { z } from "zod";

/** An exact fraction: no amount ever meets a floating-point number. */
interface Ratio {
  over: bigint;
  under: bigint;
}

const decimal = z.string().regex(/^\d{1,3}(\.\d{1,9})?$/);

function toRatio(text: string): Ratio {
  const [units = "", decimals = ""] = text.split(".");
  return { over: BigInt(units + decimals), under: 10n ** BigInt(decimals.length) };
}

/** One unit of fiat gives this much in stablecoins, from 0.01 to 100; an off-ramp takes the inverse. */
export const rate = decimal
  .transform(toRatio)
  .refine(({ over, under }) => over * 100n >= under && over <= under * 100n);

/** The service keeps this share of a deposit: less than all of it. */
export const fee = decimal.transform(toRatio).refine(({ over, under }) => over < under);

/** The terms of the simulation, because the document shows neither fees nor rates. */
export interface Terms {
  rate: Ratio;
  fee: Ratio;
}

/**
 * Divides a deposit, in minor units. Both the fee and the delivered amount are rounded down; the rest stays in the
 * conversion.
 */
export function convert(
  type: "ON_RAMP" | "OFF_RAMP",
  amount: bigint,
  terms: Terms,
): { fee: bigint; exchanged: bigint; arriving: bigint } {
  const { over, under } = terms.rate;
  const kept = (amount * terms.fee.over) / terms.fee.under;
  const exchanged = amount - kept;
  const arriving = type === "ON_RAMP" ? (exchanged * over) / under : (exchanged * under) / over;
  return { fee: kept, exchanged, arriving };
}
