import { PGlite } from "@electric-sql/pglite";
import { WebAPIPlatformError } from "@slack/web-api";
import type { Logger } from "pino";
import { describe, expect, it } from "vitest";
import { StoreError } from "../../../src/platform/database/store-error.ts";
import { boltLogger, createLogger } from "../../../src/platform/process/logger.ts";
import { createSlackClients } from "../../../src/platform/slack/web-client.ts";
import { anyBotToken } from "../../support/any-bot-token.ts";

const CANARY = "xoxb-canary-GB29NWBK60161331926819";

describe("the log", () => {
  it("says of an error its kind, message, code, stack and causes", () => {
    const cause = new AggregateError([new Error("the first"), new Error("the second")], "");
    const [line] = logging((logger) =>
      logger.error({ err: new StoreError("cannot-open", "It is broken", { cause }) }, "Oh no"),
    );

    expect(line).toMatchObject({
      level: 50,
      msg: "Oh no",
      err: {
        type: "StoreError",
        message: "It is broken",
        code: "cannot-open",
        stack: expect.stringContaining("logger.test.ts"),
        cause: { type: "AggregateError", message: "the first; the second" },
      },
    });
  });

  it("says nothing else of an error, such as a failed statement's parameters", () => {
    const error = Object.assign(new Error("duplicate key"), {
      code: "23505",
      detail: `Key (value)=(${CANARY}) already exists.`,
      params: [CANARY],
      client: { connectionParameters: { password: CANARY } },
    });
    const said = text((logger) => {
      logger.error({ err: error });
      logger.error({ err: new Error("outer", { cause: error }) });
      logger.error(error);
      // pg-boss tells of errors as plain objects.
      logger.error({ err: { ...error, message: error.message, stack: error.stack } });
    });

    expect(said.match(/duplicate key/g)?.length).toBeGreaterThanOrEqual(4);
    expect(said).toContain("23505");
    expect(said).not.toContain(CANARY);
  });

  it("ends where errors are each other's cause, or no errors at all", () => {
    const [one, two] = [new Error("one"), new Error("two")];
    one.cause = two;
    two.cause = one;
    const lines = logging((logger) => {
      logger.error({ err: one });
      logger.error({ err: "a text" });
      logger.error({ err: null });
    });

    expect(lines).toMatchObject([
      { err: { message: "one", cause: { message: "two" } } },
      { err: { message: "a text" } },
      { err: { message: "null" } },
    ]);
  });

  it("says nothing that an error quotes of what it met", async () => {
    const unreadable = await new Response(CANARY).json().catch((error: unknown) => error);
    const unknown = new WebAPIPlatformError({
      ok: false,
      error: `<p>${CANARY}`,
      response_metadata: {},
    });

    const lines = logging((logger) => {
      for (const cause of [unreadable, unknown]) {
        logger.error({ err: new Error("outer", { cause }) });
        boltLogger(logger).error(cause);
      }
    });

    expect(lines).toMatchObject([
      { err: { cause: { type: "SyntaxError", message: expect.stringContaining("JSON") } } },
      { from: "slack", msg: expect.stringContaining("JSON") },
      { err: { cause: { message: "Slack answered without a code" } } },
      { from: "slack", msg: "Slack answered without a code" },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/canary|GB29/);
  });

  it("never says what is secret, wherever it would stand", () => {
    const lines: string[] = [];
    const secret = 'rail"canary\\token';
    const logger = createLogger("info", { write: (line) => void lines.push(line) }, [
      secret,
      "port",
    ]);

    logger.info({ [secret]: secret, port: 3000 }, `A line with ${secret} and xapp-1-canary`);

    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { "[redacted]": "[redacted]", port: 3000, msg: "A line with [redacted] and [redacted]" },
    ]);
    expect(lines[0]).not.toContain("canary");
  });

  it("keeps quiet what a real statement of the embedded engine was given, also where the engine quotes it", async () => {
    const pglite = await PGlite.create();
    const failed = await pglite
      .query("select $1::text, 1 / 0", [CANARY])
      .catch((error: unknown) => error);
    const quoting = await pglite
      .query("select $1::text::integer", [CANARY])
      .catch((error: unknown) => error);
    await pglite.close();

    const said = text((logger) => {
      logger.error({ err: failed });
      logger.error({ err: quoting });
    });

    expect(said).toContain("division by zero");
    expect(said).toContain("invalid input syntax for type integer");
    expect(said).not.toContain(CANARY);
  });

  it("keeps quiet the token of a call to Slack that failed", async () => {
    const { logger, lines } = capturing();
    const calls = { apiUrl: "http://127.0.0.1:9/api/", logger };
    const { as, usual } = createSlackClients(anyBotToken(CANARY), calls);

    const called = usual.auth.test(await as("T0ACME001"));
    await called.catch((error: unknown) => logger.error({ err: error }, "failed"));

    expect(JSON.stringify(lines())).toContain("failed");
    expect(JSON.stringify(lines())).not.toContain(CANARY);
  });

  it.each([
    "token",
    "botToken",
    "appToken",
    "signingSecret",
    "clientSecret",
    "stateSecret",
    "authorization",
    "iban",
    "address",
    "accountNumber",
  ])("redacts %s, also when it stands deeper, and in a child", (name) => {
    const secret = { [name]: CANARY };
    const said = text((logger) => {
      logger.info(secret);
      logger.info({ config: secret });
      logger.info({ config: { rail: secret } });
      logger.child({ of: secret }).info("child");
    });

    expect(said.match(/\[redacted\]/g)).toHaveLength(4);
    expect(said).not.toContain(CANARY);
  });
});

describe("Bolt's lines", () => {
  it("are kept one level down, as text, and its debug lines left out", () => {
    const lines = logging((logger) => {
      const bolt = boltLogger(logger);
      bolt.debug("payload", CANARY);
      bolt.info("connected");
      bolt.warn("slow", 3);
      bolt.error(new Error("broken"), { token: CANARY });
    });

    expect(lines).toMatchObject([
      { level: 20, from: "slack", msg: "connected" },
      { level: 40, msg: "slow 3" },
      { level: 50, msg: "broken [object Object]" },
    ]);
  });
});

function capturing(): { logger: Logger; lines: () => Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger("trace", { write: (line) => void lines.push(JSON.parse(line)) });
  return { logger, lines: () => lines };
}

function logging(work: (logger: Logger) => void): Record<string, unknown>[] {
  const { logger, lines } = capturing();
  work(logger);
  return lines();
}

const text = (work: (logger: Logger) => void): string => JSON.stringify(logging(work));
