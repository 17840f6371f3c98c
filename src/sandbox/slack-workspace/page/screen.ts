import type { Context } from "../context.ts";
import type { Channel } from "../kept/directory.ts";
import type { PageFrame } from "../page-routes/panel.ts";
import type { SeedUser } from "../seed.ts";
import type { Reader, Surface } from "./blocks/surface.ts";
import { type Here, placeIn } from "./here.ts";

/** What one person sees of the workspace, at one place of it. */
export interface Screen {
  here: Here;
  me: SeedUser;
  people: readonly SeedUser[];
  first: Context;
  conversations: readonly Channel[];
  /** The conversation, also while another part of the sandbox is shown. */
  channel: Channel;
  reader: Reader;
  around: PageFrame;
  /** The address of a deed of this person. */
  deed(path: string): string;
  surface(key: string, rest: Pick<Surface, "name" | "values"> & Partial<Surface>): Surface;
}

/** An address that leads nowhere leads to the first place that there is. */
export function screenOf(
  first: Context,
  { team, as, tab, tour, typed, ...query }: Partial<Here>,
  around: PageFrame,
): Screen {
  const { directory } = first;
  const people = directory.people();
  const me = people.find(({ id }) => id === as) ?? people[0];
  if (!me) throw new Error("A workspace needs a person.");
  const conversations = directory.visibleTo(me.id);
  const wanted = directory.channels().find(({ id }) => id === query.in);
  // The conversation with an app is another one for each person.
  const alike = conversations.find(({ isDirect }) => Boolean(isDirect) === wanted?.isDirect);
  const channel = conversations.find(({ id }) => id === query.in) ?? alike ?? conversations[0];
  if (!channel) throw new Error("A workspace needs a conversation.");
  const place = query.in === CONTROL ? CONTROL : channel.id;
  const here: Here = { team, tab, tour, typed, as: me.id, in: place };
  const reader = readerOf(first, me, here);
  const deed: Screen["deed"] = (path) =>
    `/page/people/${me.id}${path}?${new URLSearchParams({ team: first.seed.team.id })}`;
  const surface: Screen["surface"] = (key, rest) => ({
    ...{ key, reader, errors: {}, acts: deed("/act") },
    people: new Map(people.map(({ id, realName }) => [id, realName])),
    conversations: new Map(directory.channelsFor(me.id).map(({ id, name }) => [id, `#${name}`])),
    ...rest,
  });
  return { here, me, people, first, conversations, channel, reader, around, deed, surface };
}

export const CONTROL = "control";

function readerOf(context: Context, me: SeedUser, here: Here): Reader {
  const { directory, now, url } = context;
  const users = directory.users();
  return {
    now: now(),
    timeZone: me.timezone ?? "Etc/UTC",
    nameOf: (id) => users.find((each) => each.id === id)?.realName ?? id,
    channelName: (id) => directory.channels().find((each) => each.id === id)?.name,
    addressOf(link) {
      const [, channel, message] = link.startsWith(`${url()}/archives/`)
        ? new URL(link).pathname.split("/").slice(1)
        : [];
      return channel && message ? `${placeIn(here, { in: channel })}#${message}` : link;
    },
  };
}
