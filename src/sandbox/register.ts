import { setTimeout as pause } from "node:timers/promises";
import { createPerson } from "./slack-workspace/page-routes/person.ts";
import { plainTextOf } from "./slack-workspace/plain-text.ts";
import { APPROVALS, BEN, CAL, DEE, TREASURY } from "./slack-workspace/seed.ts";

/**
 * Dee requests a destination in #treasury, and Ben and Cal approve it, through the page as its
 * visitors do. They are Ana at first, so she is left alone. `fields`: what is typed or chosen, by
 * the beginning of its label. What a start that was killed has done is not done again.
 */
export async function register(
  page: string,
  command: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const dee = createPerson(page, DEE);
  const name = fields.Name ?? "";
  const find = async () =>
    (await dee.messages(APPROVALS)).findLast((message) => plainTextOf(message).includes(name));
  if (!(await find())) {
    await dee.say(TREASURY, `${command} destinations add`);
    for (const [label, value] of Object.entries(fields)) {
      await until(label, () => dee.fill("modal", label, value));
    }
    await submit(dee, "Review");
    await submit(dee, "Request approval");
  }
  const { ts, ...card } = await until(`the card of ${name}`, find);
  const [, given = "2"] = /(\d) of 2/.exec(plainTextOf(card)) ?? [];
  for (const id of [BEN, CAL].slice(Number(given))) {
    const approver = createPerson(page, id);
    // What came too late left its view behind.
    await approver.call("/close", { which: "all" });
    await until("Review", () => approver.press({ channel: APPROVALS, ts }, "Review"));
    await submit(approver, "Approve");
  }
  await until(`${name} usable`, async () => plainTextOf((await find()) ?? {}).includes("Usable"));
}

/** Submits the view whose button says so, once it is there; again where Slack gave up waiting. */
async function submit(by: ReturnType<typeof createPerson>, words: string): Promise<void> {
  await until(words, async () => {
    if ((await by.modal())?.submit?.text !== words) return false;
    const { acknowledged, errors } = await by.submit();
    if (errors) throw new Error(`${words}: ${Object.values(errors).join(" ")}`);
    return acknowledged;
  });
}

/** Asks again and again for half a minute, as somebody who watches the page; it may be redrawn. */
export async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 750; tries += 1) {
    const answer = await ask().catch(() => null);
    if (answer) return answer;
    await pause(40);
  }
  throw new Error(`The sandbox did not show ${what} in half a minute.`);
}
