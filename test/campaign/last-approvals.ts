import { parseArgs } from "node:util";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import { approve, ask, cardReading, cards, openReview } from "../e2e/steps.ts";
import type { Person } from "../support/person.ts";
import { findPrograms, startPostgres } from "../support/postgres-server.ts";
import type { Company } from "./company.ts";
import { startCompany } from "./company.ts";

/** The person who gave the last approval, the answer to the other one, and anything that went wrong. */
export interface ApprovalFigures {
  rounds: number;
  completedBy: Record<string, number>;
  toldTheOther: Record<string, number>;
  faults: string[];
  seconds: number;
}

/** In one company a channel would grow long, and reading it is most of the work. */
const ROUNDS_AT_MOST = 40;

/**
 * Round after round, one request has one approval, and Cal and Dee give the last one at the same moment. The workspace
 * hands what is sent to its two connections in turn, and each of the two processes has one of them: so one process gets
 * Cal's and the other one Dee's.
 */
export async function lastApprovals(
  rounds: number,
  postgresUrl: string,
  told: (line: string) => void = () => {},
): Promise<ApprovalFigures> {
  const began = Date.now();
  const figures: ApprovalFigures = {
    rounds: 0,
    completedBy: {},
    toldTheOther: {},
    faults: [],
    seconds: 0,
  };
  while (figures.rounds < rounds) {
    const company = await startCompany({ postgresUrl, bots: 2 });
    try {
      const here = Math.min(ROUNDS_AT_MOST, rounds - figures.rounds);
      for (let number = 1; number <= here; number += 1) {
        figures.rounds += 1;
        await round(company, `Float ${figures.rounds}`, number, figures);
      }
      const posts = company.rails
        .calls()
        .filter(({ method, path }) => method === "POST" && path === "/rails").length;
      if (posts !== here) figures.faults.push(`${here} rounds made ${posts} POSTs`);
      const seen = (await cards(company.as(ANA))).length;
      if (seen !== here) figures.faults.push(`${here} rounds left ${seen} cards`);
      for (const [what, times] of company.troubles)
        told(`the bots logged, ${times} times: ${what}`);
    } finally {
      await company.stop();
    }
    told(`${figures.rounds} of ${rounds} rounds, ${figures.faults.length} faults`);
  }
  figures.seconds = Math.round((Date.now() - began) / 1000);
  return figures;
}

async function round(
  company: Company,
  name: string,
  railsThen: number,
  figures: ApprovalFigures,
): Promise<void> {
  const [ana, ben, cal, dee] = [ANA, BEN, CAL, DEE].map(company.as) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const asked = await ask(ana, { name });
  await approve(ben, asked);
  const card = await cardReading(ben, name, "WAITING 1 of 2");
  await openReview(cal, card);
  await openReview(dee, card);

  // Which of the two is sent first changes from round to round.
  const order = figures.rounds % 2 === 0 ? [cal, dee] : [dee, cal];
  const answers = await Promise.all(order.map((each) => each.submit()));

  const closed = order.filter((_, index) => answers[index]?.closed);
  const [winner] = closed;
  const loser = order.find((each) => each !== winner);
  const done = plainTextOf(await cardReading(ana, name, "DONE", 30_000));
  const fault = (what: string) => figures.faults.push(`${name}: ${what}`);
  if (closed.length !== 1 || !winner || !loser) {
    fault(`${closed.length} of the two were told that theirs was taken`);
    return;
  }
  count(figures.completedBy, winner === order[0] ? "the first sent" : "the second sent");
  const view = await loser.modal();
  const words = view ? plainTextOf(view) : "nothing";
  count(figures.toldTheOther, words.replace(/R-\d+/g, "R-…").replace(/, \d{4}-.* UTC/, ""));
  const isTrue =
    words.includes("It is already decided") && words.includes(`Last approved by <@${winner.id}>`);
  if (!isTrue) fault(`the other was told: ${words}`);
  if (!done.includes(`<@${winner.id}>`)) fault("the card does not name whoever completed it");
  if (done.includes(`<@${loser.id}>`)) fault("the card names whose approval was not taken");
  if (company.rails.rails("Acme").length !== railsThen) fault("not one Rail for each round");
  await loser.close("all");
}

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { rounds: { type: "string", default: "1000" } } });
  const programs = findPrograms();
  if (programs === undefined) throw new Error("PostgreSQL's initdb and postgres were not found");
  const server = await startPostgres(programs);
  try {
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    const figures = await lastApprovals(Number(values.rounds), server.url, print);
    print(JSON.stringify(figures, null, 2));
    process.exitCode = figures.faults.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
}
