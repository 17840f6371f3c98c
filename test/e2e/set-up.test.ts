import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  DEE,
  GUS,
  RANDOM,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { errorsOf, press, setupReading } from "./set-up-steps.ts";
import { answerText, privateAnswer } from "./steps.ts";

const channels = acmeSeed.channels.map((each) => ({ ...each }));

const sandbox = useSandbox({ isSetUp: false, seed: { ...acmeSeed, channels } });

const NOT_YET =
  "Signalbox is not set up in this workspace yet: an administrator types /rail setup.";

const POLICY = `cool-down: 24h
rules:
  - name: Everything
    approvals: 2
    approvers: [${BEN}, ${CAL}, ${DEE}]
`;

async function modalText(person: Person): Promise<string> {
  const modal = await person.modal();
  return modal ? plainTextOf(modal) : "";
}

it("is set up in Slack by an administrator, and after that changed by request only", async () => {
  const { ana, ben } = sandbox;
  // Nobody can do anything yet, and only administrators can mend that.
  expect(await answerText(ana, "/rail new")).toContain(NOT_YET);
  expect(await answerText(ana, "/rail")).toContain("Signalbox is not set up in this workspace yet");
  await ben.command(TREASURY, "Pay the invoice");
  const { ts = "" } = (await ben.messages(TREASURY)).findLast((each) => !each.ephemeral) ?? {};
  const check = () => ana.shortcut({ channel: TREASURY, ts }, "check_payment_details");
  expect(plainTextOf(await privateAnswer(ana, TREASURY, check))).toContain(NOT_YET);
  expect(await answerText(ana, "/rail setup")).toContain("Only administrators and owners");
  expect(await ana.modal()).toBeUndefined();

  await ben.command(TREASURY, "/rail set-up");
  expect(await setupReading(ben, "Acme is not ready. Missing:")).toContain(
    "the connection to the Rail service, the approvals channel, the approvers and the approvals needed",
  );

  // The connection: an address of the list, a token in a modal, since there is no public address.
  await press(ben, "Connect", "Connection");
  await ben.submit();
  expect(await modalText(ben)).toContain("goes through Slack");
  await ben.fill("Token", "Bearer abc");
  await ben.submit();
  expect(await errorsOf(ben)).toContain("begins with Bearer");
  await ben.fill("Token", "another-companys-token");
  await ben.submit();
  expect(await errorsOf(ben)).toContain("does not accept this token");
  const token = sandbox.railToken();
  await ben.fill("Token", token);
  await ben.submit();
  expect(await setupReading(ben, "The workspace is connected.")).toContain(token.slice(-4));
  await ben.click("modal", "Check the token now");
  await setupReading(ben, "No Rail is known here yet that shows whose it is.");

  // The channel: the bot has to be in it.
  await press(ben, "Choose the channel", "Approvals channel");
  await ben.choose("Channel", RANDOM);
  await ben.submit();
  expect(await errorsOf(ben)).toContain("/invite");
  // The modal has to be left for that: a direct message keeps the choice, and leads back.
  await ben.close("all");
  await ben.command(RANDOM, "/invite @signalbox");
  const [kept] = await ben.directMessages();
  if (!kept) throw new Error("Ben has no message");
  await ben.click(kept, "Choose this channel");
  await ben.waitFor(() => ben.modal(), "the form of the channel");
  await ben.submit();
  await setupReading(ben, "The approvals channel is chosen.");
  await press(ben, "Choose another channel", "Approvals channel");
  await ben.choose("Channel", APPROVALS);
  await ben.submit();
  await setupReading(ben, "The approvals channel is chosen.");
  expect(await answerText(ana, "/rail new")).toContain(NOT_YET);

  // The approvers: people who count, and enough of them.
  await press(ben, "Name the approvers", "Approval rules");
  await ben.choose("Approvers", [BEN, GUS]);
  await ben.submit();
  expect(await errorsOf(ben)).toContain("1 guest: only full members approve.");
  await ben.choose("Approvers", [BEN, CAL]);
  await ben.submit();
  expect(await errorsOf(ben)).toContain(
    "2 approvals take 3 approvers, since nobody can approve their own request. 2 count now",
  );
  await ben.close("all");
  await ben.command(TREASURY, "/rail policy propose");
  await ben.waitFor(
    async () => (await modalText(ben)).includes("The policy"),
    "the policy as text",
  );
  await ben.fill("The policy", POLICY);
  await ben.fill("Reason", "They decide");
  expect(await ben.submit()).toMatchObject({ acknowledged: true, closed: true });
  await ben.command(TREASURY, "/rail setup");
  await setupReading(ben, "Acme is set up");

  // It is whole: the channel is told, and whoever completed it.
  const inChannel = await ana.waitFor(
    async () =>
      (await ana.messages(APPROVALS)).find((each) => plainTextOf(each).includes("is set up")),
    "the word in the channel",
  );
  expect(plainTextOf(inChannel)).toContain("2 of them, never the requester");
  await ben.waitFor(
    async () => (await ben.directMessages()).some((each) => plainTextOf(each).includes("Try it:")),
    "what is next",
  );
  await ana.command(TREASURY, "/rail new");
  await ana.waitFor(
    async () => (await modalText(ana)).includes("Whitelist a wallet first."),
    "the form",
  );
  await ana.close("all");

  // From now on the approvers decide: what would change is shown before it is asked for.
  await press(ben, "Change approvals needed", "Approval rules");
  await ben.fill("How many have to approve", "1");
  await ben.fill("Reason", "Dee is away");
  await ben.submit();
  expect(await modalText(ben)).toContain("fewer approvals will be needed: “Everything” 2 → 1");
  await ben.submit();
  await ana.waitFor(
    async () =>
      (await ana.messages(APPROVALS)).find((each) =>
        plainTextOf(each).includes("Policy version 2"),
      ),
    "the card of the policy",
  );

  // A channel that was archived since can be replaced: the approvers are asked by direct message.
  const approvals = channels.find(({ id }) => id === APPROVALS);
  if (approvals) approvals.isArchived = true;
  await ben.command(TREASURY, "/rail setup");
  expect(await setupReading(ben, "It is archived: choose another one.")).toContain(
    "Waiting for the approvers",
  );
  await press(ben, "Choose another channel", "Approvals channel");
  await ben.choose("Channel", TREASURY);
  await ben.fill("Reason", "The other one is archived");
  await ben.submit();
  const cal = sandbox.as(CAL);
  await cal.waitFor(
    async () =>
      (await cal.directMessages()).some((each) =>
        plainTextOf(each).includes("Another approvals channel"),
      ),
    "the request by direct message",
  );

  // Without its token nothing is sent, at once.
  await setupReading(ben, "asks the approvers for it");
  await ben.click("modal", "Remove the token");
  await setupReading(ben, "It has no token: nothing is sent.");

  const seen = [
    ...(await ben.directMessages()),
    ...(await ben.messages(TREASURY)),
    ...(await ana.messages(APPROVALS)),
    await ben.modal(),
  ];
  expect(JSON.stringify(seen)).not.toContain(token);
}, 120_000);
