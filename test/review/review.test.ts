import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { APPROVALS, BEN, CAL, DEE, EVE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { createRailsElsewhere } from "../e2e/rails-elsewhere.ts";
import { answerText, answerTo, approve, ask, cardOf, cardReading } from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { daysPass, decide, modalText, openReview, page } from "./steps.ts";

const sandbox = useSandbox({
  choresEverySeconds: { "read-rails": 1, review: 1, "announce-changes": 1 },
});

const told = (words: string) =>
  sandbox.ana.waitFor(
    async () =>
      (await sandbox.ana.messages(APPROVALS)).find(
        (each) => !each.ephemeral && plainTextOf(each).includes(words),
      ),
    `the approvals channel to read "${words}"`,
  );

/** Whether it is the approver who comes up. */
const isAbout = (text: string, approver: string) => text.includes(`Approver\n<@${approver}>`);

const POLICY = `cool-down: 0h
rules:
  - name: Everything
    approvals: 2
    approvers: ["${BEN}", "${CAL}", "${DEE}", "${EVE}"]
`;

/** Ana asks for Eve to become an approver. */
async function nameEve(): Promise<void> {
  const { ana, ben, cal } = sandbox;
  await ana.command(TREASURY, "/rail policy propose");
  await ana.waitFor(() => ana.modal(), "the policy as text");
  await ana.fill("The policy", POLICY);
  await ana.fill("Reason", "Eve helps");
  await ana.submit();
  await ana.submit();
  const card = await cardOf(ana, "Policy version 2");
  for (const approver of [ben, cal]) await approve(approver, card);
  await cardReading(ana, "Policy version 2", "IN EFFECT");
}

let elsewhere = "";

it("a quarter after the set-up everything comes up, for each reviewer but what is their own", async () => {
  const { ana, ben, cal, dee } = sandbox;
  [elsewhere = ""] = await createRailsElsewhere(sandbox, 1);
  await nameEve();
  const card = await ask(ben, { name: "Ben's own" });
  for (const approver of [cal, dee]) await approve(approver, card);
  await cardReading(ana, "Ben's own", "DONE");
  await told(elsewhere);
  expect(await answerText(ben, "/rail review")).toContain("No review is open.");

  daysPass(sandbox, 93);
  // Two Rails, two destinations, four approvers.
  await told("8 things to review");
  expect(await answerText(ana, "/rail review")).toContain("Only active approvers review.");
  expect(await answerText(ana, "/rail list unreviewed")).toContain("2 Rails");
  expect(await answerText(ana, "/rail destinations unreviewed")).toContain("2 of 3 destinations");
  expect(await answerText(ana, "/rail")).not.toContain("to review");
  expect(await answerText(ben, "/rail")).toContain("5 to review");

  await openReview(ben);
  const shown = (await page(ben)).map(({ text }) => text).join("\n");
  expect(await modalText(ben)).toContain("5 reviews left for you");
  expect(shown).toContain(elsewhere);
  expect(shown).toContain("Operating account");
  // He requested it, and it is the only Rail into its destination.
  for (const own of ["Ben's own", "Treasury cold wallet"]) expect(shown).not.toContain(own);
  expect(isAbout(shown, BEN)).toBe(false);
  await openReview(cal);
  expect(await modalText(cal)).toContain("7 reviews left for you");
});

it("a Rail is disputed at once, a request asks for what takes approval, and the next page has what is left", async () => {
  const { ana, ben, cal } = sandbox;
  sandbox.slack.faults.deliverTwice = true;
  const changing = (text: string) =>
    text.includes(elsewhere)
      ? "dispute"
      : text.includes("Operating account")
        ? "retire"
        : isAbout(text, EVE)
          ? "remove"
          : undefined;
  await decide(ben, changing);
  expect((await ben.modal())?.errors).toMatchObject({});
  expect(JSON.stringify(await ben.modal())).toContain("Reason");
  await decide(ben, changing, "Nobody uses it");

  await ben.waitFor(
    async () => (await modalText(ben)).includes("3 decisions saved."),
    "the answer",
  );
  expect(await modalText(ben)).toContain("2 reviews left for you");
  expect(await answerText(ana, "/rail list disputed")).toContain("1 of 2 Rails");
  expect(plainTextOf(await cardOf(ana, "Operating account"))).toContain("Nobody uses it");
  expect(plainTextOf(await cardOf(ana, "Policy version 3"))).toContain("Nobody uses it");
  await told("🔴 1 Rail marked as disputed");
  sandbox.slack.faults.deliverTwice = false;
  const asked = plainTextOf({ blocks: (await answerTo(ana, "/rail pending")).blocks ?? [] });
  expect(asked).toContain("2 of 4 requests");

  // Cal's page is from before: what Ben has decided does not count twice.
  await decide(cal, (text) =>
    /Operating account|Rail: Ben's own/.test(text) ? "keep" : undefined,
  );
  await cal.waitFor(
    async () => (await modalText(cal)).includes("1 decision saved. 1 decision not saved"),
    "the answer",
  );
});

it("what cannot be done stays open, and says why, also beside what is saved", async () => {
  const { dee, ben } = sandbox;
  const remove = (text: string) =>
    isAbout(text, BEN) || isAbout(text, CAL) ? "remove" : undefined;
  const tooFew = "approvals take";
  await openReview(dee);
  await decide(dee, remove, "They are too many");
  await dee.waitFor(
    async () => JSON.stringify((await dee.modal())?.errors ?? {}).includes(tooFew),
    "the refusal",
  );
  const kept = (text: string) => (text.includes("Treasury cold wallet") ? "keep" : remove(text));
  await decide(dee, kept, "They are too many");

  await dee.waitFor(async () => (await modalText(dee)).includes("saved. 2 approvals"), "both");
  expect((await page(dee)).filter(({ text }) => remove(text))).toHaveLength(2);
  await dee.close("all");
  await ben.close("all");
});

it("what nobody decided in time is told to the administrators, comes up again, and is not decided by a page from before", async () => {
  const { ana, ben, cal } = sandbox;
  await openReview(cal);
  daysPass(sandbox, 200);
  const message = await ben.waitFor(
    async () =>
      (await ben.directMessages()).find((each) =>
        plainTextOf(each).includes("not reviewed in time"),
      ),
    "the administrator to be told",
  );
  expect(plainTextOf(message)).toContain("Nothing was changed");
  await told("to review");
  await decide(cal, () => "keep");
  await cal.waitFor(
    async () => (await modalText(cal)).includes("Nothing was saved."),
    "the answer",
  );
  expect(await answerText(ana, "/rail list unreviewed")).toContain("2 Rails");
});
