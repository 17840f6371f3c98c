import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { LOOPBACK, listen } from "../../src/sandbox/shared/listen.ts";

/** One call of the product to the Rail service, as it arrived. */
export interface RailCall {
  /** `POST /rails`, `GET /rails/{rail}` … */
  operation: string;
  /** Path and query below the base address. */
  path: string;
  body: string;
  authorization: string;
}

/** `cut` and `half` break the connection; `silence` lasts until the product gives up. */
export type Answer = Response | "cut" | "half" | "silence";

/** What happens in place of an answer. `pass` hands the call on to the service. */
export type Instead = (call: RailCall, pass: () => Promise<Response>) => Answer | Promise<Answer>;

const PREFIX = "/api/v1";

export type RailFront = Awaited<ReturnType<typeof openRailFront>>;

/**
 * Stands between the product and its Rail service, where it can answer in ways that the service
 * cannot.
 */
export async function openRailFront() {
  const calls: RailCall[] = [];
  let rules: { operation: string; instead: Instead; left: number }[] = [];
  let target = "";
  let waiting: { operation: string; resolve: () => void }[] = [];

  const server = createServer((incoming, outgoing) => {
    answerTo(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const port = await listen(server, 0);

  async function answerTo(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const call = await readCall(incoming);
    calls.push(call);
    for (const { operation, resolve } of waiting) if (operation === call.operation) resolve();
    waiting = waiting.filter(({ operation }) => operation !== call.operation);
    const rule = rules.find(({ operation }) => operation === call.operation);
    if (rule) rule.left -= 1;
    rules = rules.filter(({ left }) => left > 0);
    const pass = () => handOn(target, call);
    const answer = await (rule ? rule.instead(call, pass) : pass());
    if (answer === "silence") return;
    if (answer === "cut") return void outgoing.destroy();
    const isHalf = answer === "half";
    const { status, headers, body } = await whole(isHalf ? await pass() : answer);
    // Each call gets a connection of its own, as `app.ts` has it for a POST.
    outgoing.writeHead(status, { ...headers, "content-length": body.length, connection: "close" });
    if (isHalf) outgoing.write(body.subarray(0, body.length >> 1), () => outgoing.destroy());
    else outgoing.end(body);
  }

  return {
    /** For `RAIL_API_URL`. */
    baseUrl: `http://${LOOPBACK}:${port}${PREFIX}`,
    passTo(baseUrl: string) {
      target = baseUrl;
    },
    /** The next calls of this operation meet this; a rule that was added later comes after it. */
    meet(operation: string, instead: Instead, times = 1) {
      rules.push({ operation, instead, left: times });
    },
    /** Ends all rules. */
    clear() {
      rules = [];
    },
    /** All that arrived, of one operation or of all, oldest first. */
    calls: (operation?: string) =>
      calls.filter((each) => !operation || each.operation === operation),
    /** Resolves when the next one arrives. */
    arrival: (operation: string) =>
      new Promise<void>((resolve) => waiting.push({ operation, resolve })),
    /** Nothing listens any more. What is being answered is still answered. */
    closeDoor: () => void server.close(),
    async openDoor() {
      await listen(server, port);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}

async function readCall(incoming: IncomingMessage): Promise<RailCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "", url = "", headers } = incoming;
  const path = url.slice(PREFIX.length);
  const place = path.replace(/\?.*$/, "").replace(/^\/rails\/.+/, "/rails/{rail}");
  return {
    operation: `${method} ${place}`,
    path,
    body: Buffer.concat(chunks).toString(),
    authorization: headers.authorization ?? "",
  };
}

function handOn(target: string, { operation, path, body, authorization }: RailCall) {
  const [method = ""] = operation.split(" ");
  const headers = { authorization, "content-type": "application/json" };
  const sent = method === "GET" ? {} : { body };
  return fetch(`${target}${path}`, { method, headers, redirect: "manual", ...sent });
}

async function whole(answer: Response) {
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
}

export type Item = { id: string | null; metadata: { external_id: unknown[] | null } };

/** The list as the service would answer it with these Rails alone: its total counts them. */
export async function withRails(
  answer: Response,
  change: (rails: readonly Item[]) => readonly Item[],
): Promise<Response> {
  const read = (await answer.json()) as { data: Item[]; meta: { total: number } };
  const data = change(read.data);
  return Response.json({ ...read, data, meta: { ...read.meta, total: data.length } });
}
