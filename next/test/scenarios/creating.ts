import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import { reads } from "../harness/person.ts";
import {
  type Instead,
  type Item,
  openRailFront,
  type RailFront,
  withRails,
} from "../harness/rail-front.ts";
import { COMPANY, openStage, type Stage, type StageOptions } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { ANA, approve, askForRail, BEN, CAL, card, opened, TREASURY } from "./team.ts";

/** A stage whose Rail service stands behind a front that can answer wrongly. */
export type FrontStage = Stage & { front: RailFront };

export async function openFrontStage(options: StageOptions = {}): Promise<FrontStage> {
  await using opening = new AsyncDisposableStack();
  const front = opening.use(await openRailFront());
  const env = { RAIL_API_URL: front.baseUrl, ...options.env };
  const stage = opening.use(await openStage({ ...options, env }));
  front.passTo(stage.rails.baseUrl);
  const opened = opening.move();
  return { ...stage, front, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** How many calls of an operation arrived at the service. */
export function countCalls({ rails }: Stage, operation: string): number {
  return rails.calls().filter(({ method, path }) => `${method} ${path}` === operation).length;
}

/** A Rail as the service shows it. */
export interface ShownRail {
  id: string;
  type: string;
  source: { bank_account?: { iban: string; reference: string }; wallet?: { address: string } };
  destination: { bank_account?: { iban: string }; wallet?: { address: string } };
  metadata: { external_id: string[] | null };
}

// A boundary: the sandbox's service is not typed.
export const railsAt = ({ rails }: Stage) => rails.rails(COMPANY.name) as readonly ShownRail[];

/** The deposit instructions of a Rail that people see where it was asked for. */
export async function instructionsOf(stage: Stage, number: string): Promise<string[]> {
  const texts = (await stage.as(ANA).messages(TREASURY)).map(reads);
  return texts.filter((text) => text.split("\n")[0]?.endsWith(`into Rail ${number}`));
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Longer than we look by ourselves. */
export const LOOKED_FOR = 11 * MINUTE;

/** Both approvals of a Rail. */
export async function approveBoth(stage: Stage, number: string, record?: string): Promise<void> {
  await approve(stage, BEN, number, record);
  await approve(stage, CAL, number, record);
}

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
  stage: FrontStage,
  instead: Instead,
  rail: Parameters<typeof askForRail>[1] = {},
): Promise<string> {
  const number = await askForRail(stage, rail);
  stage.front.meet("POST /rails", instead);
  await approveBoth(stage, number);
  return number;
}

/** Somebody else with the company's token makes a Rail of the last route, with this tag. Its id. */
export async function makeAnother(stage: FrontStage, metadata: "same" | null): Promise<string> {
  const { body, authorization } = stage.front.calls("POST /rails").at(-1) ?? {};
  const asked = JSON.parse(body ?? "") as object;
  const answer = await fetch(`${stage.rails.baseUrl}/rails`, {
    method: "POST",
    headers: { authorization: authorization ?? "", "content-type": "application/json" },
    body: JSON.stringify({ ...asked, ...(metadata === null && { metadata }) }),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

/** The list no longer shows some Rails, until the rules end. */
export function hideRails({ front }: FrontStage, isHidden: (rail: Item) => boolean): void {
  front.meet(
    "GET /rails",
    async (_, pass) => withRails(await pass(), (rails) => rails.filter((rail) => !isHidden(rail))),
    Number.POSITIVE_INFINITY,
  );
}

export interface Answering {
  by?: string;
  answer: string;
  railId?: string;
}

/** Answers what Signalbox could not find out. What Slack says to the submission. */
export async function answerStuck(
  stage: Stage,
  number: string,
  { by = BEN, answer, railId }: Answering,
) {
  const { buttons, labels } = WORDS;
  const person = stage.as(by);
  await person.press(await card(stage, number), buttons.answer);
  await opened(stage, person);
  await person.fill(labels.answer, answer);
  if (railId !== undefined) await person.fill(labels.railId, railId);
  const submission = await person.submit();
  await stage.settle();
  return submission;
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
