import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ACME,
  ANA,
  APPROVALS,
  BEN,
  CAL,
  DEE,
  EVE,
  SIGNALBOX,
  TREASURY,
} from "../../src/sandbox/slack-workspace/seed.ts";
import {
  chooseChannel,
  errorsOf,
  linkToConnect,
  nameApprovers,
  openSetup,
  press,
  setupReading,
} from "../e2e/set-up-steps.ts";
import { answerText } from "../e2e/steps.ts";
import { addToSlack } from "../support/install.ts";
import { person } from "../support/person.ts";
import { openTokenForm } from "../support/token-form.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const sandbox = useSandbox({ world: "many" });
const as = (id: string) => person(sandbox.slack.url, id, { team: ACME, app: SIGNALBOX });

const installs = (installer: string) =>
  addToSlack(sandbox.slack, sandbox.publicUrl ?? "", `${installer}, in Acme`);

const ONLY_ADMINISTRATORS = "Only administrators and owners of this workspace set Signalbox up";

it("the member who installs first may set up until that is complete, and no later installer ever may", async () => {
  expect(await installs("Cal Lindqvist")).toContain("Signalbox is installed");
  expect(await installs("Dee Ramanathan")).toContain("Signalbox is installed");

  expect(await answerText(as(DEE), "/rail setup")).toContain(ONLY_ADMINISTRATORS);
  await as(CAL).command(APPROVALS, "/invite @signalbox");
  await openSetup(as(CAL), TREASURY);
  const { send } = await openTokenForm(await linkToConnect(as(CAL)));
  expect((await send(sandbox.railTokens.get("Acme") ?? "")).status).toBe(200);
  await setupReading(as(CAL), "The workspace is connected.");
  await chooseChannel(as(CAL), APPROVALS);
  await nameApprovers(as(CAL), [BEN, CAL, DEE, EVE], 2);
  await setupReading(as(CAL), "Acme is set up");
  await as(CAL).close("all");

  for (const [id, name] of [
    [CAL, "Cal Lindqvist"],
    [DEE, "Dee Ramanathan"],
  ] as const) {
    expect(await installs(name)).toContain("Signalbox is installed");
    const refused = await answerText(as(id), "/rail setup");
    expect(refused).toContain(ONLY_ADMINISTRATORS);
    expect(refused).not.toContain("who installed it");
  }
  await openSetup(as(BEN), TREASURY);
});

const announced = async () =>
  (await as(ANA).messages(APPROVALS)).map((each) => plainTextOf(each)).join("\n");

it("a removal is announced to the approvers; one that would leave too few is refused, with the ways out", async () => {
  await press(as(BEN), "Remove an approver", "Remove an approver");
  await as(BEN).choose("Who", EVE);
  await as(BEN).submit();
  await setupReading(as(BEN), "This person no longer approves anything.");
  await as(ANA).waitFor(
    async () => (await announced()).includes(`<@${BEN}> removed <@${EVE}> as an approver`),
    "the word in the channel",
  );

  await press(as(BEN), "Remove an approver", "Remove an approver");
  await as(BEN).choose("Who", DEE);
  await as(BEN).submit();

  const error = await errorsOf(as(BEN));
  expect(error).toContain("Nothing was changed");
  expect(error).toContain("/rail freeze");
  expect(error).toContain("deactivate");
  expect(error).toContain("/rail policy propose");
  expect(await answerText(as(ANA), "/rail policy")).toContain(DEE);
});
