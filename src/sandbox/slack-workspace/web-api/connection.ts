import { botIdOf } from "../wire.ts";
import type { Family, Method } from "./method.ts";

const authTest: Method = (_, { seed, directory }) => ({
  url: `https://${seed.team.domain}.slack.com/`,
  team: seed.team.name,
  user: directory.user(seed.app.botUserId).name,
  team_id: seed.team.id,
  user_id: seed.app.botUserId,
  bot_id: botIdOf(seed),
  is_enterprise_install: false,
});

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
