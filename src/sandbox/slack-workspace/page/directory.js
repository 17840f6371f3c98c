import { get } from "./api.js";

/** Who is here, which channels there are, and who the person at the page is acting as. */
export const directory = {
  teams: [],
  team: {},
  apps: [],
  app: {},
  users: [],
  channels: [],
  userGroups: [],
  links: [],
  tour: [],
  panel: undefined,
  me: undefined,
};

export async function loadDirectory() {
  Object.assign(directory, await get("/workspace"));
}

export const people = () => directory.users.filter(({ canBePlayed }) => canBePlayed);

export const userById = (id) => directory.users.find((user) => user.id === id);

export const channelById = (id) => directory.channels.find((channel) => channel.id === id);

/** By its handle, which stands behind the @. */
export const groupName = (id) => directory.userGroups.find((group) => group.id === id)?.handle;

/** Whose direct conversation it is. */
export const appOf = ({ appId }) => directory.apps.find(({ id }) => id === appId) ?? directory.app;

export const nameOf = (userId) => userById(userId)?.realName ?? userId;

/** The person's own time zone: dates are shown as they would see them. */
export const timeZone = () => directory.me?.timezone;
