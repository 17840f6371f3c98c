/** A value that Slack's own documents do not confirm, and its source: section and mark of `slack-platform.md`. */
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
 * The only table of unproven assumptions about Slack. A start may replace each value.
 */
const assumptions = {
  blockKit: {
    /** The blocks of one message may have this many characters of JSON together. */
    messageBlocksJson: { value: 13_200, source: "1.1 [3]" },
    /** The surfaces of the newer blocks. Slack's blocks.json adds cards in modals and tables on Home, which were not drawn. */
    surfaces: { value: newerSurfaces, source: "1.3 [U]; blocks.json as others quote it [3]" },
    /** A `data_table` may have this many rows, including its head. */
    dataTableRows: { value: 101, source: "1.2 [D]; others read 201" },
    /** Must every row of a `data_table` have as many cells as its head? */
    dataTableEvenRows: { value: true, source: "[3] slack-morphism" },
    /** Does a `data_table` count towards the one `table` of a message? */
    dataTableIsTable: { value: true, source: "1.2 [U]" },
    /** Slack folds the text of a section without `expand` behind "See more" above this height. */
    foldAbovePx: {
      value: 120,
      source: "[U]: Slack names no height; people report that it is not the length",
    },
    /** Does Slack refuse two options with the same value? Types 3.2 only call the value unique. */
    uniqueOptionValues: { value: false, source: "1.4 [U]" },
    /** The pointers of `blocks.validate` begin with this for bare `blocks`. */
    validatePointerRoot: { value: "", source: "5 [D]; others write /blocks [3]" },
  },
  webApi: {
    /** The tier of each method; chat.postMessage has a limit for each conversation instead. */
    methodTiers: {
      value: methodTiers,
      source: "1.7 [U]",
    },
    /**
     * Slack documents "1+" for tier 1, with small bursts: here it is the number of connections that an app may have.
     */
    callsPerMinute: {
      value: callsPerMinute,
      source: "1.7 [D], tier 1 [U]",
    },
    /** A conversation takes this many messages at once, and then one a second. */
    postBurst: { value: 10, source: "1.7 [U]" },
  },
  delivery: {
    /** A response_url may be used this often. */
    responseUrlUses: { value: 5, source: "1.5 [3]" },
    /** A response_url works for this long. */
    responseUrlLifeMs: { value: 30 * 60_000, source: "1.5 [3]" },
    /** The pauses before each repeat of a failed event. */
    eventRetryDelaysMs: { value: [0, 60_000, 5 * 60_000], source: "1.6 [3]" },
  },
  oauth: {
    /** The two events of an uninstallation come in either order. */
    uninstalledBeforeRevoked: { value: false, source: "6.13 [D]: either order" },
    /** Does a renewal end the old access token at once, instead of after its twelve hours? */
    renewalEndsOldToken: { value: false, source: "3 [U]" },
    /** Do earlier scopes stay granted when the app asks for fewer? */
    scopesAddUp: { value: true, source: "[U]" },
    /** The error for a code that is used a second time. */
    usedCodeError: { value: "code_already_used", source: "[U]" },
    /** Do interactions carry the own team of a person from another organisation? */
    outsiderHasOwnTeam: { value: true, source: "[U]" },
  },
} satisfies Record<string, Section>;

type Assumptions = typeof assumptions;

type Values<S extends Section> = { -readonly [Name in keyof S]: S[Name]["value"] };

/** The values alone, by section and name. */
export type Assumed = { [S in keyof Assumptions]: Values<Assumptions[S]> };

/** Replacements for some of the values. */
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
