import { expect, it } from "vitest";
import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, APPROVALS, acmeSeed, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import { createRailsElsewhere } from "../e2e/rails-elsewhere.ts";
import { answerText, answerTo, approve, ask, askToWhitelist, cardReading } from "../e2e/steps.ts";
import type { Person } from "../support/person.ts";
import { useSandbox } from "../support/use-sandbox.ts";

const channels = acmeSeed.channels.map((each) => ({ ...each }));

const sandbox = useSandbox({
  seed: { ...acmeSeed, channels },
  choresEverySeconds: { "read-rails": 1 },
});

const told = (messages: readonly SeenMessage[]) =>
  messages.filter(
    (each) => !each.ephemeral && /^\d+ Rails? created outside Signalbox/.test(each.text ?? ""),
  );

const countOf = (messages: readonly SeenMessage[]) =>
  messages.reduce((sum, { text = "" }) => sum + Number.parseInt(text, 10), 0);

async function toldOf(reader: Person, railId: string): Promise<SeenMessage> {
  return reader.waitFor(
    async () =>
      told(await reader.messages(APPROVALS)).find((each) => plainTextOf(each).includes(railId)),
    `the approvals channel to be told of ${railId}`,
  );
}

/** A walk that began after this has ended. */
async function walked(reader: Person): Promise<void> {
  const asked = sandbox.rails.calls().length;
  await reader.waitFor(
    () =>
      sandbox.rails
        .calls()
        .slice(asked)
        .filter(({ path }) => path.endsWith("/rails")).length > 2,
    "two more walks",
  );
}

const isOffering = ({ blocks }: SeenMessage, label: string) =>
  JSON.stringify(blocks).includes(label);

/** What stands in bold, anywhere in the blocks. */
const boldTexts = ({ blocks }: SeenMessage): string[] =>
  [...JSON.stringify(blocks).matchAll(/"text":"([^"]*)","style":\{"bold":true\}/g)].map(
    ([, text]) => text ?? "",
  );

it("tells the approvers of Rails made elsewhere once, together, and never of their own", async () => {
  const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
  await createRailsElsewhere(sandbox, 12);
  const messages = await ana.waitFor(async () => {
    const found = told(await ana.messages(APPROVALS));
    return countOf(found) >= 12 && found;
  }, "the approvals channel to be told of twelve Rails");
  const message = messages[0];
  if (!message) throw new Error("There is one");
  const many = plainTextOf(message);
  const later = messages.flatMap(({ text }) => text ?? []);
  const all = countOf(messages);
  if (later.length === 1) expect(many).toContain("and 2 more");
  expect(many).toContain("Created outside Signalbox: Rail");
  expect(boldTexts(message).join()).not.toContain("Elsewhere");

  const card = await ask(ana, { name: "Our own" });
  await approve(ben, card);
  await approve(cal, card);
  await cardReading(ana, "Our own", "DONE");
  await sandbox.restart();
  await walked(ana);
  const [one = ""] = await createRailsElsewhere(sandbox, 1);
  await toldOf(ana, one);
  await walked(ana);

  const counts = told(await ana.messages(APPROVALS)).map(({ text }) =>
    Number.parseInt(text ?? "", 10),
  );
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(13);
  expect(all).toBeLessThanOrEqual(12);
}, 180_000);

it("tells each approver alone while the channel takes nothing, and the channel once it does", async () => {
  const [ana, dee] = [sandbox.as(ANA), sandbox.as(DEE)];
  const channel = channels.find(({ id }) => id === APPROVALS);
  const members = channel?.members ?? [];
  Object.assign(channel ?? {}, { members: [ANA, BEN, CAL, DEE] });
  const [railId = ""] = await createRailsElsewhere(sandbox, 1);
  const alone = async () =>
    told(await dee.directMessages()).filter((each) => plainTextOf(each).includes(railId));
  await dee.waitFor(async () => (await alone()).length > 0, "to be told alone");
  expect(plainTextOf((await alone())[0] ?? {})).toContain("invite it there with /invite");
  await walked(ana);
  expect(await alone()).toHaveLength(1);

  Object.assign(channel ?? {}, { members });
  await toldOf(ana, railId);
}, 180_000);

it("tells of a Rail made elsewhere under the tag of a request that can have made none", async () => {
  const ana = sandbox.as(ANA);
  const address = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";
  const card = await askToWhitelist(ana, { name: "No Rail", network: "SOLANA_DEVNET", address });
  const [requestId] = /[0-9a-f-]{36}/.exec(JSON.stringify(card.blocks)) ?? [];
  const tag = `signalbox:${requestId}:${"0".repeat(64)}`;

  const [railId = ""] = await createRailsElsewhere(sandbox, 1, [tag]);

  await toldOf(ana, railId);
}, 120_000);

it("shows no name in bold that nobody approved, and instructions only for a reason that the audit keeps", async () => {
  const ana = sandbox.as(ANA);
  const [railId = ""] = await createRailsElsewhere(sandbox, 1);
  const list = await answerTo(ana, "/rail list");
  const shown = await answerTo(ana, `/rail show ${railId}`);
  const register = await answerTo(ana, "/rail destinations");

  for (const message of [list, shown, register]) {
    expect(boldTexts(message).join()).not.toContain("Elsewhere");
    expect(plainTextOf(message)).toMatch(/Not approved/);
  }
  expect(plainTextOf(list)).toMatch(/ to Elsewhere · outside/);
  expect(plainTextOf(shown)).not.toMatch(/IBAN|Sort code|Pay into/);
  await ana.click({ channel: shown.channel, ts: shown.ts }, "Show instructions anyway");
  await ana.waitFor(() => ana.modal(), "the question why");
  await ana.fill("reason", "The bank asked for it");
  await ana.submit();
  const text = await ana.waitFor(async () => {
    const told = (await ana.messages(shown.channel)).map(plainTextOf);
    return told.find((each) => each.includes("Sort code") && each.includes(railId));
  }, "the instructions");
  expect(text).toContain("🔴 Warning: nobody approved this Rail as it is now.");
  expect(await answerText(ana, "/rail show Our own")).not.toContain("Not approved");
}, 120_000);

it("is adopted in two steps where its destination is not registered: the import, then the Rail", async () => {
  const [ana, ben, cal] = [sandbox.as(ANA), sandbox.as(BEN), sandbox.as(CAL)];
  const [railId = ""] = await createRailsElsewhere(sandbox, 1);
  const press = async () => {
    const shown = await answerTo(ana, `/rail show ${railId}`);
    await ana.click({ channel: shown.channel, ts: shown.ts }, "Adopt…");
    return shown;
  };
  const { channel } = await press();
  const refusal = await ana.waitFor(
    async () => (await ana.messages(channel)).find((each) => isOffering(each, "Import it…")),
    "the offer to import its destination",
  );
  expect(plainTextOf(refusal)).toContain("its destination is not ready to use");
  await ana.click({ channel: refusal.channel, ts: refusal.ts }, "Import it…");
  await ana.waitFor(() => ana.modal(), "the form of the import, filled in");
  await ana.fill("reason", "A Rail pays it already");
  await ana.submit();
  await ana.submit();
  const imported = await cardReading(ana, "Elsewhere", "WAITING");
  await approve(ben, imported);
  await approve(cal, imported);
  await cardReading(ana, "Elsewhere", "IMPORTED");

  await press();
  await ana.waitFor(() => ana.modal(), "the form of the adoption");
  await ana.fill("name", "Old payroll");
  await ana.fill("reason", "Made by hand before we had this");
  await ana.submit();
  const adoption = await cardReading(ana, "Old payroll", "WAITING");
  await approve(ben, adoption);
  await approve(cal, adoption);
  await cardReading(ana, "Old payroll", "ADOPTED");

  expect(await answerText(ana, "/rail show Old payroll")).toContain("Pay into Old payroll");
}, 180_000);
