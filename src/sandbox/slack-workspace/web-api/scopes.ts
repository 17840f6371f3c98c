import type { Context } from "../context.ts";
import type { Channel } from "../kept/directory.ts";
import { SlackError } from "../slack-error.ts";
import { type Args, optionalText } from "./args.ts";

type Needed = readonly string[] | ((args: Args, context: Context) => readonly string[]);

/** The scopes that each method needs (https://docs.slack.dev/reference/methods); other methods need none. */
const needed: Readonly<Record<string, Needed>> = {
  "chat.delete": ["chat:write"],
  "chat.postEphemeral": ["chat:write"],
  "chat.postMessage": ["chat:write"],
  "chat.update": ["chat:write"],
  "conversations.info": (args, context) => readingOf(conversationIn(args, context)),
  "conversations.list": (args) => typesIn(args).flatMap((type) => READING.get(type) ?? []),
  "conversations.members": (args, context) => readingOf(conversationIn(args, context)),
  "conversations.open": (args) => [
    (optionalText(args, "users") ?? "").includes(",") ? "mpim:write" : "im:write",
  ],
  "files.completeUploadExternal": ["files:write"],
  "files.getUploadURLExternal": ["files:write"],
  "usergroups.list": ["usergroups:read"],
  "usergroups.users.list": ["usergroups:read"],
  "users.info": ["users:read"],
};

const READING: ReadonlyMap<string, readonly string[]> = new Map([
  ["public_channel", ["channels:read"]],
  ["private_channel", ["groups:read"]],
  ["mpim", ["mpim:read"]],
  ["im", ["im:read"]],
]);

/** Reads the kinds of conversation from the arguments of `conversations.list`. Throws `invalid_types`. */
export function typesIn(args: Args): string[] {
  const types = (optionalText(args, "types") || "public_channel")
    .split(",")
    .map((type) => type.trim());
  if (!types.every((type) => READING.has(type))) throw new SlackError("invalid_types");
  return types;
}

/** Returns the kind of a conversation, as `conversations.list` names it. */
export const typeOf = ({ isDirect, isPrivate }: Channel): string =>
  isDirect ? "im" : isPrivate ? "private_channel" : "public_channel";

/** Returns the scopes that this call needs. */
export function scopesFor(method: string, args: Args, context: Context): readonly string[] {
  const found = needed[method] ?? [];
  return typeof found === "function" ? found(args, context) : found;
}

/** Throws `MissingScope` if `provided` lacks a scope. */
export function refuseWithout(wanted: readonly string[], provided: readonly string[]): void {
  const missing = wanted.filter((scope) => !provided.includes(scope));
  if (missing.length > 0) throw new MissingScope(missing.join(","), provided.join(","));
}

/** Carries the needed scopes and those of the token, each separated by commas. */
export class MissingScope extends SlackError {
  readonly needed: string;
  readonly provided: string;

  constructor(needed: string, provided: string) {
    super("missing_scope");
    this.needed = needed;
    this.provided = provided;
  }
}

/** Returns undefined for a conversation that the app cannot see; the method itself refuses it. */
function conversationIn(args: Args, { directory, seed }: Context): Channel | undefined {
  const channel = directory.channels().find(({ id }) => id === optionalText(args, "channel"));
  const isHidden = channel?.isPrivate && !channel.members.includes(seed.app.botUserId);
  return isHidden ? undefined : channel;
}

const readingOf = (channel: Channel | undefined): readonly string[] =>
  channel ? (READING.get(typeOf(channel)) ?? []) : [];
