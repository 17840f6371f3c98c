import { z } from "zod";

const MESSAGES = {
  PORT: "PORT must be a whole number from 0 (any free port) to 65535.",
  RAIL_SERVICE_TOKEN:
    "RAIL_SERVICE_TOKEN must be letters, digits and any of - . _ ~ + / with = only at the end.",
  DATA_DIR: "DATA_DIR must name a directory.",
};

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
});

export interface Config {
  port: number;
  token: string;
  dataDir: string;
}

type Reading = { config: Config; mistakes?: never } | { config?: never; mistakes: string[] };

/** Reads the environment, or says in sentences what is wrong with it, all at once. */
export function readConfig(env: Record<string, string | undefined>): Reading {
  const { data, error } = environment.safeParse(env);
  if (error) return { mistakes: error.issues.map(({ message }) => message) };
  return { config: { port: data.PORT, token: data.RAIL_SERVICE_TOKEN, dataDir: data.DATA_DIR } };
}
