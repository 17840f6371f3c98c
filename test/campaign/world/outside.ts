import type { Random } from "../../harness/random.ts";
import type { Outside } from "../../harness/seam.ts";
import type { Scene } from "../scene.ts";
import type { Lane } from "../step.ts";
import { type Posted, RAIL_BASE } from "./rail-world.ts";
import { HOOKS, SLACK_BASE } from "./slack-world.ts";

/** All that one process may touch; `files` is its DATA_DIR, which outlives it. */
export function createOutside(
  { stage, rail, slack }: Scene,
  own: { lane: Lane; pool: Outside["pool"]; files: Map<string, string>; random: Random },
): Outside {
  const { lane, pool, files, random } = own;

  async function fetch(input: Request | string | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const about = placeOf(request);
    const token = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    const [url, body] = [new URL(request.url), await request.text()];
    let arrived: Posted | undefined;
    const response = await stage.step(lane, about, {
      async perform(fault, { calledAt, calledSeq }) {
        if (fault === "not-sent") throw fetchFailed("ECONNREFUSED");
        if (about.startsWith("slack")) return slack.answer(url, body, token, fault);
        const { method } = request;
        const call = { method, url, token, body, process: lane.name, calledAt, calledSeq };
        const before = rail.posts().length;
        const answer = rail.answer(call, fault);
        arrived = rail.posts()[before];
        return answer;
      },
      lost: () => fetchFailed("ECONNRESET"),
      latency: 20 + random.below(100),
      signal: request.signal,
    });
    if (arrived) arrived.answered = response.status;
    if (response.status < 300 || response.status > 399) return response;
    if (request.redirect === "follow") slack.state.surprises.push("It follows redirects");
    if (request.redirect === "error") throw new TypeError("fetch failed");
    return response;
  }

  /** What the step is about. */
  function placeOf({ method, url }: Request): string {
    if (url.startsWith(HOOKS)) return "slack-other hook";
    const [, call] = url.split(SLACK_BASE);
    if (call?.startsWith("chat.post")) return `slack-post ${call}`;
    if (call?.startsWith("views.")) return `slack-view ${call}`;
    if (call) return `slack-${SLACK_PLACES[call] ?? "other"} ${call}`;
    if (!url.startsWith(`${RAIL_BASE}/`)) slack.state.surprises.push(`It fetches ${url}`);
    const path = url.slice(RAIL_BASE.length).replace(/\?.*/, "");
    if (method === "POST") return `rail-post ${path}`;
    return `${path === "/rails" ? "rail-list" : "rail-read"} ${path}`;
  }

  const onDisk = <Result>(about: string, act: () => Result): Promise<Result> =>
    stage.step(lane, `kept ${about}`, {
      perform: async () => act(),
      lost: () => Object.assign(new Error("EIO: i/o error"), { code: "EIO" }),
    });

  return {
    now: () => stage.now() + lane.skew,
    elapsed: stage.now,
    wait: (ms: number, signal?: AbortSignal) => stage.wait(lane, ms, signal),
    fetch,
    pool,
    kept: {
      read: (name: string) => onDisk("read", () => files.get(name) ?? null),
      write: (name: string, text: string) => onDisk("write", () => void files.set(name, text)),
    },
    random: (bytes: number) => random.bytes(bytes),
  };
}

const SLACK_PLACES: Record<string, string> = { "chat.update": "update", "users.info": "people" };

/** As Node's fetch fails; the cause says whether a connection was opened. */
const fetchFailed = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
