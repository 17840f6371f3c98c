import type { SeedUser } from "../seed.ts";
import type { Enterprise, SeedWorkspace } from "../world.ts";

export const INITECH = "E0INITECH";
export const INITECH_EUROPE = "T0INIEUR1";
export const INITECH_ASIA = "T0INIASI1";

export const KIM = "U0KIM0001";
export const LEO = "U0LEO0001";
export const MAY = "U0MAY0001";

export const EUROPE_TREASURY = "C0ETREAS1";
export const ASIA_TREASURY = "C0ITREAS1";

const kim: SeedUser = {
  id: KIM,
  name: "kim",
  realName: "Kim Adeyemi",
  title: "Looks after the organisation",
  timezone: "Europe/London",
  isAdmin: true,
  isOrgAdmin: true,
};

const leo: SeedUser = {
  id: LEO,
  name: "leo",
  realName: "Leo Virtanen",
  title: "Treasury, Europe",
  timezone: "Europe/Helsinki",
};

const may: SeedUser = {
  id: MAY,
  name: "may",
  realName: "May Tanaka",
  title: "Treasury, Asia",
  timezone: "Asia/Tokyo",
};

export const initech: Enterprise = { id: INITECH, name: "Initech", domain: "initech" };

/** An organisation of two workspaces, with nothing installed yet. Kim is in both. */
export const initechWorkspaces: readonly SeedWorkspace[] = [
  {
    team: { id: INITECH_EUROPE, name: "Initech Europe", domain: "initech-europe" },
    enterpriseId: INITECH,
    installed: [],
    users: [kim, leo],
    channels: [{ id: EUROPE_TREASURY, name: "treasury-europe", members: [KIM, LEO] }],
  },
  {
    team: { id: INITECH_ASIA, name: "Initech Asia", domain: "initech-asia" },
    enterpriseId: INITECH,
    installed: [],
    users: [kim, may],
    channels: [{ id: ASIA_TREASURY, name: "treasury-asia", members: [KIM, MAY] }],
  },
];
