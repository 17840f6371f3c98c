import type { Bare } from "./bare.ts";
import { type Company, openCompany } from "./company.ts";
import { type Figure, inMs, median } from "./figure.ts";
import type { Person } from "./person.ts";
import { ANA, BEN, CAL } from "./world.ts";

const RAILS = 15;
const FAR_RAILS = 3;
const FAR_MS = 300;
/** Between what people do, in milliseconds: then Slack is asked anew who they are. */
const MINUTE = 61_000;
/** Stands in deposit instructions, and nowhere else. */
const BIC = "RAILGB2L";

/** What one Rail costs, and how long people wait for it. */
export async function oneRail(bare: Bare): Promise<Figure[]> {
  await using company = await openCompany();
  // Only the first Rail to a wallet is asked about.
  await costOf(company, "First.");
  const costs = costFigures(await costOf(company, "Second."));
  const near = await waitFor(company, "Near", RAILS);
  company.world.latencyMs = FAR_MS;
  const far = await waitFor(company, "Far", FAR_RAILS);
  const what = "From the last approval to the instructions, with calls that take";
  const commit = `bare commit ${inMs(bare.commitMs)}`;
  return [
    ...costs,
    [`${what} 0 ms`, "≤ 40 ms", inMs(near), commit, near / bare.commitMs],
    [`${what} ${FAR_MS} ms`, "", inMs(far), `one call ${FAR_MS} ms`, far / FAR_MS],
  ];
}

interface Cost {
  /** Statements of each click until its commit. */
  clicks: Map<string, number>;
  statements: number;
  calls: Map<string, number>;
}

type Submit = (what: "ask" | "approve" | "last approval", by: Person) => Promise<void>;

/** One Rail from `/rail new` to its instructions. */
async function createRail(company: Company, name: string, submit: Submit): Promise<void> {
  const [ana, ben, cal] = [company.as(ANA), company.as(BEN), company.as(CAL)];
  await company.fillIn(ana, name);
  await submit("ask", ana);
  await company.process.idle();
  await company.review(ben, name);
  await submit("approve", ben);
  await company.process.idle();
  await company.review(cal, name);
  await submit("last approval", cal);
  await company.process.idle();
}

/** With all that follows, and a minute between its people. */
async function costOf(company: Company, name: string): Promise<Cost> {
  const { statements, world } = company;
  const clicks = new Map<string, number>();
  const [begun, before] = [statements.length, new Map(world.calls)];
  await createRail(company, name, async (what, by) => {
    await company.jump(MINUTE);
    const first = statements.length;
    await by.submit();
    clicks.set(what, statements.indexOf("commit", first) + 1 - first);
  });
  const calls = [...world.calls].map(([method, count]) => {
    return [method, count - (before.get(method) ?? 0)] as const;
  });
  return { clicks, statements: statements.length - begun, calls: new Map(calls) };
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
  const [click, rail] = [most / BARE_STATEMENTS, statements / BARE_STATEMENTS];
  const service = `calls of the Rail service ${ofService}`;
  return [
    ["Statements of a click until its commit", "≤ 8", `${most} (${list(clicks)})`, beside, click],
    ["Statements of a Rail, with all that follows", "≤ 60", `${statements}`, beside, rail],
    [
      "Calls of Slack for a Rail",
      "≤ 12",
      `${slack} (${list(ofSlack)})`,
      service,
      slack / ofService,
    ],
  ];
}

/** The median of some Rails, in milliseconds. */
async function waitFor(company: Company, word: string, count: number): Promise<number> {
  const times: number[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    await createRail(company, `${word} ${nth}.`, async (what, by) => {
      const heard = company.world.heard(BIC);
      const began = performance.now();
      await by.submit();
      if (what !== "last approval") return;
      await heard;
      times.push(performance.now() - began);
    });
    await company.jump(MINUTE);
  }
  return median(times);
}
