import { setTimeout as pause } from "node:timers/promises";
import { ANA, APPROVERS, TREASURY } from "../campaign/company.ts";
import { read } from "../campaign/world/slack-world.ts";
import { isJson } from "../harness/json.ts";
import { WORDS } from "../harness/words.ts";
import { type Company, openCompany } from "./company.ts";
import { type Figure, inMs, median } from "./figure.ts";
import { createRail } from "./one-rail.ts";

const { buttons, labels } = WORDS;

const FAR_MS = 300;
const RAILS = 500;
const TIMES = 5;
const MINUTE = 61_000;

/** How long people wait for a list, and until nobody can pay into a Rail that they report. */
export async function atHand(): Promise<Figure[]> {
  await using company = await openCompany({});
  await createRail(company, "Supplier run", (_, by) => by.submit());
  const up = await reportAfter(company, { isServiceDown: false, name: "Supplier run" });
  await createRail(company, "Rent", (_, by) => by.submit());
  const down = await reportAfter(company, { isServiceDown: true, name: "Rent" });
  const listed = await listAll(company);
  const call = `one call ${FAR_MS} ms`;
  const far = `with calls that take ${FAR_MS} ms`;
  return [
    [`From a report to red instructions, ${far}`, "≤ 2,000 ms", inMs(up), call, up / FAR_MS],
    ["The same while the Rail service is down", "≤ 2,000 ms", inMs(down), call, down / FAR_MS],
    [`${RAILS} Rails listed, ${far}`, "≤ 1,500 ms", inMs(listed), call, listed / FAR_MS],
  ];
}

/** Milliseconds until the instructions that everybody reads have no payment details any more. */
async function reportAfter(
  { world, as, process, jump }: Company,
  { isServiceDown, name }: { isServiceDown: boolean; name: string },
): Promise<number> {
  await jump(MINUTE);
  const reporter = as(APPROVERS[0] ?? "");
  const shown = world.messageWith(name, buttons.report, "IBAN");
  await reporter.press(shown, buttons.report);
  reporter.fill(labels.reason, "The bank called about this account.");
  Object.assign(world, { isServiceDown, latencyMs: FAR_MS });
  const began = performance.now();
  const submitted = reporter.submit();
  while (read(shown).says.includes("IBAN")) await pause(1);
  const took = performance.now() - began;
  await submitted;
  Object.assign(world, { isServiceDown: false, latencyMs: 0 });
  await process.idle();
  return took;
}

/** The median of some times that somebody asks for the first page. */
async function listAll({ world, as, jump }: Company): Promise<number> {
  const body = world.rails.posts().at(-1)?.body;
  if (!isJson(body)) throw new Error("Nobody requested a Rail");
  for (let made = 0; made < RAILS; made += 1) {
    world.rails.makeElsewhere({ ...body, metadata: [] });
  }
  await jump(5 * MINUTE);
  const ana = as(ANA);
  const list = () => ana.command("list", TREASURY);
  const isThere = () =>
    /"50\d Rails/.test(read(world.slack.whispersTo(ANA).at(-1) ?? NOTHING).json);
  for (await list(); !isThere(); await list()) await pause(1_000);
  world.latencyMs = FAR_MS;
  const times: number[] = [];
  for (let nth = 0; nth < TIMES; nth += 1) {
    await jump(MINUTE);
    const began = performance.now();
    await list();
    times.push(performance.now() - began);
  }
  return median(times);
}

const NOTHING = { channel: "", ts: "", threadTs: null, isDeleted: false, history: [] };
