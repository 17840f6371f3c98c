import type { OfferedRailApi } from "../../request/context.ts";
import { address, isEachOnce, required } from "./setting.ts";

export const railApiUrl = (what: string) =>
  address(what)
    .refine((text) => /\/api\/v1\/?$/.test(text), { error: "must end in /api/v1." })
    .transform((text) => text.replace(/\/$/, ""));

/** `sandbox=https://…/api/v1,production=https://…/api/v1`: a person chooses one, and types none. */
export const railApiUrls = required(
  "names and base addresses of the Rail services that may be connected, for example sandbox=https://rails.example.com/api/v1",
)
  .transform((text, context): OfferedRailApi[] => {
    const services = text.split(",").map((each) => serviceIn(each.trim()));
    for (const { fault } of services) {
      if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
    }
    return services.flatMap(({ service }) => service ?? []);
  })
  .refine(
    (each) => isEachOnce(each.map(({ name }) => name)) && isEachOnce(each.map((s) => s.baseUrl)),
    { error: "names one twice." },
  );

const FORM =
  "must be names and base addresses, separated by commas, for example sandbox=https://rails.example.com/api/v1. A name has lower-case letters, digits and hyphens.";

const oneAddress = railApiUrl("names and base addresses of Rail services");

function serviceIn(text: string): { service?: OfferedRailApi; fault?: string } {
  const [, name, url] = /^([a-z0-9][a-z0-9-]{0,39})=(.*)$/.exec(text) ?? [];
  if (name === undefined) return { fault: FORM };
  const read = oneAddress.safeParse(url);
  if (!read.success) return { fault: read.error.issues[0]?.message ?? FORM };
  const isSandbox = name === "sandbox" || name.startsWith("sandbox-");
  const environment = isSandbox ? "sandbox" : "production";
  return { service: { name, baseUrl: read.data, environment } };
}
