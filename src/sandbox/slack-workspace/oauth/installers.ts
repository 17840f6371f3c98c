import type { Directory } from "../kept/directory.ts";
import type { Place } from "../kept/installations.ts";
import type { Seed, SeedUser } from "../seed.ts";

/** An app in a workspace, whether it is installed there or not. */
export interface AppThere {
  seed: Pick<Seed, "team" | "app">;
  place: Place;
  directory: Pick<Directory, "users">;
}

/** A person who may install an app, either in a workspace or in every workspace of an enterprise. */
export interface Installer {
  /** The id of the workspace, or of the enterprise. */
  placeId: string;
  placeName: string;
  isOrgWide: boolean;
  user: SeedUser;
}

/**
 * Every full member may install in their workspace, as in Slack without app approval. Administrators of an organisation
 * may also install in all of it.
 */
export function installersOf(apps: readonly AppThere[]): Installer[] {
  const places = apps.filter(
    ({ place }, index) => apps.findIndex((each) => each.place.id === place.id) === index,
  );
  const all = places.flatMap(({ place: { id, enterprise }, seed, directory }) =>
    members(directory.users()).flatMap((user) => [
      { placeId: id, placeName: seed.team.name, isOrgWide: false, user },
      ...(enterprise && user.isOrgAdmin
        ? [{ placeId: enterprise.id, placeName: enterprise.name, isOrgWide: true, user }]
        : []),
    ]),
  );
  const inWorkspaces = all.filter(({ isOrgWide }) => !isOrgWide);
  return [...inWorkspaces, ...all.filter(({ isOrgWide }) => isOrgWide).filter(isFirst)];
}

/** Administrators come first. */
const members = (users: readonly SeedUser[]): SeedUser[] => {
  const all = users.filter(
    ({ isBot, isDeactivated, isGuest, isStranger }) =>
      !isBot && !isDeactivated && !isGuest && !isStranger,
  );
  return [...all.filter(({ isAdmin }) => isAdmin), ...all.filter(({ isAdmin }) => !isAdmin)];
};

/** A person of an enterprise can be in several of its workspaces. */
const isFirst = ({ placeId, user }: Installer, index: number, all: readonly Installer[]): boolean =>
  all.findIndex((each) => each.placeId === placeId && each.user.id === user.id) === index;
