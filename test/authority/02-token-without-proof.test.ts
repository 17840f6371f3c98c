import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, DEE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { openSetup, press, setupReading } from "../e2e/set-up-steps.ts";
import { answerText, approve, ask, cardOf, cardReading, on } from "../e2e/steps.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";

const OTHER = { name: "Globex", token: "globex-token" };
const ROTATED = { name: "Acme", token: "acme-token-of-tomorrow" };
const CARRY = "Carry the register over";
const CONNECT = "Connection to sandbox";

describe.runIf(hasPostgres)("a RAIL_API_TOKEN of which nothing proves whose it is", () => {
  let cleanUp: AsyncDisposableStack;
  let production: Production;
  let apps: RunningApp[];

  beforeEach(async () => {
    cleanUp = new AsyncDisposableStack();
    const { url, drop } = await createDatabase("with-tables");
    cleanUp.defer(drop);
    production = await startProduction(url, { companies: [OTHER, ROTATED] });
    cleanUp.defer(() => production.stop());
    apps = [await production.start()];
    cleanUp.defer(stop);
    const { as } = production;
    await approve(as(BEN), await ask(as(ANA), { name: "Waits" }));
    await cardReading(as(ANA), "Waits", "WAITING 1 of 2");
  });
  afterEach(() => cleanUp.disposeAsync());

  async function stop(): Promise<void> {
    for (const app of apps.splice(0)) await app.stop();
  }

  /** Two replicas at once. */
  async function restartWith(token: string): Promise<void> {
    await stop();
    production.env.RAIL_API_TOKEN = token;
    const read = readConfig(production.env);
    if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
    const { config } = read;
    apps = await Promise.all([1, 2].map(() => startApp(config, createLogger("silent"))));
  }

  /** The environment leaves the connection to Slack from now on. */
  async function leaveToSlack(): Promise<void> {
    await stop();
    const { RAIL_API_URL: url, RAIL_API_TOKEN, RAIL_API_ENVIRONMENT, ...others } = production.env;
    production.env = { ...others, RAIL_API_URLS: `sandbox=${url}` };
    const read = readConfig(production.env);
    if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
    apps = [await startApp(read.config, createLogger("silent"))];
  }

  /** Ben enters it, and the approvers agree. Returns what their card says. */
  async function enterInSlack(token: string): Promise<string> {
    const { as } = production;
    const ben = as(BEN);
    await openSetup(ben, TREASURY);
    await press(ben, "Replace the token", "Enter the token");
    await ben.fill("Token", token);
    await ben.submit();
    await setupReading(ben, "asks the approvers for it");
    await ben.close("all");
    return agreeTo(CONNECT);
  }

  /** The newest request of this name. Returns what its card said. */
  async function agreeTo(name: string): Promise<string> {
    const { as } = production;
    const card = await cardReading(as(CAL), name, "WAITING 0 of 2");
    await approve(as(CAL), card);
    await approve(as(DEE), await cardReading(as(DEE), name, "WAITING 1 of 2"));
    await cardReading(as(ANA), name, "IN EFFECT");
    return plainTextOf(card);
  }

  const railsOf = (company: string) => production.rails.rails(company);

  async function carryOver(): Promise<string> {
    const ben = production.as(BEN);
    await openSetup(ben, TREASURY);
    const before = await setupReading(ben, "nothing proves whose token this is");
    await ben.click("modal", "Carry the register over…");
    await setupReading(ben, "asks the approvers to carry the register over");
    await ben.close("all");
    return before;
  }

  it("inherits no register and no approval, and what waits is held and says so", async () => {
    const { as } = production;
    await restartWith(OTHER.token);

    const held = await cardReading(as(ANA), "Waits", "on hold: nobody can approve it");
    expect(JSON.stringify(held.blocks)).not.toContain("Review");
    await as(CAL).click(on(held), "Deny");
    await as(CAL).waitFor(() => as(CAL).modal(), "the form to deny");
    await as(CAL).close("all");
    expect(await answerText(as(ANA), "/rail destinations")).not.toContain("Treasury cold wallet");
    expect(railsOf("Globex")).toEqual([]);

    // The former token is put back: all of it goes on as it was, however often the two take turns.
    await restartWith("acme-token");
    await cardReading(as(ANA), "Waits", "[Review]");
    await restartWith(OTHER.token);
    await cardReading(as(ANA), "Waits", "on hold: nobody can approve it");
    await restartWith("acme-token");
    await cardReading(as(ANA), "Waits", "[Review]");
    await approve(as(CAL), await cardOf(as(CAL), "Waits"));
    await cardReading(as(ANA), "Waits", "DONE");
    expect(railsOf("Globex")).toEqual([]);
  });

  it("carries the register over once the approvers agree, and what was held goes on", async () => {
    const { as } = production;
    await restartWith(ROTATED.token);
    await cardReading(as(ANA), "Waits", "on hold");

    expect(await carryOver()).toContain("keeps 1 destination, and holds 1 request");

    const card = await cardOf(as(CAL), CARRY);
    expect(plainTextOf(card)).toContain("nothing proves that this token is your own company's");
    expect(plainTextOf(card)).toContain("1 destination and 1 waiting request");
    await approve(as(CAL), card);
    expect(plainTextOf(await cardOf(as(ANA), "Waits"))).toContain("on hold");
    await approve(as(DEE), await cardReading(as(CAL), CARRY, "WAITING 1 of 2"));
    await cardReading(as(ANA), CARRY, "IN EFFECT");

    await cardReading(as(ANA), "Waits", "[Review]");
    await approve(as(CAL), await cardOf(as(CAL), "Waits"));
    await cardReading(as(ANA), "Waits", "DONE");
    expect(await answerText(as(ANA), "/rail destinations")).toContain("Treasury cold wallet");
    expect(railsOf("Acme")).toHaveLength(1);
  });

  it("ends what is held once the approvers deny that", async () => {
    const { as } = production;
    await restartWith(OTHER.token);
    await carryOver();

    const card = await cardOf(as(CAL), CARRY);
    await as(CAL).click(on(card), "Deny");
    await as(CAL).waitFor(() => as(CAL).modal(), "the form to deny");
    await as(CAL).fill("Reason", "This is Globex's token");
    await as(CAL).submit();

    const ended = await cardReading(as(ANA), "Waits", "VOID");
    expect(plainTextOf(ended)).toContain("The Rail connection was changed while this waited");
    expect(railsOf("Globex")).toEqual([]);
  });

  it("cannot be given the register of a company whose Rail it does not see", async () => {
    const { as } = production;
    await approve(as(CAL), await cardOf(as(CAL), "Waits"));
    await cardReading(as(ANA), "Waits", "DONE");
    await restartWith(OTHER.token);

    const ben = as(BEN);
    await openSetup(ben, TREASURY);
    await ben.click("modal", "Carry the register over…");
    await setupReading(ben, "it is another company's");

    await ben.close("all");
    await restartWith(ROTATED.token);
    expect(await answerText(as(ANA), "/rail destinations")).toContain("Treasury cold wallet");
  });

  it("holds the same where the token was entered in Slack, until it is carried over", async () => {
    const { as } = production;
    await leaveToSlack();

    expect(await enterInSlack(ROTATED.token)).toContain("Pending requests are held");

    await cardReading(as(ANA), "Waits", "on hold: nobody can approve it");
    expect(await answerText(as(ANA), "/rail destinations")).not.toContain("Treasury cold wallet");
    expect(await carryOver()).toContain("keeps 1 destination, and holds 1 request");
    await agreeTo(CARRY);
    await cardReading(as(ANA), "Waits", "[Review]");
    await approve(as(CAL), await cardOf(as(CAL), "Waits"));
    await cardReading(as(ANA), "Waits", "DONE");
    expect(await answerText(as(ANA), "/rail destinations")).toContain("Treasury cold wallet");
    expect(railsOf("Acme")).toHaveLength(1);
  });

  it("lets what is held go on once the former token is entered in Slack again", async () => {
    const { as } = production;
    await leaveToSlack();
    await enterInSlack(OTHER.token);
    await cardReading(as(ANA), "Waits", "on hold: nobody can approve it");

    expect(await enterInSlack("acme-token")).toContain("Requests held there resume");

    await cardReading(as(ANA), "Waits", "[Review]");
    await approve(as(CAL), await cardOf(as(CAL), "Waits"));
    await cardReading(as(ANA), "Waits", "DONE");
    expect(railsOf("Globex")).toEqual([]);
  });

  it("does not strand the first register by a detour over a third token", async () => {
    const { as } = production;
    await restartWith(ROTATED.token);
    await restartWith(OTHER.token);
    await restartWith(ROTATED.token);

    await cardReading(as(ANA), "Waits", "on hold: nobody can approve it");
    expect(await carryOver()).toContain("keeps 1 destination, and holds 1 request");
    await agreeTo(CARRY);
    await cardReading(as(ANA), "Waits", "[Review]");
    await approve(as(CAL), await cardOf(as(CAL), "Waits"));
    await cardReading(as(ANA), "Waits", "DONE");
    expect(railsOf("Acme")).toHaveLength(1);
  });
});
