import { z } from "zod";
import type { Ask } from "./ask.ts";
import { judged } from "./ask.ts";
import type { Finding } from "./finding.ts";
import { notTried } from "./finding.ts";

const whose = z.object({ bot_id: z.string().optional() });
const granted = z.object({ response_metadata: z.object({ scopes: z.array(z.string()) }) });

/** Whose token it is, and whether it has the scopes of `manifest.yml`, no more and no fewer. */
export async function tokenAndScopes(ask: Ask, scopes: readonly string[]): Promise<Finding[]> {
  const answer = await ask("auth.test");
  const token = {
    what: "bot token",
    here: "a bot's",
    remedy: "set SLACK_BOT_TOKEN to the token under Install App",
  };
  const expected = {
    what: "scopes of the bot token",
    source: "3",
    here: "those of manifest.yml",
    remedy: "reinstall the app from manifest.yml",
  };
  // The SDK finds them in a header, which may be missing.
  const isSaid = answer.kind === "taken" && granted.safeParse(answer.result).success;
  return [
    judged(token, answer, whose, ({ bot_id }) => (bot_id ? token.here : "a person's")),
    isSaid
      ? judged(
          expected,
          answer,
          granted,
          ({ response_metadata }) => difference(scopes, response_metadata.scopes) || expected.here,
        )
      : notTried(expected, "Slack did not say them"),
  ];
}

/** Empty when both are the same. */
function difference(wanted: readonly string[], has: readonly string[]): string {
  const missing = wanted.filter((scope) => !has.includes(scope));
  const more = has.filter((scope) => !wanted.includes(scope));
  return [
    ...(missing.length > 0 ? [`without ${missing.join(", ")}`] : []),
    ...(more.length > 0 ? [`also ${more.join(", ")}`] : []),
  ].join("; ");
}
