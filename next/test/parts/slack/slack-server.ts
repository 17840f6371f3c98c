import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createSlack } from "../../../src/platform/slack/slack.ts";
import { silent } from "./logs.ts";

export interface Answered {
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or a text as it is. `cut` breaks the connection instead. */
  body: object | string | "cut";
}

export interface Call {
  method: string;
  token: string;
  args: Record<string, unknown>;
}

/**
 * A Slack on loopback that answers each method with what the test gives, one answer after the
 * other and the last one again, and our client for it. Workspace `T1` has the token `xoxb-T1`.
 */
export async function slackServer(
  answers: Record<string, readonly Answered[]>,
  wait: (ms: number, signal?: AbortSignal) => Promise<void> = () => new Promise(() => {}),
) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString();
    const method = (request.url ?? "").split("/").at(-1) ?? "";
    const isForm = request.headers["content-type"]?.includes("form");
    const args = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    const before = calls.filter((call) => call.method === method).length;
    calls.push({ method, token: request.headers.authorization ?? "", args });
    const given = answers[method] ?? [{ body: { ok: false, error: "unknown_method" } }];
    const { status = 200, headers = {}, body = {} } = given[before] ?? given.at(-1) ?? { body: "" };
    if (body === "cut") return void request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const tokenOf = async (workspace: string) => `xoxb-${workspace}`;
  const outside = { apiUrl: `${url}/api/`, fetch, wait, log: silent, tokenOf };
  return { calls, url, slack: createSlack(outside) };
}

export const ok = (more: object = {}): Answered => ({ body: { ok: true, ...more } });

export const refusal = (error: string): Answered => ({ body: { ok: false, error } });
