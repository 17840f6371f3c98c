import { z } from "zod";
import { fee, rate } from "./conversion.ts";

const LONGEST_DELAY_SECONDS = 31 * 24 * 3600;
const delay = z
  .int()
  .min(0)
  .max(LONGEST_DELAY_SECONDS * 1000);

/** The document is silent about these: rate, fee, times, and how often the bank reports. */
export const simulationSettings = z.strictObject({
  /** Stablecoins for one unit of fiat, as a decimal string. */
  rate: rate.prefault("1"),
  /** The share of a deposit that the service keeps, as a decimal string less than one. */
  fee: fee.prefault("0"),
  /** The time from the receipt of a deposit to its conversion, in milliseconds of the service's clock. */
  conversionDelayMs: delay.default(0),
  /** The time from the conversion to the delivery. */
  deliveryDelayMs: delay.default(0),
  /** The bank or the chain reports each deposit this often. */
  reports: z.int().min(1).max(9).default(1),
});

export type SimulationOptions = z.input<typeof simulationSettings>;
export type Simulation = z.output<typeof simulationSettings>;
