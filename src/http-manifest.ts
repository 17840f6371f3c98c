import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";

/** `manifest.yml` for an app to which Slack sends over HTTP, printed: `npm run manifest:http -- https://bot.example.com`. */

const [address = ""] = process.argv.slice(2);
const url = URL.parse(address);
if (url?.protocol !== "https:" || url.href !== `${url.origin}/`) {
  process.stderr.write(
    "Give the address at which Slack reaches Signalbox, with https and without a path:\n  npm run manifest:http -- https://bot.example.com\n",
  );
  process.exit(1);
}

const manifest = parseDocument(readFileSync(new URL("../manifest.yml", import.meta.url), "utf8"));
const requestUrl = `${url.origin}/slack/events`;
manifest.setIn(["features", "slash_commands", 0, "url"], requestUrl);
manifest.setIn(["settings", "interactivity", "request_url"], requestUrl);
if (manifest.hasIn(["settings", "event_subscriptions"])) {
  manifest.setIn(["settings", "event_subscriptions", "request_url"], requestUrl);
}
manifest.setIn(["settings", "socket_mode_enabled"], false);
process.stdout.write(manifest.toString({ lineWidth: 120 }));
