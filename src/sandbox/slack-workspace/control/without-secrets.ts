import { parseJson } from "../parse-json.ts";

const HIDDEN = "…";

const SECRET_NAMES: ReadonlySet<string> = new Set([
  "access_token",
  "client_secret",
  "code",
  "refresh_token",
  "signing_secret",
  "token",
]);

/** Tokens, and the secrets that a response_url, an upload's address or a Socket Mode address ends in. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/x(?:ox[a-z]|app)[.-][\w.-]+/g, `xox${HIDDEN}`],
  [/(\/response\/|\/upload\/v1\/|\bticket=)[\w-]+/g, `$1${HIDDEN}`],
];

/** A copy of `value`, as JSON has it, without the secrets in it, however deep they stand. */
export function withoutSecrets<T>(value: T): T {
  const json = JSON.stringify(value, (name, each: unknown) => {
    if (typeof each !== "string") return each;
    return SECRET_NAMES.has(name) ? HIDDEN : hidden(each);
  });
  return JSON.parse(json);
}

/** The same for reading: in a form objects are JSON in texts, and here they are themselves. */
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
  if (!/^[[{]/.test(text)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

const hidden = (text: string): string =>
  SECRET_TEXTS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
