import type { ChangeRequest } from "../change-request.ts";

type Waiting = Pick<ChangeRequest, "requestedAt" | "expiresAt"> & {
  policy: Pick<ChangeRequest["policy"], "remindAfterHours">;
};

const HOUR_MS = 3_600_000;

/** When those who are waited for are asked again, ISO 8601, one after the other; never once it has expired. */
export function remindersOf({ requestedAt, expiresAt, policy }: Waiting): string[] {
  const times = policy.remindAfterHours.map((hours) =>
    new Date(Date.parse(requestedAt) + hours * HOUR_MS).toISOString(),
  );
  return [...new Set(times)].sort().filter((time) => time < expiresAt);
}
