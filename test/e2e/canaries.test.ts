import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp } from "../../src/app.ts";
import { processReader } from "../../src/config/config.ts";
import type { OpenDatabase } from "../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { factsOf } from "../../src/platform/process/error-facts.ts";
import { freePort } from "../../src/sandbox/free-port.ts";
import type { RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import {
  ACME,
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  SIGNALBOX,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import { nothingInstalled } from "../../src/sandbox/slack-workspace/seeds/nothing-installed.ts";
import type { SlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { createInstallations } from "../../src/workspace/install/create-installations.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import { addToSlack } from "../support/install.ts";
import { unpaced } from "../support/no-pace.ts";
import type { Person } from "../support/person.ts";
import { person } from "../support/person.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import type { RecordingProxy } from "../support/recording-proxy.ts";
import { startRecordingProxy } from "../support/recording-proxy.ts";
import { openTokenForm } from "../support/token-form.ts";
import { wholeDatabase } from "../support/whole-database.ts";
import {
  chooseChannel,
  linkShown,
  nameApprovers,
  openSetup,
  press,
  setupReading,
} from "./set-up-steps.ts";
import { answerText, approve, ask, cardReading } from "./steps.ts";

const ADDRESS = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

/** Canaries: nothing else says any of these. */
const secrets = () => {
  const canary = (name: string) => `canary-${name}-${randomBytes(9).toString("hex")}`;
  return {
    bot: `xoxb-${canary("bot")}`,
    signing: canary("signing-secret"),
    client: canary("client-secret"),
    state: `${canary("state-secret")}-long-enough`,
    rail: canary("rail-token"),
    rotatedRail: canary("rail-token-of-tomorrow"),
    wrongRail: canary("rail-token-of-nobody"),
    key: randomBytes(32).toString("base64"),
  };
};

/** In a workspace that installs the app the token goes by our page; where a bot token is configured, by a form of Slack's. */
describe.runIf(hasPostgres).each(["by our page", "by a form of Slack's"] as const)(
  "a token that is given %s",
  (way) => {
    const isInstalled = way === "by our page";
    const cleanUp = new AsyncDisposableStack();
    const secret = secrets();
    /** What may be said nowhere. */
    const canaries: string[] = Object.values(secret);
    const log: string[] = [];
    const pages: string[] = [];
    const backups: string[] = [];
    let slack: SlackWorkspace;
    let rails: RailService;
    let toSlack: RecordingProxy;
    let fromSlack: RecordingProxy;
    let database: OpenDatabase;
    let publicUrl: string;
    let ana: Person;
    let ben: Person;

    beforeAll(async () => {
      await start();
      await live();
    });
    afterAll(() => cleanUp.disposeAsync());

    async function start(): Promise<void> {
      const directory = await temporaryDirectory();
      cleanUp.defer(() => directory.remove());
      const server = await createDatabase("with-tables");
      cleanUp.defer(() => server.drop());
      database = openPostgres(server.url, () => {});
      cleanUp.defer(() => database.close());
      slack = await startSlackWorkspace({ seed: seedWith(secret, isInstalled) });
      cleanUp.defer(() => slack.stop());
      const companies = [secret.rail, secret.rotatedRail].map((token) => ({ name: "Acme", token }));
      rails = await startRailService({ companies });
      cleanUp.defer(() => rails.stop());
      toSlack = await startRecordingProxy(slack.url);
      cleanUp.defer(() => toSlack.stop());
      const port = await freePort(join(directory.path, "port"));
      publicUrl = `http://127.0.0.1:${port}`;
      fromSlack = await startRecordingProxy(publicUrl);
      cleanUp.defer(() => fromSlack.stop());

      const bot = slack.app(SIGNALBOX);
      const { signing: signingSecret, client: clientSecret, state: stateSecret } = secret;
      const access = isInstalled
        ? ({ kind: "http-installations", clientSecret, stateSecret, publicUrl } as const)
        : ({ kind: "http", botToken: secret.bot } as const);
      const rail = { name: "sandbox", baseUrl: rails.baseUrl, environment: "sandbox" as const };
      // Without the second lock of our own logger: nothing secret comes so far as to be hidden.
      const plainly = { level: "trace", base: null, serializers: { err: factsOf } };
      const app = await startApp(
        {
          mode: "slack",
          slack: {
            ...access,
            ...{ signingSecret, clientId: bot.clientId ?? "", dataKeptDays: 30 },
          },
          ...processReader.parse({
            SLACK_API_URL: `${toSlack.url}/api/`,
            PORT: String(port),
            DATA_DIR: directory.path,
            ENCRYPTION_KEYS: secret.key,
            STOP_GRACE_SECONDS: "0",
            LOG_LEVEL: "trace",
          }),
          database: { kind: "postgres", url: server.url },
          railApis: [rail],
          settings: { rail: null, channel: null, policy: null },
        },
        pino(plainly, { write: (line) => void log.push(line) }),
        {
          host: "127.0.0.1",
          aheadMs: slack.clock.aheadMs,
          pace: unpaced,
        },
      );
      cleanUp.defer(() => app.stop());
      bot.addRedirectUrl(`${publicUrl}/slack/`);
      bot.sendTo(`${fromSlack.url}/slack/events`);
      [ana, ben] = [ANA, BEN].map((id) => as(id)) as [Person, Person];
      if (isInstalled) await install();
      whitelist = () => app.whitelist(WALLET, ACME);
    }
    let whitelist: () => Promise<void>;

    const installations = () =>
      createInstallations(database.db, createSeal([Buffer.from(secret.key, "base64")]));
    const as = (id: string) => person(slack.url, id, { team: ACME, app: SIGNALBOX });

    async function install(): Promise<void> {
      pages.push(await addToSlack(slack, publicUrl, "Ben Okafor, in Acme"));
      await keepSlacksTokens();
      const spoilt = `${publicUrl}/slack/oauth_redirect?code=${secret.wrongRail}&state=spoilt`;
      pages.push(await (await fetch(spoilt)).text());
      for (const channel of [TREASURY, APPROVALS]) await ben.command(channel, "/invite @signalbox");
    }

    /** Slack makes them up. */
    async function keepSlacksTokens(): Promise<void> {
      const found = await installations().find(ACME);
      canaries.push(found?.botToken ?? "", found?.renewal?.refreshToken ?? "");
    }

    /** All that a workspace does in its life. */
    async function live(): Promise<void> {
      await openSetup(ben, TREASURY);
      await press(ben, "Connect", "Connection");
      await ben.submit();
      await give(secret.rail);
      await setupReading(ben, "The workspace is connected.");
      await chooseChannel(ben, APPROVALS);
      await nameApprovers(ben, [BEN, CAL, DEE], 2);
      await setupReading(ben, "Acme is set up");
      await whitelist();

      const card = await ask(ana, { name: "Payroll float" });
      for (const id of [BEN, CAL]) await approve(as(id), card);
      await cardReading(ana, "Payroll float", "DONE", 60_000);

      await openSetup(ben, TREASURY);
      await press(ben, "Replace the token", "Enter the token");
      await give(secret.rotatedRail);
      await setupReading(ben, "taken the place of the former one");
      if (isInstalled) await rotateSlacksTokens();
      await fail();
      backups.push(await wholeDatabase(database.db));

      await ben.click("modal", "Remove the token");
      await setupReading(ben, "It has no token: nothing is sent.");
      if (isInstalled) {
        await as(BEN).uninstall();
        await ben.waitFor(async () => !(await installations().about(ACME)), "the app to be gone");
      }
      backups.push(await wholeDatabase(database.db));
    }

    /** A wrong one first. On the page the link is opened again once it is used. */
    async function give(token: string): Promise<void> {
      if (!isInstalled) {
        await ben.fill("Token", secret.wrongRail);
        await ben.submit();
        expect(JSON.stringify(await ben.modal())).toContain("does not accept this token");
        await ben.fill("Token", token);
        await ben.submit();
        return;
      }
      const link = await linkShown(ben);
      const { text, send } = await openTokenForm(link);
      const carried = link.split("/").at(-1)?.split(".")[0] ?? "";
      inLinks.push(carried);
      pages.push(text);
      for (const each of [secret.wrongRail, "", `Bearer ${token}`, token, token]) {
        pages.push(await (await send(each)).text());
      }
      pages.push((await openTokenForm(link)).text, (await openTokenForm(`${link}x`)).text);
    }
    const inLinks: string[] = [];

    async function rotateSlacksTokens(): Promise<void> {
      const { version } = (await installations().find(ACME)) ?? {};
      slack.clock.advance(11 * 3_600_000);
      await answerText(ana, "/rail pending");
      await ana.waitFor(
        async () => (await installations().find(ACME))?.version !== version,
        "other tokens of Slack's",
      );
      await keepSlacksTokens();
      expect(new Set(canaries.slice(-4)).size).toBe(4);
    }

    /** What fails tells of it, to people and in the log. */
    async function fail(): Promise<void> {
      rails.faults.add({ operation: "GET /rails", fault: { kind: "cut-json" } });
      await answerText(ana, "/rail list");
      slack.faults.failNext("users.info", { error: "invalid_auth" });
      await answerText(ana, "/rail pending");
      slack.faults.failNext("views.open", { error: "internal_error" }, 5);
      await answerText(ana, "/rail new");
      slack.faults.clear();
      await answerText(ben, "/rail health");
    }

    const sayings = (text: string, among: readonly string[] = canaries) =>
      among.filter((canary) => text.includes(canary));

    it("was used, and everything else that is listened to has spoken", () => {
      expect(rails.rails("Acme")).toHaveLength(1);
      expect(canaries.every((canary) => canary.length > 10)).toBe(true);
      expect(log.join("")).toContain("a listener failed");
      expect(log.join("")).toContain("job done");
      const methods = toSlack.exchanges().map(({ path }) => path.replace("/api/", ""));
      expect(methods).toEqual(
        expect.arrayContaining(["chat.postMessage", "chat.postEphemeral", "views.push"]),
      );
      expect(fromSlack.exchanges().some(({ answer }) => answer.includes("response_action"))).toBe(
        true,
      );
      expect(backups.join("")).toContain("Payroll float");
      expect(pages).toHaveLength(isInstalled ? 18 : 0);
    });

    it("stands in no line of the log, and the secret of its link neither", () => {
      expect(sayings(log.join(""), [...canaries, ...inLinks])).toEqual([]);
    });

    it("stands in no message, no view and no private_metadata that Slack was given", () => {
      const given = [
        ...toSlack
          .exchanges()
          .filter(({ path }) => path !== "/api/oauth.v2.access")
          .map(({ path, body }) => path + saidIn(String(body))),
        ...fromSlack.exchanges().map(({ answer }) => answer),
      ];

      expect(sayings(given.join("\n"))).toEqual([]);
    });

    it("stands in no row of the database in the open, before it is removed and afterwards", () => {
      expect(backups).toHaveLength(2);
      for (const backup of backups) {
        expect(sayings(backup, [...canaries, ...inLinks])).toEqual([]);
      }
    });

    // Nobody opens one where the token is typed in Slack.
    if (!isInstalled) return;

    it("stands on no page, whatever went wrong there", () => {
      expect(sayings(pages.join("\n"))).toEqual([]);
    });
  },
);

/** What a call says, but for the token in whose name it is made. */
function saidIn(form: string): string {
  const said = new URLSearchParams(form);
  said.delete("token");
  return [...said].flat().join("\n");
}

const WALLET = {
  name: "Treasury cold wallet",
  details: { kind: "wallet", network: "SOLANA_DEVNET", address: ADDRESS },
} as const;

function seedWith(secret: ReturnType<typeof secrets>, isInstalled: boolean) {
  const { bot: botToken, signing: signingSecret, client: clientSecret } = secret;
  if (!isInstalled) return { ...acmeSeed, app: { ...acmeSeed.app, botToken, signingSecret } };
  const world = nothingInstalled("/rail");
  return {
    ...world,
    furtherApps: world.furtherApps.map((app) => ({
      ...app,
      signingSecret,
      ...(app.oauth && { oauth: { ...app.oauth, clientSecret } }),
    })),
  };
}
