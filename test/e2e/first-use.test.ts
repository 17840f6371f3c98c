import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp } from "../../src/app.ts";
import { USUAL_LIMITS } from "../../src/config/limits.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, acmeSeed, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { temporaryDirectory } from "../support/embedded.ts";
import type { Person } from "../support/person.ts";
import { person } from "../support/person.ts";
import {
  approve,
  ask,
  askToWhitelist,
  cardReading,
  on,
  openReview,
  privateAnswer,
} from "./steps.ts";

const NAME = "Treasury cold wallet";
const cleanUp = new AsyncDisposableStack();
let ana: Person;
let ben: Person;
let cal: Person;
beforeAll(async () => {
  const directory = await temporaryDirectory();
  cleanUp.defer(() => directory.remove());
  const slack = await startSlackWorkspace({ seed: acmeSeed });
  cleanUp.defer(() => slack.stop());
  const rails = await startRailService({ companies: [{ name: "Acme", token: "acme-token" }] });
  cleanUp.defer(() => rails.stop());
  const railApi = { name: "sandbox", baseUrl: rails.baseUrl, environment: "sandbox" as const };
  const one = { approvers: [BEN, CAL], approvalsRequired: 1 };
  const app = await startApp(
    {
      mode: "slack",
      dataDir: directory.path,
      slack: {
        kind: "socket",
        appToken: slack.appToken,
        botToken: slack.botToken,
        apiUrl: slack.apiUrl,
      },
      command: "/rail",
      port: 0,
      database: { kind: "embedded", dataDir: directory.path },
      encryptionKeys: [Buffer.alloc(32, 1)],
      rail: {
        catalogue: {
          fiatAssets: ["GBP"],
          stablecoins: ["GBPA"],
          networks: [{ id: "SOLANA_DEVNET", family: "solana" }],
        },
      },
      railApis: [railApi],
      settings: {
        rail: { ...railApi, token: "acme-token" },
        channel: APPROVALS,
        policy: usualPolicy({ rails: one, destinations: one, coolDownHours: 0 }),
      },
      limits: USUAL_LIMITS,
      stopGraceMs: 0,
      logLevel: "silent",
    },
    createLogger("silent"),
  );
  cleanUp.defer(() => app.stop());
  [ana, ben, cal] = [ANA, BEN, CAL].map((id) => person(slack.url, id)) as [Person, Person, Person];
});
afterAll(() => cleanUp.disposeAsync());

describe("where one approval is enough", () => {
  it("whoever added a destination cannot be the only one who approves its first use", async () => {
    const added = await askToWhitelist(ben, {
      name: NAME,
      network: "SOLANA_DEVNET",
      address: "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE",
    });
    await approve(cal, added);
    await cardReading(ana, NAME, "WHITELISTED");
    const first = await ask(ana, { name: "First use" });
    expect(plainTextOf(first)).toContain("🔴 Warning: first use of this destination");

    const refused = await privateAnswer(ben, APPROVALS, () =>
      ben.click(on(first), "Review and approve"),
    );
    expect(plainTextOf(refused)).toContain(
      "You added this destination, so you cannot be the only one who approves its first use.",
    );
    await approve(cal, first);
    await cardReading(ana, "First use", "DONE");

    const second = await ask(ana, { name: "Second use" });
    await openReview(ben, second);
    expect((await ben.modal())?.private_metadata).toContain('"asked":null');
    expect(await ben.submit()).toMatchObject({ closed: true });
    await cardReading(ana, "Second use", "DONE");
  });
});
