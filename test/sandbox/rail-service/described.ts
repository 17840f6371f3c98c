import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { openApi } from "../../../src/sandbox/rail-service/requests/openapi.ts";

/** What was asked, and what came back. */
export interface Exchange {
  method: string;
  /** Below the prefix of the version, with or without a query. */
  path: string;
  /** The body as it was sent, if any. */
  sent: string | undefined;
  status: number;
  headers: Headers;
  body: unknown;
}

export const PREFIX = "/api/v1";

/** Every operation that is described: `openapi.test.ts` holds what is served against it. */
export const description = openApi(PREFIX);

const ajv = new Ajv2020.default({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(description, "openapi.json");

/**
 * Fails where the service's own description does not foresee the answer: its status, a header that it needs, a field
 * too many, too few or of another type; or where a body was accepted that it does not allow.
 */
export function expectDescribed({ method, path, sent, status, headers, body }: Exchange): void {
  const operation = operationOf(method, path);
  const call = `${method} ${path}, answered ${status}`;

  const answer = answerOf(operation, status);
  expect(answer, `${call}: the description knows no such answer`).toBeDefined();
  if (answer === undefined) return;
  expect(headers.get("content-type"), call).toMatch(/^application\/json/);
  for (const name of Object.keys(answer.headers ?? {})) {
    expect(headers.has(name), `${call}, without ${name}`).toBe(true);
  }
  if (method !== "HEAD") expect(faultsOf(answer, body), call).toEqual([]);

  if (status === 200 && typeof operation === "object" && operation.requestBody !== undefined) {
    const accepted: unknown = JSON.parse(sent ?? "");
    expect(faultsOf(operation.requestBody, accepted), `${call}, though sent`).toEqual([]);
  }
}

type Operation = NonNullable<ReturnType<typeof described>[string]>[string];

/** The operation, or which part of its name nobody knows. */
function operationOf(method: string, path: string): Operation | "path" | "method" {
  const plain = path.replace(/\?.*/s, "");
  const template = Object.keys(described()).find((known) =>
    new RegExp(`^${known.replace(/\{\w+\}/g, "[^/]+")}$`).test(plain),
  );
  if (template === undefined) return "path";
  const key = method === "HEAD" ? "get" : method.toLowerCase();
  return described()[template]?.[key] ?? "method";
}

const described = () => description.paths;

function answerOf(operation: Operation | "path" | "method", status: number) {
  const { responses } = description.components;
  if (typeof operation === "string") {
    const byStatus: Record<number, Answer> = {
      401: responses.Unauthenticated,
      413: responses.TooLarge,
      ...(operation === "path" ? { 404: responses.NotFound } : { 405: responses.MethodNotAllowed }),
    };
    return byStatus[status];
  }
  const answer = operation.responses[status];
  if (answer === undefined || !("$ref" in answer)) return answer;
  return new Map<string, Answer>(Object.entries(responses)).get(
    answer.$ref.split("/").at(-1) ?? "",
  );
}

type Answer = Exclude<Operation["responses"][number], { $ref: string }>;

const validators = new Map<string, ValidateFunction>();

function faultsOf({ content }: Pick<Answer, "content">, value: unknown) {
  const { $ref } = content["application/json"].schema;
  const validate = validators.get($ref) ?? ajv.compile({ $ref: `openapi.json${$ref}` });
  validators.set($ref, validate);
  validate(value);
  return validate.errors ?? [];
}
