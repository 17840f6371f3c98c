import { get } from "./api.js";

/** The people and channels of the workspace, and the person as whom the page acts. */
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

/** Returns a group's handle, the name after the @. */
export const groupName = (id) => directory.userGroups.find((group) => group.id === id)?.handle;

/** Returns the app of a direct conversation. */
export const appOf = ({ appId }) => directory.apps.find(({ id }) => id === appId) ?? directory.app;

export const nameOf = (userId) => userById(userId)?.realName ?? userId;

/** Returns the person's own time zone, in which dates are shown. */
export const timeZone = () => directory.me?.timezone;
