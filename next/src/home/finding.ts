import type { Line } from "../platform/slack/blocks/rich-text.ts";

/** ✅ nothing to do · ⚠️ somebody should look · 🔴 something does not work. */
export type Sign = "✅" | "⚠️" | "🔴";

/** The state in words, and for a fault who mends it and how. */
export type Finding = readonly [sign: Sign, says: Line];

export const fine = (...says: Line): Finding => ["✅", says];
