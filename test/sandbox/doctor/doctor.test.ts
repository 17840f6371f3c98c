import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRailApi } from "../../../src/platform/rail-api/client.ts";
import { tagText } from "../../../src/request/rules/outcome/tag.ts";
import { examine } from "../../../src/sandbox/doctor/examine.ts";
import type { Finding } from "../../../src/sandbox/doctor/finding.ts";
import { startRailService } from "../../../src/sandbox/rail-service/server.ts";
import { assumed } from "../../../src/sandbox/slack-workspace/assumptions.ts";
import { APPROVALS, acmeSeed, BEN, CAL, DEE } from "../../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { childEnvironment } from "../../support/child-environment.ts";
import { startAcme } from "../slack-workspace/bolt-app.ts";

const TOKEN = "token-of-acme-at-the-rail-service";
const APPROVERS = [BEN, CAL, DEE];
const ONLY_READ = [
  "auth.test",
  "blocks.validate",
  "conversations.info",
  "conversations.list",
  "users.info",
];

const open = new AsyncDisposableStack();
afterAll(() => open.disposeAsync());

let baseUrl: string;
beforeAll(async () => {
  const rails = await startRailService({ companies: [{ name: "Acme", token: TOKEN }] });
  open.defer(rails.stop);
  baseUrl = rails.baseUrl;
});

const patient = ({ apiUrl, botToken }: SlackWorkspace, token = TOKEN) => ({
  slack: { apiUrl, botToken, pauseMs: 0 },
  channel: APPROVALS,
  approvers: APPROVERS,
  rail: { baseUrl, token },
});

/** A Slack that is as the sandbox takes it to be, in which the bot has written to Ben before. */
async function startSlack(options: Parameters<typeof startAcme>[0] = {}) {
  const workspace = await startAcme({ seed: acmeSeed, ...options });
  await workspace.client.conversations.open({ users: BEN });
  return workspace;
}

const named = (findings: readonly Finding[], what: string) =>
  findings.find((finding) => finding.what.includes(what));

const differing = (findings: readonly Finding[]) =>
  findings.filter(({ verdict }) => verdict === "differs").map(({ what, there }) => [what, there]);

describe("the doctor", () => {
  it("finds the sandbox to be what the sandbox is, and only reads", async () => {
    await using workspace = await startSlack();
    const before = workspace.traffic().length;

    const findings = await examine(patient(workspace));

    expect(differing(findings)).toEqual([]);
    const asked = workspace
      .traffic()
      .slice(before)
      .map(({ method }) => method);
    expect(asked.filter((method) => !ONLY_READ.includes(method))).toEqual([]);
    expect(named(findings, "conversations.info")?.verdict).toBe("same");
    expect(named(findings, "scopes")?.verdict).toBe("same");
    expect(named(findings, "blockKit.messageBlocksJson")?.verdict).toBe("same");
  });

  it("says which scopes are missing, and what cannot be seen without them", async () => {
    const scopes = [
      ...acmeSeed.app.scopes.filter((each) => each !== "im:read"),
      "users:read.email",
    ];
    const seed = { ...acmeSeed, app: { ...acmeSeed.app, scopes } };
    await using workspace = await startSlack({ seed });

    expect(differing(await examine(patient(workspace)))).toEqual([
      ["scopes of the bot token", "without im:read; also users:read.email"],
      ["conversations.info of a direct message", "refused: missing_scope (im:read)"],
    ]);
  });

  it.each([
    ["archived", { isArchived: true }],
    ["shared with another organisation", { isShared: true }],
    ["about to be shared with another organisation", { isPendingShared: true }],
  ])("says that the approvals channel is %s", async (how, fields) => {
    const channels = acmeSeed.channels.map((each) => ({ ...each, ...fields }));
    await using workspace = await startSlack({ seed: { ...acmeSeed, channels } });

    const findings = differing(await examine(patient(workspace)));

    expect(findings).toEqual([["approvals channel", how]]);
  });

  it("tries the unconfirmed values that can be tried, and says how another Slack has them", async () => {
    const { surfaces: newer } = assumed().blockKit;
    const blockKit = {
      messageBlocksJson: 12_000,
      surfaces: { ...newer, table: ["message" as const, "modal" as const] },
      uniqueOptionValues: true,
      validatePointerRoot: "/blocks",
    };
    await using workspace = await startSlack({ assumptions: { blockKit } });

    const findings = await examine(patient(workspace));

    expect(differing(findings)).toEqual([
      ["blockKit.messageBlocksJson", '"less than 13200"'],
      ["blockKit.surfaces", JSON.stringify({ ...newer, table: ["message", "modal"] })],
      ["blockKit.uniqueOptionValues", "true"],
      ["blockKit.validatePointerRoot", '"/blocks"'],
      ["Block Kit: a table in a view", "takes what is within, takes what is beyond"],
    ]);
    expect(named(findings, "responseUrlUses")?.verdict).toBe("not tried");
  });

  it("sees whether a Rail that Signalbox created has its tag", async () => {
    await using workspace = await startSlack();
    const before = await examine(patient(workspace));
    await createRail(tagText({ requestId: crypto.randomUUID(), digest: "0".repeat(64) }));
    const after = await examine(patient(workspace));

    expect(named(before, "metadata of a Rail")?.verdict).toBe("not tried");
    expect(named(after, "metadata of a Rail")?.verdict).toBe("same");
    expect(differing(await examine(patient(workspace, "wrong")))).toEqual([
      ["GET /rails", "refused: 401"],
    ]);
    const nowhere = { baseUrl: "http://127.0.0.1:1/api/v1", token: TOKEN };
    expect(differing(await examine({ ...patient(workspace), rail: nowhere }))).toEqual([
      ["GET /rails", "no answer"],
    ]);
  });

  it("says which approver is none, and that the bot is not in the channel", async () => {
    const seed = {
      ...acmeSeed,
      users: acmeSeed.users.map((user) => (user.id === CAL ? { ...user, isGuest: true } : user)),
      channels: acmeSeed.channels.map((channel) =>
        channel.id === APPROVALS ? { ...channel, members: APPROVERS } : channel,
      ),
    };
    await using workspace = await startSlack({ seed });

    expect(differing(await examine(patient(workspace)))).toEqual([
      ["approvals channel", "without the bot"],
      ["approver 2 of 3", "a guest"],
    ]);
  });

  it("asks no more once Slack wants a pause", async () => {
    await using workspace = await startSlack();
    workspace.faults.failNext("users.info", { retryAfterSeconds: 30 });
    const before = workspace.traffic().length;

    const findings = await examine(patient(workspace));

    expect(named(findings, "approver 3")).toMatchObject({
      verdict: "not tried",
      there: "Slack wants a pause of 30 s",
    });
    const asked = workspace
      .traffic()
      .slice(before)
      .map(({ method }) => method);
    expect(asked.filter((method) => method === "users.info")).toHaveLength(1);
  });
});

describe("npm run doctor", () => {
  it("prints what differs and what to do about it, names nobody, and ends with 1", async () => {
    const seed = {
      ...acmeSeed,
      users: acmeSeed.users.map((user) =>
        user.id === DEE ? { ...user, isDeactivated: true } : user,
      ),
    };
    await using workspace = await startSlack({ seed });

    const { code, stdout, stderr } = await run({
      SLACK_API_URL: workspace.apiUrl,
      SLACK_BOT_TOKEN: workspace.botToken,
      SLACK_APP_TOKEN: workspace.appToken,
      APPROVERS: APPROVERS.join(","),
      APPROVALS_CHANNEL: APPROVALS,
      RAIL_API_URL: baseUrl,
      RAIL_API_TOKEN: TOKEN,
      RAIL_API_ENVIRONMENT: "sandbox",
      ENCRYPTION_KEYS: "A".repeat(43),
    });

    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toContain("| approver 3 of 3 | an active member | deactivated | differs |");
    expect(stdout).toContain("- approver 3 of 3: name another in APPROVERS");
    expect(stdout).toMatch(/\d+ values: 1 differs\.\n$/);
    for (const secret of [
      workspace.botToken,
      TOKEN,
      workspace.teamId,
      APPROVALS,
      ...APPROVERS,
      "Dee",
    ])
      expect(stdout).not.toContain(secret);
  });

  it.each([["--al"], ["--pause", "soon"], ["now"]])(
    "does not take what it does not know for a difference: %s %s",
    async (...args) => {
      const { code, stderr } = await run({}, args);

      expect(code).toBe(2);
      expect(stderr).toContain("Its arguments are --all, and --pause");
    },
  );

  it("says what it needs where no real Slack is set", async () => {
    const { code, stderr } = await run({});

    expect(code).toBe(2);
    expect(stderr).toContain("give it the settings with which Signalbox is started");
  });
});

const MAIN = fileURLToPath(new URL("../../../src/sandbox/doctor/main.ts", import.meta.url));

async function run(env: Record<string, string>, args: readonly string[] = ["--pause", "0"]) {
  const ran = promisify(execFile)(process.execPath, [MAIN, ...args], {
    env: { ...childEnvironment(), ...env },
  });
  const ended = await ran.catch((error: { code: number; stdout: string; stderr: string }) => error);
  return { code: 0, ...ended };
}

async function createRail(tag: string): Promise<void> {
  const rails = createRailApi({ baseUrl, token: TOKEN });
  const details = {
    name: "Cold wallet",
    network: "SOLANA_DEVNET",
    address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
  };
  const { id } = await rails.whitelistWallet(details);
  const wallet = { ...details, id: id ?? "" };
  await rails.createRail(
    { type: "ON_RAMP", source: { asset: "GBP" }, destination: { asset: "GBPA", wallet } },
    [tag],
  );
}
