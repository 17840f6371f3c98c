import { z } from "zod";
import type { AddressFamily } from "./platform/payment-details/destination-value.ts";

/** How settings are read. A fault is a sentence behind the setting's name, and repeats no value. */

export const text = (form: RegExp, what: string) => {
  const error = `must be ${what}.`;
  return z.string({ error }).regex(form, { error, abort: true });
};

export const number = (from: number, to: number) => {
  const what = `a whole number from ${from} to ${to}`;
  return text(/^[0-9]{1,5}$/, what)
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error: `must be ${what}.` });
};

export const list = (form: RegExp, what: string, most = 20) => {
  const error = `must be ${what}, separated by commas.`;
  return z
    .string({ error })
    .transform((all) => all.split(",").map((each) => each.trim()))
    .refine((all) => all.every((each) => form.test(each)), { error, abort: true })
    .refine(isEachOnce, TWICE)
    .refine(({ length }) => length <= most, { error: `can name at most ${most}.` });
};

export const TWICE = { error: "names one twice." };
export const isEachOnce = (all: readonly string[]) => new Set(all).size === all.length;

/** Tokens are sent to these addresses. */
const UNSAFE = "must be an https address (http on loopback), without credentials or query.";
const address = z.string({ error: UNSAFE }).refine(isSafe, { error: UNSAFE, abort: true });
export const railAddress = address.transform((base) => base.replace(/\/+$/, ""));
export const slackAddress = address.transform((base) => base.replace(/\/*$/, "/"));

function isSafe(base: string): boolean {
  const url = URL.parse(base);
  if (!url || url.username || url.password || /[?#]/.test(base)) return false;
  const isLoopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback);
}

export const railEnvironment = z.enum(["sandbox", "production"], {
  error: "must be sandbox or production: every card shows it.",
});

export const logLevel = z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
  error: "must be trace, debug, info, warn, error, fatal or silent.",
});

export const SERVICES = "name=address=sandbox or name=address=production for each Rail service";

export const railService = z.string().transform((each, context) => {
  const [, name = "", url, kind] = /^([a-z0-9][a-z0-9-]{0,39})=(.*)=([^=]*)$/.exec(each) ?? [];
  const read = z.object({ baseUrl: railAddress, environment: railEnvironment });
  const { data } = read.safeParse({ baseUrl: url, environment: kind });
  if (data) return { name, ...data };
  context.addIssue({ code: "custom", message: `must be ${SERVICES}, each with a safe address.` });
  return z.NEVER;
});

/** Without a family the format of a network's addresses is not checked. */
export const network = z.string().transform((each): [string, AddressFamily] => {
  const [id = "", family] = each.split(":");
  return [id, family === "solana" || family === "ethereum" ? family : "unknown"];
});

export const NETWORK = /^[A-Za-z0-9_-]{1,40}(:(solana|ethereum))?$/;
export const CODE = /^[A-Za-z0-9_-]{1,40}$/;
export const USER = /^[UW][A-Z0-9]{2,}$/;
export const approvers = list(USER, "Slack user ids such as U0123ABCD");
export const quorum = number(1, 20);
