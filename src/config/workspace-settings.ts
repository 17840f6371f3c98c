import { z } from "zod";
import type { Pins } from "../authority/pins.ts";
import { NO_PINS } from "../authority/pins.ts";
import { whyUnsatisfiable } from "../request/rules/approval/approval-policy.ts";
import { usualPolicy } from "../request/rules/approval/policy.ts";
import type { PolicyDocument } from "../request/rules/approval/policy-document.ts";
import type { Environment } from "../request/rules/change.ts";
import { list, quorum, required } from "./fields.ts";
import type { RailApiAddress } from "./rail-settings.ts";
import { railApiUrl, railApiUrls } from "./rail-settings.ts";
import { usesInstallations } from "./slack-access.ts";

/** What the environment says of the one workspace that it names. What it leaves out, null, is chosen in Slack. */
export interface WorkspaceSettings {
  rail: (RailApiAddress & { token: string }) | null;
  channel: string | null;
  policy: PolicyDocument | null;
  /** What Slack can only tighten, each setting on its own: a default pins nothing. Absent where nothing is pinned. */
  pins?: Pins;
}

interface Read {
  railApis: RailApiAddress[];
  settings: WorkspaceSettings;
}

const USER_ID = /^[UW][A-Z0-9]{2,}$/;
const USERS = "Slack user ids such as U0123ABCD, separated by commas";

const approvers = required(
  "APPROVERS",
  "the Slack user ids of the approvers, separated by commas",
).pipe(list("APPROVERS", USERS, USER_ID));
const furtherRules = {
  APPROVALS_REQUIRED: quorum("APPROVALS_REQUIRED").optional(),
  DESTINATION_APPROVERS: list("DESTINATION_APPROVERS", USERS, USER_ID).optional(),
  DESTINATION_APPROVALS_REQUIRED: quorum("DESTINATION_APPROVALS_REQUIRED").optional(),
};
const coolDown = {
  DESTINATION_COOL_DOWN_HOURS: z
    .string()
    .refine((text) => /^[0-9]{1,2}$/.test(text) && Number(text) <= 72, {
      error: "DESTINATION_COOL_DOWN_HOURS must be a number from 0 to 72.",
    })
    .transform(Number)
    .optional(),
};
const channel = required(
  "APPROVALS_CHANNEL",
  "the id of the channel for approvals, such as C0123ABCD (in Slack: the channel's details, at the bottom)",
  /^[CG][A-Z0-9]{2,}$/,
);
const token = required("RAIL_API_TOKEN", "the token of the Rail service", /^[\x21-\x7e]+$/);
const environment = z.enum(["sandbox", "production"], {
  error: "RAIL_API_ENVIRONMENT must be sandbox or production: it stands on every card.",
});

/** Every way to leave something to Slack needs the services that may be chosen there. */
export function workspaceSettings(
  env: Record<string, string | undefined>,
): z.ZodType<Read, unknown> {
  if (usesInstallations(env)) return chosenInSlack;
  return env.RAIL_API_URLS ? partlyChosen(env) : chosenHere;
}

interface Rules {
  rails: { approvers: string[]; approvalsRequired: number };
  destinations: { approvers: string[]; approvalsRequired: number };
  pins: Pick<
    Pins,
    "approvers" | "approvalsRequired" | "destinationApprovers" | "destinationApprovalsRequired"
  >;
}

/** On its own, so that it is judged whatever else is wrong. */
const rules = z
  .object({ APPROVERS: approvers, ...furtherRules })
  .transform((env): Rules => {
    const rails = { approvers: env.APPROVERS, approvalsRequired: env.APPROVALS_REQUIRED ?? 2 };
    const destinations = {
      approvers: env.DESTINATION_APPROVERS ?? rails.approvers,
      approvalsRequired: env.DESTINATION_APPROVALS_REQUIRED ?? rails.approvalsRequired,
    };
    const pins = {
      approvers: env.APPROVERS,
      approvalsRequired: env.APPROVALS_REQUIRED ?? null,
      destinationApprovers: env.DESTINATION_APPROVERS ?? null,
      destinationApprovalsRequired: env.DESTINATION_APPROVALS_REQUIRED ?? null,
    };
    return { rails, destinations, pins };
  })
  .superRefine(({ rails, destinations }, context) => {
    const ofRails = whyUnsatisfiable(rails);
    const ofDestinations = whyUnsatisfiable(destinations);
    const message = ofRails
      ? `APPROVERS and APPROVALS_REQUIRED: ${ofRails}`
      : ofDestinations &&
        `DESTINATION_APPROVERS and DESTINATION_APPROVALS_REQUIRED: ${ofDestinations}`;
    if (message) context.addIssue({ code: "custom", message });
  })
  .transform((each) => ({ rules: each }));

/** At a Rail service where no money moves, nobody has to wait. */
const COOL_DOWN_HOURS: Record<Environment, number> = { sandbox: 0, production: 24 };

const policyOf = (
  { rails, destinations }: Rules,
  hours: number | undefined,
  at: Environment,
): PolicyDocument =>
  usualPolicy({ rails, destinations, coolDownHours: hours ?? COOL_DOWN_HOURS[at] });

const chosenHere = z
  .object({
    RAIL_API_URL: railApiUrl,
    RAIL_API_TOKEN: token,
    RAIL_API_ENVIRONMENT: environment,
    APPROVALS_CHANNEL: channel,
    ...coolDown,
  })
  .and(rules)
  .transform((env): Read => {
    const { RAIL_API_URL: baseUrl, RAIL_API_ENVIRONMENT: at } = env;
    const api = { name: at, baseUrl, environment: at };
    return {
      railApis: [api],
      settings: {
        rail: { ...api, token: env.RAIL_API_TOKEN },
        channel: env.APPROVALS_CHANNEL,
        policy: policyOf(env.rules, env.DESTINATION_COOL_DOWN_HOURS, at),
        pins: {
          ...env.rules.pins,
          coolDownHours: env.DESTINATION_COOL_DOWN_HOURS ?? null,
          channel: env.APPROVALS_CHANNEL,
          connection: baseUrl,
        },
      },
    };
  });

const connection = z
  .object({ RAIL_API_URL: railApiUrl, RAIL_API_TOKEN: token })
  .transform((env) => ({ rail: { baseUrl: env.RAIL_API_URL, token: env.RAIL_API_TOKEN } }));

function partlyChosen(given: Record<string, string | undefined>): z.ZodType<Read, unknown> {
  return z
    .object({
      RAIL_API_URLS: railApiUrls,
      ...without(["RAIL_API_ENVIRONMENT"], "beside RAIL_API_URLS, whose names say it"),
      APPROVALS_CHANNEL: channel.optional(),
      ...coolDown,
    })
    .and(given.RAIL_API_URL ? connection : nothing("rail", ["RAIL_API_TOKEN"], "RAIL_API_URL"))
    .and(given.APPROVERS ? rules : nothing("rules", FURTHER, "APPROVERS"))
    .transform((env, context): Read => {
      const { RAIL_API_URLS: railApis, rail, rules: each } = env;
      const api = railApis.find(({ baseUrl }) => baseUrl === rail?.baseUrl);
      if (rail && !api) {
        const message = "RAIL_API_URL must be one of the addresses in RAIL_API_URLS.";
        context.addIssue({ code: "custom", message });
      }
      const at = api?.environment ?? "production";
      return {
        railApis,
        settings: {
          rail: api && rail ? { ...api, token: rail.token } : null,
          channel: env.APPROVALS_CHANNEL ?? null,
          policy: each && policyOf(each, env.DESTINATION_COOL_DOWN_HOURS, at),
          pins: {
            ...NO_PINS,
            ...each?.pins,
            coolDownHours: env.DESTINATION_COOL_DOWN_HOURS ?? null,
            channel: env.APPROVALS_CHANNEL ?? null,
            connection: rail?.baseUrl ?? null,
          },
        },
      };
    });
}

/** Left to Slack: then what only goes with it must be left out too. */
function nothing<Key extends string>(key: Key, names: readonly string[], first: string) {
  return z
    .object(without(names, `without ${first}`))
    .transform(() => ({ [key]: null }) as Record<Key, null>);
}

const FURTHER = [...Object.keys(furtherRules), ...Object.keys(coolDown)];
const OF_ONE_WORKSPACE = [
  "RAIL_API_URL",
  "RAIL_API_TOKEN",
  "RAIL_API_ENVIRONMENT",
  "APPROVALS_CHANNEL",
  "APPROVERS",
  ...FURTHER,
];

const chosenInSlack = z
  .object({
    RAIL_API_URLS: railApiUrls,
    ...without(
      OF_ONE_WORKSPACE,
      "beside SLACK_CLIENT_ID, with which each workspace chooses that in Slack (/rail setup)",
    ),
  })
  .transform(
    ({ RAIL_API_URLS }): Read => ({
      railApis: RAIL_API_URLS,
      settings: { rail: null, channel: null, policy: null },
    }),
  );

/** What would be said for nothing is no small matter where it is about who may approve. */
function without(names: readonly string[], why: string) {
  const unwanted = (name: string) =>
    z.undefined({ error: `${name} must not be set ${why}: remove it.` }).optional();
  return Object.fromEntries(names.map((name) => [name, unwanted(name)]));
}
