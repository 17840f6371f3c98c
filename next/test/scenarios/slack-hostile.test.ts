import { expect, test } from "vitest";
import { acmeSeed } from "../../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../harness/person.ts";
import { openStage, type Stage } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { approveBoth } from "./creating.ts";
import { deny, openFrom } from "./slack.ts";
import {
  ANA,
  APPROVALS,
  approve,
  askForDestination,
  askForRail,
  BEN,
  CAL,
  card,
  DEE,
  TREASURY,
} from "./team.ts";

const { buttons } = WORDS;

/** Markup, a mention of everybody, a link, an emoji and a turned direction. */
const EVIL = "*evil* <!channel> <https://evil.example|Pay> :tick: \u202efdp";
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

async function expectInert(shown: { text?: string; blocks: unknown }): Promise<number> {
  const foreign = leavesIn(shown.blocks).filter(({ text }) => FOREIGN.test(text));
  for (const leaf of foreign) {
    expect(["plain_text", "text"]).toContain(leaf.type);
    if (leaf.type === "plain_text") expect(leaf.emoji, leaf.text).toBe(false);
    expect(leaf.text).not.toMatch(/[\n\u202e]/);
  }
  if (shown.text !== undefined) expect(shown.text).not.toMatch(/evil|<!|[*_]/);
  return foreign.length;
}

/** Everything that a person sees, but their own words as they typed them. */
async function look(stage: Stage, person: Person): Promise<number> {
  await stage.settle();
  const channels = await Promise.all([TREASURY, APPROVALS].map((each) => person.messages(each)));
  const ours = [...channels.flat(), ...(await person.direct())].filter(({ bot_id }) => bot_id);
  const counts = await Promise.all(ours.map(expectInert));
  return counts.reduce((sum, each) => sum + each, 0);
}

test("S63 what people type is inert on every card, form, list and message", async () => {
  const seed = { ...acmeSeed, team: { ...acmeSeed.team, name: `Acme ${EVIL}` } };
  await using stage = await openStage({ seed });
  const wallet = await askForDestination(stage, { name: `Cold ${EVIL}` }).catch(() => null);
  expect(wallet).toBeNull();
});
