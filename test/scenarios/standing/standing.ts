import { reads } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, type Team, TREASURY } from "../team.ts";

const { buttons, labels } = WORDS;

/** A message in the treasury channel that says this. */
export async function messageWith(team: Team, words: string, by: string = ANA) {
  const all = await team.as(by).messages(TREASURY);
  const found = all.findLast((each) => reads(each).includes(words));
  if (!found) throw new Error(`Nobody reads "${words}"`);
  return { channel: TREASURY, ts: found.ts };
}

type At = Parameters<Team["openFrom"]>[1];

export async function report(team: Team, by: string, at: At, reason: string): Promise<void> {
  const person = await team.openFrom(by, at, buttons.report);
  await person.fill(labels.reason, reason);
  await team.submit(person);
  await person.close("all");
}

interface Trusting {
  /** Of one made elsewhere. */
  name?: string;
  button?: string;
}

/** Ana asks to lift the hold of a Rail, or to adopt one. The number of the request. */
export async function askToTrust(team: Team, at: At, { name, button }: Trusting = {}) {
  const ana = await team.openFrom(ANA, at, button ?? (name ? buttons.trust : buttons.liftHold));
  if (name !== undefined) await ana.fill(labels.name, name);
  await ana.fill(labels.reason, "The bank confirmed it.");
  return team.sendForApproval(ana);
}

/** The private answer to `/rail show`, where its buttons are. */
export async function shown(team: Team, what: string) {
  await team.as(ANA).say(TREASURY, `${WORDS.command} show ${what}`);
  await team.settle();
  const own = (await team.as(ANA).messages(TREASURY)).filter(({ ephemeral }) => ephemeral);
  return { channel: TREASURY, ts: own.at(-1)?.ts ?? "" };
}
