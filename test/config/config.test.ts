import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { NO_PINS } from "../../src/authority/pins.ts";
import type { SlackConfig } from "../../src/config/config.ts";
import { readConfig } from "../../src/config/config.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";

const KEY = randomBytes(32).toString("base64");
const OLDER_KEY = randomBytes(32).toString("base64");
const SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
const OF_A_WORKSPACE = {
  RAIL_API_URL: "https://rails.example/api/v1",
  RAIL_API_TOKEN: "token",
  RAIL_API_ENVIRONMENT: "production",
  APPROVALS_CHANNEL: "C0APPROVALS",
  APPROVERS: "U0BEN,U0CAL,U0DEE",
};
const SLACK = {
  SLACK_APP_TOKEN: "xapp-1",
  SLACK_BOT_TOKEN: "xoxb-1",
  ENCRYPTION_KEYS: KEY,
  ...OF_A_WORKSPACE,
};
const RAILS = {
  name: "production",
  baseUrl: "https://rails.example/api/v1",
  environment: "production",
};
const DATABASE_URL = "postgres://signalbox@db.example/signalbox";

type Env = Record<string, string | undefined>;

describe("the token that opens /metrics", () => {
  it("is as it is given, and may be left out", () => {
    const token = "0123456789abcdef";
    expect(slackConfigOf({ METRICS_TOKEN: token })).toMatchObject({ METRICS_TOKEN: token });
    expect(slackConfigOf({})).not.toHaveProperty("METRICS_TOKEN");
  });

  it.each(["canary", "canary with a space, long enough", "canary:0123456789abcdef"])(
    "cannot be %s",
    (token) => {
      const faults = faultsOf({ ...SLACK, METRICS_TOKEN: token });

      expect(faults).toEqual([expect.stringMatching(/^METRICS_TOKEN must be at least 16/)]);
      expect(faults[0]).not.toContain("canary");
    },
  );
});

describe("without any Slack configuration", () => {
  it("the sandbox starts", () => {
    expect(readConfig({})).toEqual({
      ok: true,
      config: {
        mode: "sandbox",
        SLACK_COMMAND: "/rail",
        PORT: 3000,
        DATA_DIR: "./data",
        LOG_LEVEL: "warn",
        WORLD: "one",
      },
    });
  });

  it("the sandbox takes its own settings", () => {
    const env = { PORT: "0", DATA_DIR: "/tmp/x", SLACK_COMMAND: "/gleis", LOG_LEVEL: "debug" };

    expect(readConfig({ ...env, HOME: "/root", NODE_ENV: "development" })).toMatchObject({
      config: {
        mode: "sandbox",
        PORT: 0,
        DATA_DIR: "/tmp/x",
        SLACK_COMMAND: "/gleis",
        LOG_LEVEL: "debug",
      },
    });
  });

  it.each([
    "RAIL_API_URL",
    "RAIL_API_URLS",
    "RAIL_API_TOKEN",
    "RAIL_API_ENVIRONMENT",
    "DATABASE_URL",
  ])("the sandbox never meets %s", (name) => {
    const faults = faultsOf({ [name]: "canary" });

    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(`${name} is set, but SLACK_APP_TOKEN and SLACK_BOT_TOKEN are not`);
    expect(faults[0]).not.toContain("canary");
    expect(readConfig({ [name]: "  " })).toMatchObject({ config: { mode: "sandbox" } });
  });

  it("the sandbox names its faults all at once", () => {
    expect(
      faultsOf({ PORT: "x", LOG_LEVEL: "loud", SLACK_COMMAND: "rail", WORLD: "two" }),
    ).toHaveLength(4);
    expect(faultsOf({ RAIL_API_URL: "x", DATABASE_URL: "y" })).toHaveLength(2);
  });

  it("production does not start, and says what is missing", () => {
    const faults = faultsOf({ NODE_ENV: "production" });

    expect(namesIn(faults)).toEqual([
      "DATABASE_URL",
      "ENCRYPTION_KEYS",
      "RAIL_API_URL",
      "RAIL_API_TOKEN",
      "RAIL_API_ENVIRONMENT",
      "APPROVALS_CHANNEL",
      "APPROVERS",
      "SLACK_APP_TOKEN",
      "SLACK_BOT_TOKEN",
    ]);
  });
});

describe("with Slack's tokens", () => {
  it("everything is read, with the defaults for the rest", () => {
    expect(slackConfigOf({})).toEqual({
      mode: "slack",
      slack: {
        kind: "socket",
        appToken: "xapp-1",
        botToken: "xoxb-1",
      },
      SLACK_API_URL: "https://slack.com/api/",
      SLACK_COMMAND: "/rail",
      PORT: 3000,
      database: { kind: "embedded", dataDir: "./data" },
      DATA_DIR: "./data",
      ENCRYPTION_KEYS: [Buffer.from(KEY, "base64")],
      RAIL_FIAT_ASSETS: ["GBP"],
      RAIL_STABLECOINS: ["GBPA"],
      RAIL_NETWORKS: [{ id: "SOLANA_DEVNET", family: "solana" }],
      railApis: [RAILS],
      settings: {
        rail: { ...RAILS, token: "token" },
        channel: "C0APPROVALS",
        policy: usualPolicy({
          rails: { approvers: ["U0BEN", "U0CAL", "U0DEE"], approvalsRequired: 2 },
          destinations: { approvers: ["U0BEN", "U0CAL", "U0DEE"], approvalsRequired: 2 },
          coolDownHours: 24,
        }),
        // Letter by letter: its digest is kept, and any other text would replace what Slack has tightened.
        policySaid: [
          '{"rules":[{"name":"destinations",',
          '"when":{"changes":["whitelist-destination","import-destination","retire-destination"]},',
          '"approvers":["U0BEN","U0CAL","U0DEE"],"approvalsRequired":2,',
          '"groups":[],"expiresInHours":24,"remindAfterHours":[]},{"name":"Rails","when":{},',
          '"approvers":["U0BEN","U0CAL","U0DEE"],"approvalsRequired":2,',
          '"groups":[],"expiresInHours":24,"remindAfterHours":[]}],"coolDownHours":24}',
        ].join(""),
        // A default pins nothing.
        pins: {
          ...NO_PINS,
          approvers: ["U0BEN", "U0CAL", "U0DEE"],
          channel: "C0APPROVALS",
          connection: RAILS.baseUrl,
        },
      },
      OPEN_REQUESTS_PER_PERSON: 20,
      OPEN_REQUESTS_PER_WORKSPACE: 200,
      DRAFTS_PER_PERSON: 50,
      REVIEW_MONTHS: 3,
      QUESTIONS_A_MINUTE: 10,
      CONNECTIONS_PER_ADDRESS: 256,
      INSTALLS_PER_ADDRESS: 10,
      INSTALLS_IN_ALL: 1_000,
      PROXIES_IN_FRONT: 1,
      STOP_GRACE_SECONDS: 3,
      LOG_LEVEL: "info",
    });
  });

  it("what stands outside the database has its directory also beside PostgreSQL", () => {
    expect(slackConfigOf({ DATABASE_URL }).DATA_DIR).toBe("./data");
    expect(slackConfigOf({ DATABASE_URL, DATA_DIR: "/marks" }).DATA_DIR).toBe("/marks");
  });

  it("the pauses between looks for a Rail grow, and there are three to ten", () => {
    const pauses = (RAIL_LOOK_PAUSES: string) =>
      slackConfigOf({ RAIL_LOOK_PAUSES }).RAIL_LOOK_PAUSES;

    expect(pauses("")).toBeUndefined();
    expect(pauses("5, 30,120")).toEqual([5, 30, 120]);
    expect(pauses("1,2,3,4,5,6,7,8,9,10")).toHaveLength(10);
    for (const wrong of [
      "5",
      "5,30",
      "1,2,3,4,5,6,7,8,9,10,11",
      "5,30,30",
      "30,5,120",
      "0,5,30",
      "5,30,100000",
      "5,30,2m",
      "5,,30,60",
      "-5,30,60",
      "1.5,2,3",
    ]) {
      expect(namesIn(faultsOf({ ...SLACK, RAIL_LOOK_PAUSES: wrong })), wrong).toEqual([
        "RAIL_LOOK_PAUSES",
      ]);
    }
  });

  it.each(["SLACK_APP_TOKEN", "SLACK_BOT_TOKEN"])("%s alone is an error", (name) => {
    const missing = name === "SLACK_APP_TOKEN" ? "SLACK_BOT_TOKEN" : "SLACK_APP_TOKEN";

    expect(namesIn(faultsOf({ [name]: SLACK[name as keyof typeof SLACK] }))).toContain(missing);
    expect(namesIn(faultsOf({ ...SLACK, [missing]: "" }))).toEqual([missing]);
  });

  it("SLACK_API_URL alone is an error too", () => {
    const faults = faultsOf({ SLACK_API_URL: "https://slack.example/api/" });

    expect(namesIn(faults)).toEqual(expect.arrayContaining(["SLACK_APP_TOKEN", "SLACK_BOT_TOKEN"]));
  });

  it("production requires PostgreSQL, elsewhere it is optional", () => {
    const production = { NODE_ENV: "production" };

    expect(namesIn(faultsOf({ ...SLACK, ...production }))).toEqual(["DATABASE_URL"]);
    expect(slackConfigOf({ ...production, DATABASE_URL }).database).toEqual({
      kind: "postgres",
      url: DATABASE_URL,
    });
    expect(slackConfigOf({ DATABASE_URL }).database).toMatchObject({ kind: "postgres" });
    expect(slackConfigOf({ DATA_DIR: "/data" }).database).toMatchObject({ dataDir: "/data" });
  });

  it("spaces and line ends around a value do not count", () => {
    const around = Object.fromEntries(
      Object.entries(SLACK).map(([name, value]) => [name, ` ${value}\n`]),
    );

    expect(slackConfigOf(around)).toEqual(slackConfigOf({}));
    expect(namesIn(faultsOf({ NODE_ENV: "production " }))).toContain("DATABASE_URL");
  });

  it("an empty value is none", () => {
    expect(slackConfigOf({ PORT: "", APPROVALS_REQUIRED: " ", LOG_LEVEL: "\n" })).toEqual(
      slackConfigOf({}),
    );
  });

  it("the first key seals and all open", () => {
    expect(slackConfigOf({ ENCRYPTION_KEYS: `${KEY}, ${OLDER_KEY}` }).ENCRYPTION_KEYS).toEqual(
      [KEY, OLDER_KEY].map((key) => Buffer.from(key, "base64")),
    );
  });

  it("lists are read without their spaces, networks with their family or as of an unknown one", () => {
    const { settings, ...read } = slackConfigOf({
      RAIL_FIAT_ASSETS: "GBP, EUR",
      RAIL_STABLECOINS: "GBPA,USDC",
      RAIL_NETWORKS: "SOLANA_DEVNET:solana, ETHEREUM_SEPOLIA:ethereum, TRON_NILE",
      APPROVERS: "U0BEN, W0CAL ,U0DEE,U0EVA",
      APPROVALS_REQUIRED: "3",
    });

    expect(read).toMatchObject({
      RAIL_FIAT_ASSETS: ["GBP", "EUR"],
      RAIL_STABLECOINS: ["GBPA", "USDC"],
      RAIL_NETWORKS: [
        { id: "SOLANA_DEVNET", family: "solana" },
        { id: "ETHEREUM_SEPOLIA", family: "ethereum" },
        { id: "TRON_NILE", family: null },
      ],
    });
    expect(settings.policy?.rules.at(-1)).toMatchObject({
      approvers: ["U0BEN", "W0CAL", "U0DEE", "U0EVA"],
      approvalsRequired: 3,
    });
  });

  it("destinations have the approvers and the number of Rails, unless they have their own", () => {
    const rule = { approvers: ["U0BEN", "U0CAL", "U0DEE"], approvalsRequired: 2 };
    const approvalsWith = (env: Env) => {
      const [destinations, rails] = slackConfigOf(env).settings.policy?.rules ?? [];
      return { rails, destinations };
    };

    expect(approvalsWith({ APPROVALS_REQUIRED: "1" }).destinations).toMatchObject({
      ...rule,
      approvalsRequired: 1,
    });
    expect(approvalsWith({ DESTINATION_APPROVERS: "U0EVA, U0FAY ,U0GUS" })).toMatchObject({
      rails: rule,
      destinations: { approvers: ["U0EVA", "U0FAY", "U0GUS"], approvalsRequired: 2 },
    });
    expect(approvalsWith({ DESTINATION_APPROVALS_REQUIRED: "1" })).toMatchObject({
      rails: rule,
      destinations: { ...rule, approvalsRequired: 1 },
    });
    expect(
      approvalsWith({ DESTINATION_APPROVERS: "", DESTINATION_APPROVALS_REQUIRED: " " })
        .destinations,
    ).toMatchObject(rule);
  });

  it.each([
    [{ RAIL_API_ENVIRONMENT: "production" }, 24],
    [{ RAIL_API_ENVIRONMENT: "sandbox" }, 0],
    [{ RAIL_API_ENVIRONMENT: "sandbox", DESTINATION_COOL_DOWN_HOURS: "72" }, 72],
    [{ RAIL_API_ENVIRONMENT: "production", DESTINATION_COOL_DOWN_HOURS: "0" }, 0],
    [{ RAIL_API_ENVIRONMENT: "production", DESTINATION_COOL_DOWN_HOURS: "" }, 24],
  ])("with %j a new destination waits for %i hours", (env, hours) => {
    expect(slackConfigOf(env).settings.policy?.coolDownHours).toBe(hours);
  });

  it.each([
    ["RAIL_API_URL", "https://rails.example/api/v1/", "https://rails.example/api/v1"],
    ["RAIL_API_URL", "http://127.0.0.1:4010/api/v1", "http://127.0.0.1:4010/api/v1"],
    ["RAIL_API_URL", "http://localhost/x/api/v1", "http://localhost/x/api/v1"],
    ["RAIL_API_URL", "http://[::1]:4010/api/v1", "http://[::1]:4010/api/v1"],
  ])("%s may be %s", (name, value, read) => {
    expect(slackConfigOf({ [name]: value }).settings.rail?.baseUrl).toBe(read);
  });

  it("SLACK_API_URL may be another Slack", () => {
    const SLACK_API_URL = "http://127.0.0.1:4000/api/";
    expect(slackConfigOf({ SLACK_API_URL }).SLACK_API_URL).toBe(SLACK_API_URL);
  });
});

describe("with a signing secret in the place of the app-level token", () => {
  const { SLACK_APP_TOKEN: _, ...rest } = SLACK;
  const HTTP = { ...rest, SLACK_SIGNING_SECRET: SIGNING_SECRET };

  it("Slack sends over HTTP, to one workspace's bot", () => {
    const expected = slackConfigOf({});

    expect(readConfig(HTTP)).toEqual({
      ok: true,
      config: {
        ...expected,
        slack: {
          kind: "http",
          signingSecret: SIGNING_SECRET,
          botToken: "xoxb-1",
        },
      },
    });
  });

  it("the bot token is required, and the two ways to Slack exclude each other", () => {
    expect(namesIn(faultsOf({ ...HTTP, SLACK_BOT_TOKEN: "" }))).toEqual(["SLACK_BOT_TOKEN"]);
    expect(faultsOf({ ...HTTP, SLACK_APP_TOKEN: "xapp-1" })).toEqual([
      "SLACK_APP_TOKEN must not be set beside SLACK_SIGNING_SECRET: remove one of them.",
    ]);
  });

  it("it alone means a real Slack", () => {
    expect(namesIn(faultsOf({ SLACK_SIGNING_SECRET: SIGNING_SECRET }))).toEqual(
      expect.arrayContaining(["SLACK_BOT_TOKEN", "ENCRYPTION_KEYS", "RAIL_API_URL"]),
    );
  });

  it.each(["canary", "can ary can ary can ary"])("%s is none", (wrong) => {
    const faults = faultsOf({ ...HTTP, SLACK_SIGNING_SECRET: wrong });

    expect(namesIn(faults)).toEqual(["SLACK_SIGNING_SECRET"]);
    expect(faults.join()).not.toContain("ary");
  });
});

describe("with OAuth's settings", () => {
  const rest = {
    ENCRYPTION_KEYS: KEY,
    RAIL_API_URLS:
      "sandbox=https://try.example/api/v1/, sandbox-2=http://localhost:4010/api/v1,live=https://rails.example/api/v1",
  };
  const OAUTH = {
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_CLIENT_ID: "123.456",
    SLACK_CLIENT_SECRET: "client-secret",
    SLACK_STATE_SECRET: "0123456789abcdef0123456789abcdef",
    PUBLIC_URL: "https://bot.example",
  };
  const INSTALLATIONS = { ...rest, ...OAUTH };

  it("Slack sends over HTTP, and the bot tokens are in the store", () => {
    expect(readConfig({ ...INSTALLATIONS, PUBLIC_URL: "https://bot.example/" })).toMatchObject({
      ok: true,
      config: {
        slack: {
          kind: "http-installations",
          signingSecret: SIGNING_SECRET,
          clientId: "123.456",
          clientSecret: "client-secret",
          stateSecret: "0123456789abcdef0123456789abcdef",
          publicUrl: "https://bot.example",
          dataKeptDays: 30,
        },
        railApis: [
          { name: "sandbox", baseUrl: "https://try.example/api/v1", environment: "sandbox" },
          { name: "sandbox-2", baseUrl: "http://localhost:4010/api/v1", environment: "sandbox" },
          { name: "live", baseUrl: "https://rails.example/api/v1", environment: "production" },
        ],
        settings: { rail: null, channel: null, policy: null },
      },
    });
  });

  it.each(Object.keys({ ...OF_A_WORKSPACE, DESTINATION_COOL_DOWN_HOURS: "0" }))(
    "%s is chosen in Slack, by each workspace",
    (name) => {
      expect(faultsOf({ ...INSTALLATIONS, [name]: "canary" })).toEqual([
        expect.stringMatching(
          `^${name} must not be set beside SLACK_CLIENT_ID, .* in Slack \\(/rail setup\\): remove it.$`,
        ),
      ]);
    },
  );

  it("the Rail services among which they choose have to be named", () => {
    expect(faultsOf({ ...INSTALLATIONS, RAIL_API_URLS: "" })).toEqual([
      expect.stringMatching(/^RAIL_API_URLS must be set: names and base addresses/),
    ]);
  });

  it.each(["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_STATE_SECRET"] as const)(
    "%s alone asks for the others, all at once",
    (name) => {
      const others = Object.keys(OAUTH).filter((each) => each !== name);

      expect(namesIn(faultsOf({ ...rest, [name]: OAUTH[name] })).sort()).toEqual(others.sort());
    },
  );

  it.each([
    ["SLACK_CLIENT_ID", "canary"],
    ["SLACK_CLIENT_SECRET", "can ary"],
    ["SLACK_STATE_SECRET", "canary"],
    ["PUBLIC_URL", "http://canary.example"],
    ["PUBLIC_URL", "https://bot.example/canary"],
    ["PUBLIC_URL", "canary"],
    ["DATA_KEPT_DAYS", "0"],
    ["DATA_KEPT_DAYS", "canary"],
    ["SLACK_APP_TOKEN", "xapp-canary"],
    ["SLACK_BOT_TOKEN", "xoxb-canary"],
  ])("%s=%s is a fault", (name, value) => {
    const faults = faultsOf({ ...INSTALLATIONS, [name]: value });

    expect(new Set(namesIn(faults))).toEqual(new Set([name]));
    expect(faults.join()).not.toContain("ary");
  });
});

describe("with Rail services to choose among in Slack", () => {
  const { SLACK_APP_TOKEN, SLACK_BOT_TOKEN, ENCRYPTION_KEYS } = SLACK;
  const CHOICE = {
    SLACK_APP_TOKEN,
    SLACK_BOT_TOKEN,
    ENCRYPTION_KEYS,
    RAIL_API_URLS: "sandbox=https://try.example/api/v1,live=https://rails.example/api/v1",
  };
  const settingsOf = (env: Env) => {
    const read = readConfig({ ...CHOICE, ...env });
    if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
    return read.config.settings;
  };

  it("all else may be left to Slack, or any part of it", () => {
    expect(settingsOf({})).toEqual({ rail: null, channel: null, policy: null, pins: NO_PINS });
    expect(settingsOf({ APPROVALS_CHANNEL: "C0APPROVALS" })).toMatchObject({
      rail: null,
      channel: "C0APPROVALS",
    });
    expect(settingsOf({ APPROVERS: "U0BEN,U0CAL,U0DEE" }).policy).toMatchObject({
      coolDownHours: 24,
      rules: [{}, { approvers: ["U0BEN", "U0CAL", "U0DEE"] }],
    });
    expect(
      settingsOf({ RAIL_API_URL: "https://rails.example/api/v1/", RAIL_API_TOKEN: "token" }).rail,
    ).toEqual({ ...RAILS, name: "live", token: "token" });
  });

  it("each setting that is there is pinned, and nothing else", () => {
    const some = {
      ...{ APPROVERS: "U0BEN,U0CAL,U0DEE", DESTINATION_APPROVALS_REQUIRED: "1" },
      ...{ DESTINATION_COOL_DOWN_HOURS: "0", APPROVALS_CHANNEL: "C0APPROVALS" },
    };
    expect(settingsOf(some).pins).toEqual({
      ...NO_PINS,
      ...{ approvers: ["U0BEN", "U0CAL", "U0DEE"], destinationApprovalsRequired: 1 },
      ...{ coolDownHours: 0, channel: "C0APPROVALS" },
    });
  });

  it.each([
    [
      { RAIL_API_URL: "https://elsewhere.example/api/v1", RAIL_API_TOKEN: "canary" },
      "RAIL_API_URL",
    ],
    [{ RAIL_API_URL: "https://try.example/api/v1" }, "RAIL_API_TOKEN"],
    [{ RAIL_API_TOKEN: "canary" }, "RAIL_API_TOKEN"],
    [{ RAIL_API_ENVIRONMENT: "sandbox" }, "RAIL_API_ENVIRONMENT"],
    [{ APPROVALS_REQUIRED: "1" }, "APPROVALS_REQUIRED"],
    [{ DESTINATION_APPROVERS: "U0BEN,U0CAL,U0DEE" }, "DESTINATION_APPROVERS"],
    [{ DESTINATION_COOL_DOWN_HOURS: "0" }, "DESTINATION_COOL_DOWN_HOURS"],
    [{ APPROVERS: "U0BEN,U0CAL" }, "APPROVERS"],
  ])("%j is half a setting, or one too many", (env, name) => {
    const faults = faultsOf({ ...CHOICE, ...env });

    expect(namesIn(faults)).toEqual([name]);
    expect(faults.join()).not.toMatch(/canary|elsewhere/);
  });

  it.each([
    "https://canary.example/api/v1",
    "Canary=https://canary.example/api/v1",
    "canary=http://canary.example/api/v1",
    "canary=https://canary.example/api/v2",
    "canary=https://canary:canary@canary.example/api/v1",
    "canary=https://canary.example/api/v1?canary",
    "canary=https://canary.example/api/v1,",
    "canary=https://canary.example/api/v1,canary=https://other.example/api/v1",
    "canary=https://canary.example/api/v1,other=https://canary.example/api/v1/",
    "canary=",
  ])("%s is no list of them", (RAIL_API_URLS) => {
    const faults = faultsOf({ ...CHOICE, RAIL_API_URLS });

    expect(new Set(namesIn(faults))).toEqual(new Set(["RAIL_API_URLS"]));
    expect(faults.join()).not.toMatch(/canary/i);
  });
});

describe("a wrong value is named, without being repeated:", () => {
  it.each([
    ["SLACK_APP_TOKEN", "xoxb-canary"],
    ["SLACK_BOT_TOKEN", "xapp-canary"],
    ["SLACK_BOT_TOKEN", "canary-xoxb-"],
    ["SLACK_API_URL", "http://canary.example/api/"],
    ["SLACK_API_URL", "canary"],
    ["SLACK_COMMAND", "canary"],
    ["SLACK_COMMAND", "/Canary"],
    ["SLACK_COMMAND", "/can ary"],
    ["PORT", "canary"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PORT", "1e3"],
    ["DATABASE_URL", "mysql://canary"],
    ["ENCRYPTION_KEYS", "canary"],
    ["ENCRYPTION_KEYS", randomBytes(31).toString("base64")],
    ["ENCRYPTION_KEYS", randomBytes(32).toString("hex")],
    ["ENCRYPTION_KEYS", `${KEY},`],
    ["ENCRYPTION_KEYS", `${KEY} ${OLDER_KEY}`],
    ["RAIL_API_URL", "https://canary.example"],
    ["RAIL_API_URL", "https://canary.example/api/v2"],
    ["RAIL_API_URL", "https://canary.example/api/v1/rails"],
    ["RAIL_API_URL", "https://canary.example/api/v1?token=canary"],
    ["RAIL_API_URL", "https://canary.example/api/v1#canary"],
    ["RAIL_API_URL", "https://canary:canary@rails.example/api/v1"],
    ["RAIL_API_URL", "http://canary.example/api/v1"],
    ["RAIL_API_URL", "http://127.0.0.1.canary.example/api/v1"],
    ["RAIL_API_URL", "http://localhost.canary.example/api/v1"],
    ["RAIL_API_URL", "ftp://127.0.0.1/canary/api/v1"],
    ["RAIL_API_TOKEN", "can ary"],
    ["RAIL_API_TOKEN", "can\nary"],
    ["RAIL_API_ENVIRONMENT", "canary"],
    ["RAIL_API_ENVIRONMENT", "Production"],
    ["RAIL_FIAT_ASSETS", "GBP,,canary"],
    ["RAIL_FIAT_ASSETS", "GBP,GBP"],
    ["RAIL_STABLECOINS", "can ary"],
    ["RAIL_NETWORKS", "CANARY:"],
    ["RAIL_NETWORKS", "CANARY:bitcoin"],
    ["RAIL_NETWORKS", "CANARY:Solana"],
    ["RAIL_NETWORKS", "CANARY:solana,CANARY:ethereum"],
    ["RAIL_NETWORKS", "CANARY,CANARY:solana"],
    ["RAIL_NETWORKS", "CANARY:solana:x"],
    ["APPROVALS_CHANNEL", "#canary"],
    ["APPROVALS_CHANNEL", "U0CANARY"],
    ["APPROVERS", "@canary,U0BEN,U0CAL"],
    ["APPROVERS", "U0BEN,U0CAL,U0DEE,U0BEN"],
    ["APPROVERS", "U0BEN,U0CAL,U0DEE,"],
    ["APPROVALS_REQUIRED", "0"],
    ["APPROVALS_REQUIRED", "canary"],
    ["APPROVALS_REQUIRED", "1.5"],
    ["DESTINATION_APPROVERS", "@canary,U0BEN,U0CAL"],
    ["DESTINATION_APPROVERS", "U0BEN,U0CAL,U0DEE,U0BEN"],
    ["DESTINATION_APPROVERS", ","],
    ["DESTINATION_APPROVALS_REQUIRED", "0"],
    ["DESTINATION_APPROVALS_REQUIRED", "100"],
    ["DESTINATION_APPROVALS_REQUIRED", "canary"],
    ["DESTINATION_COOL_DOWN_HOURS", "73"],
    ["DESTINATION_COOL_DOWN_HOURS", "-1"],
    ["DESTINATION_COOL_DOWN_HOURS", "1.5"],
    ["DESTINATION_COOL_DOWN_HOURS", "0x10"],
    ["DESTINATION_COOL_DOWN_HOURS", "canary"],
    ["LOG_LEVEL", "canary"],
    ["STOP_GRACE_SECONDS", "5"],
    ["STOP_GRACE_SECONDS", "-1"],
  ])("%s=%s", (name, value) => {
    const faults = faultsOf({ ...SLACK, [name]: value });

    expect(new Set(namesIn(faults))).toEqual(new Set([name]));
    expect(faults.join("\n")).not.toMatch(/canary/i);
    expect(faults.join("\n")).toMatch(/\w+ .*\w+.*\.$/);
  });

  it.each([
    "SLACK_APP_TOKEN",
    "SLACK_BOT_TOKEN",
    "ENCRYPTION_KEYS",
    "RAIL_API_URL",
    "RAIL_API_TOKEN",
    "RAIL_API_ENVIRONMENT",
    "APPROVALS_CHANNEL",
    "APPROVERS",
  ])("%s that is missing or empty", (name) => {
    expect(namesIn(faultsOf({ ...SLACK, [name]: undefined }))).toEqual([name]);
    expect(namesIn(faultsOf({ ...SLACK, [name]: " " }))).toEqual([name]);
  });

  it.each([
    { APPROVERS: "U0BEN,U0CAL" },
    { APPROVERS: "U0BEN", APPROVALS_REQUIRED: "1" },
    { APPROVALS_REQUIRED: "3" },
  ])("approvals that nobody could give: %j", (env) => {
    expect(faultsOf({ ...SLACK, ...env })).toEqual([
      expect.stringMatching(/^APPROVERS and APPROVALS_REQUIRED: .*Name at least \d+ approvers/),
    ]);
  });

  it.each([
    { DESTINATION_APPROVERS: "U0BEN,U0CAL" },
    { DESTINATION_APPROVERS: "U0BEN", DESTINATION_APPROVALS_REQUIRED: "1" },
    { DESTINATION_APPROVALS_REQUIRED: "3" },
  ])("approvals of destinations that nobody could give: %j", (env) => {
    expect(faultsOf({ ...SLACK, ...env })).toEqual([
      expect.stringMatching(
        /^DESTINATION_APPROVERS and DESTINATION_APPROVALS_REQUIRED: .*Name at least \d+ approvers/,
      ),
    ]);
  });

  it("all of them at once, also that approvals cannot be given", () => {
    const faults = faultsOf({
      ...SLACK,
      SLACK_APP_TOKEN: "x",
      PORT: "x",
      RAIL_API_URL: "x",
      RAIL_API_ENVIRONMENT: undefined,
      APPROVALS_REQUIRED: "5",
    });

    expect(new Set(namesIn(faults))).toEqual(
      new Set(["SLACK_APP_TOKEN", "PORT", "RAIL_API_URL", "RAIL_API_ENVIRONMENT", "APPROVERS"]),
    );
  });
});

function faultsOf(env: Env): string[] {
  const read = readConfig(env);
  return read.ok ? [] : read.faults;
}

/** Which setting each fault begins with. */
const namesIn = (faults: string[]) => faults.map((fault) => /^[A-Z_]+/.exec(fault)?.[0]);

function slackConfigOf(env: Env): SlackConfig {
  const read = readConfig({ ...SLACK, ...env });
  if (!read.ok) throw new Error(read.faults.join("\n"));
  if (read.config.mode !== "slack") throw new Error("It is the sandbox");
  return read.config;
}
