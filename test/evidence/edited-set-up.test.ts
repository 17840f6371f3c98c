import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { announceChanges } from "../../src/home/announce-changes.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { Message } from "../../src/platform/slack/message.ts";
import { savePolicy } from "../../src/policy/save-policy.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { findPolicy } from "../../src/request/queries/companies.ts";
import { trustIn } from "../../src/request/queries/row-macs.ts";
import { noteSetUp, saveApprovalsChannel } from "../../src/request/queries/setups.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import { setupRows, signEverything } from "../../src/request/sign-rows.ts";
import { createInstallations } from "../../src/workspace/install/create-installations.ts";
import { setDirectly } from "../../src/workspace/set-up/ask-setup-change.ts";
import { whyNoRight } from "../../src/workspace/set-up/gates.ts";
import { chooseChannel } from "../../src/workspace/set-up/set-up-channel.ts";
import { delivery, must } from "../services/steps.ts";
import type { World } from "../services/world.ts";
import { aWorld } from "../services/world.ts";
import { BEN, CAL, DAN, NOW } from "../support/builders.ts";
import { plainText } from "../support/plain-text.ts";
import { hasPostgres } from "../support/postgres.ts";
import type { TestStore } from "../support/store.ts";
import { storeOn } from "../support/store.ts";
import type { TwoRoles } from "../support/two-roles.ts";
import { openTwoRoles } from "../support/two-roles.ts";

const [EVE, MAL] = ["U0EVE00001", "U0MAL00001"];
const THEIRS = { approvers: [EVE, MAL], approvalsRequired: 1 };
const POLICY = usualPolicy({ rails: THEIRS, destinations: THEIRS, coolDownHours: 0 });

describe.runIf(hasPostgres)("a set-up that somebody edits with the app's own rights", () => {
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

  async function setUp(): Promise<World> {
    const world = await aWorld(store, { atTheEnd: onTestFinished });
    const { workspaceId, deps } = world;
    await saveApprovalsChannel(store.db, workspaceId, "C0TREASURY");
    await noteSetUp(store.db, workspaceId, NOW);
    await store.transaction((tx) =>
      signEverything(tx.db, deps.seal, workspaceId, { at: NOW, actor: BEN }),
    );
    return world;
  }

  const edit = ({ workspaceId }: World, columns: string) =>
    roles.app.query(`update workspaces set ${columns} where id = $1`, [workspaceId]);

  const save = async ({ deps, workspaceId }: World) =>
    savePolicy(
      { ...deps, newId: randomUUID },
      {
        ...{ workspaceId, by: EVE, askedIn: "D1", document: POLICY, reason: "x" },
        ...{ from: (await findPolicy(store.db, workspaceId)).version, delivery: delivery() },
      },
    );

  it.each(["set_up_at = null", "set_up_at = null, approvals_channel = null"])(
    "gives nobody the policy while they send theirs: %s",
    async (columns) => {
      const world = await setUp();
      await edit(world, columns);

      expect(await save(world)).not.toMatchObject({ how: "set" });

      expect(await findPolicy(store.db, world.workspaceId)).toMatchObject({ version: 1 });
    },
  );

  it.each([
    "insert into policies (workspace_id, version, document, approvers, approvals_required, created_at) values ($1, 2, '{\"rules\": [], \"coolDownHours\": 0}', '[]', 2, now())",
    "update connections set is_current = false where workspace_id = $1",
  ])("signs nothing beside a part that is not as written: %s", async (statement) => {
    const world = await setUp();
    await edit(world, "set_up_at = null");
    await roles.app.query(statement, [world.workspaceId]);

    await expect(save(world)).rejects.toMatchObject({ code: "row-changed" });
  });

  it("opens no gate for whoever installed the app, but that to a first channel", async () => {
    const world = await setUp();
    const gate = (deed: "change-policy" | "change-connection" | "change-channel") =>
      whyNoRight(
        {
          ...world.deps,
          administrators: { isAdministrator: async () => false },
          installerOf: async () => EVE,
        },
        world.workspaceId,
        EVE,
        deed,
      );
    await edit(world, "set_up_at = null");

    // Any member may propose a policy; it takes the approvers.
    expect(await gate("change-policy")).toBeUndefined();
    expect(await gate("change-connection")).toMatchObject({ because: "no-right" });
    expect(await gate("change-channel")).toMatchObject({ because: "no-right" });
    await edit(world, "approvals_channel = null");
    expect(await gate("change-connection")).toMatchObject({ because: "no-right" });
    expect(await gate("change-channel")).toBeUndefined();
  });

  const leftByHand = "update workspaces set left_at = now() where id = $1";
  const emptyPolicy = `insert into policies
    (workspace_id, version, document, approvers, approvals_required, created_at)
    values ($1, 2, '{"rules": [], "coolDownHours": 0}', '[]', 2, now())`;
  it.each<[string, string[]]>([
    ["is said to have left", [emptyPolicy, leftByHand]],
    [
      "has left and is forgotten, by the functions of the owner alone",
      [emptyPolicy, leftByHand, "select leave_workspace($1)", "select note_forgotten($1)"],
    ],
    [
      "has left and lost its connection as well",
      [
        ...[emptyPolicy, leftByHand, "select leave_workspace($1)", "select note_forgotten($1)"],
        "update connections set is_current = false where workspace_id = $1",
      ],
    ],
    [
      "looks new",
      [
        "update workspaces set last_audit_hash = null where id = $1",
        "delete from destination_values where workspace_id = $1",
        "delete from destinations where workspace_id = $1",
        "delete from policies where workspace_id = $1",
        "update connections set is_current = false where workspace_id = $1",
      ],
    ],
  ])("signs no freeze that was undone in a workspace that %s", async (_, statements) => {
    const world = await setUp();
    const { deps, workspaceId } = world;
    must(await freezeSending(deps, { workspaceId, by: BEN, reason: "?", delivery: delivery() }));
    const undone = "update freezes set frozen = null where workspace_id = $1";
    for (const each of [undone, ...statements]) await roles.app.query(each, [workspaceId]);

    const installations = createInstallations(store.db, deps.seal);
    await installations.forgetSome(workspaceId, 500);
    await installations.comeBack(workspaceId, NOW);

    const rows = await setupRows(store.db, workspaceId);
    const { doubted } = await trustIn(store.db, deps.seal, workspaceId, rows);
    expect(doubted).toContainEqual({ table: "freezes", id: "now" });
  });

  it("tells each of the approvers before of a channel or a policy that one person set", async () => {
    const world = await setUp();
    const { deps, workspaceId } = world;
    await edit(world, "set_up_at = null, approvals_channel = null");

    const click = { workspaceId, by: EVE, delivery: delivery() };
    const chosen = { ...click, askedIn: "D1", channelId: "C0EVES", reason: "x" };
    expect(await chooseChannel({ ...deps, newId: randomUUID }, chosen)).toMatchObject({
      how: "set",
    });
    // However it should come to this.
    await setDirectly(deps, { ...click, delivery: delivery() }, async (tx) => {
      await sql`insert into policies (workspace_id, version, document, approvers, approvals_required, created_at)
        values (${workspaceId}, 2, ${JSON.stringify(POLICY)}, '[]', 1, now())`.execute(tx.db);
      const tell = { is: "policy", from: 1, to: 2, leftOut: [] } as const;
      return { action: "policy-set", facts: {}, tell };
    });

    const said = new Map<string, string>();
    const post = async (_: string, channelId: string, { blocks }: Message) => {
      said.set(channelId, `${said.get(channelId) ?? ""}${plainText(blocks)}`);
      return { channelId, ts: "1" };
    };
    const announcing = {
      ...deps,
      ...{ messenger: { ...deps.messenger, post }, command: "/rail", maySetUp: async () => false },
      approvalsChannelOf: async () => "C0EVES",
    };
    await announceChanges(announcing, workspaceId);
    expect(said.get("C0EVES")).toContain("one person may do this");
    for (const before of [BEN, CAL, DAN]) {
      expect(said.get(`D${before}`)).toMatch(/C0EVES.*U0EVE00001.*Policy version 1 → 2/s);
    }
  });
});
