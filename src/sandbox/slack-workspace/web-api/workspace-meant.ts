import type { Context } from "../context.ts";
import { SlackError } from "../slack-error.ts";
import { type Args, optionalText } from "./args.ts";

/**
 * The workspace that a call with an org-wide token is about, of those that the token opens: the one of `team_id`, or the
 * one that has the conversation, person, view or trigger of the call, or else the first: a method that
 * cannot do with any asks for `team_id` itself.
 */
export function workspaceMeant(opened: readonly Context[], args: Args): Context {
  const [first, ...others] = opened;
  if (!first) throw new SlackError("invalid_auth");
  if (others.length === 0) return first;

  const teamId = optionalText(args, "team_id");
  if (teamId) {
    const named = opened.find(({ place }) => place.id === teamId);
    if (!named) throw new SlackError("team_access_not_granted");
    return named;
  }
  return opened.find((context) => hasWhatIsNamed(context, args)) ?? first;
}

function hasWhatIsNamed({ directory, views, triggers }: Context, args: Args): boolean {
  const given = (name: string) => optionalText(args, name) ?? "";
  const people = [given("channel"), given("user"), given("user_id"), ...given("users").split(",")];
  return (
    directory.channels().some(({ id }) => id === given("channel")) ||
    views.knows(given("view_id")) ||
    triggers.knows(given("trigger_id")) ||
    directory.users().some(({ id }) => people.includes(id))
  );
}
