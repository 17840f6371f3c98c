import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { SECRETS } from "../../src/config/settings.ts";
import { temporaryDirectory } from "../support/embedded.ts";

const VALUES = {
  SLACK_APP_TOKEN: "xapp-canary",
  SLACK_BOT_TOKEN: "xoxb-canary",
  SLACK_SIGNING_SECRET: "canary-signing-secret",
  SLACK_CLIENT_SECRET: "canary-client-secret",
  SLACK_STATE_SECRET: "canary-state-secret-of-32-characters",
  DATABASE_URL: "postgres://signalbox:canary@db.example/signalbox",
  METRICS_TOKEN: "canary-metrics-token",
  ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString("base64"),
  AUDIT_SIGNING_KEY: Buffer.alloc(32, 8).toString("base64"),
  RAIL_API_TOKEN: "canary-rail-token",
};
const REST = {
  NODE_ENV: "production",
  RAIL_API_URL: "https://rails.example/api/v1",
  RAIL_API_ENVIRONMENT: "production",
  APPROVALS_CHANNEL: "C0APPROVALS",
  APPROVERS: "U0BEN,U0CAL,U0DEE",
};
const INSTALLED = {
  NODE_ENV: "production",
  SLACK_CLIENT_ID: "1.2",
  PUBLIC_URL: "https://bot.example",
  RAIL_API_URLS: "live=https://rails.example/api/v1",
};
const SOCKET = ["SLACK_APP_TOKEN", "SLACK_BOT_TOKEN", "ENCRYPTION_KEYS", "DATABASE_URL"] as const;
const ALONE = [...SOCKET, "RAIL_API_TOKEN", "METRICS_TOKEN", "AUDIT_SIGNING_KEY"] as const;
const OAUTH = [
  "SLACK_SIGNING_SECRET",
  "SLACK_CLIENT_SECRET",
  "SLACK_STATE_SECRET",
  "ENCRYPTION_KEYS",
  "DATABASE_URL",
] as const;

describe("a secret in a file", () => {
  let path: string;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ path, remove } = await temporaryDirectory());
    for (const [name, value] of Object.entries(VALUES)) {
      writeFileSync(join(path, name), `${value}\n`);
    }
    writeFileSync(join(path, "empty"), "\n");
  });
  afterAll(() => remove());

  const inFiles = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [`${name}_FILE`, join(path, name)]));
  const inPlace = (names: readonly (keyof typeof VALUES)[]) =>
    Object.fromEntries(names.map((name) => [name, VALUES[name]]));
  const faultsOf = (env: Record<string, string>) => {
    const read = readConfig(env);
    return read.ok ? [] : read.faults;
  };

  it.each([
    ["one workspace", REST, ALONE],
    ["workspaces that install the app", INSTALLED, OAUTH],
  ])("is the same as in the environment, of %s", (_, rest, names) => {
    const read = readConfig({ ...rest, ...inFiles(names) });

    expect(read.ok).toBe(true);
    expect(read).toEqual(readConfig({ ...rest, ...inPlace(names) }));
  });

  it("may be any of the secrets, and nothing else", () => {
    expect(SECRETS.toSorted()).toEqual(Object.keys(VALUES).sort());
  });

  it("is named by every fault at once, beside other faults, and nothing of it or its path is told", () => {
    const faults = faultsOf({
      ...{ ...REST, ...inPlace(ALONE), APPROVERS: "ben" },
      SLACK_BOT_TOKEN_FILE: join(path, "SLACK_BOT_TOKEN"),
      RAIL_API_TOKEN: "",
      RAIL_API_TOKEN_FILE: join(path, "canary-missing"),
      METRICS_TOKEN: "",
      METRICS_TOKEN_FILE: join(path, "empty"),
      ENCRYPTION_KEYS: "",
      ENCRYPTION_KEYS_FILE: path,
    });

    expect([...faults].sort()).toEqual([
      expect.stringMatching(/^APPROVERS must be/),
      expect.stringMatching(/^ENCRYPTION_KEYS_FILE names a file that cannot be read \(EISDIR\)/),
      "METRICS_TOKEN_FILE names an empty file: write the secret into it.",
      expect.stringMatching(/^RAIL_API_TOKEN_FILE names a file that cannot be read \(ENOENT\)/),
      "SLACK_BOT_TOKEN and SLACK_BOT_TOKEN_FILE are both set: remove one of them.",
    ]);
    expect(faults.join()).not.toMatch(/canary|\//);
  });

  it("never comes with the sandbox, nor does production in any spelling", () => {
    expect(faultsOf(inFiles(["DATABASE_URL"]))).toEqual([
      expect.stringMatching(/^DATABASE_URL is set, but/),
    ]);
    expect(faultsOf(inFiles(["SLACK_BOT_TOKEN"])).join()).toContain("SLACK_APP_TOKEN must be set");
    for (const NODE_ENV of ["production", "Production", "PRODUCTION", " pRoduction "]) {
      const faults = faultsOf({ NODE_ENV });
      expect(faults.join()).toContain("SLACK_BOT_TOKEN must be set");
      expect(faults.join()).toContain("DATABASE_URL must be set");
    }
  });
});
