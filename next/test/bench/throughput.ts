import { setTimeout as pause } from "node:timers/promises";
import type { Json } from "../campaign/world/json.ts";
import { AT_ONCE, type Bare } from "./bare.ts";
import { type Company, openCompany } from "./company.ts";
import { aSecond, type Figure, inTurns, measure } from "./figure.ts";

const PEOPLE = 20;
/** Nobody may have more than twenty open, or act more than sixty times in a minute. */
const EACH = 15;
const MINUTE = 61_000;
const RAILS = 150;
const REQUESTERS = Array.from({ length: PEOPLE }, (_, nth) => `U0ASKS${nth}`);
const APPROVERS = Array.from({ length: PEOPLE }, (_, nth) => `U0AGREES${nth}`);

/** Approvals a second, and Rails a second, in this one thread; PostgreSQL is beside it. */
export async function throughput(bare: Bare): Promise<Figure[]> {
  await using company = await openCompany(REQUESTERS, APPROVERS);
  const names = await askForAll(company);
  const first = await approvalsOf(company, 0, names);
  const last = await approvalsOf(company, 1, names.slice(0, RAILS));
  const { process } = company;
  await company.jump(MINUTE);
  const approveAll = (bodies: readonly Json[]) =>
    inTurns(bodies, AT_ONCE, async (body) => {
      const answer = JSON.stringify(await process.deliver(body));
      if (answer !== CLOSED) throw new Error(`Not approved: ${answer}`);
    });
  const clicks = await measure(first.length, () => approveAll(first));
  await process.idle();
  const rails = await measure(RAILS, async () => {
    await approveAll(last);
    while (company.instructions() < RAILS) {
      await process.idle();
      if ((await process.workOnce()) === 0) await pause(5);
    }
  });
  const commits = `bare commits ${aSecond(bare.commits)}`;
  const [ours, bolt] = [aSecond(bare.ours), `bare @slack/bolt ${aSecond(bare.bolt)}`];
  const clicked = `${aSecond(clicks.rate)} (${clicks.core})`;
  const created = `${aSecond(rails.rate)} (${rails.core})`;
  return [
    ["Approvals", "≥ 300 a second", clicked, commits, clicks.rate / bare.commits],
    ["The same", "", clicked, `our Bolt ${ours}`, clicks.rate / bare.ours],
    ["Our Bolt with an empty listener", "", ours, bolt, bare.ours / bare.bolt],
    ["Rails, from last approval on", "≥ 30 a second", created, commits, rails.rate / bare.commits],
  ];
}

const CLOSED = JSON.stringify({ response_action: "clear" });

async function askForAll(company: Company): Promise<string[]> {
  const names: string[] = [];
  for (const id of REQUESTERS) {
    const person = company.as(id);
    for (let nth = 1; nth <= EACH; nth += 1) {
      const name = `Float ${id} ${nth}.`;
      await company.fillIn(person, name);
      await person.submit();
      names.push(name);
    }
  }
  await company.process.idle();
  return names;
}

/** What Slack will send when the approvers take them in turn, from this one on. */
async function approvalsOf(company: Company, from: number, names: readonly string[]) {
  const bodies: Json[] = [];
  for (const [at, name] of names.entries()) {
    const approver = company.as(APPROVERS[(at + from) % PEOPLE] ?? "");
    await company.review(approver, name);
    bodies.push(approver.submission());
  }
  return bodies;
}
