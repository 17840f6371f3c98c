import type { z } from "zod";
import { NO_PINS, type Pins } from "../authority/pins.ts";
import type { OfferedRailApi } from "../request/context.ts";
import { whyUnsatisfiable } from "../request/rules/approval/approval-policy.ts";
import { firstPolicy, usualPolicy } from "../request/rules/approval/policy.ts";
import type { PolicyDocument } from "../request/rules/approval/policy-document.ts";
import {
  USUAL_APPROVALS_REQUIRED,
  USUAL_COOL_DOWN_HOURS,
} from "../request/rules/approval/usual-policy.ts";
import { readerOf, refused } from "./settings/setting.ts";
import { workspaceSettingsTable } from "./settings/workspace.ts";
import { usesInstallations } from "./slack-access.ts";

/** The environment's settings for the one workspace that it names. Null means that Slack chooses. */
export interface WorkspaceSettings {
  rail: (OfferedRailApi & { token: string }) | null;
  channel: string | null;
  policy: PolicyDocument | null;
  /** Tells whether an operator changed the rules: the same in every release. The policy's text if absent. */
  policySaid?: string;
  /** Slack can only tighten these, each on its own: a default pins nothing. Absent if nothing is pinned. */
  pins?: Pins;
}

interface Read {
  railApis: OfferedRailApi[];
  settings: WorkspaceSettings;
}

const all = readerOf(workspaceSettingsTable);

/** Settings left to Slack need the services that may be chosen there. */
export function workspaceSettings(env: Record<string, string | undefined>): z.ZodType<Read> {
  if (usesInstallations(env)) return chosenInSlack;
  return env.RAIL_API_URLS ? partlyChosen(env) : chosenHere;
}

/** Separate, so that it is judged whatever else is wrong. */
const rules = all
  .pick({
    APPROVERS: true,
    APPROVALS_REQUIRED: true,
    DESTINATION_APPROVERS: true,
    DESTINATION_APPROVALS_REQUIRED: true,
  })
  .transform((env) => {
    const { APPROVERS: approvers, APPROVALS_REQUIRED: approvalsRequired } = env;
    const rails = { approvers, approvalsRequired: approvalsRequired ?? USUAL_APPROVALS_REQUIRED };
    const destinations = {
      approvers: env.DESTINATION_APPROVERS ?? approvers,
      approvalsRequired: env.DESTINATION_APPROVALS_REQUIRED ?? rails.approvalsRequired,
    };
    const pins = {
      approvers,
      approvalsRequired: approvalsRequired ?? null,
      destinationApprovers: env.DESTINATION_APPROVERS ?? null,
      destinationApprovalsRequired: env.DESTINATION_APPROVALS_REQUIRED ?? null,
    };
    return { rules: { rails, destinations, pins } };
  })
  .superRefine(({ rules: { rails, destinations } }, context) => {
    const ofRails = whyUnsatisfiable(rails);
    const ofDestinations = whyUnsatisfiable(destinations);
    const message = ofRails
      ? `APPROVERS and APPROVALS_REQUIRED: ${ofRails}`
      : ofDestinations &&
        `DESTINATION_APPROVERS and DESTINATION_APPROVALS_REQUIRED: ${ofDestinations}`;
    if (message) context.addIssue({ code: "custom", message });
  });

interface Said {
  APPROVALS_CHANNEL?: string | undefined;
  DESTINATION_COOL_DOWN_HOURS?: number | undefined;
  rules: z.output<typeof rules>["rules"] | null;
}

function settingsOf(
  { APPROVALS_CHANNEL, DESTINATION_COOL_DOWN_HOURS: hours, rules: each }: Said,
  rail: WorkspaceSettings["rail"],
): WorkspaceSettings {
  const channel = APPROVALS_CHANNEL ?? null;
  const environment = rail?.environment ?? "production";
  const coolDownHours = hours ?? USUAL_COOL_DOWN_HOURS[environment];
  const pinned = { channel, coolDownHours: hours ?? null, connection: rail?.baseUrl ?? null };
  return {
    rail,
    channel,
    policy: each && usualPolicy({ ...each, coolDownHours }),
    ...(each && { policySaid: saidOf(each.pins, hours ?? FIRST_COOL_DOWN_HOURS[environment]) }),
    pins: { ...NO_PINS, ...each?.pins, ...pinned },
  };
}

/** The usual values of the first releases. A later one's would look like a change by the operator, and undo Slack's. */
const FIRST_APPROVALS_REQUIRED = 2;
const FIRST_COOL_DOWN_HOURS = { sandbox: 0, production: 24 };

function saidOf(pins: z.output<typeof rules>["rules"]["pins"], coolDownHours: number): string {
  const approvalsRequired = pins.approvalsRequired ?? FIRST_APPROVALS_REQUIRED;
  return JSON.stringify(firstPolicy({ ...pins, approvalsRequired, coolDownHours }));
}

const chosenHere = all
  .pick({
    RAIL_API_URL: true,
    RAIL_API_TOKEN: true,
    RAIL_API_ENVIRONMENT: true,
    APPROVALS_CHANNEL: true,
    DESTINATION_COOL_DOWN_HOURS: true,
  })
  .and(rules)
  .transform((env): Read => {
    const { RAIL_API_URL: baseUrl, RAIL_API_ENVIRONMENT: environment } = env;
    const api = { name: environment, baseUrl, environment };
    return { railApis: [api], settings: settingsOf(env, { ...api, token: env.RAIL_API_TOKEN }) };
  });

const connection = all
  .pick({ RAIL_API_URL: true, RAIL_API_TOKEN: true })
  .transform((env) => ({ connection: { baseUrl: env.RAIL_API_URL, token: env.RAIL_API_TOKEN } }));

function partlyChosen(given: Record<string, string | undefined>): z.ZodType<Read> {
  const noToken = unwanted(["RAIL_API_TOKEN"], "without RAIL_API_URL");
  const noRules = unwanted(FURTHER_RULES, "without APPROVERS");
  return all
    .pick({ RAIL_API_URLS: true, APPROVALS_CHANNEL: true, DESTINATION_COOL_DOWN_HOURS: true })
    .partial({ APPROVALS_CHANNEL: true })
    .and(unwanted(["RAIL_API_ENVIRONMENT"], "beside RAIL_API_URLS, whose names say it"))
    .and(given.RAIL_API_URL ? connection : noToken.transform(() => ({ connection: null })))
    .and(given.APPROVERS ? rules : noRules.transform(() => ({ rules: null })))
    .transform((env, context): Read => {
      const { RAIL_API_URLS: railApis, connection: to } = env;
      const api = railApis.find(({ baseUrl }) => baseUrl === to?.baseUrl);
      if (to && !api) {
        const message = "RAIL_API_URL must be one of the addresses in RAIL_API_URLS.";
        context.addIssue({ code: "custom", message });
      }
      return { railApis, settings: settingsOf(env, api && to ? { ...api, ...to } : null) };
    });
}

const FURTHER_RULES = [
  "APPROVALS_REQUIRED",
  "DESTINATION_APPROVERS",
  "DESTINATION_APPROVALS_REQUIRED",
  "DESTINATION_COOL_DOWN_HOURS",
];

const chosenInSlack = all
  .pick({ RAIL_API_URLS: true })
  .and(
    unwanted(
      Object.keys(workspaceSettingsTable).filter((name) => name !== "RAIL_API_URLS"),
      "beside SLACK_CLIENT_ID, with which each workspace chooses that in Slack (/rail setup)",
    ),
  )
  .transform(
    ({ RAIL_API_URLS: railApis }): Read => ({
      railApis,
      settings: { rail: null, channel: null, policy: null },
    }),
  );

/** A setting about approvers must never be ignored silently. */
function unwanted(names: readonly string[], why: string) {
  return refused(names, `${why}: remove it`);
}
