import type { Bare } from "./bare.ts";
import { type Company, openCompany } from "./company.ts";
import { type Figure, inMs, median } from "./figure.ts";
import type { Person } from "./person.ts";
import { ANA, APPROVERS } from "./world.ts";

const RAILS = 15;
const FAR_RAILS = 3;
const FAR_MS = 300;
/** Between what people do, in milliseconds: then Slack is asked anew who they are. */
const MINUTE = 61_000;
/** Stands in deposit instructions, and nowhere else. */
const BIC = "RAILGB2L";

/** What one Rail costs, and how long people wait for it. */
export async function oneRail(postgres: string, bare: Bare): Promise<Figure[]> {
  await using company = await openCompany(postgres);
  // Only the first Rail to a wallet is asked about.
  await costOf(company, "First.");
  const costs = costFigures(await costOf(company, "Second."));
  const near = await waitFor(company, "Near", RAILS);
  company.world.latencyMs = FAR_MS;
  const far = await waitFor(company, "Far", FAR_RAILS);
  const what = "From the last approval to the instructions";
  return [
    ...costs,
    {
      what: `${what}, services answer at once`,
      aim: "≤ 40 ms",
      figure: inMs(near),
      beside: `bare commit ${inMs(bare.commitMs)}`,
      ratio: near / bare.commitMs,
    },
    {
      what: `${what}, each call takes ${FAR_MS} ms`,
      aim: "",
      figure: inMs(far),
      beside: `one call ${FAR_MS} ms`,
      ratio: far / FAR_MS,
    },
  ];
}

interface Cost {
  /** Statements of each click until its commit. */
  clicks: Map<string, number>;
  statements: number;
  calls: Map<string, number>;
}

/** One Rail from `/rail new` to its instructions, with all that follows, and a minute between its people. */
async function costOf(company: Company, name: string): Promise<Cost> {
  const { process, statements, world, jump } = company;
  const [ana, ben, cal] = [ANA, ...APPROVERS].map((id) => company.as(id));
  if (!ana || !ben || !cal) throw new Error("The company has its people");
  const clicks = new Map<string, number>();
  const click = async (what: string, by: Person) => {
    await jump(MINUTE);
    const [begun, commits] = [statements.texts.length, statements.atCommit.length];
    await by.submit();
    clicks.set(what, (statements.atCommit[commits] ?? Number.NaN) - begun);
    await process.idle();
  };
  const [begun, before] = [statements.texts.length, new Map(world.calls)];
  await company.fillIn(ana, name);
  await click("ask", ana);
  await company.review(ben, name);
  await click("approve", ben);
  await company.review(cal, name);
  await click("last approval", cal);
  const calls = [...world.calls].map(([method, count]) => {
    return [method, count - (before.get(method) ?? 0)] as const;
  });
  return { clicks, statements: statements.texts.length - begun, calls: new Map(calls) };
}

/** A bare commit has three statements: begin, insert, commit. */
const BARE_STATEMENTS = 3;

function costFigures({ clicks, statements, calls }: Cost): Figure[] {
  const most = Math.max(...clicks.values());
  const beside = `bare commit ${BARE_STATEMENTS}`;
  const ofSlack = [...calls].filter(([name, count]) => name !== "Rail service" && count > 0);
  const slack = ofSlack.reduce((sum, [, count]) => sum + count, 0);
  const ofService = calls.get("Rail service") ?? 0;
  const list = (counts: Iterable<readonly [string, number]>) =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(", ");
  return [
    {
      what: "Statements of a click until its commit",
      aim: "≤ 8",
      figure: `${most} (${list(clicks)})`,
      beside,
      ratio: most / BARE_STATEMENTS,
    },
    {
      what: "Statements of a Rail, from asking to instructions, with all that follows",
      aim: "≤ 60",
      figure: String(statements),
      beside,
      ratio: statements / BARE_STATEMENTS,
    },
    {
      what: "Calls of Slack for a Rail with two approvals",
      aim: "≤ 12",
      figure: `${slack} (${list(ofSlack)})`,
      beside: `calls of the Rail service ${ofService}`,
      ratio: slack / ofService,
    },
  ];
}

/** The median of some Rails, in milliseconds. */
async function waitFor(company: Company, word: string, count: number): Promise<number> {
  const { world, process } = company;
  const [ana, ben, cal] = [ANA, ...APPROVERS].map((id) => company.as(id));
  if (!ana || !ben || !cal) throw new Error("The company has its people");
  const times: number[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    const name = `${word} ${nth}.`;
    await company.fillIn(ana, name);
    await ana.submit();
    await process.idle();
    await company.review(ben, name);
    await ben.submit();
    await process.idle();
    await company.review(cal, name);
    const heard = world.heard(BIC);
    const began = performance.now();
    await cal.submit();
    await heard;
    times.push(performance.now() - began);
    await process.idle();
  }
  return median(times);
}
