import { setTimeout as pause } from "node:timers/promises";
import { APPROVALS, RAIL_TOKEN, TREASURY } from "../campaign/company.ts";
import { createRailWorld, RAIL_BASE } from "../campaign/world/rail-world.ts";
import { createSlackWorld, read } from "../campaign/world/slack-world.ts";
import { randomFrom } from "../harness/random.ts";

export const RAIL_SERVICE = "Rail service";

/** Rails on a page of the list; the document does not say how many. */
const PER_PAGE = 15;

/** Of all accounts of this Rail service; it stands in deposit instructions, and nowhere else. */
const BIC = "RAILGB2L";

export type World = ReturnType<typeof createWorld>;

/** Slack and the Rail service in this process. `now`: milliseconds since 1970. */
export function createWorld(now: () => number, people: readonly string[]) {
  let marks = 0;
  const mark = () => ++marks;
  const channels = [APPROVALS, TREASURY];
  const slack = createSlackWorld({ now, mark, later: () => {}, people, channels });
  const random = randomFrom(1);
  const rails = createRailWorld({ now, mark, random, token: RAIL_TOKEN, perPage: PER_PAGE });

  const calls = new Map<string, number>();
  let hear = () => {};
  const world = {
    slack,
    rails,
    /** Each call arrives so many milliseconds after it was made. */
    latencyMs: 0,
    /** Nothing listens at the Rail service. */
    isServiceDown: false,
    calls,

    async fetch(input: Request | string | URL, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const body = await request.text();
      const token = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
      if (world.latencyMs > 0) await pause(world.latencyMs);
      const isRails = url.href.startsWith(RAIL_BASE);
      if (isRails && world.isServiceDown) throw new TypeError("fetch failed");
      const name = isRails ? RAIL_SERVICE : url.pathname.replace("/api/", "");
      calls.set(name, (calls.get(name) ?? 0) + 1);
      if (isRails) {
        const { method } = request;
        const call = { method, url, token, body, process: "", calledAt: now(), calledSeq: marks };
        return rails.answer(call, null);
      }
      const answer = slack.answer(url, body, token, null);
      if (body.includes(BIC)) {
        world.instructions.add(new URLSearchParams(body).get("ts"));
        hear();
      }
      return answer;
    },

    /** Time stamps of the deposit instructions in Slack. */
    instructions: new Set<string | null>(),

    /** Resolves as soon as Slack is told the next ones. */
    heard: () =>
      new Promise<void>((resolve) => {
        hear = resolve;
      }),

    /** The newest message that says all of this. */
    messageWith(...texts: readonly string[]) {
      const found = slack.messages().findLast((message) => {
        const shown = JSON.stringify(read(message).blocks);
        return texts.every((text) => shown.includes(text));
      });
      if (!found) throw new Error(`No message says ${texts.join(", ")}`);
      return found;
    },
  };
  return world;
}
