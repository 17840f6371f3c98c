import { createHash } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import type { Context } from "../../../src/request/context.ts";
import { sendApprovedBytes } from "../../../src/request/screens/request-history.ts";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import { APPROVALS, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { answerTo, ask, on, openReview, privateAnswer } from "../../e2e/steps.ts";
import { requested } from "../../services/steps.ts";
import { aWorld } from "../../services/world.ts";
import { BEN } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { openTestStore } from "../../support/store.ts";
import { useSandbox } from "../../support/use-sandbox.ts";

const here = useSandbox();
const LABEL = "Download the exact content";

it("is offered on the card, under Details in the review, and in the answer about a request", async () => {
  const { ana, ben } = here;
  const card = await ask(ana, { name: "Payroll float" });
  const files = async () =>
    (await ben.directMessages()).filter((each) => plainTextOf(each).includes("R-1.json")).length;

  const onCard = await privateAnswer(ben, APPROVALS, () => ben.click(on(card), LABEL));
  expect(plainTextOf(onCard)).toContain("R-1.json was sent to you by direct message.");
  expect(await files()).toBe(1);

  const { ts } = await answerTo(ben, "/rail show R-1");
  await privateAnswer(ben, TREASURY, () => ben.click({ channel: TREASURY, ts }, LABEL));
  expect(await files()).toBe(2);

  await openReview(ben, card);
  await ben.click("modal", "Details");
  await ben.waitFor(async () => plainTextOf(await detailsOf()).includes(LABEL), "the details");
  await ben.click("modal", LABEL);
  await ben.waitFor(
    async () => plainTextOf(await detailsOf()).includes("Run sha256sum on the file."),
    "the word that it was sent",
  );
  expect(await files()).toBe(3);
});

const detailsOf = async () => (await here.ben.modal()) ?? { blocks: [] };

async function pressed(sendFile: Context["messenger"]["sendFile"]) {
  const store = await openTestStore();
  onTestFinished(store.close);
  const world = await aWorld(store);
  const { deps, workspaceId } = world;
  const request = await requested(world);
  const context = { ...deps, messenger: { ...deps.messenger, sendFile }, command: "/rail" };
  const told: string[] = [];
  await sendApprovedBytes(context, {
    action: { selected_option: { value: `bytes ${request.id}` } },
    body: { team: { id: workspaceId }, user: { id: BEN } },
    respond: async ({ blocks }: { blocks: [] }) => void told.push(plainText(blocks)),
  } as never);
  return { request, told };
}

const sha256 = (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex");

it("is a file whose SHA-256 is the digest that approvers see", async () => {
  const sums: string[] = [];
  const { request, told } = await pressed(async (_, to, { bytes }) => {
    expect(to).toBe(BEN);
    sums.push(sha256(bytes));
  });

  expect(sums).toEqual([request.digest]);
  expect(told[0]).toContain("sent to you");
});

it("is a text with the same digest where Slack takes no file", async () => {
  const { request, told } = await pressed(async () => {
    throw new MessengerError("unexpected", "missing_scope");
  });

  const [said = ""] = told;
  expect(said).toContain(`Its SHA-256 is ${request.digest}.`);
  expect(sha256(/^\| (\{.*\})$/m.exec(said)?.[1] ?? "")).toBe(request.digest);
});
