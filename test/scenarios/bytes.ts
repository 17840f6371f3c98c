import { reads } from "../harness/person.ts";
import type { Instead } from "../harness/rail-front.ts";
import { ANA, APPROVALS, type Team, TREASURY } from "./team.ts";

/** Values at paths of a Rail in the service's document. */
export type Fields = Readonly<Record<string, unknown>>;

/** The service's answer about one Rail, with other values at some paths. */
export const showing =
  (fields: Fields): Instead =>
  async (_, pass) => {
    const { data } = (await (await pass()).json()) as { data: object };
    return Response.json({ data: withFields(data, fields) });
  };

function withFields(rail: object, fields: Fields): object {
  const changed = structuredClone(rail);
  for (const [path, value] of Object.entries(fields)) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    const place = keys.reduce((at, key) => at && Reflect.get(at, key), changed);
    // The other type of Rail has no such field.
    if (place) Reflect.set(place, last, value);
  }
  return changed;
}

/** Reads and the list show these values from now on. */
export function showFromNow({ front }: Team, fields: Fields): void {
  front.clear();
  front.meet("GET /rails/{rail}", showing(fields), Number.POSITIVE_INFINITY);
  front.meet(
    "GET /rails",
    async (_, pass) => {
      const list = (await (await pass()).json()) as { data: object[] };
      return Response.json({ ...list, data: list.data.map((each) => withFields(each, fields)) });
    },
    Number.POSITIVE_INFINITY,
  );
}

/** All that anybody reads of a request outside its card. */
export async function wordsAbout(stage: Team, number: string): Promise<string> {
  const ana = stage.as(ANA);
  const all = await Promise.all([ana.messages(TREASURY), ana.messages(APPROVALS), ana.direct()]);
  return all
    .flat()
    .map(reads)
    .filter((text) => text.includes(number))
    .join("\n");
}
