import type { RichTextUserMention } from "@slack/types";
import type { Rail, RailSpec, RailType } from "../platform/rail-api/rules/rail.ts";
import { user } from "../platform/slack/blocks/rich-text.ts";
import { shortened } from "../platform/text/shown-text.ts";
import type { Environment } from "./rules/change.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import { numberOf } from "./rules/change-request.ts";

/** Our words for the rules' terms, on every screen. */

export const TYPE_NAMES: Record<Rail["type"], string> = {
  ON_RAMP: "On-ramp",
  OFF_RAMP: "Off-ramp",
  EXCHANGE: "Exchange",
};

/** The way of a deposit: `bank → stablecoin`. */
export const TYPE_DIRECTIONS: Record<RailType, string> = {
  ON_RAMP: "bank → stablecoin",
  OFF_RAMP: "stablecoin → bank",
};

export const DESTINATION_NAMES: Record<RailType, string> = {
  ON_RAMP: "wallet",
  OFF_RAMP: "bank account",
};

/** `SANDBOX` stands out; production is the ordinary case. */
export function environmentName(environment: Environment): string {
  return environment === "sandbox" ? "SANDBOX" : "production";
}

/** `R-142 · Payroll float` */
export const requestName = (request: Pick<ChangeRequest, "number" | "content">): string =>
  `${numberOf(request)} · ${shortened(request.content.change.name, 60)}`;

/** The connection of a request: `Acme · SANDBOX`. */
export function connectionName(workspaceName: string, environment: Environment): string {
  return `${shortened(workspaceName, 60)} · ${environmentName(environment)}`;
}

/** An asset code or network identifier, which the service may make of any length. */
export function code(text: string): string {
  return shortened(text, 40, "(none)");
}

/** `SOLANA_DEVNET` as `Solana (devnet)`; an identifier of another shape as it is. */
export function networkName(id: string): string {
  if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(id)) return code(id);
  const [chain = "", ...rest] = id.split("_");
  const name = `${chain.slice(0, 1)}${chain.slice(1).toLowerCase()}`;
  return code(rest.length === 0 ? name : `${name} (${rest.join(" ").toLowerCase()})`);
}

/** `GBP → GBPA on Solana (devnet)`: the network is beside the stablecoin. */
export function routeText(spec: RailSpec): string {
  switch (spec.type) {
    case "ON_RAMP": {
      const { asset, wallet } = spec.destination;
      return `${code(spec.source.asset)} → ${code(asset)} on ${networkName(wallet.network)}`;
    }
    case "OFF_RAMP": {
      const { asset, network } = spec.source;
      return `${code(asset)} on ${networkName(network)} → ${code(spec.destination.asset)}`;
    }
  }
}

/** Nobody registered the sandbox's destinations. */
export function person(id: string): RichTextUserMention | "the sandbox" {
  return id === "sandbox" ? "the sandbox" : user(id);
}

/** Typed in a channel by one of its members. */
export const INVITE = "/invite @Signalbox";
