import type { Macs } from "../../platform/database/mac.ts";
import type { InForce, Settings } from "../rules/settings.ts";

/** A version of the settings as it stands in its row. */
export interface SettingsRow {
  workspace: string;
  version: number;
  body: string;
  mac: string;
}

/** Null if the app did not write it. */
export function toSettings(row: SettingsRow, macs: Macs): InForce | null {
  if (!macs.isSigned(macParts(row), row.mac)) return null;
  // A boundary: under its mac the body is the JSON of `Settings` that we wrote.
  return { version: row.version, settings: JSON.parse(row.body) as Settings };
}

export function fromSettings(workspace: string, { version, settings }: InForce, macs: Macs) {
  const row = { workspace, version, body: JSON.stringify(settings) };
  return { ...row, mac: macs.sign(macParts(row)), connection: settings.connectionId };
}

const macParts = ({ workspace, version, body }: Omit<SettingsRow, "mac">) =>
  ["settings", workspace, version, body] as const;
