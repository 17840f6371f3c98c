/** A value that Slack's own documents do not confirm, and where it was read: section and mark of `slack-platform.md`. */
interface Assumption<T> {
  value: T;
  source: string;
}

/** Slack's four tiers of methods. */
type Tier = 1 | 2 | 3 | 4;

const methodTiers: Readonly<Record<string, Tier>> = {
  "apps.connections.open": 1,
  "chat.delete": 3,
  "chat.postEphemeral": 4,
  "chat.update": 3,
  "conversations.info": 3,
  "conversations.list": 2,
  "conversations.members": 4,
  "conversations.open": 3,
  "files.completeUploadExternal": 4,
  "files.getUploadURLExternal": 4,
  "oauth.v2.access": 4,
  "usergroups.list": 2,
  "usergroups.users.list": 2,
  "users.info": 4,
  "users.list": 2,
  "views.open": 4,
  "views.publish": 4,
  "views.push": 4,
  "views.update": 4,
};

const callsPerMinute: Readonly<Record<Tier, number>> = { 1: 10, 2: 20, 3: 50, 4: 100 };

type Surfaces = readonly ("message" | "modal" | "home")[];
type NewerBlock = "alert" | "card" | "container" | "data_table" | "table";

const newerSurfaces: Readonly<Record<NewerBlock, Surfaces>> = {
  alert: ["modal"],
  card: ["message", "home"],
  container: ["message", "home"],
  data_table: ["message"],
  table: ["message"],
};

type Section = Readonly<Record<string, Assumption<unknown>>>;

/**
 * What this workspace assumes about Slack without proof: the one table of it. Each value can be set otherwise when the
 * workspace is started, and what is harmless to try is tried at a real Slack by `npm run doctor`.
 */
const assumptions = {
  blockKit: {
    /** How many characters of JSON the blocks of one message may have together. */
    messageBlocksJson: { value: 13_200, source: "1.1 [3]" },
    /** The surfaces of the newer blocks. Slack's blocks.json adds cards in modals and tables on Home, which were not drawn. */
    surfaces: { value: newerSurfaces, source: "1.3 [U]; blocks.json as others quote it [3]" },
    /** How many rows a `data_table` may have, with its head. */
    dataTableRows: { value: 101, source: "1.2 [D]; others read 201" },
    /** Must every row of a `data_table` have as many cells as its head? */
    dataTableEvenRows: { value: true, source: "[3] slack-morphism" },
    /** Does a `data_table` count towards the one `table` of a message? */
    dataTableIsTable: { value: true, source: "1.2 [U]" },
    /** How tall the text of a section without `expand` may be drawn before Slack folds it behind "See more". */
    foldAbovePx: {
      value: 120,
      source: "[U]: Slack names no height; people report that it is not the length",
    },
    /** Is a second option with the value of another one refused? Types 3.2 call the value unique, and say no more. */
    uniqueOptionValues: { value: false, source: "1.4 [U]" },
    /** What the pointers of `blocks.validate` begin with where bare `blocks` are asked about. */
    validatePointerRoot: { value: "", source: "5 [D]; others write /blocks [3]" },
  },
  webApi: {
    /** The tier of each method that has one; chat.postMessage is limited by conversation. */
    methodTiers: {
      value: methodTiers,
      source: "1.7 [U]",
    },
    /** Slack says "1+" of tier 1, and that it takes small bursts: here as many as an app may have connections. */
    callsPerMinute: {
      value: callsPerMinute,
      source: "1.7 [D], tier 1 [U]",
    },
    /** How many messages a conversation takes at once, before it is one a second. */
    postBurst: { value: 10, source: "1.7 [U]" },
  },
  delivery: {
    /** How often a response_url may be used. */
    responseUrlUses: { value: 5, source: "1.5 [3]" },
    /** How many milliseconds it lives. */
    responseUrlLifeMs: { value: 30 * 60_000, source: "1.5 [3]" },
    /** After how many milliseconds an event that failed is sent again, each time. */
    eventRetryDelaysMs: { value: [0, 60_000, 5 * 60_000], source: "1.6 [3]" },
  },
  oauth: {
    /** The two events of an uninstallation come in either order. */
    uninstalledBeforeRevoked: { value: false, source: "6.13 [D]: either order" },
    /** Whether the access token that is renewed ends at once, and not when its twelve hours are over. */
    renewalEndsOldToken: { value: false, source: "3 [U]" },
    /** Whether what was granted before stays granted when fewer scopes are asked for. */
    scopesAddUp: { value: true, source: "[U]" },
    /** What a code answers that is used a second time. */
    usedCodeError: { value: "code_already_used", source: "[U]" },
    /** Whether a person of another organisation is sent with that one's team. */
    outsiderHasOwnTeam: { value: true, source: "[U]" },
  },
} satisfies Record<string, Section>;

type Assumptions = typeof assumptions;

/** The whole table, each value by section and name. */
export const unconfirmed = Object.entries<Section>(assumptions).flatMap(([section, entries]) =>
  Object.entries(entries).map(([name, entry]) => ({ name: `${section}.${name}`, ...entry })),
);

type Values<S extends Section> = { -readonly [Name in keyof S]: S[Name]["value"] };

/** The values alone, by section and name. */
export type Assumed = { [S in keyof Assumptions]: Values<Assumptions[S]> };

/** Some of the values, set otherwise. */
export type OtherAssumptions = { [S in keyof Assumed]?: Partial<Assumed[S]> };

export function assumed(others: OtherAssumptions = {}): Assumed {
  return {
    blockKit: { ...valuesOf(assumptions.blockKit), ...others.blockKit },
    webApi: { ...valuesOf(assumptions.webApi), ...others.webApi },
    delivery: { ...valuesOf(assumptions.delivery), ...others.delivery },
    oauth: { ...valuesOf(assumptions.oauth), ...others.oauth },
  };
}

function valuesOf<S extends Section>(section: S): Values<S> {
  const values = Object.entries(section).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(values) as Values<S>;
}
