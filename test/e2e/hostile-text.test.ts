import { beforeAll, describe, expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { APPROVALS, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { answerQuestion, answerTo, approve, ask, cardReading, on, openCheck } from "./steps.ts";

/** All that Slack would bring to life somewhere, in a field that takes sixty letters. */
const NAMES = [
  "<!channel> pays *now* :white_check_mark:",
  "<https://evil.example|bank> & `co`",
  "~R-1~ _APPROVED_ by <@U0BEN0001>",
  "<#C0TREAS01|x> <!subteam^S1> 💷🏦",
];
const REASON = "first line\n*Approved:* <@U0BEN0001> :white_check_mark:\n<!everyone>\n\n> quoted";

const sandbox = useSandbox();
let ana: Person;
let ben: Person;
let cal: Person;
const views: unknown[] = [];
beforeAll(() => {
  ({ ana, ben, cal } = sandbox);
});

describe("texts that Slack would bring to life", () => {
  it.each(NAMES)("%s is shown to the letter, and nowhere comes alive", async (name) => {
    await sandbox.app.whitelist({
      name: `Wallet ${name}`,
      details: {
        kind: "wallet",
        network: "SOLANA_DEVNET",
        address: WALLETS[NAMES.indexOf(name)] ?? "",
      },
    });
    const card = await askInto(`Wallet ${name}`, name);
    expect(plainTextOf(card)).toContain(REASON.replace(/\s+/g, " "));
    await openCheck(ben, card);
    views.push(await ben.modal());
    await answerQuestion(ben);
    await ben.submit();
    views.push(await ben.modal());
    await ben.submit();
    await approve(cal, card);
    const done = await cardReading(ben, name, "DONE");
    expect(plainTextOf(done)).toContain(`Destination | Wallet ${name}`);
    for (const line of ["/rail", "/rail list", `/rail show ${name}`, "/rail destinations"]) {
      expect(plainTextOf(await answerTo(ana, line))).toContain(name.slice(0, 20));
    }

    await denied(name);
    expectInert(await everything());
  });
});

const WALLETS = [
  "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE",
  "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
  "DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy",
  "HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH",
];

async function askInto(wallet: string, name: string): Promise<SeenMessage> {
  await ana.command(TREASURY, "/rail new");
  await ana.waitFor(() => ana.modal(), "the form");
  await ana.fill("Name", name);
  const options = JSON.stringify(await ana.modal());
  expect(options).toContain(JSON.stringify(wallet).slice(1, -1));
  await ana.choose("Destination", wallet);
  await ana.fill("Reason", REASON);
  await ana.fill("Your reference", name);
  views.push(await ana.modal());
  await ana.submit();
  views.push(await ana.modal());
  await ana.submit();
  return ben.waitFor(
    async () =>
      (await ben.messages(APPROVALS)).find((each) => plainTextOf(each).includes(`· ${name}`)),
    "the card",
  );
}

/** The same words as a request's name and as the reason of its denial. */
async function denied(name: string): Promise<void> {
  const card = await ask(ana, { name: `No ${name}`.slice(0, 60), reason: REASON });
  await ben.click(on(card), "Deny");
  await ben.waitFor(() => ben.modal(), "the form for the reason");
  views.push(await ben.modal());
  await ben.fill("Reason", `${name}\n${REASON}`);
  await ben.submit();
  await cardReading(ben, `No ${name}`.slice(0, 60), "DENIED");
}

async function everything(): Promise<unknown[]> {
  const conversations = [TREASURY, APPROVALS];
  const seen = await Promise.all(
    [ana, ben, cal].flatMap((each) => [
      ...conversations.map((channel) => each.messages(channel)),
      each.directMessages(),
    ]),
  );
  return [...seen.flat(), ...views];
}

/** The words that Slack gives a question which has none of its own. */
const SLACKS_OWN = new Set<unknown>(["Are you sure?", "Cancel"]);

const OWN_WORDS = /^([A-Za-z0-9 ,·]|<@U\w+>|<!date\^\d+\^[a-z_{} ]+\|[\w :-]+>)+$/;

/** Slack reads markup in `mrkdwn` and in a message's `text` only, and emoji names where they are asked for. */
function expectInert(shown: readonly unknown[]): void {
  for (const node of shown.flatMap(nodesOf)) {
    expect(String(node.type)).not.toMatch(/^(broadcast|emoji|usergroup|markdown)$/);
    // People, dates and plain words of ours: each text above has a character beyond them.
    if (node.type === "mrkdwn") expect(node.text).toMatch(OWN_WORDS);
    if (node.type === "plain_text" && !SLACKS_OWN.has(node.text)) expect(node.emoji).toBe(false);
    // Signalbox names the approvals channel itself; the texts name another.
    if (node.type === "channel") expect(node.channel_id).toBe(APPROVALS);
    if (node.type === "link") expect(node.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/archives\//);
    if (node.type === "message") expect(node.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  }
}

type Node = Record<string, unknown>;

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesOf)];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
