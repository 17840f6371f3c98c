import type { App, Seed, SeedApp } from "./seed.ts";

/** Several workspaces on one server, and the apps that are or can be installed in them. */
export interface World {
  /** Organisations of several workspaces (Enterprise Grid). */
  enterprises: readonly Enterprise[];
  /** At least one. The first is the one that is shown and asked for unless another is named. */
  workspaces: readonly SeedWorkspace[];
  /** Those that are installed nowhere yet. */
  furtherApps: readonly App[];
}

export interface Enterprise {
  id: string;
  name: string;
  domain: string;
}

/** A workspace as it starts. A person of an enterprise stands with the same id in each of its workspaces. */
export interface SeedWorkspace extends Omit<Seed, "app" | "otherApps"> {
  enterpriseId?: string;
  /** The apps that are installed from the start, each with its bot of this workspace. */
  installed: readonly SeedApp[];
}

/** One workspace, with its one app installed: the seed's own objects. */
export function worldOf({ app, ...workspace }: Seed): World {
  return { enterprises: [], workspaces: [{ ...workspace, installed: [app] }], furtherApps: [] };
}

/** Every app of the world, once. The first is the one that is meant unless another is named. */
export function appsOf({ workspaces, furtherApps }: World): App[] {
  const apps: App[] = [...workspaces.flatMap(({ installed }) => installed), ...furtherApps];
  return apps.filter(({ id }, index) => apps.findIndex((each) => each.id === id) === index);
}
