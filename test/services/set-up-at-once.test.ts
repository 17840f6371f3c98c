import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WorkspaceSettings } from "../../src/config/workspace-settings.ts";
import { createSeal } from "../../src/platform/database/seal.ts";
import { removeApprover } from "../../src/policy/screens/remove-approver.ts";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { ruleOutRail } from "../../src/rail/screens/rule-out-rail.ts";
import { carryOut } from "../../src/request/carry-out.ts";
import { lockWorkspace } from "../../src/request/queries/audit.ts";
import { findPolicy, saveRailsReadAt } from "../../src/request/queries/companies.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { listVanishedRails } from "../../src/request/queries/rails/find-vanished.ts";
import { firstBreak } from "../../src/request/rules/audit.ts";
import { applySettings } from "../../src/wiring/apply-settings.ts";
import { removeToken } from "../../src/workspace/connection/look-at-token.ts";
import { createInstallations } from "../../src/workspace/install/create-installations.ts";
import { anInstallation } from "../support/an-installation.ts";
import { listAudit } from "../support/audit-of.ts";
import { after, aPolicyChange, BEN, CAL, DAN, NOW, somePolicy } from "../support/builders.ts";
import { hasPostgres } from "../support/postgres.ts";
import type { TestStore } from "../support/store.ts";
import { held, openTwoAtOnce, somebodyWaits } from "./at-once.ts";
import { readAll } from "./register-steps.ts";
import { asked } from "./setup-steps.ts";
import { approved, bothApprove, delivery, must, refOf, stateOf } from "./steps.ts";
import type { World } from "./world.ts";
import { aWorld } from "./world.ts";

/** This approver says of the only Rail that the service no longer shows that it is gone. */
async function ruling({ deps, workspaceId, connectionId }: World, by: string) {
  const [vanished] = await listVanishedRails(deps.db, connectionId);
  if (!vanished) throw new Error("Every Rail is still shown");
  const { railId, lastSeenAt } = vanished.rail;
  const shown = { lastSeenAt, proposedAt: vanished.ruling?.proposedAt ?? null };
  return ruleOutRail(deps, { workspaceId, railId, by, shown, delivery: delivery() });
}

const seal = createSeal([Buffer.alloc(32, 7)]);
/** One can be removed, and enough are left. */
const FOUR = [BEN, CAL, DAN, "U0EVE00001"];

describe.runIf(hasPostgres)("two at once, of whom one changes the set-up, on PostgreSQL", () => {
  let database: TestStore;
  beforeAll(async () => {
    database = await openTwoAtOnce();
  });
  afterAll(() => database?.close());

  it("brings one of two policies into force that were made from the same one", async () => {
    const world = await aWorld(database);
    const one = await asked(world, aPolicyChange());
    const other = await asked(world, aPolicyChange({ name: "Another" }));
    for (const request of [one, other]) await bothApprove(world, request);
    const first = held(world.deps, "policies");
    const applying = carryOut(first.deps, refOf(one));
    await first.reached;

    const applyingOther = carryOut(world.deps, refOf(other));
    await somebodyWaits(database);
    first.letGo();
    await Promise.all([applying, applyingOther]);

    expect((await stateOf(world, refOf(one))).status).toBe("in-force");
    expect((await stateOf(world, refOf(other))).status).toBe("voided");
    expect((await findPolicy(database.db, world.workspaceId)).version).toBe(2);
    expect(firstBreak(await listAudit(database.db, world.workspaceId))).toBeUndefined();
  });

  it("sends nothing for an approver who was removed first, although the claim began before that was saved", async () => {
    const world = await aWorld(database, { approvers: FOUR });
    const { workspaceId } = world;
    const ref = await approved(world);
    const removal = held(world.deps, "policies");
    const who = { workspaceId, by: DAN, userId: CAL, delivery: delivery() };
    const removing = removeApprover(removal.deps, who);
    await removal.reached;

    const sending = createRail(world.deps, ref);
    await somebodyWaits(database);
    removal.letGo();
    must(await removing);
    await sending;

    expect((await stateOf(world, ref)).status).toBe("pending");
    expect(world.posts()).toBe(0);
  });

  it("lets no approver who was removed first rule a vanished Rail out, although they clicked before that was saved", async () => {
    const world = await aWorld(database, { approvers: FOUR });
    const { deps, workspaceId } = world;
    await createRail(deps, await approved(world));
    await readAll(world);
    await saveRailsReadAt(database.db, world.connectionId, after({ hours: 1 }));
    must(await ruling(world, BEN));
    const removal = held(deps, "policies");
    const removing = removeApprover(removal.deps, {
      ...{ workspaceId, by: DAN, userId: CAL, delivery: delivery() },
    });
    await removal.reached;

    const agreeing = ruling(world, CAL);
    await somebodyWaits(database);
    removal.letGo();
    must(await removing);

    expect(await agreeing).toMatchObject({ ok: false, refusal: "not-an-approver" });
  });

  const setting = ({ workspaceId }: World) => ({ workspaceId, by: DAN, delivery: delivery() });
  const settings = ({ deps, workspaceId: id }: World, said: Partial<WorkspaceSettings>) =>
    applySettings(
      { ...deps, db: database.db, seal, railServices: said.rail ? [said.rail] : [] },
      { id, name: "Acme" },
      { rail: null, channel: null, policy: null, ...said },
    );
  const railOf = ({ rails: { baseUrl }, token }: World) => ({
    ...{ name: "sandbox", baseUrl, token: token.value },
    environment: "sandbox" as const,
  });
  const changes: [string, (world: World) => Promise<unknown>][] = [
    ["its token is removed", (world) => removeToken(world.deps, setting(world))],
    [
      "an approver is removed",
      (world) => removeApprover(world.deps, { ...setting(world), userId: CAL }),
    ],
    ["the environment names another channel", (world) => settings(world, { channel: "C0OTHER" })],
    [
      "the environment has another policy",
      (world) => settings(world, { policy: somePolicy({ coolDownHours: 7 }) }),
    ],
    ["the environment has another connection", (world) => settings(world, { rail: railOf(world) })],
    ["the app is removed", ({ workspaceId }) => removeApp(database, workspaceId)],
  ];

  it.each(changes)(
    "waits for whoever is just claiming, and does not overtake them: %s",
    async (_, change) => {
      const world = await aWorld(database, { approvers: FOUR });
      const { workspaceId } = world;
      let isChanged = false;
      const claiming = database.transaction(async (tx) => {
        await findFreeze(tx.db, workspaceId);
        const changing = change(world).then(() => {
          isChanged = true;
        });
        await somebodyWaits(database);
        // What a claim writes at its end: the other way round, the two would wait for each other.
        await lockWorkspace(tx.db, workspaceId);
        return { changing, wasChanged: isChanged };
      });

      const { changing, wasChanged } = await claiming;
      await changing;

      expect(wasChanged).toBe(false);
      expect(isChanged).toBe(true);
    },
  );
});

async function removeApp({ db }: TestStore, workspaceId: string): Promise<void> {
  const installations = createInstallations(db, seal);
  await installations.save(anInstallation(workspaceId), NOW);
  await installations.remove(workspaceId, NOW);
}
