import type { ChangeRequest } from "./change-request.ts";
import { rulesOf } from "./kind-rules.ts";
import type { Remedy } from "./remedy.ts";

/** Signalbox itself finds most Rails sooner than a person does. */
const PEOPLE_MAY_LOOK_AFTER_MS = 2 * 60_000;

/** The service states nowhere how late a Rail may appear in its list. */
const MAY_TRY_AGAIN_AFTER_MS = 60 * 60_000;

/** The remedies that a request has now; none if people can do nothing. */
export function remediesFor(
  { content, state }: Pick<ChangeRequest, "content" | "state">,
  now: string,
): readonly Remedy["type"][] {
  const from = moreRemediesAt({ content, state });
  const isEarly = from !== undefined && now < from;
  if (state.status === "unknown") return from !== undefined && !isEarly ? ["link-rail"] : [];
  if (state.status !== "needs-a-person") return [];
  const remedies = rulesOf(content.change).remedies(state.question);
  return remedies.filter((each) => each !== "release-attempt" || !isEarly);
}

/**
 * The time (ISO 8601) from which people may do more although nothing happens to the request; undefined if they never
 * may.
 */
export function moreRemediesAt({
  content,
  state,
}: Pick<ChangeRequest, "content" | "state">): string | undefined {
  if (content.change.kind !== "create-rail") return undefined;
  if (state.status === "unknown") return later(state.since, PEOPLE_MAY_LOOK_AFTER_MS);
  if (state.status !== "needs-a-person" || state.unknownSince === undefined) return undefined;
  const mayBeReleased = rulesOf(content.change)
    .remedies(state.question)
    .includes("release-attempt");
  return mayBeReleased ? later(state.unknownSince, MAY_TRY_AGAIN_AFTER_MS) : undefined;
}

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
