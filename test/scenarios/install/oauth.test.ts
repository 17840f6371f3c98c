import { expect, test } from "vitest";
import { BEN, CAL, EVE } from "../../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../../harness/person.ts";
import { runSql } from "../../harness/postgres.ts";
import { operate } from "../../harness/process.ts";
import { type StartProcess, startProcess } from "../../harness/seam.ts";
import { WORDS } from "../../harness/words.ts";
import { topOf } from "../top-of.ts";
import { acme, globex, openCompanies } from "./companies.ts";

const { states, commands } = WORDS;

test("S86 two workspaces install the app and are set up, and each creates a Rail of its own", async () => {
  await using stage = await openCompanies();
  const start = await (await fetch(`${stage.url}/slack/install`)).text();
  expect(start).toContain("Add to Slack");
  for (const company of [acme, globex]) {
    const { status, text } = await (await stage.install(company)).finish();
    expect(status).toBe(200);
    expect(text).toContain(`Signalbox is installed in ${company.name}`);
    expect(text).toContain(`href="${stage.slack.url}`);
    const { text: empty } = await stage.say(company, commands.settings);
    expect(empty).toContain("No token yet");
    await stage.setUp(company);
    expect(await stage.cards(company)).toMatchObject([{ state: states.done }]);
    await stage.register(company);
    const number = await stage.askForRail(company);
    await stage.approveRail(company, number);
    expect(await stage.card(company, number)).toMatchObject({ state: states.payable });
  }
  for (const company of [acme, globex]) expect(stage.railsOf(company)).toHaveLength(1);
});

test("S86 an installation is finished once, within ten minutes, in the browser that began it", async () => {
  await using stage = await openCompanies();
  const { finish, back } = await stage.install(acme);
  const other = await stage.install(globex);
  for (const cookie of ["", "__Host-signalbox-install=x", other.cookie]) {
    const { status, text } = await finish({ cookie });
    expect(status).toBe(400);
    expect(text).toContain("in the browser in which it was begun");
    expect(text).not.toContain(new URL(back).searchParams.get("code"));
  }
  expect((await finish()).status).toBe(200);
  // Slack takes its code once.
  expect((await finish()).text).toContain("Slack did not confirm the installation");
  expect((await fetch(`${stage.url}/slack/install`)).headers.getSetCookie()).toEqual([]);
  await stage.jump(600_001);
  expect((await other.finish()).status).toBe(400);
  const cancelled = await stage.install(globex, globex.admin, "cancel");
  expect((await cancelled.finish()).text).toContain("cancelled in Slack");
  stage.slack.faults.failNext("oauth.v2.access", { error: "internal_error" });
  const late = await stage.install(globex);
  expect((await late.finish()).text).toContain("Slack did not answer");
});

test.for([
  ["an organisation as a whole", { team: null }, "not in a whole organisation"],
  ["tokens that end by themselves", { expires_in: 43_200 }, "token rotation"],
] as const)("S86 %s: refused", async ([, answer, sentence]) => {
  const start: StartProcess = (env, outside, options) =>
    startProcess(env, { ...outside, fetch: answering(outside.fetch, answer) }, options);
  await using stage = await openCompanies({ start });
  const { text } = await (await stage.install(acme)).finish();
  expect(text).toContain(sentence);
});

/** Slack's answer to a code says this as well. */
const answering =
  (fetch: typeof globalThis.fetch, more: object): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input instanceof Request ? input.url : input).endsWith("/oauth.v2.access")) {
      return response;
    }
    return Response.json({ ...Object(await response.json()), ...more });
  };

test("S86 whoever installs it gets no right by that: administrators set it up, as Slack says", async () => {
  await using stage = await openCompanies();
  await (await stage.install(acme, EVE)).finish();
  for (const words of [commands.settings, commands.newRail, ""]) {
    expect((await stage.say(acme, words, EVE)).text).toContain("Signalbox is not set up yet");
  }
  const { at: begun, use } = await stage.setUp(acme);
  expect(await stage.refusalOf(acme, acme.admin, begun, use)).toContain(
    "no token that can be used",
  );
  const { text } = await stage.say(acme, commands.settings, EVE);
  expect(text).toContain("Settings · version 1");
  const { at } = await stage.say(acme, commands.settings, EVE);
  const refused = await stage.refusalOf(acme, EVE, at, "Set token");
  expect(refused).toContain("Only a Slack administrator");
});

test("S86 of two administrators who set it up at once one does, and the other is told", async () => {
  await using stage = await openCompanies();
  await (await stage.install(acme)).finish();
  await stage.invite(acme);
  stage.administers(acme, CAL);
  const opened: Person[] = [];
  for (const admin of [BEN, CAL]) {
    await (await stage.openPage(await stage.linkOf(acme, admin))).submit(acme.token);
    const { at } = await stage.say(acme, WORDS.commands.settings, admin);
    const person = await stage.openFrom(acme, admin, at, "Use …acme");
    await stage.fillIn(person, acme);
    opened.push(person);
  }
  const said: string[] = [];
  for (const person of opened) {
    await person.submit();
    said.push(await topOf(person));
  }
  expect(said[0]).toBe(
    "Signalbox is set up\nNext, add where Rails may deliver.\n[Add a destination]",
  );
  expect(said[1]).toContain("You have entered no token that can be used.");
  expect(await stage.cards(acme)).toMatchObject([{ state: WORDS.states.done }]);
});

test.for([
  ["the end of the audit", "delete from signalbox.audit where settings > 0"],
  [
    "the whole audit but who entered the token",
    "delete from signalbox.audit where settings > 0 or seq < 2",
  ],
  [
    "settings and the end of the audit",
    `delete from signalbox.settings;
    delete from signalbox.audit where settings > 0`,
  ],
])(
  "S79 an administrator sets nothing up anew where somebody removed %s",
  async ([, change = ""]) => {
    await using stage = await openCompanies();
    await (await stage.install(acme)).finish();
    const { at, use } = await stage.setUp(acme);
    await runSql(stage.database.ownerUrl, change);
    expect(await stage.refusalOf(acme, acme.admin, at, use)).toContain("no token that can be used");
  },
);

test("S78 somebody of a workspace without the app is told so, and nothing happens", async () => {
  await using stage = await openCompanies();
  await stage.setUp(acme);
  await stage.say(acme, commands.settings);
  const sent = stage.entrance.requests.at(-1)?.body;
  const body = Object.fromEntries(new URLSearchParams(sent));
  const from = { ...body, team_id: "T0OTHER01", user_id: "U0OTHER01", text: "freeze" };
  expect(await stage.processes()[0]?.deliver(from)).toBeNull();
  expect((await stage.told(acme, acme.admin)).text).toContain("only for people of a workspace");
  expect(await stage.cards(acme)).toHaveLength(1);
});

test("S83 rotating keys renews the bots' tokens too", async () => {
  await using stage = await openCompanies();
  await stage.setUp(globex);
  const older = stage.env.ENCRYPTION_KEYS ?? "";
  const newer = Buffer.alloc(32, 7).toString("base64");
  stage.env.ENCRYPTION_KEYS = `${newer},${older}`;
  const owner = { ...stage.env, DATABASE_URL: stage.database.ownerUrl };
  expect(await operate(owner, ["rotate-keys"])).toMatchObject({ code: 0 });
  await stage.stop();
  stage.env.ENCRYPTION_KEYS = newer;
  await stage.start();
  expect((await stage.say(globex, commands.settings)).text).toContain("token …obex");
});
