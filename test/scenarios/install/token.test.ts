import { expect, test } from "vitest";
import { CAL, DEE, EVE } from "../../../src/sandbox/slack-workspace/seed.ts";
import { WORDS } from "../../harness/words.ts";
import { acme, type Companies, OTHER, openCompanies } from "./companies.ts";

const { states, commands, buttons } = WORDS;

/** Another token of the same company, as the Rail service gives it out. */
async function anotherToken({ rails }: Companies, company: string): Promise<string> {
  const body = JSON.stringify({ company });
  const headers = { "content-type": "application/json" };
  const url = new URL("/sandbox/tokens", rails.baseUrl);
  const answer = await fetch(url, { method: "POST", headers, body });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}

async function openWithRail() {
  const stage = await openCompanies();
  await stage.setUp(acme);
  await stage.register(acme);
  await stage.approveRail(acme, await stage.askForRail(acme));
  return stage;
}

test("S84 a token link works once, for ten minutes, from our page alone; looking at it uses nothing up", async () => {
  await using stage = await openCompanies();
  await (await stage.install(acme)).finish();
  const link = await stage.linkOf(acme);
  expect(link).not.toContain("T0ACME001");
  for (const _ of ["a preview", "the person"]) expect((await fetch(link)).status).toBe(200);
  const page = await stage.openPage(link);
  expect(page.text).toContain("Acme");

  // Neither without the cookie of the page, nor from elsewhere.
  const elsewhere = { origin: "https://elsewhere.example" };
  for (const headers of [{ cookie: "" }, { origin: "null" }, elsewhere]) {
    expect(await page.submit(acme.token, headers)).toMatchObject({ status: 403 });
  }
  const other = await stage.openPage(await stage.linkOf(acme));
  const { headers } = await fetch(await stage.linkOf(acme));
  const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect((await other.submit(acme.token, { cookie })).status).toBe(403);
  for (const wrong of ["short", `Bearer ${acme.token}`, "two words of it", "wrong-token-of-acme"]) {
    const refused = await page.submit(wrong);
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.text).not.toContain(wrong);
  }
  const changed = link.replace(/.{5}$/, "AAAAA");
  expect((await fetch(changed)).status).toBe(410);
  expect((await fetch(`${stage.url}/token/nothing`)).status).toBe(410);

  const both = await Promise.all([page.submit(acme.token), page.submit(acme.token)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  expect((await page.submit(acme.token)).text).toContain("used up");
  expect((await fetch(link)).status).toBe(410);
  await stage.jump(600_001);
  const late = await other.submit(acme.token);
  expect(late.text).toContain("expired");
});

test("S84 a leaked link gives its finder nothing: the person it was made for says in Slack what is used", async () => {
  await using stage = await openCompanies();
  await (await stage.install(acme)).finish();
  expect((await stage.say(acme, commands.settings, EVE)).text).toContain("not set up yet");
  const link = await stage.linkOf(acme);
  expect((await (await stage.openPage(link)).submit(OTHER.token)).status).toBe(200);
  // Whoever set it up does not use what somebody else entered.
  stage.administers(acme, DEE);
  const seen = await stage.say(acme, commands.settings, DEE);
  expect(seen.text).toContain("No token yet");
  const shown = await stage.say(acme, commands.settings);
  const use = `Use …${OTHER.token.slice(-4)}`;
  expect(shown.text).toContain(use);
  expect(await stage.refusalOf(acme, DEE, seen.at, "Set token")).toContain("on our page");
  // What is entered last is what can be used.
  await stage.enter(acme);
  expect((await stage.say(acme, commands.settings)).text).not.toContain(use);
});

test("S84 who administers the workspace no more sets no token, and nobody does while Slack is silent", async () => {
  await using stage = await openCompanies();
  await (await stage.install(acme)).finish();
  const page = await stage.openPage(await stage.linkOf(acme));
  stage.slack.faults.failNext("users.info", { error: "internal_error" });
  expect((await page.submit(acme.token)).status).toBe(503);
  stage.administers(acme, acme.admin, false);
  expect(await page.submit(acme.token)).toMatchObject({ status: 403 });
  stage.administers(acme, acme.admin);
  expect((await page.submit(acme.token)).status).toBe(200);
});

test("S27 another company's token inherits nothing: others decide about it, and what waits is void", async () => {
  await using stage = await openWithRail();
  const waiting = await stage.askForRail(acme, "Second float");
  const calls = () => stage.railsOf(OTHER).length;
  const entered = await stage.enter(acme, OTHER.token);
  expect(entered.text).toContain("Approvers decide about the token …tech");
  const asked = (await stage.cards(acme)).at(-1);
  expect(asked).toMatchObject({ state: states.waiting });
  expect(asked?.text).toContain("Rail service: another one, with an empty register");
  expect(asked?.text).toContain("Token …tech");
  // Until then the old one is used, and the new one reads nothing.
  await stage.pass(3_600_000);
  expect((await stage.say(acme, commands.settings)).text).toContain("token …acme");
  const number = asked?.number ?? "";
  for (const by of [CAL, DEE]) await stage.approveOne(acme, number, by);
  expect((await stage.card(acme, number)).state).toBe(states.done);
  expect((await stage.say(acme, commands.settings)).text).toContain("token …tech");
  expect(await stage.card(acme, waiting)).toMatchObject({ state: states.closed });
  // What nobody reads any more no longer looks as if it were checked.
  const unread = "Its Rail service is no longer used or checked here";
  const payable = async () =>
    (await stage.cards(acme)).find(({ state }) => state === states.payable)?.text;
  expect(await payable()).toContain(unread);
  expect((await stage.say(acme, "list")).text).toContain(unread);
  expect((await stage.say(acme, "destinations")).text).not.toContain("Cold wallet");
  expect(calls()).toBe(0);

  // The former company's token finds its own register again.
  const back = await stage.enter(acme);
  expect(back.text).toContain("Approvers decide");
  const again = (await stage.cards(acme)).at(-1)?.number ?? "";
  for (const by of [CAL, DEE]) await stage.approveOne(acme, again, by);
  expect((await stage.say(acme, "destinations")).text).toContain("Cold wallet");
  expect(await payable()).not.toContain(unread);
});

test("S27 a token that was denied is gone; one of the same company is used at once and announced", async () => {
  await using stage = await openWithRail();
  await stage.enter(acme, OTHER.token);
  const asked = (await stage.cards(acme)).at(-1);
  await stage.deny(acme, asked?.number ?? "", CAL);
  const kept = await stage.database.openPool().query("select from signalbox.connections");
  expect(kept.rowCount).toBe(1);

  const token = await anotherToken(stage, acme.name);
  expect((await stage.enter(acme, token)).text).toContain("it is in use now");
  const announced = (await stage.cards(acme)).at(-1);
  expect(announced).toMatchObject({ state: states.done });
  expect(announced?.text).toContain("another token of the same company");
  expect((await stage.say(acme, commands.settings)).text).toContain(`token …${token.slice(-4)}`);
  const number = await stage.askForRail(acme, "Second float");
  await stage.approveRail(acme, number);
  expect((await stage.card(acme, number)).state).toBe(states.payable);
  const { at } = await stage.say(acme, commands.settings);
  await stage.as(acme, acme.admin).press(at, buttons.history);
  expect((await stage.told(acme, acme.admin)).text).toContain("another token of the same company");
});
