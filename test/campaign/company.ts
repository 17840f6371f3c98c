import { RAIL_BASE } from "./world/rail-world.ts";
import { BOT_TOKEN, SLACK_BASE } from "./world/slack-world.ts";

/** The company whose people and settings every schedule has. */
export const ANA = "U0ANA";
/** Of the team: she approves nothing, and finds what is wrong. */
export const EVE = "U0EVE";
export const BEN = "U0BEN";
/** The one whom Slack deactivates, where that is planned. */
export const LEAVER = "U0CAL";
export const DEE = "U0DEE";
export const APPROVERS = [BEN, LEAVER, DEE];
/** Once the settings are changed nothing goes on without one of them. */
export const FURTHER = [ANA, DEE, EVE];
export const NEEDED = 2;
export const APPROVALS = "C0APPROVALS";
export const TREASURY = "C0TREASURY";
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const EXPIRES_HOURS = 72;
export const RAIL_TOKEN = "rail-token-campaign";

export const environmentOf = (databaseUrl: string, coolDownHours: number) => ({
  SLACK_BOT_TOKEN: BOT_TOKEN,
  SLACK_SIGNING_SECRET: "0123456789abcdef0123456789abcdef",
  SLACK_API_URL: SLACK_BASE,
  APPROVERS: APPROVERS.join(),
  APPROVALS_REQUIRED: `${NEEDED}`,
  APPROVALS_CHANNEL: APPROVALS,
  COOL_DOWN_HOURS: `${coolDownHours}`,
  EXPIRES_IN_HOURS: `${EXPIRES_HOURS}`,
  RAIL_API_URL: RAIL_BASE,
  RAIL_API_TOKEN: RAIL_TOKEN,
  RAIL_FIAT_ASSETS: "GBP",
  RAIL_STABLECOINS: "GBPA",
  RAIL_NETWORKS: "SOLANA_DEVNET:solana",
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString("base64"),
  DATABASE_URL: databaseUrl,
  DATA_DIR: "/data",
  LOG_LEVEL: "silent",
});
