import { parseArgs } from "node:util";

/** What was asked for on the command line, the pause in milliseconds; undefined for what the doctor does not know. */
export function readArguments(args: string[]): { pauseMs: number; all: boolean } | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        // Between two calls: Slack lets an app ask some fifty times a minute.
        pause: { type: "string", default: "1500" },
        // Also what Slack documents: some hundred rules of Block Kit.
        all: { type: "boolean", default: false },
      },
    });
    const { pause, all } = values;
    return /^\d{1,6}$/.test(pause) ? { pauseMs: Number(pause), all } : undefined;
  } catch {
    return undefined;
  }
}
