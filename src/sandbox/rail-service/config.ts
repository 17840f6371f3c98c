import { z } from "zod";
import { type SimulationOptions, simulationSettings } from "./settlement/simulation.ts";

const MESSAGES = {
  PORT: "PORT must be a whole number from 0 (any free port) to 65535.",
  RAIL_SERVICE_TOKEN:
    "RAIL_SERVICE_TOKEN must be letters, digits and any of - . _ ~ + / with = only at the end.",
  DATA_DIR: "DATA_DIR must name a directory.",
  CONVERSION_RATE: "CONVERSION_RATE must be a decimal number from 0.01 to 100.",
  CONVERSION_FEE: "CONVERSION_FEE must be a decimal number from 0 to less than 1.",
  CONVERSION_SECONDS: "CONVERSION_SECONDS must be a whole number of seconds, at most 31 days.",
  DELIVERY_SECONDS: "DELIVERY_SECONDS must be a whole number of seconds, at most 31 days.",
  DEPOSIT_REPORTS: "DEPOSIT_REPORTS must be a whole number from 1 to 9.",
};

/** A setting of the simulation, which reads the text itself or as a number. */
function setting<Name extends keyof SimulationOptions>(
  name: Name,
  error: string,
  toSetting: (text: string) => SimulationOptions[Name],
) {
  const isTaken = (text: string) =>
    text !== "" && simulationSettings.shape[name].safeParse(toSetting(text)).success;
  return z.string().refine(isTaken, { error }).transform(toSetting).optional();
}

const asItStands = (text: string) => text;
const whole = (text: string) => (/^\d{1,7}$/.test(text) ? Number(text) : Number.NaN);
const seconds = (text: string) => whole(text) * 1_000;

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: MESSAGES.PORT })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: MESSAGES.PORT })
    .default(4010),
  /** The characters that RFC 6750 allows a bearer token. */
  RAIL_SERVICE_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9\-._~+/]+=*$/, { error: MESSAGES.RAIL_SERVICE_TOKEN })
    .default("sandbox-token"),
  DATA_DIR: z
    .string()
    .regex(/^[^\0]*[^\0\s][^\0]*$/, { error: MESSAGES.DATA_DIR })
    .default("./data/rail-service"),
  CONVERSION_RATE: setting("rate", MESSAGES.CONVERSION_RATE, asItStands),
  CONVERSION_FEE: setting("fee", MESSAGES.CONVERSION_FEE, asItStands),
  CONVERSION_SECONDS: setting("conversionDelayMs", MESSAGES.CONVERSION_SECONDS, seconds),
  DELIVERY_SECONDS: setting("deliveryDelayMs", MESSAGES.DELIVERY_SECONDS, seconds),
  DEPOSIT_REPORTS: setting("reports", MESSAGES.DEPOSIT_REPORTS, whole),
});

export interface Config {
  port: number;
  token: string;
  dataDir: string;
  simulation: SimulationOptions;
}

type Reading = { config: Config; mistakes?: never } | { config?: never; mistakes: string[] };

/** Reads the environment, or returns a sentence for each mistake in it. */
export function readConfig(env: Record<string, string | undefined>): Reading {
  const { data, error } = environment.safeParse(env);
  if (error) return { mistakes: error.issues.map(({ message }) => message) };
  const simulation = {
    rate: data.CONVERSION_RATE,
    fee: data.CONVERSION_FEE,
    conversionDelayMs: data.CONVERSION_SECONDS,
    deliveryDelayMs: data.DELIVERY_SECONDS,
    reports: data.DEPOSIT_REPORTS,
  };
  const { PORT: port, RAIL_SERVICE_TOKEN: token, DATA_DIR: dataDir } = data;
  return { config: { port, token, dataDir, simulation } };
}
