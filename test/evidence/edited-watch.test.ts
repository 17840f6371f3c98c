import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { checkRows } from "../../src/evidence/check-rows.ts";
import { listHeads } from "../../src/evidence/heads.ts";
import { signHeadsChore } from "../../src/evidence/sign-heads.ts";
import { verifyAudits } from "../../src/evidence/verify-audits.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { Message } from "../../src/platform/slack/message.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { signEverything } from "../../src/request/sign-rows.ts";
import { approved, delivery, must, resumeNow } from "../services/steps.ts";
import { BEN, CAL, NOW } from "../support/builders.ts";
import { hasPostgres } from "../support/postgres.ts";
import type { TestStore } from "../support/store.ts";
import { storeOn } from "../support/store.ts";
import type { TwoRoles } from "../support/two-roles.ts";
import { openTwoRoles } from "../support/two-roles.ts";
import { aSigningWorld } from "./history.ts";

const secondAgo = (now: string) => new Date(Date.parse(now) - 1_000).toISOString();
const FAR = "2999-01-01T00:00:00.000Z";

describe.runIf(hasPostgres)(
  "a watch that somebody wants to keep quiet, with the app's own rights",
  () => {
    let roles: TwoRoles;
    let store: TestStore;
    beforeAll(async () => {
      roles = await openTwoRoles();
      expect((await roles.migrate()).err).toBe("");
      store = storeOn(openPostgres(roles.urlAs(roles.name), () => {}));
    }, 60_000);
    afterAll(async () => {
      await store.close();
      await roles.drop();
    });

    async function watched() {
      // The chores take those that are served.
      await roles.superuser.query("update workspaces set left_at = now()");
      const world = await aSigningWorld(store, onTestFinished);
      const { deps, workspaceId } = world;
      await store.transaction((tx) =>
        signEverything(tx.db, deps.seal, workspaceId, { at: NOW, actor: BEN }),
      );
      const said: Message[] = [];
      const post = async (_: string, channelId: string, message: Message) => {
        said.push(message);
        return { channelId, ts: `${said.length}` };
      };
      const context = {
        ...deps,
        messenger: { ...deps.messenger, post },
        approvalsChannelOf: async () => "C0APPROVALS",
        ...{ announceChanges: async () => {}, maySetUp: async () => false, reviewMonths: null },
        ...{ command: "/rail", startedAt: deps.clock() },
      };
      const edit = (statement: string, ...more: unknown[]) =>
        roles.app.query(statement, [workspaceId, ...more]);
      const isFrozen = async () => (await findFreeze(store.db, workspaceId)).frozen !== null;
      const later = (hours: number) => {
        const time = Date.parse(world.now.value) + hours * 3_600_000;
        world.now.value = new Date(time).toISOString();
      };
      return { ...world, context, said, edit, isFrozen, later };
    }

    const DOUBTED = "update requests set approvals = '[]' where workspace_id = $1";
    const TELL = `insert into row_checks (workspace_id, told) values ($1, $2)
    on conflict (workspace_id) do update set told = excluded.told`;

    it("stops sending and calls the approvers for a changed row, whatever was said to be told", async () => {
      const world = await watched();
      const { edit, context, workspaceId, isFrozen, said } = world;
      const { requestId } = await approved(world);
      const key = `requests/${requestId}`;
      const forged = { about: `row ${key}`, key: world.deps.seal.rows.key, mac: "AAAA" };
      const unreadable = { ...forged, says: "\ud800" };
      const texts = [[key], [forged], [unreadable]].map((told) => JSON.stringify(told));
      for (const told of [...texts, "no JSON"]) {
        await edit(TELL, told);
        await edit(DOUBTED);

        await checkRows(context, workspaceId, "open");

        expect([await isFrozen(), said.length]).toEqual([true, 1]);
        await checkRows(context, workspaceId, "all");
        expect(said.splice(0)).toHaveLength(1);
        for (const by of [BEN, CAL]) must(await resumeNow(world, by));
      }
    });

    it("calls them again for another change of a row that they know of, and for a freeze that is deleted once more", async () => {
      const world = await watched();
      const { edit, context, workspaceId, isFrozen, said } = world;
      await approved(world);
      await edit(DOUBTED);
      await checkRows(context, workspaceId, "open");
      for (const by of [BEN, CAL]) must(await resumeNow(world, by));
      await checkRows(context, workspaceId, "open");
      expect([await isFrozen(), said.length]).toEqual([false, 1]);

      await edit("update requests set requested_by = 'U0EVE00001' where workspace_id = $1");
      await checkRows(context, workspaceId, "open");
      expect([await isFrozen(), said.length]).toEqual([true, 2]);

      for (const times of [3, 4]) {
        for (const by of [BEN, CAL]) must(await resumeNow(world, by));
        await edit("delete from freezes where workspace_id = $1");
        await checkRows(context, workspaceId, "open");
        expect([await isFrozen(), said.length]).toEqual([true, times]);
      }
    });

    it("sees a changed row although a code was added under a key that nobody has", async () => {
      const world = await watched();
      const { edit, context, workspaceId, isFrozen, said } = world;
      const { requestId } = await approved(world);
      await edit(
        `insert into row_macs (workspace_id, table_name, row_id, version, key_id, mac, sequence)
        select $1, 'destinations', id, 999, 'nobodys', '', 2147483647 from destinations
        where workspace_id = $1`,
      );
      await edit(`${DOUBTED} and id = $2`, requestId);

      const checked = await checkRows(context, workspaceId, "open").catch((error) => error);

      expect(checked).toMatchObject({ code: "cannot-unseal" });
      expect([await isFrozen(), said.length]).toEqual([true, 1]);
    });

    it("finds a code that no entry of the audit will name, and lets people freeze in spite of it", async () => {
      const world = await watched();
      const { edit, context, deps, workspaceId, isFrozen, said } = world;
      await edit(
        `insert into row_macs (workspace_id, table_name, row_id, version, key_id, mac, sequence)
        values ($1, 'freezes', 'now', 999, 'nobodys', '', 2147483647)`,
      );
      must(await freezeSending(deps, { workspaceId, by: BEN, reason: "?", delivery: delivery() }));
      for (const by of [BEN, CAL]) must(await resumeNow(world, by));

      await verifyAudits(context);

      expect([await isFrozen(), said.length]).toEqual([true, 1]);
    });

    it.each([
      ["is verified in years only", FAR],
      ["was verified a moment ago", NOW],
    ])("verifies at a start and daily what, by the table, %s", async (_, at) => {
      const world = await watched();
      const { edit, context, isFrozen, later } = world;
      await approved(world);
      const checked = `insert into audit_checks (workspace_id, checked_at, entries) values ($1, $2, 1)
      on conflict (workspace_id) do update set checked_at = excluded.checked_at`;
      await edit(checked, at);
      await edit(DOUBTED);
      await verifyAudits(context);
      expect(await isFrozen()).toBe(true);
      for (const by of [BEN, CAL]) must(await resumeNow(world, by));

      later(25);
      await edit("update destinations set name = 'Other' where workspace_id = $1");
      await edit(checked, at === FAR ? FAR : world.now.value);
      await verifyAudits(context);
      expect(await isFrozen()).toBe(true);
    });

    it("calls the approvers for a broken audit that is said to be told", async () => {
      const { edit, context, workspaceId, isFrozen, said } = await watched();
      await edit(`insert into audit_checks (workspace_id, checked_at, entries, broken_at, told_at)
      values ($1, now() - interval '1 year', 1, 2, now())`);
      await roles.owner.query(
        "update audit set facts = '{}' where workspace_id = $1 and sequence = 1",
        [workspaceId],
      );
      await edit("update audit_checks set broken_at = 1 where workspace_id = $1");

      await verifyAudits(context);

      expect([await isFrozen(), said.length]).toEqual([true, 1]);
    });

    it.each([
      ["far in the future", FAR],
      ["a moment ago", null],
    ])("signs and tells heads, although the table has one of %s", async (_, at) => {
      const { edit, context, workspaceId, said, later, deps, now } = await watched();
      const fake = (version: number) =>
        edit(
          `insert into audit_heads
          (workspace_id, signed_at, sequence, hash, note, freeze_version, told_at)
          values ($1, $2, 1000000, $3, $3, $4, now())`,
          ...[at ?? secondAgo(now.value), randomUUID(), version],
        );
      const heads = async () => (await listHeads(store.db, workspaceId)).map(({ size }) => size);
      later(25);
      await fake(at === FAR ? 2_147_483_647 : 0);
      await signHeadsChore.work(context);
      expect([await heads(), said.length]).toEqual([[1], 1]);

      later(1);
      must(await freezeSending(deps, { workspaceId, by: BEN, reason: "?", delivery: delivery() }));
      if (at === null) await fake(1);
      await signHeadsChore.work(context);
      await signHeadsChore.work(context);
      expect([await heads(), said.length]).toEqual([[1, 2], 2]);
    });
  },
);
