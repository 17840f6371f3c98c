import type { Context } from "../context.ts";
import { tellUninstalled } from "../delivery/event.ts";
import type { Installation } from "../kept/installations.ts";
import type { IssuedTokens } from "../kept/tokens.ts";
import type { OAuthApp } from "../oauth/oauth.ts";
import { SlackError } from "../slack-error.ts";
import { type Args, optionalText, text } from "./args.ts";
import type { Family, Method } from "./method.ts";

/** Slack's own SDK sends the client's id and secret as arguments. */
const access: Method = (args, context) => {
  const app = context.oauth.client(text(args, "client_id"), text(args, "client_secret"));
  switch (optionalText(args, "grant_type") ?? "authorization_code") {
    case "authorization_code":
      return installed(args, context, app);
    case "refresh_token":
      return renewed(args, context, app);
    default:
      throw new SlackError("invalid_grant_type");
  }
};

/** The app stays installed while it has other tokens. */
const revoke: Method = (args, context) => {
  if (String(args.test) === "true") return { revoked: false };
  const { ended } = context.installations.revoke(text(args, "token"));
  if (ended) void tellUninstalled(context, ended);
  return { revoked: true };
};

type Answer = ReturnType<Method>;

export const oauth: readonly Family[] = [
  { token: "none", methods: { "oauth.v2.access": access } },
  { token: "bot", methods: { "auth.revoke": revoke } },
];

function installed(args: Args, context: Context, app: OAuthApp): Answer {
  const { installations, assumed, contexts } = context;
  const { scopes, installer } = context.oauth.take(
    text(args, "code"),
    app,
    optionalText(args, "redirect_uri"),
  );
  const { placeId, isOrgWide, user } = installer;
  const there = contexts().find(
    ({ seed, place }) =>
      seed.app.id === app.id && (isOrgWide ? place.enterprise?.id : place.id) === placeId,
  );
  if (!there) throw new SlackError("invalid_code");
  const before = there.installation();
  if (before && before.placeId !== placeId && !isOrgWide) {
    throw new SlackError("cannot_install_an_org_installed_app");
  }
  const granted = before?.placeId === placeId && assumed.oauth.scopesAddUp ? before.scopes : [];
  const installation = {
    appId: app.id,
    placeId,
    botUserId: there.seed.app.botUserId,
    scopes: [...new Set([...granted, ...scopes])].sort(),
    installedBy: user.id,
  };
  const tokens = installations.install(installation, { rotates: app.oauth.rotatesTokens });
  return answer(installation, tokens, context);
}

function renewed(args: Args, context: Context, app: OAuthApp): Answer {
  const { installation, tokens } = context.installations.renew(
    text(args, "refresh_token"),
    app.id,
    { endsOldToken: context.assumed.oauth.renewalEndsOldToken },
  );
  return answer(installation, tokens, context);
}

/** An org-wide installation has the `team` null. */
function answer(
  { appId, placeId, botUserId, scopes, installedBy }: Installation,
  tokens: IssuedTokens,
  { contexts }: Context,
): Answer {
  const there = contexts().find(({ place }) => place.id === placeId);
  const enterprise =
    there?.place.enterprise ??
    contexts().find(({ place }) => place.enterprise?.id === placeId)?.place.enterprise;
  return {
    app_id: appId,
    authed_user: { id: installedBy },
    scope: scopes.join(","),
    token_type: "bot",
    ...tokens,
    bot_user_id: botUserId,
    team: there ? { id: there.seed.team.id, name: there.seed.team.name } : null,
    enterprise: enterprise ? { id: enterprise.id, name: enterprise.name } : null,
    is_enterprise_install: there === undefined,
  };
}
