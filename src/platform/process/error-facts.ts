import { WebAPIPlatformError } from "@slack/web-api";

export interface ErrorFacts {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: ErrorFacts;
}

const CAUSES_AT_MOST = 5;

/** What the log says of an error. Only this: those of databases and clients carry parameters, whole rows and headers. */
export function factsOf(error: unknown, depth = 0): ErrorFacts {
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
    facts.cause = factsOf(error.cause, depth + 1);
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
  const said = slackSaid(error);
  // Slack's client says whatever was answered.
  if (said !== undefined && !isSlackCode(said)) {
    return "Slack answered without a code";
  }
  const message = String(error.message);
  return quotesData(error) ? message.replace(/".*"/s, '"…"') : message;
}

/** The code with which Slack has refused a call; undefined for any other error. */
export function slackSaid(error: unknown): string | undefined {
  return error instanceof WebAPIPlatformError ? String(error.data.error) : undefined;
}

/** Whether this is one of Slack's words for what is wrong, and no page of a proxy or other text. */
export function isSlackCode(said: string): boolean {
  return /^[a-z][a-z0-9_]{1,60}$/.test(said);
}

/** JSON's parser and PostgreSQL (class 22, data exceptions) quote what they could not read. */
function quotesData(error: object): boolean {
  if (error instanceof SyntaxError) return true;
  return "code" in error && typeof error.code === "string" && /^22[0-9A-Z]{3}$/.test(error.code);
}
