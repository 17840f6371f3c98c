import { expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerText, approve, ask, cardReading, on, privateAnswer } from "../e2e/steps.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const sandbox = useSandbox();
const as = (id: string) => sandbox.as(id);

const posts = () =>
  sandbox.rails.calls().filter(({ method, path }) => method === "POST" && path === "/rails").length;

it("any approver denies what has its quorum and waits for the freeze to end, and it is never sent", async () => {
  await answerText(as(DEE), "/rail freeze A drill");
  const card = await ask(as(ANA), { name: "Held float" });
  for (const id of [BEN, CAL]) await approve(as(id), card);
  await cardReading(as(ANA), "Held float", "APPROVED");

  await as(DEE).click(on(card), "Deny");
  await as(DEE).waitFor(() => as(DEE).modal(), "the form for the reason");
  await as(DEE).fill("Reason", "The wallet is not ours");
  expect(await as(DEE).submit()).toMatchObject({ closed: true });

  const denied = plainTextOf(await cardReading(as(ANA), "Held float", "DENIED"));
  expect(denied).toContain("The wallet is not ours");
  const before = posts();
  const other = await ask(as(ANA), { name: "Other float" });
  for (const id of [BEN, CAL]) await approve(as(id), other);
  for (const id of [BEN, CAL]) await resume(id);
  await cardReading(as(ANA), "Other float", "DONE");
  expect(posts()).toBe(before + 1);
});

/** With the button of the notice in the approvals channel. */
async function resume(id: string): Promise<void> {
  const notice = await as(id).waitFor(
    async () =>
      (await as(id).messages(APPROVALS)).findLast(
        (each) => !each.ephemeral && plainTextOf(each).includes("SENDING IS FROZEN"),
      ),
    "the notice of the freeze",
  );
  await privateAnswer(as(id), APPROVALS, () => as(id).click(on(notice), "Resume sending"));
}
