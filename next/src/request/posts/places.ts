import type { ChannelState } from "../../platform/slack/answers.ts";
import type { Context } from "../engine/context.ts";

const MINUTE_MS = 60_000;
const MOST_KEPT = 10_000;

interface Known {
  at: number;
  state: ChannelState;
}

const known = new WeakMap<Context, Map<string, Known>>();

/** What a conversation is to us, as Slack said within the last minute. */
export async function stateOfPlace(
  context: Context,
  workspace: string,
  channel: string,
): Promise<ChannelState> {
  const kept = known.get(context) ?? new Map<string, Known>();
  known.set(context, kept);
  const key = `${workspace} ${channel}`;
  const earlier = kept.get(key);
  const passed = earlier ? context.now() - earlier.at : -1;
  if (earlier && passed >= 0 && passed < MINUTE_MS) return earlier.state;
  const at = context.now();
  const state = await context.slack.placeOf(workspace, channel);
  if (kept.size >= MOST_KEPT) kept.clear();
  if (state !== "not-known") kept.set(key, { at, state });
  return state;
}
