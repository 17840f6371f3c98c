/** The company whose people and settings every schedule has. */
export const ANA = "U0ANA";
export const APPROVERS = ["U0BEN", "U0CAL", "U0DEE"];
/** The one whom Slack deactivates, where that is planned. */
export const LEAVER = "U0CAL";
export const NEEDED = 2;
export const APPROVALS = "C0APPROVALS";
export const TREASURY = "C0TREASURY";
export const START = Date.parse("2026-11-02T09:00:00Z");
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const EXPIRES_HOURS = 72;
export const RAIL_TOKEN = "rail-token-campaign";
