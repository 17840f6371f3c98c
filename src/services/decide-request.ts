import type { Applied, ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import type { People, RequestRef } from "./ports.ts";

interface Deps extends ApplyDeps {
  people: People;
}

/** Who clicked what, in which delivery. */
export interface Click extends RequestRef {
  by: string;
  delivery: string;
}

/** An approval of exactly the content whose digest was shown. */
export async function approveRequest(
  deps: Deps,
  { by, delivery, digest, ...ref }: Click & { digest: string },
): Promise<Applied> {
  const standing = await deps.people.standingOf(ref.workspaceId, by);
  return applyCommand(deps, ref, { type: "approve", by, standing, digest }, delivery);
}

export async function denyRequest(
  deps: Deps,
  { by, delivery, reason, ...ref }: Click & { reason: string },
): Promise<Applied> {
  const standing = await deps.people.standingOf(ref.workspaceId, by);
  return applyCommand(deps, ref, { type: "deny", by, standing, reason }, delivery);
}

export async function withdrawRequest(
  deps: ApplyDeps,
  { by, delivery, ...ref }: Click,
): Promise<Applied> {
  return applyCommand(deps, ref, { type: "withdraw", by }, delivery);
}
