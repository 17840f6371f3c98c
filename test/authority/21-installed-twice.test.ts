import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createInstallations } from "../../src/workspace/install/create-installations.ts";
import {
  installWorkspace,
  rememberWorkspace,
} from "../../src/workspace/install/install-workspace.ts";
import { whyNoRight } from "../../src/workspace/set-up/gates.ts";
import { anInstallation, anOrgInstallation } from "../support/an-installation.ts";
import { CAL, NOW } from "../support/builders.ts";
import { somePeople } from "../support/people.ts";
import { SEAL } from "../support/seal.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

it("who installs Signalbox in a workspace that an organisation's installation serves may not set it up for that", async () => {
  const { db } = database;
  const [workspaceId, organisation] = [`T${randomUUID()}`, `E${randomUUID()}`];
  const installations = createInstallations(db, SEAL);
  const context = { installations, clock: () => NOW, isRemoved: async () => false };
  await installWorkspace(context, anOrgInstallation(organisation, { installedBy: "U0OWNER001" }));
  await rememberWorkspace(context, { id: workspaceId, name: "Acme" }, organisation);

  const enterprise = { id: organisation, name: "Acme Group" };
  await installWorkspace(context, anInstallation(workspaceId, { enterprise, installedBy: CAL }));

  const judging = {
    db,
    people: somePeople(),
    administrators: { isAdministrator: async () => false },
    installerOf: async (id: string) =>
      (await installations.servingWorkspace(id))?.installedBy ?? null,
  };
  expect(await whyNoRight(judging, workspaceId, CAL, "change-policy")).toMatchObject({
    because: "no-right",
  });
});
