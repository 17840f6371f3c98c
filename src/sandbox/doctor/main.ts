import { parseArgs } from "node:util";
import { type Config, readConfig, type SandboxConfig } from "../../config/config.ts";
import { examine } from "./examine.ts";
import { report } from "./finding.ts";

/**
 * `npm run doctor [-- --all --pause 1500]`, with the settings of a real Slack: compares that Slack and that Rail service
 * with what the sandbox assumes. It posts, opens and uploads nothing. It exits with 1 if something differs, and with 2 if
 * it cannot start.
 */

const asked = readArguments(process.argv.slice(2));
const read = readConfig(process.env);
if (!asked) fail(["Its arguments are --all, and --pause with a number of milliseconds."]);
else if (!read.ok) fail(read.faults);
else if (read.config.mode === "sandbox") {
  fail([
    "There is no real Slack to look at: give it the settings with which Signalbox is started.",
  ]);
} else await run(read.config, asked);

async function run(
  { slack, settings, SLACK_API_URL: apiUrl }: Exclude<Config, SandboxConfig>,
  { pauseMs, all }: NonNullable<typeof asked>,
): Promise<void> {
  if (slack.kind === "http-installations") {
    fail([
      "With OAuth, each workspace has a token of its own: set SLACK_BOT_TOKEN to the one to look at, and leave SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_STATE_SECRET out.",
    ]);
    return;
  }
  const { channel, policy, rail } = settings;
  if (!channel || !policy || !rail) {
    fail([
      "It looks at one channel, its approvers and one Rail service: set APPROVALS_CHANNEL, APPROVERS, RAIL_API_URL and RAIL_API_TOKEN, also where they are chosen in Slack.",
    ]);
    return;
  }
  const { botToken } = slack;
  const findings = await examine({
    slack: { apiUrl, botToken, pauseMs },
    channel,
    approvers: [...new Set(policy.rules.flatMap((rule) => rule.approvers))],
    rail,
    all,
  });
  process.stdout.write(`${report(findings)}\n`);
  if (findings.some(({ verdict }) => verdict === "differs")) process.exitCode = 1;
}

function fail(faults: readonly string[]): void {
  const lines = ["The doctor cannot start:", ...faults.map((fault) => `- ${fault}`)];
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 2;
}

/** Reads the command line, the pause in milliseconds; undefined for an unknown option. */
function readArguments(args: string[]): { pauseMs: number; all: boolean } | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        // Slack allows an app about fifty calls a minute.
        pause: { type: "string", default: "1500" },
        // These are about a hundred rules of Block Kit that Slack documents.
        all: { type: "boolean", default: false },
      },
    });
    const { pause, all } = values;
    return /^\d{1,6}$/.test(pause) ? { pauseMs: Number(pause), all } : undefined;
  } catch {
    return undefined;
  }
}
