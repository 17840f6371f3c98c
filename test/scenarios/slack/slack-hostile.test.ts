import { expect, test } from "vitest";
import { acmeSeed } from "../../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, APPROVALS, BEN, CAL, openTeam, type Team, TREASURY, WALLET } from "../team.ts";
import { answerQuestion } from "../top-of.ts";

const { buttons, states, command } = WORDS;

/** Markup, a mention of everybody, a link and an emoji. */
const EVIL = "*evil* <!channel> <https://evil.example|Pay> :tick:";

/** Several lines, one of which would look like ours. */
const LINES = `Funds ${EVIL}\n✅ Approved by evil <@U0CAL0001>`;
const FOREIGN = /evil/;

interface Leaf {
  type: string;
  text: string;
  emoji?: boolean;
}

/** All texts in blocks, with what holds them. */
function leavesIn(value: unknown): Leaf[] {
  if (Array.isArray(value)) return value.flatMap(leavesIn);
  if (typeof value !== "object" || value === null) return [];
  const own = "text" in value && typeof value.text === "string" ? [value as Leaf] : [];
  return [...own, ...Object.values(value).flatMap(leavesIn)];
}

/** Asserts it of something shown, and returns how many foreign texts it has. */
function countInert({ text, blocks }: { text?: unknown; blocks?: unknown }): number {
  const foreign = leavesIn(blocks).filter((leaf) => FOREIGN.test(leaf.text));
  for (const leaf of foreign) {
    expect(["plain_text", "text"]).toContain(leaf.type);
    if (leaf.type === "plain_text") expect(leaf.emoji, leaf.text).toBe(false);
    expect(leaf.text).not.toMatch(/[\n\u202e]/);
  }
  if (typeof text === "string") expect(text).not.toMatch(/evil|<!|[*_]/);
  return foreign.length;
}

const BOT_ID = /^B/;

/** Everything that a person sees of ours. */
async function look(stage: Team, person: Person): Promise<number> {
  await stage.settle();
  const channels = [person.messages(TREASURY), person.messages(APPROVALS), person.direct()];
  const ours = (await Promise.all(channels))
    .flat()
    .filter((each) => "bot_id" in each && BOT_ID.test(String(each.bot_id)));
  const modal = await person.modal();
  return [...ours, ...(modal ? [{ blocks: modal.blocks }] : [])]
    .map((each) => countInert(each))
    .reduce((sum, each) => sum + each, 0);
}

test("S63 what people type is inert on every card, form, list and message", async () => {
  const seed = { ...acmeSeed, team: { ...acmeSeed.team, name: "Acme *evil* \u202efdp <!here>" } };
  await using stage = await openTeam({ seed });
  const name = `Cold ${EVIL}`;
  const wallet = await stage.askForDestination({ name });
  await stage.approveAll(wallet);
  const ask = (rail: string) => stage.askForRail({ name: `${rail} ${EVIL}`, destination: name });
  const denied = await ask("First");
  const made = await ask("Second");
  await stage.deny(CAL, denied, LINES);
  const ben = await stage.openFrom(BEN, made, buttons.review);
  let seen = await look(stage, ben);
  await answerQuestion(ben, WALLET);
  seen += await look(stage, ben);
  await ben.close("all");
  await stage.approveAll(made);
  await stage.card(made, states.payable);
  for (const words of ["list", "pending", "destinations", `show ${made}`, `show ${denied}`]) {
    await ben.say(TREASURY, `${command} ${words}`);
  }
  await ben.press(await stage.card(denied), "History");
  seen += (await look(stage, ben)) + (await look(stage, stage.as(ANA)));
  expect(seen).toBeGreaterThan(60);
});
