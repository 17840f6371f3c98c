import { expect, it } from "vitest";
import { findUnsentRail, keepUnsentRail } from "../../../src/rail/screens/open-new-rail.ts";
import { aWorld } from "../../services/world.ts";
import { ANA } from "../../support/builders.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

it.each([
  ["whose fields are all empty", { name: "", reason: "" }, false],
  ["with a single word in it", { name: "Payroll", reason: "" }, true],
  ["that is filled in", { name: "Payroll", reason: "Salaries" }, true],
])("a form %s is kept for later only if something is in it", async (_, texts, isKept) => {
  const { deps, workspaceId } = await aWorld(database);
  const whose = { workspaceId, createdBy: ANA };
  const values = { ...texts, reference: "" };

  await keepUnsentRail(deps, whose, { draftId: "d1", askedIn: "C1", type: "ON_RAMP", values });

  const found = await findUnsentRail(deps, whose, { id: "d1" });
  expect(found?.values).toEqual(isKept ? values : undefined);
});
