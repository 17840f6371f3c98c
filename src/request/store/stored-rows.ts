import type { Db } from "../../platform/database/db.ts";
import type { Macs } from "../../platform/database/keys.ts";
import type { Request } from "../rules/request.ts";
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

/** Selects `RequestRow`s from `requests r`. */
export const selectRequests = (where: string) => `
  select r.workspace, r.id, r.number, r.version, r.body, r.mac, r.connection, r.kind, r.status,
    r.is_open, r.requested_by, r.destination, r.destination_id, r.route, r.rail_id, r.trusts, l.last
  from signalbox.requests r left join lateral (
    select json_build_object('seq', a.seq, 'request', a.request, 'version', a.version,
      'prev', a.prev, 'hash', a.hash, 'mac', a.mac) as last
    from signalbox.audit a
    where a.workspace = r.workspace and a.request = r.id and a.version is not null
    order by a.seq desc limit 1) l on true
  where ${where}`;

/** Intact: its mac, the version that its last audit entry names, and columns that repeat its body. */
export function toFound(row: RequestRow, { keys: { macs } }: Pick<Db, "keys">): Found {
  const { workspace, id, version, body, mac, last } = row;
  const isIntact =
    macs.isSigned(requestParts(row), mac) &&
    last?.version === version &&
    isFrameIntact(workspace, last, macs);
  // A boundary: under its mac the body is the JSON of a `Request` that we wrote.
  const request = isIntact ? (JSON.parse(body) as Request) : null;
  const columns = Object.entries(request ? columnsOf(request) : {});
  // What the body leaves empty chooses no row.
  const isSame = columns.every(([key, each]) => each === null || Reflect.get(row, key) === each);
  if (request && isSame) return { is: "intact", request };
  return { is: "broken", broken: { row: "request", id, version, found: readBody(body, id) } };
}

function readBody(body: string, id: string): Request | null {
  try {
    const found = JSON.parse(body) as Request;
    return found.id === id && typeof found.state.is === "string" ? found : null;
  } catch {
    return null;
  }
}

type Signed = Pick<RequestRow, "workspace" | "id" | "version" | "body">;

export const requestParts = ({ workspace, id, version, body }: Signed) =>
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

export const settingsParts = ({ workspace, version, body }: Omit<SettingsRow, "mac">) =>
  ["settings", workspace, version, body] as const;
