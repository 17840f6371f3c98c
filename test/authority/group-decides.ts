import { TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { approve, cardOf, cardReading } from "../e2e/steps.ts";
import type { Person } from "../support/person.ts";

const POLICY = `cool-down: 0h
rules:
  - name: Everything
    approvals: 2
    approvers: ["@treasury-approvers"]
`;

/** From now on a user group decides about everything, and nobody is named by themselves. */
export async function groupDecides(requester: Person, approvers: readonly Person[]): Promise<void> {
  await requester.command(TREASURY, "/rail policy propose");
  await requester.waitFor(() => requester.modal(), "the policy as text");
  await requester.fill("The policy", POLICY);
  await requester.fill("Reason", "The group decides");
  await requester.submit();
  await requester.submit();
  const card = await cardOf(requester, "Policy version 2");
  for (const approver of approvers) await approve(approver, card);
  await cardReading(requester, "Policy version 2", "IN EFFECT");
}
