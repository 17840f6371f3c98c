import { afterEach, describe, expect, it } from "vitest";
import type {
  HomeView,
  SeenMessage,
} from "../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  DEE,
  EVE,
  GUS,
  RANDOM,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { createRailsElsewhere } from "./rails-elsewhere.ts";
import { errorsOf, openSetup, press, setupReading } from "./set-up-steps.ts";
import {
  answerQuestion,
  answerText,
  answerTo,
  approve,
  ask,
  askToWhitelist,
  cardOf,
  cardReading,
  cards,
  fillForm,
  on,
  openCheck,
  openReview,
  privateAnswer,
  whispers,
} from "./steps.ts";

// Each screen once, in the hands of people. Rules, words and refusals are tested where they are made.

const COLD = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const LIKE_COLD = `${COLD.slice(0, -1)}V`;
const WALLET = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
const IBAN = "DE89370400440532013000";
const ELSEWHERE = "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE";

const here = useSandbox({ choresEverySeconds: { sweep: 1 } });
afterEach(async () => {
  here.slack.faults.clear();
  for (const each of [here.ana, here.ben, here.cal, here.dee]) await each.close("all");
});

/** The text of the modal on top, once it reads so. */
function modalReading(person: Person, words: string): Promise<string> {
  return person.waitFor(async () => {
    const modal = await person.modal();
    const text = modal ? `${modal.title.text}\n${plainTextOf(modal)}` : "";
    return text.includes(words) && text;
  }, `"${words}" in the modal`);
}

/** What somebody is told alone who presses a button of a card. */
const told = async (who: Person, card: SeenMessage, button: string) =>
  plainTextOf(await privateAnswer(who, APPROVALS, () => who.click(on(card), button)));

describe("a destination", () => {
  it("is whitelisted from inside New Rail, which comes back as it was, and then delivered into", async () => {
    const { ana, ben, cal } = here;
    await fillForm(ana, { name: "Payroll float", reason: "Wages\non Fridays" });
    await ana.click("modal", "Whitelist another wallet");
    await modalReading(ana, "Whitelist\n");
    await ana.fill("Name", "Pay\u200Broll wallet");
    await ana.choose("Network", "SOLANA_DEVNET");
    await ana.fill("Address", LIKE_COLD);
    await modalReading(ana, "🔴 Warning: it looks like Treasury cold wallet");
    await ana.fill("Address", ` ${WALLET}`);
    await modalReading(ana, "Cleaned: spaces were removed. Your request will contain this value:");
    await ana.fill("Reason", "Salaries");
    expect((await ana.submit()).errors).toEqual({
      name: expect.stringContaining("a character that cannot be seen (U+200B)"),
    });
    await ana.fill("Name", "Payroll wallet");
    await ana.submit();
    await modalReading(ana, "Checked. Send for approval?");
    const answer = await privateAnswer(ana, TREASURY, () => ana.submit());
    expect(plainTextOf(answer)).toMatch(/^R-\d+ was sent for approval in <#\w+>\.$/m);

    await modalReading(ana, "Payroll wallet · waiting for approval (R-1)");
    expect((await ana.modal())?.state.values).toMatchObject({
      name: { value: { value: "Payroll float" } },
      reason: { value: { value: "Wages\non Fridays" } },
    });
    await ana.choose("Destination", "Payroll wallet · waiting for approval (R-1)");
    expect((await ana.submit()).errors).toEqual({
      on_ramp_destination: expect.stringContaining("R-1 is still pending approval."),
    });
    const card = await cardOf(ben, "Payroll wallet");
    await approve(ben, card);
    await approve(cal, card);
    await cardReading(ben, "Payroll wallet", "WHITELISTED");

    // The form that was open all the while goes on with it.
    await ana.submit();
    await modalReading(ana, "Review");
    await ana.submit();
    const rail = await cardOf(ana, "Payroll float");
    expect(plainTextOf(rail)).toContain("9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM");
  });

  it("is asked for once by two presses at once, and checked again where something was changed", async () => {
    const { ana, ben } = here;
    await ana.command(TREASURY, "/rail destinations add bank");
    await ana.waitFor(() => ana.modal(), "the form");
    await ana.fill("Name", "First thought");
    await ana.fill("Reason", "A new payee");
    const { slack } = here;
    const calls = slack.traffic().length;
    slack.faults.reordersNext = true;
    const keyPress = ana.fill("IBAN", IBAN);
    await ana.waitFor(() => !slack.faults.reordersNext, "the key press to be held back");
    await ana.submit();
    await modalReading(ana, "Checked. Send for approval?");
    // The app hears of the key press after the check, and then of the same one once more.
    await keyPress;
    const redrawn = () =>
      slack
        .traffic()
        .slice(calls)
        .find(({ method }) => method === "views.update");
    expect(await ana.waitFor(redrawn, "the answer to it")).toMatchObject({
      error: "hash_conflict",
    });
    await ana.fill("IBAN", IBAN);
    await modalReading(ana, "Checked. Send for approval?");
    await ana.fill("Name", "Second thought");
    await ana.submit();
    await modalReading(ana, "Whitelist Second thought");

    const both = await Promise.all([ana.submit(), ana.submit()]);

    // The second is told nothing that would make the first look undone.
    expect(both.map(({ errors }) => errors)).toEqual([undefined, undefined]);
    await cardOf(ben, "Second thought");
    const made = (await cards(ben)).filter((card) => plainTextOf(card).includes("thought"));
    expect(made).toHaveLength(1);
  });

  it("ends an approver's attempt when the group of it is wrong three times; another one can still decide", async () => {
    const { ana, ben, cal, dee } = here;
    const card = await askToWhitelist(ana, {
      name: "Cold wallet 2",
      network: "SOLANA_DEVNET",
      address: LIKE_COLD,
    });
    await openCheck(ben, card);
    await answerQuestion(ben, "   ");
    expect(JSON.stringify((await ben.submit()).errors)).toContain("Type the requested characters");
    for (const left of ["2 tries left", "1 try left"]) {
      await answerQuestion(ben, "????");
      expect(JSON.stringify((await ben.submit()).errors)).toContain(left);
    }
    await answerQuestion(ben, "????");
    await ben.submit();
    expect(await modalReading(ben, "You failed the character check 3 times")).toContain(
      "Not approved",
    );
    await ben.close("all");

    await cardReading(ana, "Cold wallet 2", "failed 3 times");
    expect(await told(ben, card, "Review")).toContain("You failed the character check");
    for (const each of [cal, dee]) await approve(each, card);
    await cardReading(ana, "Cold wallet 2", "WHITELISTED");
  });
});

describe("an approver", () => {
  it("denies with a reason; every later click, and every review opened before, is told who decided", async () => {
    const { ana, ben, cal, dee } = here;
    const card = await ask(ben, { name: "Wrong wallet" });
    expect(await told(ben, card, "Review")).toContain("You cannot approve your own request.");
    await approve(cal, card);
    await cardReading(ana, "Wrong wallet", "WAITING 1 of 2");
    expect(await told(cal, card, "Review")).toContain("You have already approved this.");
    await openReview(dee, card);
    here.slack.faults.failNext("chat.update", { error: "internal_error" }, 1_000);
    await cal.click(on(card), "Deny");
    await cal.waitFor(() => cal.modal(), "the form for the reason");
    await cal.fill("Reason", "   ");
    expect(JSON.stringify((await cal.submit()).errors)).toContain("Reason is empty.");
    await cal.fill("Reason", "Not ours:\n<!channel> *stop*");
    expect(await cal.submit()).toMatchObject({ closed: true });

    const decided = /It is already decided\. Nothing was changed\.\s+Denied by <@U0CAL\w+>, \d{4}-/;
    for (const button of ["Review", "Deny"]) {
      expect(await told(cal, card, button)).toMatch(decided);
    }
    expect(await dee.submit()).toMatchObject({ acknowledged: true, closed: false });
    expect(await modalReading(dee, "Not approved")).toMatch(decided);
    here.slack.faults.clear();
    const denied = plainTextOf(await cardReading(ana, "Wrong wallet", "DENIED"));
    expect(denied).toContain("Not ours: <!channel> *stop*");
    expect(denied).not.toMatch(/\[(Review|Deny)/);
  });

  it("agrees to a policy written as text; who is removed by click counts no more, and the card says so", async () => {
    const { ana, ben, cal, dee } = here;
    const policy = `cool-down: 0h
rules:
  - name: Everything
    approvals: 2
    approvers: [${[ana, ben, cal, dee].map(({ id }) => id)}]
`;
    await ana.command(TREASURY, "/rail policy propose");
    await modalReading(ana, "The policy");
    await ana.fill("The policy", policy.replace("approvals", "aprovals"));
    await ana.fill("Reason", "More people decide");
    await ana.submit();
    expect(await errorsOf(ana)).toContain("Line 4: “aprovals” is not known here.");
    await ana.fill("The policy", policy);
    await ana.submit();
    await modalReading(ana, "“Everything”: 4 can approve, 2 needed");
    await ana.submit();
    const asked = await cardOf(ana, "Policy version 2");
    for (const each of [ben, cal]) await approve(each, asked);
    await cardReading(ana, "Policy version 2", "IN EFFECT");
    expect(await answerText(ana, "/rail policy test on GBP")).toContain("“Everything” decides");
    expect(await answerText(ana, "/rail policy history")).toContain("requested by <@U0ANA");

    const card = await ask(ana, { name: "Late float" });
    await approve(dee, card);
    await cardReading(ana, "Late float", "WAITING 1 of 2");
    await openSetup(ben, TREASURY);
    await press(ben, "Remove an approver", "Remove an approver");
    await ben.choose("Who", EVE);
    await ben.submit();
    expect(await errorsOf(ben)).toContain("does not name this person");
    await ben.choose("Who", DEE);
    await ben.submit();
    await setupReading(ben, "This person no longer approves anything.");

    const dropped = plainTextOf(await cardReading(ana, "Late float", "WAITING 0 of 2"));
    expect(dropped).toContain(`No longer counted: <@${DEE}>`);
    expect(await told(dee, card, "Review")).toContain("You are not an approver for this request");
  });
});

describe("with thirteen Rails made elsewhere", () => {
  it("lists turn their pages in place and open what they show; a filter leads to the import", async () => {
    const { ana } = here;
    await createRailsElsewhere(here, 13);
    const list = await answerTo(ana, "/rail list");
    expect(plainTextOf(list)).toContain("13 Rails · page 1 of 2");
    const second = await redrawn(ana, list, () => ana.click(at(list), "Next page"));
    expect(plainTextOf(second)).toContain("13 Rails · page 2 of 2");
    const narrowed = await redrawn(ana, list, () =>
      ana.choose("rails_type", "On-ramp", { target: at(list) }),
    );
    expect(plainTextOf(narrowed)).toContain("Showing: On-ramp");
    const said = await privateAnswer(ana, TREASURY, () => ana.click(at(list), "Get as a file"));
    expect(plainTextOf(said)).toContain("13 Rails sent to you by direct message.");
    expect((await ana.directMessages()).map(plainTextOf).join("\n")).toMatch(/rails-[0-9-]+\.csv/);
    const rail = await privateAnswer(ana, TREASURY, () =>
      ana.choose("rails_open", "GBP → GBPA to Elsewhere · outside", { target: at(list) }),
    );
    expect(plainTextOf(rail)).toContain("created outside Signalbox");

    const register = await answerTo(ana, "/rail destinations");
    const filtered = await redrawn(ana, register, () =>
      ana.choose("destinations_state", "Not approved here", { target: at(register) }),
    );
    expect(plainTextOf(filtered)).toContain("🔴 Not approved here");
    expect(plainTextOf(filtered)).not.toContain("Operating account");
    const posts = () => here.rails.calls().filter(({ method }) => method === "POST").length;
    const before = posts();
    const search = (words: string) =>
      redrawn(ana, register, () =>
        ana.fill("destinations_search", words, { target: at(register), enter: true }),
      );
    expect(plainTextOf(await search("nowhere"))).toContain("No matches.");
    expect(plainTextOf(await search("elsewhere"))).toContain("🔴 Not approved here");
    const opened = await redrawn(ana, register, () =>
      ana.choose("destinations_open", "“Elsewhere”", { target: at(register) }),
    );
    expect(plainTextOf(opened)).toContain("created outside Signalbox");
    await importFromRow(opened);
    await ana.fill("Reason", "Used for years");
    await ana.fill("Address", WALLET.replace("9Wz", "9Wy"));
    expect((await ana.submit()).errors).toEqual({
      service_id: expect.stringContaining("The Rail service has shown this id with another"),
    });
    await ana.fill("Address", ELSEWHERE);
    await ana.submit();
    await modalReading(ana, "Nothing is sent: the Rail service has whitelisted it already.");
    await ana.submit();
    const card = await cardOf(ana, "Import");
    for (const each of [here.ben, here.cal]) await approve(each, card);
    await cardReading(ana, "Elsewhere", "IMPORTED");
    expect(posts()).toBe(before);
  });

  it("payment details are checked in private, typed or in any message, and not for guests", async () => {
    const { ana, ben } = here;
    const card = await ask(ana, { name: "To be checked" });
    const [eve, gus] = [here.as(EVE), here.as(GUS)];
    const others = (await whispers(ben, TREASURY)).length;
    const typed = await answerTo(ana, `/rail check ${COLD}, ${COLD.replace("W87d", "W8Pd")}`);
    expect(plainTextOf(typed)).toMatch(/2 found[\s\S]*Registered destination Treasury cold wallet/);
    expect(JSON.stringify(typed)).not.toMatch(/"mrkdwn"|"broadcast"/);
    expect(await whispers(ben, TREASURY)).toHaveLength(others);
    const shortcut = (who: Person, { channel, ts }: { channel: string; ts: string }) =>
      privateAnswer(who, channel, () => who.shortcut({ channel, ts }, "check_payment_details"));

    // The address of a card is in rich text alone; in the other channel there is no bot.
    expect(card.text).not.toContain(COLD);
    expect(plainTextOf(await shortcut(ben, on(card)))).toContain("Treasury cold wallet");
    await ben.command(RANDOM, `to \`${COLD}\``);
    const written = (await ben.messages(RANDOM)).findLast(({ ephemeral }) => !ephemeral);
    const there = { channel: RANDOM, ts: written?.ts ?? "" };
    expect(plainTextOf(await shortcut(eve, there))).toContain("Treasury cold wallet");
    await ben.command(TREASURY, "lunch?");
    const lunch = (await gus.messages(TREASURY)).findLast(({ ephemeral }) => !ephemeral);
    const refused = await shortcut(gus, { channel: TREASURY, ts: lunch?.ts ?? "" });
    expect(plainTextOf(refused)).toContain("not guests");
  });

  it("what fails inside is told in private with a reference, and what was typed stays", async () => {
    const { ana, ben } = here;
    const { faults } = here.slack;
    const plain =
      /^Something went wrong here\. .* give an administrator this reference: [0-9a-f]{8}$/;
    faults.failNext("views.open", { error: "internal_error" });
    expect(await answerText(ana, "/rail new")).toMatch(plain);
    faults.failNext("views.open", { error: "expired_trigger_id" });
    expect(await answerText(ana, "/rail new")).toContain("longer than Slack allows for opening");

    await fillForm(ana, { name: "Typed before" });
    faults.failNext("views.update", { error: "internal_error" });
    const before = (await ana.directMessages()).length;
    await ana.choose("Rail type", "Off-ramp: stablecoin → bank");
    const said = await ana.waitFor(async () => (await ana.directMessages())[before], "a word");
    expect(plainTextOf(said)).toMatch(plain);
    expect((await ana.modal())?.state.values.name).toMatchObject({
      value: { value: "Typed before" },
    });

    faults.slowMs = 2_500;
    const late = await privateAnswer(ben, TREASURY, async () =>
      expect(await ben.command(TREASURY, "/rail list")).toEqual({ acknowledged: true }),
    );
    // Slack confirmed within the hour that Ben is a full member.
    expect(plainTextOf(late)).toMatch(/^\d+ Rails?/);
  });
});

describe("an approver who hears of a problem", () => {
  it("marks a reported Rail as disputed in the news of it, which then says so and has the button no more", async () => {
    const { ana, ben, cal } = here;
    const card = await ask(ana, { name: "Wrong reference" });
    for (const each of [ben, cal]) await approve(each, card);
    await cardReading(ana, "Wrong reference", "DONE");
    const posted = (words: string) =>
      ana.waitFor(
        async () =>
          [...(await ana.messages(APPROVALS)), ...(await ana.messages(TREASURY))].find(
            (each) => !each.ephemeral && plainTextOf(each).includes(words),
          ),
        `"${words}" in a channel`,
      );
    const instructions = await posted("Pay into Wrong reference");
    await ana.click({ channel: instructions.channel, ts: instructions.ts }, "Report a problem");
    await modalReading(ana, "Report a problem");
    await ana.fill("What is wrong?", "The bank knows no such reference");
    await ana.submit();
    const news = await posted("⚠️ 1 problem reported");
    expect(await told(cal, news, "Mark as disputed")).toContain("Disputed.");

    const settled = await cal.waitFor(async () => {
      const now = (await cal.messages(APPROVALS)).find(({ ts }) => ts === news.ts);
      return now?.text.startsWith("🔴") && now;
    }, "the settled news");
    expect(settled.text).toContain("🔴 1 reported Rail marked as disputed");
    expect(plainTextOf(settled)).toContain(`<@${cal.id}> marked it as disputed`);
    expect(plainTextOf(settled)).not.toContain("Mark as disputed");
    expect(plainTextOf(await posted("🔴 Disputed: Wrong reference"))).not.toContain("IBAN");
  });
});

describe("the Home", () => {
  it("does what the command does, and is drawn anew with what happens; a guest sees what the app is", async () => {
    const { ana, ben } = here;
    await ana.openHome();
    await homeReading(
      ana,
      /Your requests[\s\S]*To be checked[\s\S]*See all: \/rail requests by me/,
    );
    await ana.click("home", "New Rail");
    await modalReading(ana, "New Rail");
    await ana.close("all");
    await ana.click("home", "Destinations");
    await modalReading(ana, "Operating account");
    await ana.click("modal", "Add wallet");
    await modalReading(ana, "Whitelist\n");
    await ana.close("all");
    await ana.click("home", "Check payment details…");
    await modalReading(ana, "IBAN, address or any text");
    await ana.fill("IBAN, address or any text", "GB29 NWBK 6016 1331 9268 19");
    await ana.submit();
    await modalReading(ana, "Operating account");
    await ana.close("all");

    await ben.openHome();
    await homeReading(ben, /requests? needs? your approval[\s\S]*To be checked/);
    await ben.click("home", "Review");
    await ben.waitFor(
      async () => /check_value|review_request/.test((await ben.modal())?.callback_id ?? ""),
      "a review",
    );
    await ben.close("all");
    await ana.click("home", "Withdraw");
    await homeReading(ana, /WITHDRAWN/);
    await ben.click("home", "Stop all sending…");
    await modalReading(ben, "Reason");
    await ben.fill("Reason", "A call from the bank");
    await ben.submit();
    await homeReading(ben, /sending is frozen[\s\S]*A call from the bank/);
    expect(JSON.stringify(await ben.home())).not.toContain('"style":"primary"');

    // Help is the answer to everything that is written to Signalbox itself.
    const direct = `D${ANA.slice(1)}`;
    await ana.command(direct, "help");
    await ana.waitFor(
      async () =>
        (await ana.messages(direct)).some((each) => plainTextOf(each).includes("What /rail does")),
      "help",
    );

    const [eve, gus] = [here.as(EVE), here.as(GUS)];
    await eve.openHome();
    expect(await homeReading(eve, /sending is frozen/)).not.toContain("Stop all sending");
    await gus.openHome();
    const shown = await homeReading(gus, /What \/rail does/);
    for (const inside of ["Acme", "To be checked"]) expect(shown).not.toContain(inside);
  });
});

const at = ({ ts }: SeenMessage) => ({ channel: TREASURY, ts });

/** A private list after something was done with it, in the same place. */
async function redrawn(
  reader: Person,
  { ts }: SeenMessage,
  act: () => Promise<unknown>,
): Promise<SeenMessage> {
  const now = async () => (await whispers(reader, TREASURY)).find((each) => each.ts === ts);
  const before = await now();
  await act();
  return reader.waitFor(async () => {
    const list = await now();
    return list && before && plainTextOf(list) !== plainTextOf(before) ? list : undefined;
  }, "the list, drawn again");
}

/** The list begins with a button of the same name, for what is not in it. */
async function importFromRow({ ts, blocks }: SeenMessage): Promise<void> {
  const row = blocks?.findLast((each) => JSON.stringify(each).includes("import_destination"));
  await fetch(`${here.slack.url}/page/people/${here.ana.id}/act`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      surface: { kind: "message", channel: TREASURY, ts },
      blockId: row?.block_id,
      actionId: "import_destination",
    }),
  });
  await modalReading(here.ana, "Import");
  expect((await here.ana.modal())?.state.values).toMatchObject({
    name: { value: { value: "Elsewhere" } },
    wallet_address: { check_typed: { value: ELSEWHERE } },
    service_id: { check_typed: { value: expect.stringMatching(/^wa_/) } },
  });
}

/** The Home, once it reads so. */
function homeReading(who: Person, words: RegExp): Promise<string> {
  const textOf = (home: HomeView | undefined) => plainTextOf({ blocks: home?.blocks ?? [] });
  return who.waitFor(async () => {
    const home = textOf(await who.home());
    return words.test(home) && home;
  }, `a Home that reads ${words}`);
}

describe("a request", () => {
  it("gets a question of an approver, is denied, and comes back in its form for a review of its own", async () => {
    const { ana, ben } = here;
    const card = await ask(ana, { name: "Petty cash", reason: "Stamps" });
    await ben.click(on(card), "Ask the requester");
    await modalReading(ben, "The request stays open.");
    await ben.fill("Question", "Whose stamps?");
    expect(await ben.submit()).toMatchObject({ acknowledged: true });
    const question = await ana.waitFor(
      async () =>
        (await ana.directMessages()).find((each) => plainTextOf(each).includes("Whose stamps?")),
      "the question",
    );
    expect(plainTextOf(question)).toContain("Petty cash");
    expect(JSON.stringify(question.blocks)).toContain("View request");
    const inThread = await ben.waitFor(
      async () =>
        (await ben.messages(APPROVALS)).find(
          (each) => each.thread_ts === card.ts && plainTextOf(each).includes("Whose stamps?"),
        ),
      "the question in the thread",
    );
    expect(JSON.stringify(inThread.blocks)).not.toContain('"type":"user"');

    await ben.click(on(card), "Deny");
    await ben.fill("Reason", "No stamps");
    await ben.submit();
    const over = await ana.waitFor(
      async () =>
        (await ana.directMessages()).find((each) => plainTextOf(each).includes("No stamps")),
      "the word that it was denied",
    );
    const before = (await cards(ben)).length;
    await ana.click({ channel: over.channel, ts: over.ts }, "Request again");
    await modalReading(ana, "New Rail");
    expect((await ana.modal())?.state.values).toMatchObject({
      name: { value: { value: "Petty cash" } },
      reason: { value: { value: "Stamps" } },
    });
    await ana.submit();
    if ((await ana.modal())?.callback_id === "new_rail") {
      await ana.choose("Create a second Rail?", ["another"]);
      await ana.submit();
    }
    await modalReading(ana, "no amount limit");
    expect(await cards(ben)).toHaveLength(before);
    await ana.submit();
    const again = await cardReading(ben, "Petty cash", "WAITING 0 of 2");
    expect(again.ts).not.toBe(card.ts);
  });
});
