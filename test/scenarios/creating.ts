import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import { expect } from "vitest";
import { type Instead, type Item, withRails } from "../harness/rail-front.ts";
import { WORDS } from "../harness/words.ts";
import { BEN, CAL, type Team } from "./team.ts";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Longer than we look by ourselves. */
export const LOOKED_FOR = 11 * MINUTE;

export const ALWAYS = Number.POSITIVE_INFINITY;

/** The service does it, and nobody hears its answer. */
export const unheard: Instead = async (_, pass) => {
  await pass();
  return "cut" as const;
};

/** The service never hears of it. */
export const lost: Instead = () => "cut";

/**
 * Asks for a Rail, and gives both approvals while its POST meets this. The number of the request.
 */
export async function send(
  team: Team,
  instead: Instead,
  rail: Parameters<Team["askForRail"]>[0] = {},
): Promise<string> {
  const number = await team.askForRail(rail);
  team.front.meet("POST /rails", instead);
  await team.approveAll(number);
  return number;
}

/** Sends a Rail whose POST the service hears only once this is called. */
export async function sendLate(team: Team) {
  let make = async () => new Response();
  const number = await send(team, (_, pass) => {
    make = pass;
    return "cut";
  });
  return { number, make: () => make() };
}

/** Somebody else with the company's token makes a Rail of the last route, with this tag. Its id. */
export async function makeAnother(team: Team, metadata: "same" | null): Promise<string> {
  const { body, authorization } = team.front.calls("POST /rails").at(-1) ?? {};
  const asked = JSON.parse(body ?? "") as object;
  const answer = await fetch(`${team.rails.baseUrl}/rails`, {
    method: "POST",
    headers: { authorization: authorization ?? "", "content-type": "application/json" },
    body: JSON.stringify({ ...asked, ...(metadata === null && { metadata }) }),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

/** The list no longer shows some Rails, until the rules end. */
export function hideRails({ front }: Team, isHidden: (rail: Item) => boolean): void {
  front.meet(
    "GET /rails",
    async (_, pass) => withRails(await pass(), (rails) => rails.filter((rail) => !isHidden(rail))),
    ALWAYS,
  );
}

/** The notices of a stop that is not over. */
export const stopsOf = async (team: Team) =>
  (await team.cards()).filter(({ state }) => state === WORDS.states.sendingStopped);

/** Ben and Cal, or as many as it needs, agree that sending goes on, which has to be stopped. */
export async function resume(team: Team): Promise<void> {
  expect(await stopsOf(team)).toHaveLength(1);
  for (const by of [BEN, CAL]) {
    const [notice] = await stopsOf(team);
    if (notice) await team.submit(await team.openFrom(by, notice, WORDS.buttons.reviewToResume));
  }
  expect(await stopsOf(team)).toEqual([]);
}

/** A Solana address of nobody, always the same for a name. */
export function addressOf(name: string): string {
  return base58.encode(createHash("sha256").update(name).digest());
}

/** A British IBAN of nobody, always the same for a number of at most eight digits. */
export function ibanOf(account: number): string {
  const rest = `NWBK601613${String(account).padStart(8, "0")}`;
  const digits = [...`${rest}GB00`].map((each) => Number.parseInt(each, 36)).join("");
  return `GB${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${rest}`;
}
