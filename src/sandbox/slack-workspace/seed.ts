/**
 * The people, channels and installed app with which a workspace starts. A test may change these
 * objects while the workspace runs, and the change counts at once.
 */
export interface Seed {
  team: { id: string; name: string; domain: string };
  app: SeedApp;
  users: readonly SeedUser[];
  channels: readonly SeedChannel[];
}

/** The app, with its bot in the workspace. */
export interface SeedApp extends App {
  botUserId: string;
  botToken: string;
}

/** An app as its manifest describes it. */
export interface App {
  id: string;
  name: string;
  appToken: string;
  /** Slack signs its requests to the app with this secret. */
  signingSecret: string;
  clientId: string;
  clientSecret: string;
  /** After an installation the browser may return to these addresses, and to all below them. */
  redirectUrls: readonly string[];
  commands: readonly { command: string; description: string; usageHint: string }[];
  /** Message shortcuts, which Slack lists under "More actions". */
  shortcuts: readonly { name: string; callbackId: string; description: string }[];
  /** The bot token has these scopes. */
  scopes: readonly string[];
  /** The app subscribes to these events. */
  events: readonly string[];
}

/**
 * Several workspaces on one server, and the app that is or can be installed in them. The first is
 * the default. `bot`: the app is installed there from the start.
 */
export interface World {
  app: App;
  workspaces: readonly (Omit<Seed, "app"> & { bot?: Pick<SeedApp, "botUserId" | "botToken"> })[];
}

/** Makes a world of one workspace from the seed's own objects, with its app installed. */
export const worldOf = ({ app, ...workspace }: Seed): World => ({
  app,
  workspaces: [{ ...workspace, bot: app }],
});

export interface SeedUser {
  id: string;
  name: string;
  realName: string;
  title?: string;
  timezone?: string;
  isAdmin?: boolean;
  isGuest?: boolean;
  isBot?: boolean;
  isDeactivated?: boolean;
  /** This person is from another organisation, through a Slack Connect channel. */
  isStranger?: boolean;
}

export interface SeedChannel {
  id: string;
  name: string;
  topic?: string;
  isPrivate?: boolean;
  /** The channel is shared with another organisation (Slack Connect). */
  isShared?: boolean;
  /** Another organisation is invited to the channel, and has not joined yet. */
  isPendingShared?: boolean;
  isArchived?: boolean;
  /** Only some people may post in the channel, and no app. */
  isReadOnly?: boolean;
  members: readonly string[];
}

export const ACME = "T0ACME001";
export const SIGNALBOX = "A0SIGNAL1";
export const BOT = "U0SIGNAL1";

export const ANA = "U0ANA0001";
export const BEN = "U0BEN0001";
export const CAL = "U0CAL0001";
export const DEE = "U0DEE0001";
export const EVE = "U0EVE0001";
export const GUS = "U0GUS0001";

export const TREASURY = "C0TREAS01";
export const APPROVALS = "C0APPROV1";
export const RANDOM = "C0RANDOM1";

/** People are called by their first names, in lower case. */
export const memberIn =
  (timezone: string) =>
  (id: string, realName: string, title?: string, more: Partial<SeedUser> = {}): SeedUser => ({
    ...{ id, name: realName.replace(/ .*/, "").toLowerCase(), realName, timezone },
    ...(title !== undefined && { title }),
    ...more,
  });

const member = memberIn("Europe/London");

/** Acme's treasury team: Ana requests; Ben, Cal and Dee approve; Eve may look; Gus is a guest. */
export const acmeSeed: Seed = {
  team: { id: ACME, name: "Acme", domain: "acme" },
  app: {
    id: SIGNALBOX,
    name: "Signalbox",
    botUserId: BOT,
    botToken: "xoxb-sandbox-acme",
    appToken: "xapp-sandbox-signalbox",
    signingSecret: "sandbox-signing-secret-of-signalbox",
    commands: [
      {
        command: "/rail",
        description: "Set up and look after Rails",
        usageHint:
          "new · list · show · freeze · pending · withdraw · destinations · check · health · audit · setup · help",
      },
    ],
    shortcuts: [
      {
        name: "Check payment details",
        callbackId: "check_payment_details",
        description: "Check IBANs and addresses in this message",
      },
    ],
    scopes: (
      "channels:read chat:write commands files:write groups:read " +
      "im:history im:read im:write users:read"
    ).split(" "),
    events: ["app_home_opened", "app_uninstalled", "message.im", "tokens_revoked"],
    clientId: "1111.signalbox",
    clientSecret: "sandbox-client-secret-of-signalbox",
    redirectUrls: ["http://127.0.0.1:3000/slack/"],
  },
  users: [
    member(ANA, "Ana Flores", "Treasury analyst"),
    member(BEN, "Ben Okafor", "Head of treasury", { isAdmin: true }),
    member(CAL, "Cal Lindqvist", "Controller"),
    member(DEE, "Dee Ramanathan", "CFO"),
    member(EVE, "Eve Marchetti", "Sales"),
    member(GUS, "Gus Huber", "Auditor (guest)", { isGuest: true }),
  ],
  channels: [
    {
      id: TREASURY,
      name: "treasury",
      topic: "Cash, Rails and the daily position",
      members: [ANA, BEN, CAL, DEE, EVE, GUS, BOT],
    },
    {
      id: APPROVALS,
      name: "treasury-approvals",
      topic: "Approvals for Rails and destinations",
      members: [ANA, BEN, CAL, DEE, EVE, BOT],
    },
    { id: RANDOM, name: "random", topic: "Anything else", members: [ANA, BEN, CAL, DEE, EVE, GUS] },
  ],
};

/** The same, where people type another command. */
export function acmeWith(command: string): Seed {
  const commands = acmeSeed.app.commands.map((each) => ({ ...each, command }));
  return { ...acmeSeed, app: { ...acmeSeed.app, commands } };
}
