import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { z } from "zod";
import type { Http } from "./read-body.ts";

export const message = (status: number, words: string, headers: Record<string, string> = {}) =>
  Response.json({ message: words }, { status, headers });

export const unauthenticated = () =>
  message(401, "Unauthenticated.", { "www-authenticate": "Bearer" });

/** Closes the connection without an answer. */
export function drop(http: Http): Response {
  http.env.outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Writes past hono, which corrects a wrong length. */
export async function truncate(http: Http, answer: Response): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer());
  const { outgoing } = http.env;
  const headers = Object.fromEntries(answer.headers);
  outgoing.writeHead(answer.status, { ...headers, "content-length": body.length });
  outgoing.write(body.subarray(0, body.length >> 1), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

export async function cutShort(answer: Response): Promise<Response> {
  const body = await answer.text();
  return new Response(body.slice(0, body.length / 2), answer);
}

/** The same answer, a few bytes at a time, with a pause before each. */
export async function dripped(
  answer: Response,
  bytes: number,
  pause: () => Promise<void>,
): Promise<Response> {
  const body = new Uint8Array(await answer.arrayBuffer());
  async function* drops() {
    for (let at = 0; at < body.length; at += bytes) {
      await pause();
      yield body.subarray(at, at + bytes);
    }
  }
  return new Response(ReadableStream.from(drops()), answer);
}

const item = z.looseObject({});
const envelope = z.looseObject({ data: z.union([item, z.array(item)]).optional() });

/** The same answer with other values at these paths of each item in `data` that has the path. */
export async function shownOtherwise(
  answer: Response,
  values: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const { data, ...rest } = envelope.parse(await answer.json());
  if (data === undefined) return Response.json(rest, answer);
  const spoil = (thing: object) =>
    Object.entries(values).reduce(
      (spoiled, [path, value]) => withValueAt(spoiled, path.split("."), value),
      thing,
    );
  return Response.json(
    { data: Array.isArray(data) ? data.map(spoil) : spoil(data), ...rest },
    answer,
  );
}

function withValueAt(thing: object, [field = "", ...deeper]: string[], value: unknown): object {
  const inner: unknown = Object.entries(thing).find(([name]) => name === field)?.[1];
  if (inner === undefined) return thing;
  const isFurther = deeper.length > 0 && typeof inner === "object" && inner !== null;
  const shown = isFurther ? withValueAt(inner, deeper, value) : value;
  return Array.isArray(thing) ? thing.with(Number(field), shown) : { ...thing, [field]: shown };
}
