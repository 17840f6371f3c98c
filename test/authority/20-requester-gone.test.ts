import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, acmeSeed, BEN, CAL, DEE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerText, answerTo, approve, ask, cardReading, privateAnswer } from "../e2e/steps.ts";
import type { Person } from "../support/person.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const users = acmeSeed.users.map((user) => ({ ...user }));

const sandbox = useSandbox({
  seed: { ...acmeSeed, users },
  choresEverySeconds: { sweep: 1 },
});
const as = (id: string) => sandbox.as(id);

const posts = () =>
  sandbox.rails.calls().filter(({ method, path }) => method === "POST" && path.endsWith("/rails"));

async function letSendingGoOn(...approvers: Person[]): Promise<void> {
  for (const approver of approvers) {
    const { channel, ts } = await answerTo(approver, "/rail resume");
    await privateAnswer(approver, channel, () => approver.click({ channel, ts }, "Resume sending"));
  }
}

it("what a person asked for who has left since is never sent, and its card says why", async () => {
  const card = await ask(as(ANA), { name: "Left float" });
  await answerText(as(BEN), "/rail freeze A drill");
  for (const approver of [BEN, CAL]) await approve(as(approver), card);
  await cardReading(as(BEN), "Left float", "APPROVED");

  Object.assign(users.find(({ id }) => id === ANA) ?? {}, { isDeactivated: true });
  await letSendingGoOn(as(BEN), as(DEE));

  const ended = plainTextOf(await cardReading(as(BEN), "Left float", "VOID"));
  expect(ended).toContain("The requester's Slack account is deactivated");
  expect(ended).toContain("Another member can ask for it again");
  expect(posts()).toHaveLength(0);
});

it("a retirement goes on after its requester has left: it only takes something away", async () => {
  const dee = as(DEE);
  const list = await answerTo(dee, "/rail destinations Treasury cold wallet");
  const target = { channel: TREASURY, ts: list.ts };
  await dee.choose("destinations_open", "Treasury cold wallet", { target });
  await dee.waitFor(
    async () => /Retire…/.test(JSON.stringify(await dee.messages(TREASURY))),
    "the row",
  );
  await dee.click(target, "Retire…");
  await dee.waitFor(() => dee.modal(), "the form in which it is retired");
  await dee.fill("Reason", "Its keys are lost");
  await dee.submit();
  const card = await cardReading(as(BEN), "Treasury cold wallet", "WAITING 0 of 2");
  Object.assign(users.find(({ id }) => id === DEE) ?? {}, { isDeactivated: true });
  for (const approver of [BEN, CAL]) await approve(as(approver), card);

  await cardReading(as(BEN), "Treasury cold wallet", "RETIRED");
});
