import type { SeedWorkspace } from "../seed.ts";

export const GLOBEX = "T0GLOBEX1";
/** Signalbox's bot at Globex. */
export const GLOBEX_BOT = "U0SIGNAL2";

export const GIA = "U0GIA0001";
export const HAL = "U0HAL0001";

export const GLOBEX_TREASURY = "C0GTREAS1";

const NEW_YORK = "America/New_York";

/** Another company, with a member of every kind: Gia is the administrator, Hal a member. */
export const globex: SeedWorkspace = {
  team: { id: GLOBEX, name: "Globex", domain: "globex" },
  bot: { userId: GLOBEX_BOT, token: "xoxb-sandbox-globex" },
  users: [
    { id: GIA, name: "gia", realName: "Gia Novak", timezone: NEW_YORK, isAdmin: true },
    { id: HAL, name: "hal", realName: "Hal Iversen", title: "Treasurer", timezone: NEW_YORK },
    {
      id: "U0IDA0001",
      name: "ida",
      realName: "Ida Brandt",
      title: "Auditor (guest)",
      timezone: NEW_YORK,
      isGuest: true,
    },
    {
      id: "U0JON0001",
      name: "jon",
      realName: "Jon Castillo",
      timezone: NEW_YORK,
      isDeactivated: true,
    },
    { id: "U0PAGER01", name: "pager", realName: "Pager", isBot: true },
    {
      id: "U0OLA0001",
      name: "ola",
      realName: "Ola Sand",
      title: "Of another organisation",
      timezone: "Europe/Oslo",
      isStranger: true,
    },
  ],
  channels: [
    {
      id: GLOBEX_TREASURY,
      name: "treasury",
      topic: "Cash, and who may move it",
      members: [GIA, HAL, "U0IDA0001", GLOBEX_BOT],
    },
    {
      id: "C0GBANK01",
      name: "with-our-bank",
      topic: "Shared with another organisation",
      isShared: true,
      members: [GIA, HAL, "U0OLA0001", GLOBEX_BOT],
    },
  ],
};
