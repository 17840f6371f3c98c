import type { Db } from "../../platform/database/db.ts";
import type { Macs } from "../../platform/database/keys.ts";
import { type Request, wasSent } from "../rules/request.ts";
import type { InForce, Settings } from "../rules/settings.ts";
import { type Frame, isFrameIntact } from "./entry-hash.ts";
import { columnsOf } from "./request-columns.ts";

/** A row that this app did not write, or that somebody put back. It decides nothing. */
export type Broken =
  | BrokenRequest
  | { row: "settings"; version: number }
  | { row: "audit"; seq: number };

export interface BrokenRequest {
  row: "request";
  id: string;
  /** In its row. */
  version: number;
  /** What the row says, only for closing it; null if it cannot be read. */
  found: Request | null;
}

/** A request as it was read. */
export type Found = { is: "intact"; request: Request } | { is: "broken"; broken: BrokenRequest };

/** What SQL brings of a request: its row, and the last audit entry that names a version of it. */
export interface RequestRow {
  workspace: string;
  id: string;
  number: number;
  version: number;
  body: string;
  mac: string;
  last: Frame | null;
}

/** Those that `columnsOf` makes. */
const COLUMNS = `r.number, r.connection, r.kind, r.status, r.is_open, r.requested_by, r.destination,
  r.destination_id, r.route, r.rail_id`;

/** Selects `RequestRow`s from `requests r`. */
export const selectRequests = (where: string) => `
  select r.workspace, r.id, r.version, r.body, r.mac, l.last, ${COLUMNS}
  from signalbox.requests r left join lateral (
    select json_build_object('seq', a.seq, 'request', a.request, 'version', a.version,
      'prev', a.prev, 'hash', a.hash, 'mac', a.mac) as last
    from signalbox.audit a
    where a.workspace = r.workspace and a.request = r.id and a.version is not null
    order by a.seq desc limit 1) l on true
  where ${where}`;

/**
 * Intact: its mac is right, its version is the one that its last audit entry names, and the columns
 * by which it was chosen repeat its body.
 */
export function toFound(row: RequestRow, { keys: { macs } }: Pick<Db, "keys">): Found {
  const { workspace, id, version, body, mac, last } = row;
  const isIntact =
    macs.isSigned(macParts(row), mac) &&
    last?.version === version &&
    isFrameIntact(workspace, last, macs);
  // A boundary: under its mac the body is the JSON of a `Request` that we wrote.
  const request = isIntact ? (JSON.parse(body) as Request) : null;
  if (request && isRepeatedIn(row, request)) return { is: "intact", request };
  return { is: "broken", broken: { row: "request", id, version, found: readBody(body, id) } };
}

/** A Rail that was once its own is still kept there. */
const isRepeatedIn = (row: RequestRow, request: Request): boolean =>
  Object.entries(columnsOf(request)).every(
    ([name, value]) =>
      Reflect.get(row, name) === value ||
      (name === "rail_id" && value === null && wasSent(request)),
  );

function readBody(body: string, id: string): Request | null {
  try {
    const found = JSON.parse(body) as Request;
    return found.id === id && typeof found.state.is === "string" ? found : null;
  } catch {
    return null;
  }
}

/** Signs a request as it will stand in its row. */
export function signRequest(request: Request, body: string, macs: Macs): string {
  return macs.sign(macParts({ ...request, body }));
}

type Signed = Pick<RequestRow, "workspace" | "id" | "version" | "body">;

const macParts = ({ workspace, id, version, body }: Signed) =>
  ["requests", workspace, id, version, body] as const;

/** A version of the settings as it stands in its row. */
export interface SettingsRow {
  workspace: string;
  version: number;
  body: string;
  mac: string;
}

/** Null if the app did not write it. */
export function toSettings({ mac, ...row }: SettingsRow, macs: Macs): InForce | null {
  if (!macs.isSigned(settingsParts(row), mac)) return null;
  // A boundary: under its mac the body is the JSON of `Settings` that we wrote.
  return { version: row.version, settings: JSON.parse(row.body) as Settings };
}

export function fromSettings(workspace: string, { version, settings }: InForce, macs: Macs) {
  const row = { workspace, version, body: JSON.stringify(settings) };
  return { ...row, mac: macs.sign(settingsParts(row)), connection: settings.connectionId };
}

const settingsParts = ({ workspace, version, body }: Omit<SettingsRow, "mac">) =>
  ["settings", workspace, version, body] as const;
