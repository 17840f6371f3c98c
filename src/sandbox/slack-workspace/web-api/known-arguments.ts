import { SlackError } from "../slack-error.ts";
import { type Args, optionalJson } from "./args.ts";

interface Known {
  /** What is done here. */
  done: string;
  /** What asks for nothing that can be seen here. */
  harmless?: string;
  /** What Slack does and this workspace does not. */
  missing?: string;
}

const AUTHOR = "as_user icon_emoji icon_url username";

/** The arguments that Slack's page of each method names (https://docs.slack.dev/reference/methods). */
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

/** With every method: the token, and the workspace that an org-wide one means. */
const EVERYWHERE = "token team_id";

/** The values with which an argument asks for nothing more than the method does without it, where they are not the usual. */
const ASKS_FOR_NOTHING: Readonly<Record<string, readonly string[]>> = {
  mrkdwn: ["true"],
  parse: ["none"],
};

/**
 * Throws `invalid_arguments` for what Slack would do and this workspace does not, and returns the names that Slack does
 * not know of: it ignores them, and so does this workspace, but says so.
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

/** What Slack does with this method and this workspace does not. */
export const missingArguments = (method: string): string[] =>
  namesIn(known[method]?.missing).filter((name) => name !== "");

const namesIn = (list = ""): string[] => list.split(" ");

function isAsked(args: Args, name: string): boolean {
  const value = args[name];
  if (value === undefined || value === null) return false;
  const said = typeof value === "string" ? value : JSON.stringify(value);
  const nothing = ASKS_FOR_NOTHING[name] ?? ["false", "[]", "{}"];
  return said !== "" && !nothing.includes(said) && !isRefusedAnyway(args, name);
}

/** Slack has words of its own for these, which the method says. */
function isRefusedAnyway(args: Args, name: string): boolean {
  if (name === "markdown_text") return Boolean(args.text || args.blocks);
  const list = name === "attachments" && optionalJson(args, name);
  return Array.isArray(list) && list.length > 100;
}
