import { setTimeout as pause } from "node:timers/promises";
import type { Json } from "../harness/json.ts";
import { AT_ONCE, type Bare } from "./bare.ts";
import { type Company, openCompany } from "./company.ts";
import { aSecond, type Figure, inTurns, measure, type Rate } from "./figure.ts";

const PEOPLE = 20;
/** Nobody may have more than twenty open, or act more than sixty times in a minute. */
const EACH = 10;
const RAILS = 100;
const REQUESTERS = Array.from({ length: PEOPLE }, (_, nth) => `U0ASKS${nth}`);
const APPROVERS = Array.from({ length: PEOPLE }, (_, nth) => `U0AGREES${nth}`);

/** Approvals a second, and Rails a second, in this one thread; PostgreSQL is beside it. */
export async function throughput(bare: Bare): Promise<Figure[]> {
  await using company = await openCompany({ requesters: REQUESTERS, approvers: APPROVERS });
  const names = await askForAll(company);
  const first = await approvalsOf(company, 0, names);
  const last = await approvalsOf(company, 1, names.slice(0, RAILS));
  const { process } = company;
  await company.jump(61_000);
  const approveAll = (bodies: readonly Json[]) =>
    inTurns(bodies, AT_ONCE, async (body) => {
      const answer = JSON.stringify((await process.deliver(body))?.payload);
      if (answer !== CLOSED) throw new Error(`Not approved: ${answer}`);
    });
  const clicks = await measure(first.length, () => approveAll(first));
  await process.idle();
  const rails = await measure(RAILS, async () => {
    await approveAll(last);
    while (company.world.instructions.size < RAILS) await pause(5);
  });
  const { commits, ours, bolt } = bare;
  const figure = (what: string, aim: string, done: Rate, name: string, by: Rate): Figure => {
    const beside = `${name} ${aSecond(by)}`;
    return [what, aim, aSecond(done), beside, done.core / by.core];
  };
  return [
    figure("Approvals", "≥ 300 a second", clicks, "bare commits", commits),
    figure("Approvals", "≥ 300 a second", clicks, "our Bolt", ours),
    figure("Our Bolt with an empty listener", "", ours, "bare @slack/bolt", bolt),
    figure("Rails, from last approvals on", "≥ 30 a second", rails, "bare commits", commits),
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
