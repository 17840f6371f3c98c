import type { PolicyFacts } from "../domain/approval-policy.ts";
import type { Change } from "../domain/change.ts";
import { subjectOfChange } from "../domain/subject.ts";
import type { RegisterReader } from "./ports.ts";

/** What rules look at beside a change, as it is now. */
export async function policyFacts(
  reader: Pick<RegisterReader, "countRailsInto">,
  connectionId: string,
  change: Change,
): Promise<PolicyFacts> {
  const serviceId = subjectOfChange(change)?.serviceId ?? null;
  const isRail = change.kind === "create-rail" && serviceId !== null;
  const isFirstUse = isRail && (await reader.countRailsInto(connectionId, serviceId)) === 0;
  return { isFirstUse, requesterGroups: [] };
}
