import type { SeenMessage } from "../../src/sandbox/slack-workspace/page-routes/page-state.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { cards } from "../e2e/steps.ts";
import type { Company } from "./company.ts";

/** The state of a request, as far as people and the Rail service can see. */
export interface Stand {
  name: string;
  /** The newest. */
  card: SeenMessage | undefined;
  /** The card's first words: DONE, or WAITING 1 of 2. */
  title: string | undefined;
  /** The id of the Rail whose instructions were posted. */
  railId: string | undefined;
  /** Another one wherever anything of it is another. */
  print: string;
}

export async function readStand(company: Company, name: string): Promise<Stand> {
  const ana = company.as(ANA);
  const card = (await cards(ana)).findLast((each) => plainTextOf(each).includes(name));
  const text = card && plainTextOf(card);
  const instructions = (await ana.messages(TREASURY))
    .filter(({ ephemeral }) => !ephemeral)
    .map(plainTextOf)
    .findLast((each) => each.includes(`Pay into ${name}\n`));
  const railId = instructions && /\bRail (rail_\w+)/.exec(instructions)?.[1];
  return {
    name,
    card,
    title: text && titleIn(text),
    railId,
    print: JSON.stringify([text, railId]),
  };
}

/** The number of the request that a card is about. */
export function nameOn(card: SeenMessage): string {
  const [, name = ""] = /^\S+ R-\d+ · (.*)$/m.exec(plainTextOf(card)) ?? [];
  return name;
}

/** Nothing goes on by itself soon: it has ended, waits for people, or is looked for at growing pauses. */
export function isAtRest({ title }: Stand): boolean {
  return title !== undefined && !ON_ITS_WAY.includes(title) && title !== "WAITING 2 of 2";
}

/** Each Rail's id and tag, as the service has them. */
export function railsOf(company: Company): { id: string; tag: string }[] {
  return company.rails
    .rails("Acme")
    .map((rail) => rail as { id: string; metadata: unknown })
    .map(({ id, metadata }) => ({ id, tag: JSON.stringify(metadata) }));
}

const ON_ITS_WAY = [
  "WAITING 1 of 2",
  "APPROVED",
  "APPROVED, NOT SENT YET",
  "SENDING",
  "CREATED, BEING CHECKED",
  "CREATED AND CHECKED",
];

const TITLES = [
  /WAITING \d of \d/,
  /NOT CONFIRMED YET/,
  /NEEDS REVIEW/,
  /QUARANTINED|DENIED|WITHDRAWN|EXPIRED|VOID|FAILED|BLOCKED|DONE/,
  /APPROVED, NOT SENT YET|CREATED, BEING CHECKED|CREATED AND CHECKED|SENDING|APPROVED/,
];

function titleIn(text: string): string | undefined {
  for (const title of TITLES) {
    const [found] = title.exec(text) ?? [];
    if (found !== undefined) return found;
  }
  return undefined;
}
