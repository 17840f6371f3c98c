import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signHead } from "../../src/evidence/sign-heads.ts";
import { denyRequest, withdrawRequest } from "../../src/request/decide-request.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { addToReview } from "../../src/request/queries/reviews.ts";
import {
  approved,
  approves,
  delivery,
  must,
  refOf,
  requested,
  resumeNow,
  runJobs,
} from "../services/steps.ts";
import type { Deps, World } from "../services/world.ts";
import { aWorld } from "../services/world.ts";
import { ANA, BEN, CAL } from "../support/builders.ts";
import type { TestStore } from "../support/store.ts";

export const DAY_BEFORE = "2026-03-01";
export const FROM = "2026-03-04";
export const TO = "2026-03-06";
const SIGNING_KEY = new Uint8Array(32).fill(9);
export const FORMER_KEY = new Uint8Array(32).fill(8);

export interface Recorded extends World {
  deps: Deps & {
    evidence: { signingKey: Uint8Array; tsaUrl: string | null; directory: string };
  };
}

/** A workspace that signs its audit. */
export async function aSigningWorld(
  store: TestStore,
  atTheEnd: (stop: () => Promise<void>) => void,
): Promise<Recorded> {
  const world = await aWorld(store, { atTheEnd });
  const directory = await mkdtemp(join(tmpdir(), "signalbox-evidence-"));
  atTheEnd(() => rm(directory, { recursive: true }));
  const evidence = { signingKey: SIGNING_KEY, tsaUrl: null, directory };
  return { ...world, deps: { ...world.deps, evidence } };
}

/**
 * Three days of requests with every kind of end; the last one was begun the day before. Each day ends with a head: the first
 * two were signed with a former key.
 */
export async function withHistory(world: Recorded): Promise<void> {
  const { deps, workspaceId } = world;
  const before = { ...deps, evidence: { ...deps.evidence, signingKey: FORMER_KEY } };
  const early = await requested(world, { name: "Begun the day before" });
  await runJobs(world, await approved(world, { name: "Payroll" }));
  world.now.value = `${FROM}T00:00:00.000Z`;
  await signHead(before, workspaceId);
  must(await approves(world, early, BEN));
  await runJobs(world, await approved(world, { name: "=HYPERLINK(1)", reason: "+1, @all" }));
  const denied = await requested(world, { name: 'Denied, "quoted"\nin two lines' });
  must(await denyRequest(deps, { ...refOf(denied), by: BEN, reason: "no", delivery: delivery() }));
  world.now.value = "2026-03-05T09:00:00.000Z";
  await signHead(before, workspaceId);
  const withdrawn = await requested(world, { name: "Withdrawn" });
  must(await withdrawRequest(deps, { ...refOf(withdrawn), by: ANA, delivery: delivery() }));
  must(await freezeSending(deps, { workspaceId, by: CAL, reason: "odd", delivery: delivery() }));
  must(await resumeNow(world, BEN));
  must(await resumeNow(world, CAL));
  await withReview(world);
  world.now.value = `${TO}T08:00:00.000Z`;
  await signHead(deps, workspaceId);
  await requested(world, { name: "Of the next period" });
}

/** Of three things one is disputed, and about one nobody decides. */
async function withReview({ deps, workspaceId, connectionId, now }: Recorded): Promise<void> {
  const at = now.value;
  const [from, to] = [at, `${TO}T00:00:00.000Z`];
  const [rail, other, approver] = [
    { kind: "rail", ref: "=HYPERLINK(2)" },
    { kind: "rail", ref: "rail_other" },
    { kind: "approver", ref: CAL },
  ] as const;
  const items = [rail, other, approver];
  const decided = [
    { ...rail, verdict: "dispute" },
    { ...approver, verdict: "keep" },
  ] as const;
  const about = (actor: string) => ({ workspaceId, connectionId, actor, at });
  await deps.transaction(async ({ db }) => {
    await addToReview(db, about("signalbox"), { action: "reviews-begun", from, to, items });
    const reviewed = { action: "reviewed", from, reason: "Closed", items: decided } as const;
    await addToReview(db, about(BEN), reviewed);
    const ended = { because: "over", total: 3, items: [other] } as const;
    await addToReview(db, about("signalbox"), { action: "reviews-ended", from, to, ...ended });
  });
}
