import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigError, environment, readConfig, secretsOf } from "../../src/config.ts";

const BASE = "https://rails.example.com/api/v1";
const KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const [TWO, THREE] = ["U0BEN0001,U0CAL0001", "U0BEN0001, U0CAL0001 ,U0DEE0001"];

/** Everything that a workspace over Socket Mode must set. */
const LEAST = {
  SLACK_BOT_TOKEN: "xoxb-bot",
  SLACK_APP_TOKEN: "xapp-app",
  APPROVALS_CHANNEL: "C0APPROV1",
  APPROVERS: THREE,
  RAIL_API_URL: `${BASE}/`,
  RAIL_API_TOKEN: "rail-token-1",
  DATABASE_URL: "postgres://app:long-password@db.example.com/signalbox",
  ENCRYPTION_KEYS: KEY,
};

type Given = Record<string, string | undefined>;

function faultsOf(given: Given): readonly string[] {
  try {
    readConfig(given);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

const directory = mkdtempSync(join(tmpdir(), "signalbox-config-"));
afterAll(() => rmSync(directory, { recursive: true }));

function fileWith(text: string): string {
  const path = join(directory, crypto.randomUUID());
  writeFileSync(path, text);
  return path;
}

describe("settings that are right", () => {
  it("fill in every default", () => {
    const config = readConfig(LEAST);
    expect(config).toMatchObject({
      APPROVERS: ["U0BEN0001", "U0CAL0001", "U0DEE0001"],
      SLACK_API_URL: "https://slack.com/api/",
      SLACK_COMMAND: "/rail",
      RAIL_API_URL: BASE,
      RAIL_API_ENVIRONMENT: "sandbox",
      RAIL_API_URLS: [{ name: "sandbox", baseUrl: BASE, environment: "sandbox" }],
      RAIL_FIAT_ASSETS: ["GBP"],
      RAIL_STABLECOINS: ["GBPA"],
      RAIL_NETWORKS: { SOLANA_DEVNET: "solana" },
      DATA_DIR: "./data",
      PORT: 3000,
      LOG_LEVEL: "info",
    });
    expect(config.ENCRYPTION_KEYS.map((key) => Buffer.from(key).toString())).toEqual([
      "0123456789abcdef0123456789abcdef",
    ]);
  });

  it("are taken as given", () => {
    const given = {
      SLACK_APP_TOKEN: "",
      SLACK_SIGNING_SECRET: "8f742231b10e8888abcd99yyyzzz85a5",
      DESTINATION_APPROVERS: TWO,
      DESTINATION_APPROVALS_REQUIRED: "1",
      TEAM: "U0ANA0001,U0BEN0001",
      RAIL_API_URLS: `try=${BASE}=sandbox, live=https://live.example.com/a=b=production`,
      RAIL_NETWORKS: "BASE:ethereum,OTHER",
    };
    expect(readConfig({ ...LEAST, ...given })).toMatchObject({
      DESTINATION_APPROVERS: ["U0BEN0001", "U0CAL0001"],
      DESTINATION_APPROVALS_REQUIRED: 1,
      TEAM: ["U0ANA0001", "U0BEN0001"],
      RAIL_API_URLS: [
        { name: "try", baseUrl: BASE, environment: "sandbox" },
        { name: "live", baseUrl: "https://live.example.com/a=b", environment: "production" },
      ],
      RAIL_NETWORKS: { BASE: "ethereum", OTHER: "unknown" },
    });
  });

  it("each have a description", () => {
    const silent = Object.values(environment.shape).filter(({ description }) => !description);
    expect(silent).toEqual([]);
  });

  it.each(["http://localhost:1/api", "http://127.0.0.9:1/api", "http://[::1]:1/api"])(
    "may name this machine without https: %s",
    (RAIL_API_URL) => {
      expect(faultsOf({ ...LEAST, RAIL_API_URL })).toEqual([]);
    },
  );
});

/** Everything that many workspaces must set. */
const MANY = {
  SLACK_CLIENT_ID: "1111.2222",
  SLACK_CLIENT_SECRET: "client-secret-of-the-app",
  SLACK_SIGNING_SECRET: "8f742231b10e8888",
  PUBLIC_URL: "https://signalbox.example.com/",
  RAIL_API_URLS: `live=${BASE}=production`,
  DATABASE_URL: LEAST.DATABASE_URL,
  ENCRYPTION_KEYS: KEY,
};

describe("many workspaces", () => {
  it("set nothing of one, and only what is for all", () => {
    expect(readConfig(MANY)).toMatchObject({
      PUBLIC_URL: "https://signalbox.example.com",
      RAIL_API_URLS: [{ name: "live", baseUrl: BASE, environment: "production" }],
    });
    expect(secretsOf(readConfig(MANY))).toContain(MANY.SLACK_CLIENT_SECRET);
  });

  it("hear of all that is for one workspace alone, and of all that is missing, at once", () => {
    const { SLACK_CLIENT_ID } = MANY;
    const faults = faultsOf({ ...LEAST, TEAM: "everyone", SLACK_CLIENT_ID });
    const named = ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "APPROVALS_CHANNEL", "APPROVERS"];
    const all = [...named, "RAIL_API_URL", "RAIL_API_TOKEN", "TEAM"];
    const missing = ["SLACK_CLIENT_SECRET", "PUBLIC_URL", "SLACK_SIGNING_SECRET", "RAIL_API_URLS"];
    expect(faults.map((fault) => fault.split(" ")[0]).toSorted()).toEqual(
      [...all, ...missing].toSorted(),
    );
    expect(faults).toContain(
      "APPROVERS must not be set beside SLACK_CLIENT_ID: each workspace sets its own in Slack.",
    );
  });
});

describe("mistakes", () => {
  it("are all reported at once, without any value", () => {
    const names = Object.keys(environment.shape).filter((name) => name !== "DATA_DIR");
    const faults = faultsOf(
      Object.fromEntries(names.map((name) => [name, "http://canary@ 70000"])),
    );
    const named = new Set(faults.map((fault) => fault.split(" ")[0]));
    expect([...named].toSorted()).toEqual(names.toSorted());
    expect(faults.filter((fault) => /canary|70000/i.test(fault))).toEqual([]);
  });

  it("are sentences", () => {
    expect(new ConfigError(faultsOf({})).message).toMatchInlineSnapshot(`
      "These settings are wrong:
      - SLACK_BOT_TOKEN must be a token that begins with xoxb-.
      - RAIL_API_TOKEN must be a token without blanks.
      - APPROVALS_CHANNEL must be a channel's id.
      - APPROVERS must be Slack user ids such as U0123ABCD, separated by commas.
      - RAIL_API_URL must be an https address (http on loopback), without credentials or query.
      - DATABASE_URL must be the address of a PostgreSQL database.
      - ENCRYPTION_KEYS must be keys of 32 bytes in base64, separated by commas.
      - SLACK_APP_TOKEN must be set, or SLACK_SIGNING_SECRET where Slack sends over HTTP."
    `);
  });

  it.each([
    ["RAIL_API_URL", BASE.replace("https", "http")],
    ["RAIL_API_URL", BASE.replace("//", "//user@")],
    ["RAIL_API_URL", BASE.replace("//", "//:secret@")],
    ["RAIL_API_URL", `${BASE}?token=1`],
    ["RAIL_API_URL", `${BASE}#top`],
    ["RAIL_API_URL", "http://localhost.example.com"],
    ["RAIL_API_URL", "http://10.0.0.1"],
    ["RAIL_API_URL", "ftp://127.0.0.1"],
    ["SLACK_API_URL", "http://slack.example.com/api/"],
    ["RAIL_API_URLS", `a=${BASE.replace("https", "http")}=sandbox`],
    ["RAIL_API_URLS", `a=${BASE}`],
    ["RAIL_API_URLS", `A=${BASE}=sandbox`],
    ["RAIL_API_URLS", "a=https://b.example.com=sandbox", "RAIL_API_URLS must list RAIL_API_URL"],
    ["RAIL_API_URLS", `live=${BASE}=production`, "RAIL_API_ENVIRONMENT must be what RAIL_API_URLS"],
    ["ENCRYPTION_KEYS", `${KEY} ${KEY}`],
    ["PORT", "65536"],
    ["COOL_DOWN_HOURS", "-1"],
    ["EXPIRES_IN_HOURS", "0"],
    ["APPROVALS_REQUIRED", "1.5"],
    ["SLACK_APP_TOKEN", undefined],
    ["SLACK_BOT_TOKEN", undefined],
    ["SLACK_SIGNING_SECRET", "8f742231b10e8888", "SLACK_APP_TOKEN must not be set beside"],
    ["APPROVERS", "U0BEN0001,U0BEN0001,U0CAL0001", "APPROVERS names one twice."],
    ["RAIL_NETWORKS", "BASE:ethereum,BASE", "RAIL_NETWORKS names one twice."],
    [
      "RAIL_API_URLS",
      `a=${BASE}=sandbox,a=https://b.example.com=sandbox`,
      "RAIL_API_URLS names one",
    ],
    ["RAIL_API_URLS", `a=${BASE}=sandbox,b=${BASE}/=production`, "RAIL_API_URLS names one"],
  ])("are named alone: %s=%s", (name, value, fault = `${name} must be`) => {
    expect(faultsOf({ ...LEAST, [name]: value })).toEqual([expect.stringContaining(fault)]);
  });
});

describe("secrets", () => {
  it("in files are read without the line end", () => {
    const RAIL_API_TOKEN_FILE = fileWith("from-a-file\r\n");
    const config = readConfig({ ...LEAST, RAIL_API_TOKEN: undefined, RAIL_API_TOKEN_FILE });
    expect(config.RAIL_API_TOKEN).toBe("from-a-file");
  });

  it("in files are named as the fault, without path or a second complaint", () => {
    const faults = faultsOf({
      ...LEAST,
      SLACK_APP_TOKEN: undefined,
      SLACK_APP_TOKEN_FILE: join(directory, "missing"),
      RAIL_API_TOKEN_FILE: fileWith("twice"),
      DATABASE_URL: undefined,
      DATABASE_URL_FILE: fileWith("\n"),
      ENCRYPTION_KEYS: undefined,
      ENCRYPTION_KEYS_FILE: fileWith("short"),
    });
    expect(faults).toEqual([
      "SLACK_APP_TOKEN_FILE must name a file that holds it and can be read.",
      "RAIL_API_TOKEN_FILE must not be set beside RAIL_API_TOKEN: remove one of them.",
      "DATABASE_URL_FILE must name a file that holds it and can be read.",
      "ENCRYPTION_KEYS must be keys of 32 bytes in base64, separated by commas.",
    ]);
  });

  it("are all listed, with the password of the database and each key", () => {
    const other = "A".repeat(43);
    const config = readConfig({ ...LEAST, ENCRYPTION_KEYS: `${KEY},${other}=` });
    const tokens = ["xoxb-bot", "xapp-app", "rail-token-1"];
    const others = [LEAST.DATABASE_URL, "long-password", KEY.slice(0, -1), other];
    expect(new Set(secretsOf(config))).toEqual(new Set([...tokens, ...others]));
  });
});
