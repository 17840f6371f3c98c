import { jsonOrNothing } from "../parse-json.ts";

const HIDDEN = "…";

const SECRET_NAMES: ReadonlySet<string> = new Set([
  "access_token",
  "client_secret",
  "code",
  "refresh_token",
  "signing_secret",
  "token",
]);

/** Matches tokens, and the secrets at the end of response_urls, upload addresses and Socket Mode addresses. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/x(?:ox[a-z]|app)[.-][\w.-]+/g, `xox${HIDDEN}`],
  [/(\/response\/|\/upload\/v1\/|\bticket=)[\w-]+/g, `$1${HIDDEN}`],
];

/** Copies `value` as JSON, without its secrets at any depth. */
export function withoutSecrets<T>(value: T): T {
  const json = JSON.stringify(value, (name, each: unknown) => {
    if (typeof each !== "string") return each;
    return SECRET_NAMES.has(name) ? HIDDEN : hidden(each);
  });
  return JSON.parse(json);
}

/** The same for people: a form carries objects as JSON texts, and this parses them. */
export function readable<T>(value: T): T {
  return withoutSecrets(unfolded(value));
}

function unfolded<T>(value: T): T {
  const json = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "string" ? objectIn(each) : each,
  );
  return JSON.parse(json);
}

function objectIn(text: string): unknown {
  return /^[[{]/.test(text) ? (jsonOrNothing(text) ?? text) : text;
}

const hidden = (text: string): string =>
  SECRET_TEXTS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
