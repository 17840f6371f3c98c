import { setTimeout as pause } from "node:timers/promises";
import type { Company } from "./company.ts";
import type { KillFigures } from "./kill-figures.ts";
import type { Stand } from "./stands.ts";
import { railsOf, readStand } from "./stands.ts";

/** Far longer than it may take: what has not moved by then is lost. */
export const PATIENCE_MS = 120_000;

/** The names of the requests whose submission was acknowledged, and of those that had their last approval so. */
export interface Names {
  asked: string[];
  approved: string[];
}

export type Account = Pick<KillFigures, "asked" | "approved" | "ends" | "faults">;

/** Every acknowledged submission has its card, and an approved one exactly one Rail, or a person who is called. */
export async function account(company: Company, names: Names, figures: Account): Promise<void> {
  const fault = (name: string, what: string) => figures.faults.push(`${name}: ${what}`);
  figures.asked += names.asked.length;
  figures.approved += names.approved.length;
  const stands: Stand[] = [];
  for (const name of names.approved) stands.push(await endOf(company, name));
  for (const stand of stands) {
    const title = stand.title ?? "no card";
    figures.ends[title] = (figures.ends[title] ?? 0) + 1;
    if (!isOver(stand)) fault(stand.name, `it never ended: ${title}`);
  }
  for (const name of names.asked) {
    const { title } = await readStand(company, name);
    if (title === undefined) fault(name, "it was acknowledged, and has no card");
    if (names.approved.includes(name)) continue;
    if (title !== "WAITING 0 of 2") fault(name, `nobody decided, and the card says ${title}`);
  }
  // Each Rail is of one request that is done, and each of these has one: so none is left over, and none is missing.
  const rails = railsOf(company);
  if (new Set(rails.map(({ tag }) => tag)).size !== rails.length)
    fault("The service", "a tag twice");
  const done = stands.filter(({ title }) => title === "DONE");
  const shown = new Set(done.map(({ railId }) => railId));
  if (shown.size !== done.length) fault("The channel", "one Rail in the instructions of two");
  if (done.length !== rails.length)
    fault("The service", `${rails.length} Rails, ${done.length} done`);
  for (const { name, railId } of done) {
    if (!rails.some(({ id }) => id === railId)) fault(name, `done, and its Rail is ${railId}`);
  }
}

async function endOf(company: Company, name: string): Promise<Stand> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const stand = await readStand(company, name);
    if (isOver(stand) || Date.now() > until) return stand;
    await pause(100);
  }
}

const isOver = ({ title }: Stand) => title === "DONE" || title === "NEEDS REVIEW";
