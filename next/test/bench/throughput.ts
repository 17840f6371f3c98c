import { setTimeout as pause } from "node:timers/promises";
import type { Json } from "../campaign/world/json.ts";
import { AT_ONCE, type Bare } from "./bare.ts";
import { type Company, openCompany } from "./company.ts";
import { aSecond, type Figure, rateOf } from "./figure.ts";

const PEOPLE = 20;
/** Nobody may have more than twenty open, or act more than sixty times in a minute. */
const EACH = 15;
const MINUTE = 61_000;
const RAILS = 150;
const REQUESTERS = Array.from({ length: PEOPLE }, (_, nth) => `U0ASKS${nth}`);
const APPROVERS = Array.from({ length: PEOPLE }, (_, nth) => `U0AGREES${nth}`);

/** Approvals a second, and Rails a second: this process has one thread, and PostgreSQL is beside it. */
export async function throughput(bare: Bare): Promise<Figure[]> {
  await using company = await openCompany(REQUESTERS, APPROVERS);
  const names = await askForAll(company);
  const first = await approvalsOf(company, 0, names);
  const last = await approvalsOf(company, 1, names.slice(0, RAILS));
  const { process } = company;
  await company.jump(MINUTE);

  const clicking = usage();
  const clicks = await rateOf(first, AT_ONCE, async (body) => {
    const answer = JSON.stringify(await process.deliver(body));
    if (answer !== CLOSED) throw new Error(`Not approved: ${answer}`);
  });
  const ofClicks = clicking();
  await process.idle();

  const began = performance.now();
  const creating = usage();
  await rateOf(last, AT_ONCE, process.deliver);
  while (company.instructions() < RAILS) {
    await process.idle();
    if (company.instructions() < RAILS && (await process.workOnce()) === 0) await pause(5);
  }
  const rails = (RAILS / (performance.now() - began)) * 1_000;
  const ofRails = creating();
  const commits = `bare commits ${aSecond(bare.commits)}`;
  const [ours, bolt] = [aSecond(bare.ours), `bare @slack/bolt ${aSecond(bare.bolt)}`];
  const clicked = `${aSecond(clicks)} (${ofClicks} of a core)`;
  const created = `${aSecond(rails)} (${ofRails} of a core)`;
  return [
    ["Approvals", "≥ 300 a second", clicked, commits, clicks / bare.commits],
    ["The same", "", clicked, `our Bolt ${ours}`, clicks / bare.ours],
    ["Our Bolt with an empty listener", "", ours, bolt, bare.ours / bare.bolt],
    ["Rails, from last approval on", "≥ 30 a second", created, commits, rails / bare.commits],
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

/** The share of a core that this process uses from now on. */
function usage(): () => string {
  const [before, began] = [process.cpuUsage(), performance.now()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    return `${Math.round((user + system) / 10 / (performance.now() - began))} %`;
  };
}
