const CAUSES_AT_MOST = 5;

/** All that the log says of an error: those of databases and clients carry rows and headers. */
export function errorFacts(error: unknown, depth = 0): object {
  const message = messageOf(error);
  if (typeof error !== "object" || error === null) return { type: typeof error, message };
  const read = (field: string): unknown => Reflect.get(error, field);
  const [code, stack, cause] = [read("code"), read("stack"), read("cause")];
  return {
    type: error instanceof Error ? error.name : "object",
    message,
    ...((typeof code === "string" || typeof code === "number") && { code }),
    // A stack begins with the message as it was thrown.
    ...(typeof stack === "string" && {
      stack: stack.replace(String(read("message") ?? ""), () => message),
    }),
    ...(cause !== undefined && depth < CAUSES_AT_MOST && { cause: errorFacts(cause, depth + 1) }),
  };
}

/** What an error says of itself, without what it quotes of the data that it met. */
export function messageOf(error: unknown): string {
  // An error that wraps several often says nothing itself.
  if (error instanceof AggregateError && !error.message) {
    return error.errors.map(messageOf).join("; ");
  }
  if (typeof error !== "object" || error === null || !("message" in error)) return String(error);
  const message = String(error.message);
  // Slack's client says whatever was answered.
  const said = /^An API error occurred: (.*)$/s.exec(message)?.[1];
  if (said !== undefined && !/^[a-z][a-z0-9_]{1,60}$/.test(said)) {
    return "Slack's answer cannot be read";
  }
  return quotesData(error) ? message.replace(/".*"/s, '"…"') : message;
}

/** JSON's parser and PostgreSQL (class 22, data exceptions) quote what they could not read. */
const quotesData = (error: object): boolean =>
  error instanceof SyntaxError || ("code" in error && /^22[0-9A-Z]{3}$/.test(String(error.code)));

/** `LimitError over-limit`: what kind of error it is, without anything that it says. */
export function classOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error ? String(error.code) : "";
  return [error.name, code].join(" ").trim().slice(0, 60);
}
