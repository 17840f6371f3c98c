import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { createSlack } from "../../../src/platform/slack/slack.ts";
import { silent } from "./logs.ts";

export interface Answered {
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or a text as it is; `cut` breaks the connection instead. */
  body: object | string;
}

export const ok = (more: object = {}): Answered => ({ body: { ok: true, ...more } });
export const refusal = (error: string): Answered => ({ body: { ok: false, error } });

/**
 * A Slack on loopback that answers each method with what the test gives, one answer after the
 * other and the last one again; and our client for it. Workspace `T1` has the token `xoxb-T1`.
 */
export async function slackServer(
  answers: Record<string, readonly Answered[]>,
  wait: (ms: number, signal?: AbortSignal) => Promise<void> = () => new Promise(() => {}),
) {
  const calls: { method: string; token: string; args: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const method = (request.url ?? "").split("/").at(-1) ?? "";
    const isForm = request.headers["content-type"]?.includes("form");
    const args = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    const before = calls.filter((call) => call.method === method).length;
    calls.push({ method, token: request.headers.authorization ?? "", args });
    const given = answers[method] ?? [refusal("unknown_method")];
    const answer = given[before] ?? given.at(-1);
    if (!answer || answer.body === "cut") return void request.socket.destroy();
    response.writeHead(answer.status ?? 200, answer.headers);
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = server.address();
  const url = `http://127.0.0.1:${typeof at === "object" && at?.port}`;
  const tokenOf = async (workspace: string) => `xoxb-${workspace}`;
  const outside = { apiUrl: `${url}/api/`, fetch, wait, log: silent, tokenOf };
  return { calls, url, slack: createSlack(outside) };
}
