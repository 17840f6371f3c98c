import type { AddressNetwork } from "../platform/payment-details/address.ts";
import type { Environment } from "../request/rules/change.ts";
import { address, list, required } from "./fields.ts";

/** A Rail service with which workspaces may be connected. */
export interface RailApiAddress {
  /** As the operator calls it. */
  name: string;
  /** Ending in `/api/v1`. */
  baseUrl: string;
  environment: Environment;
}

const CODE = /^[A-Za-z0-9_-]{1,40}$/;

/** What the forms offer, whatever the service. */
export const catalogueFields = {
  RAIL_FIAT_ASSETS: list("RAIL_FIAT_ASSETS", "currency codes separated by commas", CODE).prefault(
    "GBP",
  ),
  RAIL_STABLECOINS: list("RAIL_STABLECOINS", "stablecoin codes separated by commas", CODE).prefault(
    "GBPA",
  ),
  RAIL_NETWORKS: list(
    "RAIL_NETWORKS",
    "network identifiers, separated by commas, each followed by :ethereum or :solana where its addresses are of that family, such as SOLANA_DEVNET:solana",
    /^[A-Za-z0-9_-]{1,40}(:(ethereum|solana))?$/,
  )
    .transform((each) => each.map(toNetwork))
    .refine((each) => new Set(each.map(({ id }) => id)).size === each.length, {
      error: "RAIL_NETWORKS names one twice.",
    })
    .prefault("SOLANA_DEVNET:solana"),
};

function toNetwork(text: string): AddressNetwork {
  const [id = text, family] = text.split(":");
  return { id, family: family === "ethereum" || family === "solana" ? family : null };
}

const railAddress = (name: string, what: string) =>
  address(name, what)
    .refine((text) => /\/api\/v1\/?$/.test(text), { error: `${name} must end in /api/v1.` })
    .transform((text) => text.replace(/\/$/, ""));

export const railApiUrl = railAddress(
  "RAIL_API_URL",
  "the base address of the Rail service, ending in /api/v1",
);

const SERVICES =
  "RAIL_API_URLS must be names and base addresses, separated by commas, such as sandbox=https://rails.example.com/api/v1; a name is of lower-case letters, digits and hyphens.";

const oneAddress = railAddress("RAIL_API_URLS", "names and base addresses of Rail services");

/** `sandbox=https://…/api/v1,production=https://…/api/v1`: a person chooses among them, and types none. */
export const railApiUrls = required(
  "RAIL_API_URLS",
  "names and base addresses of the Rail services that may be connected, such as sandbox=https://rails.example.com/api/v1",
)
  .transform((text, context): RailApiAddress[] => {
    const services = text.split(",").map((each) => serviceIn(each.trim()));
    for (const { fault } of services) {
      if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
    }
    return services.flatMap(({ service }) => service ?? []);
  })
  .refine(
    (each) => isEachOnce(each.map(({ name }) => name)) && isEachOnce(each.map((s) => s.baseUrl)),
    { error: "RAIL_API_URLS names one twice." },
  );

const isEachOnce = (texts: readonly string[]) => new Set(texts).size === texts.length;

function serviceIn(text: string): { service?: RailApiAddress; fault?: string } {
  const [, name, url] = /^([a-z0-9][a-z0-9-]{0,39})=(.*)$/.exec(text) ?? [];
  if (name === undefined) return { fault: SERVICES };
  const read = oneAddress.safeParse(url);
  if (!read.success) return { fault: read.error.issues[0]?.message ?? SERVICES };
  const isSandbox = name === "sandbox" || name.startsWith("sandbox-");
  const environment = isSandbox ? "sandbox" : "production";
  return { service: { name, baseUrl: read.data, environment } };
}
