import { setTimeout as pause } from "node:timers/promises";
import type { Json } from "../campaign/world/json.ts";
import { AT_ONCE, type Bare } from "./bare.ts";
import { type Company, openCompany } from "./company.ts";
import { aSecond, type Figure, rateOf } from "./figure.ts";

const PEOPLE = 20;
/** Nobody may have more than twenty open, or act more than sixty times in a minute. */
const EACH = 15;
const RAILS = 150;
const REQUESTERS = Array.from({ length: PEOPLE }, (_, nth) => `U0ASKS${nth}`);
const APPROVERS = Array.from({ length: PEOPLE }, (_, nth) => `U0AGREES${nth}`);

/** Approvals a second, and Rails a second: this process has one thread, and PostgreSQL is beside it. */
export async function throughput(postgres: string, bare: Bare): Promise<Figure[]> {
  await using company = await openCompany(postgres, REQUESTERS, APPROVERS);
  const names = await askForAll(company);
  const first = await approvalsOf(company, 0, names);
  const last = await approvalsOf(company, 1, names.slice(0, RAILS));
  const { process } = company;

  const clicking = usage();
  const clicks = await rateOf(first, AT_ONCE, async (body) => {
    if (JSON.stringify(await process.deliver(body)) !== CLOSED) throw new Error("Not approved");
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
  const beside = `bare commits ${aSecond(bare.commits)}`;
  return [
    {
      what: `Clicks (approvals, ${AT_ONCE} at once)`,
      aim: "≥ 300 a second",
      figure: `${aSecond(clicks)} (${ofClicks} of a core)`,
      beside,
      ratio: clicks / bare.commits,
    },
    {
      what: "The same clicks",
      aim: "",
      figure: aSecond(clicks),
      beside: `our Bolt alone ${aSecond(bare.ours)}`,
      ratio: clicks / bare.ours,
    },
    {
      what: "Our Bolt with an empty listener",
      aim: "",
      figure: aSecond(bare.ours),
      beside: `bare @slack/bolt ${aSecond(bare.bolt)}`,
      ratio: bare.ours / bare.bolt,
    },
    {
      what: "Rails, from their last approvals to their instructions",
      aim: "≥ 30 a second",
      figure: `${aSecond(rails)} (${ofRails} of a core)`,
      beside,
      ratio: rails / bare.commits,
    },
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
