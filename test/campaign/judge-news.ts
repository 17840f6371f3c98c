import { z } from "zod";
import { findRequest } from "../../src/request/queries/requests.ts";
import type { AuditEntry } from "../../src/request/rules/audit.ts";
import type { FaultKind } from "./faults.ts";
import type { History } from "./history.ts";
import type { Broken } from "./judge.ts";
import type { Scene } from "./scene.ts";

/** After these the service really shows something else, or less, than before. */
const CHANGE_WHAT_IS_SHOWN: readonly FaultKind[] = ["read-altered", "metadata-not-echoed"];
const HIDE: readonly FaultKind[] = [
  "rail-leaves",
  "rail-leaves-another-comes",
  "hidden-for-minutes",
  "shown-late",
];

/** What the approvers were told of Rails: nothing of ours was made elsewhere, and what changed or vanished did. */
export async function judgeNews(
  audit: readonly AuditEntry[],
  { database, workspaceId, service }: Scene,
  { struck }: History,
): Promise<Broken[]> {
  const tags = new Map(service.held().map(({ id, tag }) => [id, tag?.requestId]));
  const found: Broken[] = [];
  for (const { action, facts } of audit) {
    if (action === "rails-made-elsewhere") {
      for (const railId of MADE.parse(JSON.parse(facts)).railIds) {
        if (!tags.has(railId))
          found.push({ promise: "every Rail that people hear of exists", what: railId });
        const requestId = tags.get(railId);
        if (requestId === undefined || !service.isTagEchoed()) continue;
        const request = await findRequest(database.db, { workspaceId, requestId });
        if (request)
          found.push({ promise: "no Rail of ours is news as made elsewhere", what: railId });
      }
    }
    if (action === "rails-changed") {
      for (const change of CHANGED.parse(JSON.parse(facts)).changes) {
        const mayBe = change.is === "missing" ? HIDE : CHANGE_WHAT_IS_SHOWN;
        if (struck.some((kind) => mayBe.includes(kind))) continue;
        found.push({
          promise: "no Rail is news that did not change",
          what: JSON.stringify(change),
        });
      }
    }
  }
  return found;
}

const MADE = z.object({ railIds: z.array(z.string()) });
const CHANGED = z.object({ changes: z.array(z.looseObject({ is: z.string() })) });
