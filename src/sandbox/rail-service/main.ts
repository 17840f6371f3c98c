import { z } from "zod";
import { StartError } from "../shared/open-sqlite.ts";
import { startRailService } from "./server.ts";

const COMPANY = "Sandbox company";

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
  DATA_DIR: z.string().regex(/\S/, { error: MESSAGES.DATA_DIR }).default("./data/rail-service"),
});

const { data, error } = environment.safeParse(process.env);

if (data) await run(data);
else refuse(error.issues.map(({ message }) => message));

async function run(settings: z.output<typeof environment>): Promise<void> {
  const { PORT: port, RAIL_SERVICE_TOKEN: token, DATA_DIR: dataDir } = settings;
  try {
    const service = await startRailService({
      ...{ port, dataDir },
      companies: [{ name: COMPANY, token }],
    });
    console.log(`Rail service: ${service.baseUrl}\nBank and chain: ${service.pageUrl(COMPANY)}`);
    process.once("SIGINT", service.stop);
    process.once("SIGTERM", service.stop);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    refuse([error.message]);
  }
}

function refuse(reasons: readonly string[]): void {
  console.error(reasons.join("\n"));
  process.exitCode = 1;
}
