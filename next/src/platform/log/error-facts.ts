export interface ErrorFacts {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: ErrorFacts;
}

const CAUSES_AT_MOST = 5;

/** All that the log says of an error: those of databases and clients carry rows and headers. */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  const message = messageOf(error);
  if (typeof error !== "object" || error === null) return { type: typeof error, message };
  const facts: ErrorFacts = { type: error instanceof Error ? error.name : "object", message };
  if ("code" in error && (typeof error.code === "string" || typeof error.code === "number")) {
    facts.code = error.code;
  }
  if ("stack" in error && typeof error.stack === "string") {
    // It begins with the message as it was thrown.
    const thrown = "message" in error ? String(error.message) : "";
    facts.stack = error.stack.replace(thrown, () => message);
  }
  if ("cause" in error && error.cause !== undefined && depth < CAUSES_AT_MOST) {
    facts.cause = errorFacts(error.cause, depth + 1);
  }
  return facts;
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
function quotesData(error: object): boolean {
  if (error instanceof SyntaxError) return true;
  return "code" in error && typeof error.code === "string" && /^22[0-9A-Z]{3}$/.test(error.code);
}
