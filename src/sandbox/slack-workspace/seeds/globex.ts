import { memberIn } from "../seed.ts";

export const GLOBEX = "T0GLOBEX1";

export const GIA = "U0GIA0001";
export const HAL = "U0HAL0001";

export const GLOBEX_TREASURY = "C0GTREAS1";

const member = memberIn("America/New_York");

/** Another company, with a member of every kind: Gia is the administrator, Hal a member. */
export const globex = {
  team: { id: GLOBEX, name: "Globex", domain: "globex" },
  users: [
    member(GIA, "Gia Novak", undefined, { isAdmin: true }),
    member(HAL, "Hal Iversen", "Treasurer"),
    member("U0IDA0001", "Ida Brandt", "Auditor (guest)", { isGuest: true }),
    member("U0JON0001", "Jon Castillo", undefined, { isDeactivated: true }),
    member("U0PAGER01", "Pager", undefined, { isBot: true }),
    member("U0OLA0001", "Ola Sand", "Of another organisation", { isStranger: true }),
  ],
  channels: [
    {
      id: GLOBEX_TREASURY,
      name: "treasury",
      topic: "Cash, and who may move it",
      members: [GIA, HAL, "U0IDA0001"],
    },
    {
      id: "C0GBANK01",
      name: "with-our-bank",
      topic: "Shared with another organisation",
      isShared: true,
      members: [GIA, HAL, "U0OLA0001"],
    },
  ],
};
