/** A person's selection from a list: read from words in any order, and written as words again. */

export const SORTS = ["age", "name", "destination"] as const;
export type Sort = (typeof SORTS)[number];

export interface ListQuery {
  /** A word of the list for what a row is, such as `on`; null for all. */
  type: string | null;
  /** A word of the list for the state of a row, such as `disputed`. */
  state: string | null;
  /** A code in capitals or not, as it is listed. */
  asset: string | null;
  /** Part of the name of a destination. */
  to: string | null;
  /** A Slack user id, `@name`, or `me`. */
  by: string | null;
  /** A day in UTC: `2026-03-01`. */
  since: string | null;
  /** Null for the usual order of the list. */
  sort: Sort | null;
  /** Parts of a name, id, IBAN or address; a row has all of them. */
  parts: readonly string[];
  /** From 1; one beyond the end is the last. */
  page: number;
}

export const EVERYTHING: ListQuery = {
  ...{ type: null, state: null, asset: null, to: null, by: null, since: null, sort: null },
  parts: [],
  page: 1,
};

/** The words that one list knows, each with what people read for it. */
export interface ListWords {
  verb: string;
  types: Readonly<Record<string, string>>;
  states: Readonly<Record<string, string>>;
}

export type ReadQuery = { ok: true; query: ListQuery } | { ok: false; problem: string };

/**
 * In UTF-16 units, without the choices of menus: together with those it must fit into a block_id beside a control's
 * name.
 */
export const LONGEST_QUERY = 120;

/**
 * Takes what was typed, the words of the list and the assets in it. `now` (ISO 8601) says which March is meant. Returns a
 * sentence about the first word that cannot be read.
 */
export function readListQuery(
  typed: string,
  words: ListWords,
  { assets, now }: { assets: readonly string[]; now: string },
): ReadQuery {
  const query = { ...EVERYTHING, parts: [] as string[] };
  const tokens = tokensOf(typed);
  const setOnce = (field: "type" | "state" | "asset", value: string, all: readonly string[]) => {
    if (query[field] !== null)
      return `${words.verb} takes only one of ${all.slice(0, 6).join(", ")}.`;
    query[field] = value;
    return undefined;
  };
  const read = ({ text, isQuoted }: Token): string | undefined => {
    const word = text.toLowerCase();
    if (isQuoted) return void (text === "" || query.parts.push(text));
    if (/^["“]/.test(text)) return "A quotation mark is missing at the end of a name.";
    if (word === "all") return undefined;
    if (Object.hasOwn(words.types, word)) return setOnce("type", word, Object.keys(words.types));
    if (Object.hasOwn(words.states, word)) return setOnce("state", word, Object.keys(words.states));
    const asset = assets.find((code) => code.toLowerCase() === word);
    if (asset !== undefined) return setOnce("asset", asset, assets);
    if (isFollowed(word)) {
      const value = tokens.shift()?.text;
      const kept = value === undefined ? undefined : FOLLOWED[word].read(value, now);
      if (kept === undefined) return FOLLOWED[word].problem;
      return void Object.assign(query, { [word]: kept });
    }
    if (/^[1-9][0-9]{0,2}$/.test(text)) query.page = Number(text);
    else query.parts.push(text);
    return undefined;
  };
  for (let token = tokens.shift(); token; token = tokens.shift()) {
    const problem = read(token);
    if (problem !== undefined) return { ok: false, problem };
  }
  const isTooLong = listQueryText(withoutMenus(query), words, assets).length > LONGEST_QUERY;
  return isTooLong
    ? { ok: false, problem: `${words.verb} takes no more than ${LONGEST_QUERY} characters.` }
    : { ok: true, query };
}

interface Token {
  text: string;
  isQuoted: boolean;
}

/** Slack's apps turn straight quotation marks into curly ones. */
function tokensOf(typed: string): Token[] {
  const found = typed.matchAll(/(?<=^|\s)["“]([^"“”]+)["”](?=$|\s)|(\S+)/g);
  return [...found].map(([, quoted, word = ""]) => ({
    text: quoted?.trim() ?? word,
    isQuoted: quoted !== undefined,
  }));
}

const FOLLOWED = {
  to: {
    read: (value: string) => (/^["“]/.test(value) || value === "" ? undefined : value),
    problem: 'to needs the name of a destination, for example to "Treasury cold wallet".',
  },
  by: {
    read: (value: string) => {
      const id = /^<?@?([UW][A-Z0-9]{4,20})(?:\|[^>]*)?>?$/.exec(value)?.[1];
      if (id !== undefined) return id;
      return value.toLowerCase() === "me" ? "me" : /^@\S+$/.exec(value)?.[0];
    },
    problem: "by needs a person, for example by @ana or by me.",
  },
  since: {
    read: dayOf,
    problem: "since needs a day or month, for example since 2026-03-01 or since march.",
  },
  sort: {
    read: (value: string) => SORTS.find((sort) => sort === value.toLowerCase()),
    problem: "sort needs age, name or destination. The Rail service shows no last use.",
  },
} as const;

const isFollowed = (word: string): word is keyof typeof FOLLOWED => Object.hasOwn(FOLLOWED, word);

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );

/** The first day of the year, month or day; a month given by name means the last one that has begun. */
function dayOf(value: string, now: string): string | undefined {
  const word = value.toLowerCase();
  const month = word.length < 3 ? 0 : MONTHS.findIndex((name) => name.startsWith(word)) + 1;
  if (month > 0) {
    const year = Number(now.slice(0, 4)) - (month > Number(now.slice(5, 7)) ? 1 : 0);
    return `${year}-${String(month).padStart(2, "0")}-01`;
  }
  const [, year, ofYear = "01", ofMonth = "01"] =
    /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(word) ?? [];
  const day = `${year}-${ofYear}-${ofMonth}`;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined;
}

/** As far as people type it. */
export const withoutMenus = (query: ListQuery): ListQuery => ({
  ...query,
  ...{ type: null, state: null, asset: null, sort: null },
});

/** The same query as words, without its page. */
export function listQueryText(
  { parts, type, state, asset, to, by, since, sort }: ListQuery,
  words: ListWords,
  assets: readonly string[],
): string {
  const isWord = (text: string) =>
    /^(all|to|by|since|sort|[1-9][0-9]{0,2})$/i.test(text) ||
    [words.types, words.states].some((group) => Object.hasOwn(group, text.toLowerCase())) ||
    assets.some((code) => code.toLowerCase() === text.toLowerCase());
  const spaced = (text: string) => (/\s/.test(text) ? `"${text}"` : text);
  const part = (text: string) => (isWord(text) ? `"${text}"` : spaced(text));
  return [
    ...[type, state, asset],
    ...(to === null ? [] : ["to", spaced(to)]),
    ...(by === null ? [] : ["by", by]),
    ...(since === null ? [] : ["since", since]),
    ...(sort === null ? [] : ["sort", sort]),
    ...parts.map(part),
  ]
    .filter((word) => word !== null)
    .join(" ");
}
