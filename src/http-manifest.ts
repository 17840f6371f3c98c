import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";
import { z } from "zod";

/**
 * `manifest.yml` for an app to which Slack sends over HTTP, printed: `npm run manifest:http -- https://bot.example.com`.
 * With `--installations` for one that is installed over OAuth, in many workspaces and in whole organisations. `--json` alone
 * prints `manifest.yml` as it is, for the Slack CLI (`.slack/hooks.json`).
 */

const manifest = parseDocument(readFileSync(new URL("../manifest.yml", import.meta.url), "utf8"));
const [address = "", ...more] = process.argv.slice(2);
if (address === "--json") {
  process.stdout.write(`${JSON.stringify(manifest)}\n`);
  process.exit();
}
const url = URL.parse(address);
const isRight = url?.protocol === "https:" && url.href === `${url.origin}/`;
if (!isRight || more.some((each) => each !== "--installations")) {
  process.stderr.write(
    "Give the address at which Slack reaches Signalbox, with https and without a path:\n  npm run manifest:http -- https://bot.example.com\nand --installations after it where it is to be installed over OAuth.\n",
  );
  process.exit(1);
}

const requestUrl = `${url.origin}/slack/events`;
manifest.setIn(["features", "slash_commands", 0, "url"], requestUrl);
manifest.setIn(["settings", "interactivity", "request_url"], requestUrl);
if (more.length > 0) {
  const back = `${url.origin}/slack/oauth_redirect`;
  manifest.setIn(["oauth_config", "redirect_urls"], [back]);
  const events = ["settings", "event_subscriptions", "bot_events"];
  const heard = z
    .array(z.string())
    .parse(manifest.toJS().settings.event_subscriptions?.bot_events ?? []);
  manifest.setIn(events, [...heard, "app_uninstalled", "tokens_revoked", "team_access_revoked"]);
  manifest.setIn(["settings", "org_deploy_enabled"], true);
  manifest.setIn(["settings", "token_rotation_enabled"], true);
}
if (manifest.hasIn(["settings", "event_subscriptions"])) {
  manifest.setIn(["settings", "event_subscriptions", "request_url"], requestUrl);
}
manifest.setIn(["settings", "socket_mode_enabled"], false);
process.stdout.write(manifest.toString({ lineWidth: 120 }));
