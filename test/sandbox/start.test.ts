import { expect, test } from "vitest";
import { register, until } from "../../src/sandbox/register.ts";
import { createPerson } from "../../src/sandbox/slack-workspace/page-routes/person.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { startSandbox } from "../../src/sandbox/start.ts";
import { runChildProcess } from "../harness/process.ts";
import { openStage } from "../harness/stage.ts";
import { aDirectory } from "./support/directory.ts";

test("the sandbox begins with a wallet and a bank account, also when it starts again", async () => {
  const DATA_DIR = await aDirectory();
  const names = ["Treasury cold wallet", "Operating account"];
  for (const _ of ["first", "again"]) {
    const { greeting, stop } = await startSandbox({ DATA_DIR, PORT: "0", LOG_LEVEL: "silent" });
    const [, page = ""] = /Open (\S+)/.exec(greeting) ?? [];
    const ana = createPerson(page, ANA);
    await ana.say(TREASURY, "/rail destinations");
    const register = await until("the register", async () => {
      const texts = (await ana.messages(TREASURY)).map(plainTextOf);
      return texts.find((text) => names.every((name) => text.includes(name)));
    });
    await stop();
    expect(register).not.toContain("Waiting");
  }
  // PostgreSQL starts within the process, twice.
});

test("what Slack gave up waiting for is submitted again, and asked for once", async () => {
  await using stage = await openStage({ loops: true });
  let isLost = false;
  const loseNext = () =>
    stage.entrance.change(() => {
      isLost = !isLost;
      if (isLost) throw new Error("Nobody answers in time");
      loseNext();
    });
  loseNext();
  const wallet = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
  const fields = { Name: "Cold wallet", Reason: "Reserves", Address: wallet };
  await register(stage.slack.url, "/rail", fields);
  const cards = (await stage.as(ANA).messages(APPROVALS)).map(plainTextOf);
  expect(cards.filter((text) => text.includes("Cold wallet"))).toHaveLength(1);
});

test("S75 production refuses the sandbox, and so do settings of a real workspace", async () => {
  const { said, code } = await runChildProcess({ NODE_ENV: "production" });
  expect(code).toBe(1);
  expect(said).toContain("SLACK_BOT_TOKEN");
  const env = { NODE_ENV: "Production", APPROVERS: "U0BEN0001", RAIL_API_TOKEN_FILE: "token" };
  const refused = startSandbox(env).catch((error: unknown) => error);
  expect(await refused).toMatchObject({
    name: "ConfigError",
    faults: [
      expect.stringMatching(/^APPROVERS is not for the sandbox/),
      expect.stringMatching(/^RAIL_API_TOKEN_FILE is not for the sandbox/),
      expect.stringMatching(/^NODE_ENV must not be production/),
    ],
  });
});
