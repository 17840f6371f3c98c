import { expect, test } from "vitest";
import { reads } from "../../harness/person.ts";
import { startProcess } from "../../harness/seam.ts";
import { COMPANY } from "../../harness/stage.ts";
import { WORDS } from "../../harness/words.ts";
import { MINUTE } from "../creating.ts";
import { ANA, BEN, DEE, openRegistered, QUICK, type Team, TREASURY } from "../team.ts";
import { report } from "./standing.ts";

const { states, buttons, labels, command } = WORDS;

/** Ana's list, where its buttons are. */
async function list(stage: Team, words = "") {
  await stage.as(ANA).say(TREASURY, `${command} list ${words}`);
  await stage.settle();
  const own = (await stage.as(ANA).messages(TREASURY)).filter(({ ephemeral }) => ephemeral).at(-1);
  return { channel: TREASURY, ts: own?.ts ?? "", text: own ? reads(own) : "" };
}

test("S53 the file has every row, ids and addresses whole, no formula, and no details of held Rails", async () => {
  const files: string[] = [];
  await using stage = await openRegistered({
    ...QUICK,
    start: (env, { fetch, ...outside }, options) => {
      const spy: typeof fetch = async (url, init) => {
        if (String(url).includes("/upload/")) files.push(String(init?.body));
        return fetch(url, init);
      };
      return startProcess(env, { ...outside, fetch: spy }, options);
    },
  });
  const numbers: string[] = [];
  for (const name of ["=1+1", "Rent;@SUM(A1)"]) {
    const number = await stage.askForRail({ name });
    await stage.approve(BEN, number);
    numbers.push(number);
  }
  const [payable = "", held = ""] = numbers;
  await report(stage, DEE, held, "Odd");
  stage.rails.makeRail(COMPANY.name);
  await stage.pass(5 * MINUTE);
  const [first, second, third] = stage.madeRails();

  await stage.as(ANA).press(await list(stage), buttons.csv);
  await stage.settle();

  const lines = (files[0] ?? "").split("\r\n");
  expect(lines[1]).toMatch(new RegExp(`^${held},Held,.*"Rent;'@SUM\\(A1\\)".*,${second?.id},,,$`));
  expect(lines[2]).toMatch(new RegExp(`^Rail,Held,.*,${third?.id},,,$`));
  const { iban, reference } = first?.source.bank_account ?? {};
  const address = first?.destination.wallet?.address;
  expect(files[0]).toContain(`,${first?.id},${iban},${reference},${address}\r\n`);
  expect(files[0]).toMatch(new RegExp(`${payable},Payable,,"?'=1\\+1`));
  for (const rail of [second, third])
    expect(files[0]).not.toContain(rail?.source.bank_account?.iban);
  const direct = (await stage.as(ANA).direct()).map(reads).join("\n");
  expect(direct).toContain("4 Rails and requests");
  // People can open it in the sandbox.
  const [, link = ""] = /<(.*)\|rails-.*\.csv>/.exec(direct) ?? [];
  expect(await (await fetch(link)).text()).toBe(files[0]);
});

test("S53 a search is a form of one field, and what was reported comes first", async () => {
  await using stage = await openRegistered(QUICK);
  const numbers: string[] = [];
  for (const name of ["Payroll", "Supplier"]) {
    const number = await stage.askForRail({ name });
    await stage.approve(BEN, number);
    numbers.push(number);
  }
  stage.rails.makeRail(COMPANY.name);
  await stage.pass(5 * MINUTE);
  await report(stage, DEE, numbers[0] ?? "", "Odd");
  const all = await list(stage);
  expect(all.text.split("\n")[1]).toBe(`🔴 ${numbers[0]} · Held · “Payroll”`);
  const ana = await stage.openFrom(ANA, all, buttons.search);
  await ana.fill(labels.words, "supplier payable");
  await stage.submit(ana);
  const found = await stage.told(ANA, TREASURY);
  expect(found).toContain("1 of 4");
  expect(found).toContain(`✅ ${numbers[1]} · ${states.payable}`);

  // A part of one name is enough, although the state of the other has it as well.
  await stage.as(ANA).say(TREASURY, `${command} show pay`);
  expect(await stage.told(ANA, TREASURY)).toContain(`Rail ${numbers[0]} · Held`);
});

test("S53 500 Rails are a list of pages, which a menu narrows to those in one state", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  for (let made = 0; made < 500; made += 1) stage.rails.makeRail(COMPANY.name);
  await stage.pass(5 * MINUTE);
  const all = await list(stage);
  expect(all.text).toMatch(/^502 Rails and requests\n(.*\n)*.*Page 1 of 51/);
  const read = async () =>
    reads((await stage.as(ANA).messages(TREASURY)).find(({ ts }) => ts === all.ts) ?? {});
  await stage.as(ANA).fill("Everything", states.waiting, all);
  await stage.settle();
  expect(await read()).toMatch(new RegExp(`^1 of 502\n.*${number} · ${states.waiting} 0 of 2`));
  await stage.as(ANA).fill("Everything", "Everything", all);
  await stage.settle();
  expect(await read()).toBe(all.text);
});
