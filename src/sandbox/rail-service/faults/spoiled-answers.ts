import { z } from "zod";

export function serverError(): Response {
  return Response.json({ message: "Server Error" }, { status: 500 });
}

export function tooManyRequests(retryAfter: number | string | undefined): Response {
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return Response.json({ message: "Too Many Attempts." }, { status: 429, headers });
}

/** A complete answer whose JSON ends in the middle. */
export async function cutJson(answer: Response): Promise<Response> {
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

const envelope = z.looseObject({
  data: z.union([z.looseObject({}), z.array(z.looseObject({}))]).optional(),
});

/** The same answer with other values at these paths of each item in `data`, where the item has the path. */
export async function shownOtherwise(
  answer: Response,
  values: Record<string, unknown>,
): Promise<Response> {
  return eachSpoiled(answer, (thing) =>
    Object.entries(values).reduce(
      (spoiled, [path, value]) => withValueAt(spoiled, path.split("."), value),
      thing,
    ),
  );
}

function withValueAt(thing: object, [field = "", ...deeper]: string[], value: unknown): object {
  if (!(field in thing)) return thing;
  const inner = new Map<string, unknown>(Object.entries(thing)).get(field);
  const isFurther = deeper.length > 0 && typeof inner === "object" && inner !== null;
  const shown = isFurther ? withValueAt(inner, deeper, value) : value;
  return Array.isArray(thing) ? thing.with(Number(field), shown) : { ...thing, [field]: shown };
}

async function eachSpoiled(answer: Response, spoil: (thing: object) => object): Promise<Response> {
  const { data, ...rest } = envelope.parse(await answer.json());
  if (data === undefined) return Response.json(rest, answer);
  return Response.json(
    { data: Array.isArray(data) ? data.map(spoil) : spoil(data), ...rest },
    answer,
  );
}
