import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA } from "../../src/sandbox/slack-workspace/seed.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const sandbox = useSandbox();

it("says help once for a message that Slack delivers twice", async () => {
  const { ana, slack } = sandbox;
  const direct = `D${ANA.slice(1)}`;
  const said = async () => (await ana.messages(direct)).map((each) => plainTextOf(each));
  const isHelp = (text = "") => text.includes("What /rail does");
  await ana.openHome();
  slack.faults.deliverTwice = true;
  await ana.command(direct, "hello");
  await ana.waitFor(async () => (await said()).some(isHelp), "help");
  slack.faults.deliverTwice = false;

  await ana.command(direct, "once more");

  await ana.waitFor(async () => isHelp((await said()).at(-1)), "help again");
  expect((await said()).filter(isHelp)).toHaveLength(2);
}, 60_000);
