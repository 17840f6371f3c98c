import { HTTPError, NetworkError, SchemaValidationError, TimeoutError } from "ky";
import { RailApiError } from "./rail-api-error.ts";
import { messageBody, validationBody } from "./schemas.ts";

/** As the document heads its endpoints. */
export type Operation =
  | "GET /rails"
  | "POST /rails"
  | "GET /rails/{rail}"
  | "POST /wallets"
  | "POST /bank-accounts";

/** More of a message than anybody reads is not kept. */
const LONGEST_SAID = 1_000;

/** Translates whatever a call can throw, and says no more about it than is proven. */
export function toRailApiError(operation: Operation, error: unknown): RailApiError {
  if (error instanceof RailApiError) return error;
  if (error instanceof HTTPError) return fromStatus(operation, error);

  const cause = trimmed(error);
  if (isNeverOpened(error)) {
    return new RailApiError("not-sent", `${operation}: no connection could be opened`, { cause });
  }
  if (error instanceof TimeoutError) {
    return new RailApiError("unavailable", `${operation}: no answer in time`, { cause });
  }
  if (error instanceof NetworkError || isCutOff(error)) {
    return new RailApiError("unavailable", `${operation}: the connection was lost`, { cause });
  }
  const where = error instanceof SchemaValidationError ? ` at ${firstPath(error)}` : "";
  const message = `${operation}: the answer is not as documented${where}`;
  return new RailApiError("unexpected-response", message, { cause });
}

/**
 * A status means what the document says only with the documented body: a proxy on the way knows how to say 401 too, and
 * nothing about what the service did.
 */
function fromStatus(operation: Operation, error: HTTPError): RailApiError {
  const { status } = error.response;
  const message = `${operation}: answered ${status}`;
  const cause = trimmed(error);

  if (status === 401 && messageBody.safeParse(error.data).success) {
    return new RailApiError("unauthenticated", message, { cause });
  }
  if (status === 404 && operation === "GET /rails/{rail}") {
    if (messageBody.safeParse(error.data).success) {
      return new RailApiError("not-found", message, { cause });
    }
  }
  if (status === 422 && operation.startsWith("POST")) {
    const { data } = validationBody.safeParse(error.data);
    if (data) {
      const said = data.message.slice(0, LONGEST_SAID).toWellFormed();
      return new RailApiError("invalid", message, { cause, said, fieldErrors: data.errors });
    }
  }
  const code = status === 429 || status >= 500 ? "unavailable" : "unexpected-response";
  return new RailApiError(code, message, { cause });
}

/**
 * True only when the system call that failed is the one that looks a name up or opens a connection, for every address
 * tried: then no byte of the request has left. The same `code` (ETIMEDOUT, EHOSTUNREACH) also ends open connections.
 */
function isNeverOpened(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.every(isNeverOpened);
  }
  if ("syscall" in error) return error.syscall === "connect" || error.syscall === "getaddrinfo";
  if ("code" in error) return error.code === "UND_ERR_CONNECT_TIMEOUT";
  return isNeverOpened(error.cause);
}

/** What fetch calls a connection lost while the body was read; ky lets it through as it is. */
function isCutOff(error: unknown): boolean {
  return error instanceof TypeError && error.message === "terminated";
}

/** Names and codes alone: ky's errors carry the request with its token, and a parser's message quotes the body. */
function trimmed(error: unknown): Error {
  const links: string[] = [];
  for (let link = error; link instanceof Error; link = link.cause) {
    links.push("code" in link && link.code ? `${link.name} ${link.code}` : link.name);
  }
  return new Error(links.join(" < "));
}

/** Keys of our own schema and places in lists, so nothing that the service chose. */
function firstPath({ issues }: SchemaValidationError): string {
  const path = issues[0]?.path ?? [];
  return path.map((step) => String(typeof step === "object" ? step.key : step)).join(".") || "top";
}
