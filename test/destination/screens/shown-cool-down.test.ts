import { randomUUID } from "node:crypto";
import type { ModalView } from "@slack/types";
import { expect, it } from "vitest";
import {
  destinationFormView,
  submitDestinationForm,
} from "../../../src/destination/screens/add-destination.ts";
import { block } from "../../../src/platform/slack/blocks/ids.ts";
import type { SubmitArgs } from "../../../src/platform/slack/intake/listeners.ts";
import type { Context } from "../../../src/request/context.ts";
import { findPolicy } from "../../../src/request/queries/companies.ts";
import { listOpenRequests } from "../../../src/request/queries/find-requests.ts";
import { NEW_ACCOUNT } from "../../services/register-steps.ts";
import { aWorld } from "../../services/world.ts";
import { ANA, TREASURY } from "../../support/builders.ts";
import { filledIn } from "../../support/fill-in.ts";
import { plainText } from "../../support/plain-text.ts";
import { savePolicy } from "../../support/set-up.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

it("is not sent with another cool-down than its check showed", async () => {
  const world = await aWorld(database, { coolDownHours: 24 });
  const { deps, workspaceId, now } = world;
  const context: Partial<Context> = { ...deps, approvalsChannelOf: async () => "C0APPROVALS" };
  const answers = {
    ...{ [block.name]: "Payroll", [block.reason]: "Salaries" },
    [block.iban]: NEW_ACCOUNT.iban,
  };
  const submit = async (form: ModalView): Promise<ModalView | undefined> => {
    let next: ModalView | undefined;
    const args = {
      body: { team: { id: workspaceId }, user: { id: ANA }, trigger_id: randomUUID() },
      view: filledIn(form, answers),
      ack: async (answer?: { view?: ModalView }) => {
        next = answer?.view;
      },
    };
    await submitDestinationForm(
      context as Context,
      args as unknown as SubmitArgs,
      async () => form,
    );
    return next;
  };
  const checked = await submit(
    await destinationFormView(deps, workspaceId, {
      ...{ draftId: randomUUID(), askedIn: TREASURY, kind: "bank-account", values: {} },
      ...{ isImport: false, isKindOpen: false },
    }),
  );
  if (!checked) throw new Error("It is checked first");
  expect(plainText(checked.blocks)).toContain("24 hours after it is whitelisted");

  const { version: _, ...policy } = await findPolicy(deps.db, workspaceId);
  await savePolicy(deps.db, workspaceId, { ...policy, coolDownHours: 0 }, now.value);
  const again = await submit(checked);

  expect(await listOpenRequests(deps.db, workspaceId)).toEqual([]);
  if (!again) throw new Error("It is checked again");
  expect(plainText(again.blocks)).toContain("as soon as it is whitelisted");
  expect(await submit(again)).toBeUndefined();
  expect(await listOpenRequests(deps.db, workspaceId)).toHaveLength(1);
});
