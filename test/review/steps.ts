import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import type { Person } from "../support/person.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const DAY = 86_400_000;

export function daysPass({ slack }: TestSandbox, days: number): void {
  slack.clock.advance(days * DAY);
}

export interface ShownThing {
  /** The field of its decision. */
  field: string;
  /** All that stands about it. */
  text: string;
}

/** Types the command and waits for the form. */
export async function openReview(reviewer: Person): Promise<void> {
  await reviewer.command(TREASURY, "/rail review");
  await reviewer.waitFor(() => reviewer.modal(), "the review");
}

/** The things of the page that is open; none once nothing is left. */
export async function page(reviewer: Person): Promise<ShownThing[]> {
  const blocks = (await reviewer.modal())?.blocks ?? [];
  return blocks.flatMap((block, at) => {
    const facts = blocks[at - 1];
    const isField = block.type === "input" && block.block_id?.startsWith("verdict_");
    if (!isField || block.block_id.startsWith("verdict_reason") || !facts) return [];
    return [{ field: block.block_id, text: plainTextOf({ blocks: [facts] }) }];
  });
}

/** Decides about everything of the page of which `verdictOf` says something, and saves. Returns how many clicks it took. */
export async function decide(
  reviewer: Person,
  verdictOf: (text: string) => string | undefined,
  reason = "",
): Promise<number> {
  let clicks = 1;
  for (const { field, text } of await page(reviewer)) {
    const verdict = verdictOf(text);
    if (verdict === undefined) continue;
    await reviewer.choose(field, verdict);
    clicks += 1;
  }
  if (reason !== "") await reviewer.fill("Reason", reason);
  await reviewer.submit();
  return clicks;
}

export const modalText = async (reviewer: Person): Promise<string> => {
  const view = await reviewer.modal();
  return view ? plainTextOf(view) : "";
};
