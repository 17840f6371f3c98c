import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { listHeads, listTimeStamps } from "../../src/evidence/heads.ts";
import { renewEverywhere } from "../../src/evidence/renew-everywhere.ts";
import { inOrder, noteKey, signedNote } from "../../src/evidence/rules/head.ts";
import { signHead, signHeadsChore, stampHeads } from "../../src/evidence/sign-heads.ts";
import { verifyAudits } from "../../src/evidence/verify-audits.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import type { Message } from "../../src/platform/slack/message.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { approved, must, requested, resumeNow } from "../services/steps.ts";
import { listAudit } from "../support/audit-of.ts";
import { BEN, CAL } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";
import { startAuthority } from "./authority.ts";
import type { Recorded } from "./history.ts";
import { aSigningWorld, FORMER_KEY } from "./history.ts";
import { openNote } from "./open-note.ts";

const store = useTestStore();

/** A world with what its chores take, and what they have posted. */
async function watched(): Promise<Recorded & { said: Message[]; run: typeof running }> {
  const world = await aSigningWorld(store, onTestFinished);
  await requested(world);
  return { ...world, said: [], run: running };
}

function running(this: { said: Message[] } & Recorded) {
  const { deps, said } = this;
  return {
    ...deps,
    messenger: {
      ...deps.messenger,
      post: async (_: string, channelId: string, message: Message) => {
        said.push(message);
        return { channelId, ts: `${said.length}` };
      },
    },
    approvalsChannelOf: async () => "C0APPROVALS",
    announceChanges: async () => {},
    maySetUp: async () => false,
    reviewMonths: null,
    command: "/rail",
    startedAt: deps.clock(),
  };
}

const later = (world: Recorded, hours: number) => {
  const time = Date.parse(world.now.value) + hours * 3_600_000;
  world.now.value = new Date(time).toISOString();
};
const headsOf = ({ deps, workspaceId }: Recorded) => listHeads(deps.db, workspaceId);
const texts = (said: readonly Message[]) => said.map(({ text }) => text);

it("signs the head a day after the first entry, then daily and after a freeze, in both places and in the channel", async () => {
  const world = await watched();
  const { workspaceId, deps } = world;
  await signHeadsChore.work(world.run());
  expect(await headsOf(world)).toEqual([]);

  later(world, 25);
  await signHeadsChore.work(world.run());
  await signHeadsChore.work(world.run());
  const [first, ...more] = await headsOf(world);
  expect([first?.size, more]).toEqual([1, []]);
  expect(readdirSync(join(deps.evidence.directory, "audit-heads", workspaceId))).toHaveLength(1);
  expect(texts(world.said)).toEqual(["Audit signed: 1 entries"]);
  const { publicKey, text } = noteKey(deps.evidence.signingKey);
  expect(JSON.stringify(world.said)).toContain(first?.hash);
  expect(openNote(first?.note ?? "", publicKey)?.split("\n")).toEqual([
    ...[`signalbox.audit-head/v1/${workspaceId}`, "1", first?.hash, first?.at, text, ""],
  ]);

  // Without a new entry the head is signed, and nobody is told of the same again.
  later(world, 25);
  await signHeadsChore.work(world.run());
  later(world, 1);
  must(await freezeSending(deps, { workspaceId, by: BEN, reason: "odd", delivery: "a" }));
  await signHeadsChore.work(world.run());
  const heads = await headsOf(world);
  expect(heads.map(({ size }) => size)).toEqual([1, 1, 2]);
  for (const read of [heads, heads.toReversed()]) expect(inOrder(read)).toEqual(heads);
  expect(texts(world.said)).toEqual(["Audit signed: 1 entries", "Audit signed: 2 entries"]);
});

it("opens a note with its own key alone, and not once a character is another", () => {
  const key = noteKey(new Uint8Array(32).fill(1));
  const note = signedNote("origin\n1\n", key);

  expect(openNote(note, key.publicKey)).toBe("origin\n1\n");
  expect(openNote(note, noteKey(new Uint8Array(32).fill(2)).publicKey)).toBeUndefined();
  expect(openNote(note.replace("1", "2"), key.publicKey)).toBeUndefined();
});

it("freezes once and calls the approvers where the chain is whole, and is not the one that was signed with a former key", async () => {
  const world = await watched();
  const { deps, workspaceId } = world;
  const { db } = deps;
  await approved(world);
  const former = { ...deps.evidence, signingKey: FORMER_KEY };
  const head = await signHead({ ...deps, evidence: former }, workspaceId);
  await verifyAudits(world.run());
  expect((await findFreeze(db, workspaceId)).frozen).toBeNull();

  // The database forgets the newest entry and the head, as if they had never been.
  const { size = 0 } = head ?? {};
  const of = { workspace: workspaceId, last: size - 1 };
  await db.deleteFrom("audit_heads").where("workspace_id", "=", of.workspace).execute();
  await db
    .deleteFrom("audit")
    .where("workspace_id", "=", of.workspace)
    .where("sequence", ">", of.last)
    .execute();
  const { hash } = await db
    .selectFrom("audit")
    .select("hash")
    .where("workspace_id", "=", of.workspace)
    .where("sequence", "=", of.last)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("workspaces")
    .set({ last_audit_sequence: of.last, last_audit_hash: hash })
    .where("id", "=", of.workspace)
    .execute();
  later(world, 1);
  await verifyAudits(world.run());

  const reason = `Entry ${size} of the audit is not the one that was written or signed.`;
  expect((await findFreeze(db, workspaceId)).frozen).toMatchObject({ reason, by: null });
  expect(texts(world.said)).toEqual([`The audit was changed at entry ${size}`]);

  // People have looked at it: the same break stops nothing again, although the chain has grown past it.
  for (const by of [BEN, CAL]) must(await resumeNow(world, by));
  await requested(world);
  later(world, 1);
  await verifyAudits(world.run());
  expect((await findFreeze(db, workspaceId)).frozen).toBeNull();
  expect(world.said).toHaveLength(1);
});

/** As a restore does it to a dump from before a head was signed. */
async function cutAfterFirst({ deps: { db }, workspaceId }: Recorded): Promise<void> {
  const [first] = await listAudit(db, workspaceId);
  await db
    .deleteFrom("audit")
    .where("workspace_id", "=", workspaceId)
    .where("sequence", ">", 1)
    .execute();
  await db
    .updateTable("workspaces")
    .set({ last_audit_sequence: 1, last_audit_hash: first?.hash ?? "" })
    .where("id", "=", workspaceId)
    .execute();
}

it("freezes again for a later break than the one that people know of, such as that of a restored database", async () => {
  const world = await watched();
  const { deps, workspaceId } = world;
  const { db } = deps;
  await requested(world);
  const former = { ...deps, evidence: { ...deps.evidence, signingKey: FORMER_KEY } };
  const { size = 0 } = (await signHead(former, workspaceId)) ?? {};
  const isFrozen = async () => (await findFreeze(db, workspaceId)).frozen !== null;
  await cutAfterFirst(world);
  await verifyAudits(world.run());
  expect(await isFrozen()).toBe(true);
  for (const by of [BEN, CAL]) must(await resumeNow(world, by));
  await requested(world, { name: "Later" });
  const [last] = (await listAudit(db, workspaceId)).slice(-1);
  expect(last?.sequence).toBeGreaterThan(size);
  later(world, 25);
  await verifyAudits(world.run());
  expect(await isFrozen()).toBe(false);

  await db
    .updateTable("audit")
    .set({ actor: CAL })
    .where("workspace_id", "=", workspaceId)
    .where("sequence", "=", last?.sequence ?? 0)
    .execute();
  later(world, 25);
  await verifyAudits(world.run());

  expect(await isFrozen()).toBe(true);
  expect(texts(world.said)).toEqual([
    `The audit was changed at entry ${size}`,
    `The audit was changed at entry ${last?.sequence}`,
  ]);
});

it("has heads stamped by a time-stamp authority as soon as that answers, and OpenSSL accepts each stamp", async () => {
  const authority = await startAuthority();
  onTestFinished(authority.stop);
  const world = await watched();
  const { db } = world.deps;
  const evidence = { ...world.deps.evidence, tsaUrl: authority.url };
  const head = await signHead(world.deps, world.workspaceId);

  const warned: unknown[] = [];
  const logger = { ...world.deps.logger, warn: (said: unknown) => void warned.push(said) };
  await stampHeads({ ...world.deps, evidence, logger });
  expect(warned).toHaveLength(1);
  expect((await listTimeStamps(db, world.workspaceId)).size).toBe(0);

  authority.state.isDown = false;
  await stampHeads({ ...world.deps, evidence });
  const [[note, stamp] = ["", new Uint8Array()]] = await listTimeStamps(db, world.workspaceId);
  expect(note).toBe(head?.note);
  expect(authority.accept(note, stamp)).toContain("Verification: OK");
});

it("does not freeze again for a break that people know of once the keys were rotated", async () => {
  const world = await watched();
  const { deps, workspaceId } = world;
  await requested(world);
  await signHead(deps, workspaceId);
  await cutAfterFirst(world);
  const [former, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  await verifyAudits({ ...world.run(), seal: createSeal([former]) });
  for (const by of [BEN, CAL]) must(await resumeNow(world, by));

  await renewEverywhere(deps.db, createSeal([next, former]));
  later(world, 25);
  await verifyAudits({ ...world.run(), seal: createSeal([next]) });

  expect((await findFreeze(deps.db, workspaceId)).frozen).toBeNull();
  expect(world.said).toHaveLength(1);
});
