import { SlackError } from "../slack-error.ts";
import { type Args, optionalJson } from "./args.ts";

interface Known {
  /** This workspace carries these out. */
  done: string;
  /** These have no visible effect here. */
  harmless?: string;
  /** Slack carries these out, and this workspace does not. */
  missing?: string;
}

const AUTHOR = "as_user icon_emoji icon_url username";

/** The arguments on Slack's page of each method (https://docs.slack.dev/reference/methods). */
const known: Readonly<Record<string, Known>> = {
  "apps.connections.open": { done: "" },
  "auth.revoke": { done: "test" },
  "auth.test": { done: "" },
  "blocks.validate": { done: "blocks message view" },
  "chat.delete": { done: "channel ts", missing: "as_user" },
  "chat.getPermalink": { done: "channel message_ts" },
  "chat.postEphemeral": {
    done: "channel user text blocks thread_ts",
    missing: `${AUTHOR} attachments link_names markdown_text parse`,
  },
  "chat.postMessage": {
    done: "channel text blocks thread_ts reply_broadcast",
    harmless: "unfurl_links unfurl_media",
    missing: `${AUTHOR} attachments link_names markdown_text metadata mrkdwn parse`,
  },
  "chat.update": {
    done: "channel ts text blocks",
    missing: "as_user attachments file_ids link_names markdown_text metadata parse reply_broadcast",
  },
  "conversations.info": {
    done: "channel",
    harmless: "include_num_members",
    missing: "include_locale",
  },
  "conversations.list": { done: "types exclude_archived cursor limit" },
  "conversations.members": { done: "channel cursor limit" },
  "conversations.open": { done: "users", missing: "channel prevent_creation return_im" },
  "files.completeUploadExternal": {
    done: "files channel_id initial_comment thread_ts",
    missing: "blocks channels",
  },
  "files.getUploadURLExternal": {
    done: "filename length alt_txt alt_text",
    missing: "snippet_type",
  },
  "oauth.v2.access": {
    done: "client_id client_secret code grant_type redirect_uri refresh_token",
  },
  "usergroups.list": { done: "include_count include_disabled include_users" },
  "usergroups.users.list": { done: "include_disabled usergroup" },
  "users.info": { done: "user", missing: "include_locale" },
  "views.open": { done: "trigger_id view", missing: "interactivity_pointer" },
  "views.publish": { done: "user_id view hash" },
  "views.push": { done: "trigger_id view", missing: "interactivity_pointer" },
  "views.update": { done: "view view_id external_id hash" },
};

/** Every method takes the token, and the workspace for an org-wide token. */
const EVERYWHERE = "token team_id";

/** An argument with one of these values changes nothing. Other arguments use the usual empty values. */
const ASKS_FOR_NOTHING: Readonly<Record<string, readonly string[]>> = {
  mrkdwn: ["true"],
  parse: ["none"],
};

/**
 * Throws `invalid_arguments` for an argument that this workspace does not carry out. Returns the names that Slack does
 * not know: Slack ignores them, and this workspace adds a warning.
 */
export function unknownArguments(method: string, args: Args): string[] {
  const about = known[method];
  if (!about) return [];
  const missing = namesIn(about.missing).filter((name) => isAsked(args, name));
  if (missing.length > 0) {
    const reasons = missing.map((name) => `[ERROR] ${name} is not supported by this workspace`);
    throw new SlackError("invalid_arguments", reasons);
  }
  const all = [about.done, about.harmless, about.missing, EVERYWHERE].flatMap(namesIn);
  return Object.keys(args).filter((name) => !all.includes(name));
}

const namesIn = (list = ""): string[] => list.split(" ");

function isAsked(args: Args, name: string): boolean {
  const value = args[name];
  if (value === undefined || value === null) return false;
  const said = typeof value === "string" ? value : JSON.stringify(value);
  const nothing = ASKS_FOR_NOTHING[name] ?? ["false", "[]", "{}"];
  return said !== "" && !nothing.includes(said) && !isRefusedAnyway(args, name);
}

/** The method itself refuses these, with Slack's own error names. */
function isRefusedAnyway(args: Args, name: string): boolean {
  if (name === "markdown_text") return Boolean(args.text || args.blocks);
  const list = name === "attachments" && optionalJson(args, name);
  return Array.isArray(list) && list.length > 100;
}
