import type { Context } from "../context.ts";
import type { Channel } from "../kept/directory.ts";
import type { StatefulElement, StateValue } from "../kept/element-values.ts";
import { PageError } from "../page-routes/page-error.ts";

/**
 * Throws a `PageError` for a choice that Slack denies this person: of a member, a place, or too
 * many.
 */
export function refuseChoice(
  context: Context,
  userId: string,
  element: StatefulElement,
  chosen: StateValue,
): void {
  const ids = idsIn(chosen);
  const offers = offeredIn(context, userId, element);
  const strange = offers && ids.find((id) => !offers(id));
  if (strange) throw new PageError("no_such_option", `The ${element.type} offers no "${strange}".`);

  const most = "max_selected_items" in element ? element.max_selected_items : undefined;
  const many = chosen.selected_options ?? ids;
  if (most !== undefined && many.length > most) {
    throw new PageError("too_many_options", `Choose at most ${most}.`);
  }
}

/** Returns the chosen ids; options and files are objects. */
const idsIn = ({ type: _, ...chosen }: StateValue): string[] =>
  Object.values(chosen)
    .flat()
    .filter((each) => typeof each === "string");

/** The choices of a menu besides its own options. */
function offeredIn(
  { directory }: Context,
  userId: string,
  element: StatefulElement,
): ((id: string) => boolean) | undefined {
  switch (element.type) {
    case "multi_users_select":
      return (id) => directory.users().some((user) => user.id === id && !user.isDeactivated);
    case "conversations_select": {
      const { include, exclude_bot_users } = element.filter ?? {};
      const isOffered = (channel: Channel) => {
        const { isDirect, isPrivate, isArchived, members } = channel;
        if (isArchived || (isPrivate && !members.includes(userId))) return false;
        // Every direct conversation here is with an app.
        if (isDirect && exclude_bot_users) return false;
        return include?.includes(isDirect ? "im" : isPrivate ? "private" : "public") ?? true;
      };
      return (id) => directory.channels().some((each) => each.id === id && isOffered(each));
    }
    default:
      return undefined;
  }
}
