import { type Db, statement } from "../../platform/database/db.ts";
import type { KindName } from "../rules/content.ts";
import type { Request, Status } from "../rules/request.ts";
import {
  type BrokenRequest,
  type Found,
  type RequestRow,
  selectRequests,
  toFound,
} from "./stored-rows.ts";

const BY_ID = statement<RequestRow>(selectRequests("r.workspace = $1 and r.id = $2"));
const BY_NUMBER = statement<RequestRow>(selectRequests("r.workspace = $1 and r.number = $2"));

/** Null if there is none. */
export const readRequest = (q: Db, workspace: string, id: string) =>
  readOne(q, BY_ID, [workspace, id]);

/** One that is intact; null for all else. */
export async function readIntact(q: Db, workspace: string, id: string | null) {
  const found = id === null ? null : await readRequest(q, workspace, id);
  return found?.is === "intact" ? found.request : null;
}

/** By the number of `R-142`. */
export const readByNumber = (q: Db, workspace: string, number: number) =>
  readOne(q, BY_NUMBER, [workspace, number]);

async function readOne(q: Db, by: typeof BY_ID, values: unknown[]): Promise<Found | null> {
  const [row] = await q.query(by, values);
  return row ? toFound(row, q) : null;
}

/** All that are given have to match. */
export interface Filter {
  connection?: string;
  kinds?: readonly KindName[];
  statuses?: readonly Status[];
  /** The key of a destination's value; with `kinds` there is an index for it. */
  destination?: string;
}

const CONDITIONS: Readonly<Record<keyof Filter, (at: string) => string>> = {
  connection: (at) => `r.connection = ${at}`,
  kinds: (at) => `r.kind = any (${at}::text[])`,
  statuses: (at) => `r.status = any (${at}::text[])`,
  destination: (at) => `r.destination = ${at}`,
};

const NAMES = Object.keys(CONDITIONS) as (keyof Filter)[];

/** No company has more. */
const ALL = 100_000;

/** Newest first. Each combination of conditions is a statement with a plan of its own. */
export async function readRequests(
  q: Db,
  workspace: string,
  filter: Filter,
  limit = ALL,
): Promise<{ requests: Request[]; broken: BrokenRequest[] }> {
  const values: unknown[] = [workspace, limit];
  const conditions = NAMES.filter((name) => filter[name] !== undefined).map((name) =>
    CONDITIONS[name](`$${values.push(filter[name])}`),
  );
  const where = ["r.workspace = $1", ...conditions].join(" and ");
  const text = `${selectRequests(where)} order by r.number desc limit $2`;
  const rows = await q.query(statement<RequestRow>(text), values);
  const found = rows.map((row) => toFound(row, q));
  return {
    requests: found.flatMap((each) => (each.is === "intact" ? each.request : [])),
    broken: found.flatMap((each) => (each.is === "broken" ? each.broken : [])),
  };
}
