import { faultsOfBlocks, faultsOfMessage, faultsOfView } from "../blocks/read.ts";
import type { Context } from "../context.ts";
import { SlackError } from "../slack-error.ts";
import { botIdOf, toSlackChannel, toSlackUser } from "../wire.ts";
import { knownConversation, readingScope } from "./conversation.ts";
import { invalid, type Methods, optionalJson, optionalText, text } from "./method.ts";

const READERS = { blocks: faultsOfBlocks, message: faultsOfMessage, view: faultsOfView };

export const others: Methods = {
  "auth.test": {
    ...{ token: "bot", takes: "", perMinute: 100 },
    run: (_, { seed, directory, url }) => ({
      // Links to messages lead into the page.
      url: `${url()}/`,
      ...{ team: seed.team.name, team_id: seed.team.id, is_enterprise_install: false },
      ...{ user: directory.user(seed.app.botUserId).name, user_id: seed.app.botUserId },
      bot_id: botIdOf(seed),
    }),
  },

  "bots.info": {
    ...{ token: "bot", scopes: ["users:read"], takes: "bot", perMinute: 50 },
    run(args, { seed: { app }, seed }) {
      const id = botIdOf(seed);
      if (optionalText(args, "bot") !== id) throw new SlackError("bot_not_found");
      return {
        bot: { id, app_id: app.id, user_id: app.botUserId, name: app.name, deleted: false },
      };
    },
  },

  "apps.connections.open": {
    ...{ token: "app", takes: "", perMinute: 10 },
    run: (_, { socketUrl }) => ({ url: socketUrl() }),
  },

  /** Pointers begin at the blocks, the message or the view. */
  "blocks.validate": {
    ...{ token: "none", takes: "blocks message view", perMinute: null },
    run(args) {
      const given = Object.entries(READERS).flatMap(([name, faultsOf]) => {
        const value = optionalJson(args, name);
        return value === undefined ? [] : [{ name, faults: faultsOf(value) }];
      });
      const [only, ...more] = given;
      if (!only || more.length > 0) throw invalid("provide one of blocks, message or view");
      if (only.faults.length === 0) return {};
      throw new SlackError(`invalid_${only.name}`, [], { errors: only.faults });
    },
  },

  /** Slack's own SDK sends the client's id and secret as arguments. */
  "oauth.v2.access": {
    ...{ token: "none", takes: "client_id client_secret code redirect_uri", perMinute: 100 },
    ignores: "grant_type",
    run(args, { oauth, workspaces, installations }) {
      const { clientId, clientSecret } = oauth.app;
      if (text(args, "client_id") !== clientId) throw new SlackError("invalid_client_id");
      if (text(args, "client_secret") !== clientSecret) throw new SlackError("bad_client_secret");
      const granted = oauth.take(text(args, "code"), optionalText(args, "redirect_uri"));
      const { teamId, userId } = granted;
      const there = workspaces().find(({ seed }) => seed.team.id === teamId);
      if (!there) throw new SlackError("invalid_code");
      const scopes = [...new Set(granted.scopes)].sort();
      const { botUserId, id: app_id } = there.seed.app;
      const access_token = installations.install({ teamId, scopes });
      return {
        ...{ app_id, access_token, token_type: "bot", scope: scopes.join(",") },
        ...{ bot_user_id: botUserId, authed_user: { id: userId } },
        ...{ team: { id: teamId, name: there.seed.team.name }, enterprise: null },
        is_enterprise_install: false,
      };
    },
  },

  "users.info": {
    ...{ token: "bot", scopes: ["users:read"], takes: "user", perMinute: 100 },
    run: (args, { directory, seed }) => ({
      user: toSlackUser(directory.user(text(args, "user")), seed),
    }),
  },

  "conversations.info": {
    ...{ token: "bot", scopes: readingScope, takes: "channel", perMinute: 50 },
    run: (args, context: Context) => ({
      channel: toSlackChannel(knownConversation(args, context), context.seed),
    }),
  },
};
