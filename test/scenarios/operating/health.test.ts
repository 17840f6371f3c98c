import { expect, test } from "vitest";
import * as acme from "../../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../../harness/person.ts";
import { runSql } from "../../harness/postgres.ts";
import { COMPANY } from "../../harness/stage.ts";
import { WORDS } from "../../harness/words.ts";
import { ALWAYS, MINUTE } from "../creating.ts";
import { hasPgBouncer, startPgBouncer } from "../database-servers.ts";
import { cutConnections, openChildStage } from "../processes.ts";
import { APPROVALS, BEN, openTeam, type Team, TREASURY } from "../team.ts";

const { ANA, CAL, DEE, EVE, GUS } = acme;
const { labels, commands } = WORDS;

/** Acme, where Eve administers Slack and approves nothing. */
function aCompany() {
  const seed = structuredClone(acme.acmeSeed);
  const person = (id: string) => seed.users.find((each) => each.id === id) ?? seed.users[0];
  const channel = seed.channels.find(({ id }) => id === APPROVALS);
  const eve = person(EVE);
  if (!eve || !channel) throw new Error("Acme lacks somebody");
  eve.isAdmin = true;
  return { seed, person, channel };
}

/** The lines that somebody is answered to `/rail health`, the first one being the title. */
async function healthOf(stage: Team, by = BEN): Promise<string[]> {
  const seen = async () => (await stage.as(by).messages(TREASURY)).filter((each) => each.ephemeral);
  const before = (await seen()).length;
  await stage.as(by).say(TREASURY, `${WORDS.command} health`);
  const found = await stage.until(async () => (await seen())[before], "the answer");
  return reads(found).split("\n");
}

const faultsOf = async (stage: Team) =>
  (await healthOf(stage)).filter((line) => /^(🔴|⚠️)/u.test(line)).join("\n");

test("S88 health is ten lines for approvers and administrators, says what works, and quotes no secret", async () => {
  const { seed } = aCompany();
  await using stage = await openTeam({ seed });
  for (const by of [BEN, EVE]) {
    const [title, ...lines] = await healthOf(stage, by);
    expect(title).toBe("No problem found");
    expect(lines.filter((line) => line.startsWith("✅ "))).toHaveLength(10);
    expect(lines).toHaveLength(11);
    expect(lines.join("\n")).not.toContain(COMPANY.token);
  }
  expect(await healthOf(stage, ANA)).toEqual([
    "Only approvers and Slack administrators can see this. Ask one of them.",
  ]);
  expect((await healthOf(stage, GUS)).join()).toMatch(/^Only full members/);
});

test("S88 health names each fault of the database with its remedy, and people go on working where they can", async () => {
  await using stage = await openTeam();
  const { ownerUrl } = stage.database;
  const name = ownerUrl.replace(/^.*\//, "");
  await stage.register();
  const set = async (what: string) => {
    await runSql(ownerUrl, `set transaction read write; alter database ${name} ${what}`);
    await cutConnections(ownerUrl);
  };
  await set("set default_transaction_isolation = 'repeatable read'");
  expect(await faultsOf(stage)).toMatch(
    /Database: begins transactions as repeatable read.*Operator/,
  );
  await set("set datestyle = 'German, DMY'");
  await set("set search_path = nowhere");
  const number = await stage.askForRail();
  await Promise.all([stage.approve(BEN, number), stage.approve(CAL, number)]);
  await stage.card(number, WORDS.states.payable);
  await set("reset all");

  await set("set default_transaction_read_only = on");
  expect(await faultsOf(stage)).toMatch(/Database: cannot be written to. Operator: .* main server/);
  const ready = new Request("https://signalbox.test/readyz");
  expect((await stage.processes()[0]?.fetch(ready))?.status).toBe(503);
  await set("reset all");

  await runSql(ownerUrl, "grant update on signalbox.audit to signalbox_app");
  expect(await faultsOf(stage)).toMatch(/role signalbox_app can change the audit. Operator: use/);
  await runSql(ownerUrl, "revoke update on signalbox.audit from signalbox_app");

  await runSql(ownerUrl, "revoke insert, update on signalbox.posts from signalbox_app");
  const asked = await stage.fillIn(commands.addDestination, {
    [labels.address]: "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE",
    ...{ [labels.name]: "Second wallet", [labels.reason]: "Spare" },
  });
  await stage.submitTwice(asked);
  expect(await faultsOf(stage)).toMatch(
    /Work: updating messages in Slack fails for 1 request: R-3 .*42501.*Operator/,
  );
  await runSql(ownerUrl, "grant insert, update on signalbox.posts to signalbox_app");
  await stage.pass(MINUTE);
  expect(await faultsOf(stage)).toBe("");

  await stage.database.advance(45_000);
  expect(await faultsOf(stage)).toMatch(/Clocks: .* 45 seconds behind .*sends nothing. Operator/);
  stage.slack.clock.advance(45_000);
  await stage.jump(10 * MINUTE);
  expect(await faultsOf(stage)).toMatch(
    /Work: some is \d+ minutes late. Operator: .*processes run/,
  );
});

test("S88 health names records that somebody changed, what is stopped then, and a missing key", async () => {
  await using stage = await openTeam();
  const { ownerUrl } = stage.database;
  await stage.askForDestination();
  const change = `update signalbox.requests set body = replace(body, 'spring', 'autumn')`;
  await runSql(ownerUrl, `${change}, next_at = now()`);
  await stage.settle();
  const changed = await faultsOf(stage);
  expect(changed).toMatch(/Records: changed outside Signalbox: R-1. Operator: find out/);
  expect(changed).toMatch(/Sending: stopped. Approvers: review its card/);

  await runSql(ownerUrl, "update signalbox.audit set mac = 'abcdef012345.x'");
  // Nobody can read who is named: Ben administers Slack, too.
  expect(await faultsOf(stage)).toMatch(
    /Records: ENCRYPTION_KEYS lacks abcdef012345. Operator: add/,
  );
});

test("S88 health names scopes that the bot lacks, and what is off without them", async () => {
  const { seed } = aCompany();
  const scopes = seed.app.scopes.filter((each) => each !== "im:write");
  await using stage = await openTeam({ seed: { ...seed, app: { ...seed.app, scopes } } });
  expect(await faultsOf(stage)).toMatch(
    /^🔴 Slack: the scope im:write is missing. Off: direct messages.*\n🔴 Slack: .*reinstall[^\n]*$/u,
  );
});

test("S88 health names what is wrong with approvals channel and with approvers", async () => {
  const { seed, person, channel } = aCompany();
  await using stage = await openTeam({ seed });
  const later = async () => {
    await stage.jump(2 * MINUTE);
    await stage.settle();
    return faultsOf(stage);
  };
  for (const method of ["auth.test", "users.info", "conversations.info"]) {
    stage.slack.faults.failNext(method, { error: "internal_error" }, 50);
  }
  const silent = await faultsOf(stage);
  expect(silent).toContain("🔴 Slack: Slack does not answer. Try again in a minute.");
  expect(silent).toContain("⚠️ Approvers: Slack does not say whether 3 people are active.");
  expect(silent).toMatch(/⚠️ Approvals channel: .*Slack does not answer about it/u);
  stage.slack.faults.clear();
  expect(await later()).toBe("");

  const states: [object, object, RegExp][] = [
    [{ isArchived: true }, { isArchived: false }, /is archived. Slack administrator: restore/],
    [{ isShared: true }, { isShared: false }, /other organisations can read it/],
    [{ members: [BEN] }, { members: channel.members }, /the bot is not in it.*invite/],
  ];
  for (const [fault, usual, says] of states) {
    Object.assign(channel, fault);
    expect(await later()).toMatch(says);
    Object.assign(channel, usual);
    expect(await later()).toBe("");
  }
  Object.assign(channel, { isReadOnly: true });
  const fields = { [labels.name]: "Cold wallet", [labels.reason]: "Spare" };
  const address = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
  const asked = { ...fields, [labels.address]: address };
  await stage.submitTwice(await stage.fillIn(commands.addDestination, asked));
  expect(await later()).toMatch(/took no messages from the bot.*Slack administrator: let it post/);
  Object.assign(channel, { isReadOnly: false });

  Object.assign(person(DEE) ?? {}, { isDeactivated: true });
  expect(await later()).toMatch(
    /Rail approvers: when <@U0BEN0001> or <@U0CAL0001> requests, too few/,
  );
  Object.assign(person(CAL) ?? {}, { isDeactivated: true });
  expect(await later()).toMatch(
    /Rail approvers: nobody can approve. 1 active, and 2 must.*settings/,
  );
});

test("S88 health says why the Rail service's list is not read: another host, the token, silence", async () => {
  await using stage = await openTeam();
  await stage.settle();
  expect((await healthOf(stage)).join("\n")).toMatch(/Rail service: .*last read .*, in 1 second/);
  const page = (next: string) => ({
    data: [],
    meta: { current_page: 1, last_page: 2, total: 20 },
    links: { next },
  });
  const answers: [Response, RegExp][] = [
    [
      Response.json(page("https://elsewhere.test/v9/rails?page=2")),
      /list continues outside its base address/,
    ],
    [
      Response.json({ message: "Unauthenticated." }, { status: 401 }),
      /no token that the Rail service accepts/,
    ],
    [new Response("down", { status: 503 }), /does not answer at the moment/],
  ];
  for (const [answer, says] of answers) {
    stage.front.clear();
    stage.front.meet("GET /rails", () => answer.clone(), ALWAYS);
    await stage.pass(5 * MINUTE);
    expect(await faultsOf(stage)).toMatch(says);
  }
  await stage.pass(61 * MINUTE);
  expect(await faultsOf(stage)).toMatch(/^🔴 Rail service/);
});

test("S88 health counts the connections of the app over Socket Mode", async () => {
  await using stage = await openTeam({ transport: "socket" });
  expect((await healthOf(stage)).join("\n")).toContain("Connections: Slack counted one, ours");
  await stage.start(1);
  await stage.stop();
  expect(await faultsOf(stage)).toMatch(/Slack counted 2 when .*Operator: stop one/);
});

test("a card of another Signalbox that uses the same Slack app says so when it is pressed", async () => {
  await using stage = await openTeam();
  const number = await stage.askForDestination();
  await runSql(stage.database.ownerUrl, "delete from signalbox.requests");
  await stage.as(BEN).press(await stage.card(number), WORDS.buttons.review);
  expect(await stage.told(BEN, APPROVALS)).toMatch(/^Signalbox does not know this request/);
});

test.skipIf(!hasPgBouncer)(
  "S88 a pooler that nobody declared is noticed at the start: all works, and health says so (skipped where PgBouncer is not installed)",
  async () => {
    await using stage = await openChildStage();
    await using bouncer = await startPgBouncer(stage.database.url);
    const child = await stage.startChild({ DATABASE_URL: bouncer.url, LOG_LEVEL: "warn" });
    expect(child.said()).toContain("DATABASE_POOLER=transaction");
    await stage.register();
    await stage.startChild({ DATABASE_URL: bouncer.url });
    const number = await stage.askForRail();
    await stage.approve(BEN, number);
    await stage.approve(CAL, number);
    await stage.card(number, WORDS.states.payable);
    expect(await faultsOf(stage)).toContain("a pooler is in front. Operator: set DATABASE_POOLER");
  },
);
