import { z } from "zod";
import type { OfferedRailApi } from "../../request/context.ts";
import {
  USUAL_APPROVALS_REQUIRED,
  USUAL_COOL_DOWN_HOURS,
} from "../../request/rules/approval/usual-policy.ts";
import {
  address,
  isEachOnce,
  list,
  number,
  required,
  type Setting,
  WITHOUT_LEADING_ZERO,
} from "./setting.ts";

const railApiUrl = (what: string) =>
  address(what)
    .refine((text) => /\/api\/v1\/?$/.test(text), { error: "must end in /api/v1." })
    .transform((text) => text.replace(/\/$/, ""));

/** `sandbox=https://…/api/v1,production=https://…/api/v1`: a person chooses one, and types none. */
const railApiUrls = required(
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

const users = () =>
  list("Slack user ids separated by commas, for example U0123ABCD", /^[UW][A-Z0-9]{2,}$/);
const quorum = number(1, 99, WITHOUT_LEADING_ZERO).optional();

/** The environment's word for its one workspace: `workspace-settings.ts` says which of these go together. */
export const workspaceSettingsTable = {
  RAIL_API_URLS: {
    says: "Names and base addresses of the Rail services that may be chosen in Slack: `sandbox=https://…/api/v1,live=https://…/api/v1`. No money moves at those named `sandbox` or `sandbox-…`. Signalbox never calls a service that is not listed, even if a workspace is connected with it. With it the settings below may be left out, and are chosen in Slack. A setting that is given takes effect whenever it differs from the last start, and Slack can only tighten it",
    read: railApiUrls,
  },
  RAIL_API_URL: {
    says: "Base address of the Rail service, ending in `/api/v1`",
    read: railApiUrl("the base address of the Rail service, ending in /api/v1"),
  },
  RAIL_API_TOKEN: {
    says: "Its token. A new one keeps the connection only if it sees a Rail known there. Any other opens a new connection, which inherits nothing",
    isSecret: true,
    read: required("the token of the Rail service", /^[\x21-\x7e]+$/),
  },
  RAIL_API_ENVIRONMENT: {
    says: "`sandbox` or `production`; every card shows it. Not beside `RAIL_API_URLS`, whose names say it",
    read: z.enum(["sandbox", "production"], {
      error: "must be sandbox or production: every card shows it.",
    }),
  },
  APPROVALS_CHANNEL: {
    says: "Id of the channel for approval cards. Slack cannot choose another",
    read: required(
      "the id of the channel for approvals, for example C0123ABCD (in Slack: the channel's details, at the bottom)",
      /^[CG][A-Z0-9]{2,}$/,
    ),
  },
  DESTINATION_COOL_DOWN_HOURS: {
    says: "How long a new destination cannot be used: 0 to 72",
    usual: `\`${USUAL_COOL_DOWN_HOURS.production}\` (\`${USUAL_COOL_DOWN_HOURS.sandbox}\` where \`RAIL_API_ENVIRONMENT\` is \`sandbox\`)`,
    read: number(0, 72).optional(),
  },
  APPROVERS: {
    says: "Slack user ids, separated by commas. Slack can remove some of them, and add nobody",
    read: required("the Slack user ids of the approvers, separated by commas").pipe(users()),
  },
  APPROVALS_REQUIRED: {
    says: "How many of them must approve",
    usual: `\`${USUAL_APPROVALS_REQUIRED}\``,
    read: quorum,
  },
  DESTINATION_APPROVERS: {
    says: "Who approves changes of the register, where that is somebody else",
    usual: "`APPROVERS`",
    read: users().optional(),
  },
  DESTINATION_APPROVALS_REQUIRED: {
    says: "How many of them must",
    usual: "`APPROVALS_REQUIRED`",
    read: quorum,
  },
} satisfies Record<string, Setting>;
