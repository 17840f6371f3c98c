import { sql } from "kysely";
import { expect, it } from "vitest";
import { policiesInForce } from "../../src/evidence/policies-in-force.ts";
import { removeApprover } from "../../src/policy/screens/remove-approver.ts";
import { findPolicy } from "../../src/request/queries/companies.ts";
import { asked } from "../services/setup-steps.ts";
import { bothApprove, delivery, must, refOf, runJobs } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { ANA, aPolicyChange, aRule, BEN, CAL, DAN } from "../support/builders.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

it("former versions of the policy are told by the audit, whatever their rows say", async () => {
  const world = await aWorld(database);
  const { deps, workspaceId } = world;
  const approvers = [ANA, BEN, CAL, DAN];
  const document = { rules: [aRule({ approvers })], coolDownHours: 1 };
  const request = await asked(world, aPolicyChange({ document }));
  await bothApprove(world, request);
  await runJobs(world, refOf(request));
  must(await removeApprover(deps, { workspaceId, by: BEN, userId: DAN, delivery: delivery() }));
  const versions = () => policiesInForce(deps.db, workspaceId, 1_000);
  const before = await versions();

  await deps.db
    .updateTable("policies")
    .set({ document: JSON.stringify({ rules: [], coolDownHours: 0 }), changed_by: CAL })
    .where("workspace_id", "=", workspaceId)
    .execute();

  expect(await versions()).toEqual(before);
  expect(before).toMatchObject([
    { version: 2, requestedBy: ANA, approvedBy: [BEN, CAL], document },
    { version: 3, requestedBy: BEN, document: { rules: [{ approvers: [ANA, BEN, CAL] }] } },
  ]);

  await deps.db
    .updateTable("requests")
    .set({ canonical: sql`replace(canonical, ${DAN}, 'U0STRANGER')` })
    .where("id", "=", request.id)
    .execute();
  expect(JSON.stringify(await versions())).not.toContain("U0STRANGER");
  expect((await findPolicy(deps.db, workspaceId)).rules).toEqual([]);
});
