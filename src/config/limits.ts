import { z } from "zod";
import { USUAL_QUESTIONS_A_MINUTE } from "../request/question-limit.ts";
import type { OpenLimits } from "../request/rules/open-limits.ts";
import { USUAL_OPEN_LIMITS } from "../request/rules/open-limits.ts";

/** How much one person, one workspace and one address may take up. */
export interface Limits {
  openRequests: OpenLimits;
  /** Forms that were filled in and not asked for; the oldest is forgotten for one more. */
  draftsPerPerson: number;
  /** Of one person, about the policy. */
  questionsAMinute: number;
  /** Connections to our own HTTP server. */
  connectionsPerAddress: number;
  /** Installations that were begun in a browser and are not finished. */
  installs: { perAddress: number; inAll: number };
  /** How many proxies add an address to X-Forwarded-For. */
  proxies: number;
}

const count = (name: string, usual: number, least = 1) =>
  z
    .string()
    .default(String(usual))
    .refine((text) => /^[0-9]{1,6}$/.test(text) && Number(text) >= least, {
      error: `${name} must be a number from ${least} to 999999.`,
    })
    .transform(Number);

export const limitFields = {
  OPEN_REQUESTS_PER_PERSON: count("OPEN_REQUESTS_PER_PERSON", USUAL_OPEN_LIMITS.perPerson),
  OPEN_REQUESTS_PER_WORKSPACE: count("OPEN_REQUESTS_PER_WORKSPACE", USUAL_OPEN_LIMITS.perWorkspace),
  DRAFTS_PER_PERSON: count("DRAFTS_PER_PERSON", 50),
  QUESTIONS_A_MINUTE: count("QUESTIONS_A_MINUTE", USUAL_QUESTIONS_A_MINUTE),
  CONNECTIONS_PER_ADDRESS: count("CONNECTIONS_PER_ADDRESS", 256),
  INSTALLS_PER_ADDRESS: count("INSTALLS_PER_ADDRESS", 10),
  INSTALLS_IN_ALL: count("INSTALLS_IN_ALL", 1_000),
  PROXIES_IN_FRONT: count("PROXIES_IN_FRONT", 1, 0),
};

export const limitsOf = (env: Record<keyof typeof limitFields, number>): Limits => ({
  openRequests: {
    perPerson: env.OPEN_REQUESTS_PER_PERSON,
    perWorkspace: env.OPEN_REQUESTS_PER_WORKSPACE,
  },
  draftsPerPerson: env.DRAFTS_PER_PERSON,
  questionsAMinute: env.QUESTIONS_A_MINUTE,
  connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
  installs: { perAddress: env.INSTALLS_PER_ADDRESS, inAll: env.INSTALLS_IN_ALL },
  proxies: env.PROXIES_IN_FRONT,
});

/** Where the settings say nothing. */
export const USUAL_LIMITS = limitsOf(z.object(limitFields).parse({}));
