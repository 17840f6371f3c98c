import { expect, test } from "vitest";
import { ANA, BEN, CAL, DEE } from "../../../src/sandbox/slack-workspace/seed.ts";
import { WORDS } from "../../harness/words.ts";
import { dump } from "../processes.ts";
import { acme, type Companies, globex, openCompanies } from "./companies.ts";

const { states, commands, buttons } = WORDS;

/** Acme with a Rail, a stop, a Rail that is agreed, and one that waits for a second approval. */
async function openStopped() {
  const stage = await openCompanies();
  await stage.setUp(acme);
  await stage.register(acme);
  const first = await stage.askForRail(acme);
  await stage.approveRail(acme, first);
  await stage.say(acme, "freeze Phishing", DEE);
  const agreed = await stage.askForRail(acme, "Second float");
  await stage.approveRail(acme, agreed);
  const waiting = await stage.askForRail(acme, "Third float");
  await stage.approveOne(acme, waiting, BEN);
  return { stage, agreed, waiting };
}

const uninstall = (stage: Companies) => stage.as(acme, BEN).call("/uninstall", {});

/** Slack's news of the removal, as they came. */
const newsOfRemoval = ({ entrance }: Companies) =>
  entrance.requests.filter(({ body }) => /"type":"(app_uninstalled|tokens_revoked)"/.test(body));

async function resume(stage: Companies): Promise<void> {
  const stop = (await stage.cards(acme)).find(({ state }) => state === states.sendingStopped);
  for (const by of [BEN, CAL]) {
    const person = await stage.openFrom(acme, by, stop ?? "home", buttons.reviewToResume);
    await person.submit();
    await stage.settle();
  }
}

test("S82 what waits, the register, settings and a stop outlive removal; nothing is sent meanwhile", async () => {
  const { stage, agreed, waiting } = await openStopped();
  await using _ = stage;
  const before = await stage.say(acme, commands.settings);
  const calls = stage.rails.calls().length;
  await uninstall(stage);
  expect(newsOfRemoval(stage)).toHaveLength(2);
  // Neither the bot's token nor that of the service is kept, in whatever form it was.
  const { rows } = await stage.database.openPool().query("table signalbox.connections");
  expect(rows).toMatchObject([{ token: null }]);
  expect(await dump(stage.database.ownerUrl)).not.toMatch(/xoxb-|rail-token-of/);
  const told = stage.slack.traffic().length;
  await stage.pass(3_600_000);
  expect(stage.rails.calls()).toHaveLength(calls);
  expect(stage.slack.traffic()).toHaveLength(told);

  // S28: a requester gains nothing by installing it again.
  const { text } = await (await stage.install(acme, ANA)).finish();
  expect(text).toContain("Signalbox is installed in Acme");
  const after = await stage.say(acme, commands.settings);
  const [title, missing, ...same] = after.text.split("\n");
  expect(missing).toBe("⚠️ There is no token. An administrator sets one here.");
  expect([title, ...same].join("\n")).toBe(before.text.replace("token …acme", "no token"));
  expect((await stage.card(acme, agreed)).state).toBe(states.ready);
  const own = await stage.refusalOf(acme, ANA, await stage.card(acme, waiting), buttons.review);
  expect(own).toContain("You cannot decide on your own request");
  expect((await stage.say(acme, commands.settings, ANA)).text).not.toContain("Set up Signalbox");

  expect((await stage.enter(acme)).text).toContain("it is in use now");
  expect(stage.railsOf(acme)).toHaveLength(1);
  await resume(stage);
  await stage.approveOne(acme, waiting, CAL);
  for (const number of [agreed, waiting]) {
    expect(await stage.card(acme, number)).toMatchObject({ state: states.payable });
  }
  expect(stage.railsOf(acme)).toHaveLength(3);
});

test("S82 news of an earlier installation, twice and in the other order, take nothing from a later one", async () => {
  await using stage = await openCompanies();
  await stage.setUp(acme);
  await uninstall(stage);
  await (await stage.install(acme)).finish();
  expect((await stage.enter(acme)).text).toContain("Approvers decide");
  for (const late of newsOfRemoval(stage).toReversed()) {
    expect((await stage.entrance.replay(late)).status).toBe(200);
  }
  expect((await stage.say(acme, commands.settings)).text).toContain("Settings · version 1");

  // Another workspace's bot is its own.
  await stage.setUp(globex);
  await uninstall(stage);
  expect((await stage.say(globex, commands.settings)).text).toContain("Settings · version 1");
});

test("S82 while Slack does not say whether the token still holds, nothing is forgotten", async () => {
  await using stage = await openCompanies();
  await stage.setUp(acme);
  await uninstall(stage);
  const [news] = newsOfRemoval(stage);
  await (await stage.install(acme)).finish();
  if (!news) throw new Error("Slack said nothing");
  stage.slack.faults.failNext("auth.test", { error: "internal_error" });
  expect((await stage.entrance.replay(news)).status).toBe(500);
  expect((await stage.entrance.replay(news)).status).toBe(200);
  expect((await stage.say(acme, commands.settings)).text).toContain("Settings · version 1");
});
