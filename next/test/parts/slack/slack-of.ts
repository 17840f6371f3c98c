import { createSlack } from "../../../src/platform/slack/slack.ts";
import { silent } from "./logs.ts";

export interface Answered {
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or a text as it is. */
  body: object | string;
}

export const ok = (more: object = {}): Answered => ({ body: { ok: true, ...more } });
export const refusal = (error: string): Answered => ({ body: { ok: false, error } });
/** The connection breaks instead. */
export const cut: Answered = { body: "cut" };

/**
 * Our client, and a network that answers each method with what the test gives, one answer after the
 * other and the last one again. Workspace `T1` has the token `xoxb-T1`.
 */
export function slackOf(
  answers: Record<string, readonly Answered[]>,
  wait: (ms: number, signal?: AbortSignal) => Promise<void> = () => new Promise(() => {}),
) {
  const calls: { method: string; token: string; args: Record<string, unknown> }[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const text = await request.text();
    const isForm = request.headers.get("content-type")?.includes("form");
    const args = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    const method = request.url.split("/").at(-1) ?? "";
    const before = calls.filter((call) => call.method === method).length;
    calls.push({ method, token: request.headers.get("authorization") ?? "", args });
    const given = answers[method] ?? [refusal("unknown_method")];
    const { body, ...more } = given[before] ?? given.at(-1) ?? cut;
    if (body === "cut") throw new TypeError("fetch failed");
    return new Response(typeof body === "string" ? body : JSON.stringify(body), more);
  };
  const tokenOf = async (workspace: string) => `xoxb-${workspace}`;
  const outside = { apiUrl: "https://slack.example/api/", fetch: answer, wait, log: silent };
  return { calls, slack: createSlack({ ...outside, now: () => 0, tokenOf }) };
}
