import { botIdOf, isOrgWide } from "../wire.ts";
import type { Family, Method } from "./method.ts";

/** An org-wide token belongs to the enterprise. */
const authTest: Method = (_, context) => {
  const { seed, directory, place } = context;
  const { enterprise } = place;
  const at = enterprise && isOrgWide(context) ? enterprise : seed.team;
  const host = at === enterprise ? `${at.domain}.enterprise` : at.domain;
  return {
    url: `https://${host}.slack.com/`,
    team: at.name,
    user: directory.user(seed.app.botUserId).name,
    team_id: at.id,
    user_id: seed.app.botUserId,
    bot_id: botIdOf(seed),
    ...(enterprise && { enterprise_id: enterprise.id }),
    is_enterprise_install: isOrgWide(context),
  };
};

export const connection: readonly Family[] = [
  { token: "bot", methods: { "auth.test": authTest } },
  {
    token: "app",
    methods: { "apps.connections.open": (_, { socketUrl }) => ({ url: socketUrl() }) },
  },
  {
    token: "none",
    methods: { "api.test": ({ token: _, ...args }) => ({ args }) },
  },
];
