/** A value that Slack's own documents do not confirm, and where it was read: section and mark of `slack-platform.md`. */
interface Assumption<T> {
  value: T;
  source: string;
}

type Section = Readonly<Record<string, Assumption<unknown>>>;

/**
 * What this workspace assumes about Slack without proof: the one table of it. Each value can be set otherwise when the
 * workspace is started, and what is harmless to try is tried at a real Slack by `npm run doctor`.
 */
const assumptions = {
  blockKit: {},
  webApi: {},
  delivery: {
    /** How often a response_url may be used. */
    responseUrlUses: { value: 5, source: "1.5 [3]" },
    /** How many milliseconds it lives. */
    responseUrlLifeMs: { value: 30 * 60_000, source: "1.5 [3]" },
    /** After how many milliseconds an event that failed is sent again, each time. */
    eventRetryDelaysMs: { value: [0, 60_000, 5 * 60_000], source: "1.6 [3]" },
  },
  oauth: {},
} satisfies Record<string, Section>;

type Assumptions = typeof assumptions;

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
