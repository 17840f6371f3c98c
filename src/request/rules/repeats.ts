import type { RequestEvent } from "./change-request.ts";

/**
 * Whether the event at `index` only repeats what happened just before it: a try that comes by itself and meets the same
 * trouble once more. That it was sent belongs to what came of it.
 */
export function isRepeat(events: readonly RequestEvent[], index: number): boolean {
  const event = events[index];
  if (event?.type === "sending-started") return isRepeat(events, index + 1);
  const before = events.slice(0, index).findLast(({ type }) => type !== "sending-started");
  const trouble = event && troubleOf(event);
  return trouble !== undefined && before !== undefined && troubleOf(before) === trouble;
}

/** Undefined where it does not come again by itself. */
function troubleOf(event: RequestEvent): string | undefined {
  switch (event.type) {
    case "not-sent":
    case "look-failed":
      return `${event.type}: ${event.because}`;
    case "blocked":
    case "scanned-clean":
    case "not-found-yet":
      return event.type;
    default:
      return undefined;
  }
}
