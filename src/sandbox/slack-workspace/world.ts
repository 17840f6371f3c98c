import type { App, Seed, SeedApp } from "./seed.ts";

/** Several workspaces on one server, with the apps that are or can be installed in them. */
export interface World {
  /** Organisations of several workspaces (Enterprise Grid). */
  enterprises: readonly Enterprise[];
  /** There is at least one. The first is the default. */
  workspaces: readonly SeedWorkspace[];
  /** These apps are not installed anywhere yet. */
  furtherApps: readonly App[];
}

export interface Enterprise {
  id: string;
  name: string;
  domain: string;
}

/** A workspace at its start. A person of an enterprise has the same id in each of its workspaces. */
export interface SeedWorkspace extends Omit<Seed, "app" | "otherApps"> {
  enterpriseId?: string;
  /** The apps that are installed from the start, each with its bot in this workspace. */
  installed: readonly SeedApp[];
}

/** Makes a world of one workspace from the seed's own objects, with its one app installed. */
export function worldOf({ app, ...workspace }: Seed): World {
  return { enterprises: [], workspaces: [{ ...workspace, installed: [app] }], furtherApps: [] };
}

/** Lists every app of the world once. The first is the default. */
export function appsOf({ workspaces, furtherApps }: World): App[] {
  const apps: App[] = [...workspaces.flatMap(({ installed }) => installed), ...furtherApps];
  return apps.filter(({ id }, index) => apps.findIndex((each) => each.id === id) === index);
}
