import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import type { Person } from "../support/person.ts";

/** What an administrator does in `/rail setup`. */

export async function openSetup(administrator: Person, channel: string): Promise<void> {
  await administrator.command(channel, "/rail setup");
  await setupReading(administrator, "1 · Connection");
}

/** The text of the view on top, once it says so: the set-up is drawn anew behind the form that was closed. */
export function setupReading(administrator: Person, words: string): Promise<string> {
  return administrator.waitFor(async () => {
    const text = plainTextOf((await administrator.modal()) ?? {});
    return text.includes(words) && text;
  }, `the set-up to say "${words}"`);
}

/** Presses a button of the set-up, and waits for its form. */
export async function press(administrator: Person, button: string, title: string): Promise<void> {
  await administrator.click("modal", button);
  await administrator.waitFor(
    async () => (await administrator.modal())?.title.text.startsWith(title),
    `the form "${title}"`,
  );
}

export async function errorsOf(administrator: Person): Promise<string> {
  return JSON.stringify((await administrator.modal())?.errors ?? {});
}

/** The button of the view on top leads to our own page. */
export async function linkShown(administrator: Person): Promise<string> {
  const blocks = (await administrator.modal())?.blocks ?? [];
  const elements = blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
  const [url] = elements.flatMap((each) =>
    each.type === "button" && each.url !== undefined ? [each.url] : [],
  );
  if (url === undefined) throw new Error(`No link is shown: ${JSON.stringify(blocks)}`);
  return url;
}

/** From the set-up to the link of the page on which a token of the only connection is entered. */
export async function linkToConnect(administrator: Person): Promise<string> {
  await press(administrator, "Connect", "Connection");
  await administrator.submit();
  return linkShown(administrator);
}

export async function chooseChannel(administrator: Person, channel: string): Promise<void> {
  await press(administrator, "Choose the channel", "Approvals channel");
  await administrator.choose("Channel", channel);
  await administrator.submit();
  await setupReading(administrator, "The approvals channel is chosen.");
}

export async function nameApprovers(
  administrator: Person,
  approvers: string[],
  quorum: number,
): Promise<void> {
  await press(administrator, "Name the approvers", "Approval rules");
  await administrator.choose("Approvers", approvers);
  await administrator.fill("How many have to approve", String(quorum));
  await administrator.submit();
}
