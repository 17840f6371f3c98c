import { ANA, APPROVERS } from "../campaign/company.ts";
import type { Bare } from "./bare.ts";
import { type Company, openCompany } from "./company.ts";
import { type Figure, inMs, median } from "./figure.ts";
import type { Person } from "./person.ts";
import { RAIL_SERVICE } from "./world.ts";

const RAILS = 15;
const FAR_RAILS = 3;
const FAR_MS = 300;
/** Between what people do, in milliseconds: then Slack is asked anew who they are. */
const MINUTE = 61_000;

/** What one Rail costs, and how long people wait for it. */
export async function oneRail(bare: Bare): Promise<Figure[]> {
  await using still = await openCompany({ loops: false });
  // Only the first Rail to a wallet is asked about.
  await costOf(still, "First.");
  const costs = await costOf(still, "Second.");
  await using company = await openCompany({});
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

type Submit = (what: "ask" | "approve" | "last approval", by: Person) => Promise<void>;

/** One Rail from `/rail new` to its instructions. */
export async function createRail(company: Company, name: string, submit: Submit): Promise<void> {
  const [ben, cal] = APPROVERS.map(company.as);
  if (!ben || !cal) throw new Error("Nobody approves");
  const ana = company.as(ANA);
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

const SAVES = /insert into signalbox.audit/;

/** A bare commit has three statements: begin, insert, commit. */
const BARE_STATEMENTS = 3;

/** What it takes from asking on, with all that follows, and a minute between its people. */
async function costOf(company: Company, name: string): Promise<Figure[]> {
  const { statements, world } = company;
  const clicks: (readonly [string, number])[] = [];
  let [begun, before] = [0, new Map<string, number>()];
  await createRail(company, name, async (what, by) => {
    const first = statements.length;
    if (what === "ask") [begun, before] = [first, new Map(world.calls)];
    await by.submit();
    const saved = statements.findIndex((text, at) => at >= first && SAVES.test(text));
    const isInTransaction = statements[saved + 1] === "commit";
    clicks.push([what, saved + 1 - first + (isInTransaction ? 1 : 0)]);
    await company.process.idle();
    await company.jump(MINUTE);
  });
  const calls = [...world.calls]
    .map(([method, count]) => [method, count - (before.get(method) ?? 0)] as const)
    .filter(([, count]) => count > 0);
  const [most, rail] = [Math.max(...clicks.map(([, count]) => count)), statements.length - begun];
  const ofSlack = calls.filter(([method]) => method !== RAIL_SERVICE);
  const slack = ofSlack.reduce((sum, [, count]) => sum + count, 0);
  const service = calls.find(([method]) => method === RAIL_SERVICE)?.[1] ?? 0;
  const list = (counts: typeof calls) => counts.map((each) => each.join(" ")).join(", ");
  const beside = `bare commit ${BARE_STATEMENTS}`;
  const click = `${most} (${list(clicks)})`;
  const called = `${slack} (${list(ofSlack)})`;
  return [
    ["Statements of a click until its commit", "≤ 8", click, beside, most / BARE_STATEMENTS],
    ["Statements of a Rail", "≤ 60", `${rail}`, beside, rail / BARE_STATEMENTS],
    ["Calls of Slack for a Rail", "≤ 12", called, `Rail service ${service}`, slack / service],
  ];
}

/** The median of some Rails, in milliseconds. */
async function waitFor(company: Company, word: string, count: number): Promise<number> {
  const times: number[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    await createRail(company, `${word} ${nth}.`, async (what, by) => {
      const heard = company.world.heard();
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
