import { z } from "zod";
import type { Pauses } from "../request/rules/outcome/pauses.ts";

/** Settings that are read alike wherever they stand. Each fault says what to do. */

export const port = z
  .string()
  .default("3000")
  .refine((text) => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535, {
    error: "PORT must be a number from 0 to 65535.",
  })
  .transform(Number);

export const logLevel = z
  .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
    error: "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.",
  })
  .default("info");

export const dataKeptDays = z
  .string()
  .default("30")
  .refine((text) => /^[1-9][0-9]{0,3}$/.test(text), {
    error: "DATA_KEPT_DAYS must be a number from 1 to 9999.",
  })
  .transform(Number);

/** With all that comes after it, a process has to end within the ten seconds that Docker gives it. */
export const stopGrace = z
  .string()
  .default("3")
  .refine((text) => /^[0-4]$/.test(text), {
    error: "STOP_GRACE_SECONDS must be a number from 0 to 4.",
  })
  .transform(Number);

/** The characters of which a bearer token can be made (RFC 6750). */
export const metricsToken = z
  .string()
  .regex(/^[A-Za-z0-9._~+/-]{16,}=*$/, {
    error:
      "METRICS_TOKEN must be at least 16 letters, digits or any of . _ ~ + / - (openssl rand -hex 32 makes one).",
  })
  .optional();

export const command = z
  .string()
  .regex(/^\/[a-z0-9_-]{1,31}$/, {
    error: "SLACK_COMMAND must be a slash command such as /rail, as it is spelled in the manifest.",
  })
  .default("/rail");

/** A text that must be there, and look so. */
export function required(name: string, what: string, form: RegExp = /./) {
  const error = `${name} must be set: ${what}.`;
  return z.string({ error }).regex(form, { error });
}

export function list(name: string, what: string, form: RegExp) {
  return z
    .string()
    .transform((text) => text.split(",").map((each) => each.trim()))
    .refine((each) => each.every((one) => form.test(one)), {
      error: `${name} must be ${what}.`,
      abort: true,
    })
    .refine((each) => new Set(each).size === each.length, {
      error: `${name} names one twice.`,
      abort: true,
    });
}

/** Tokens travel there: https, or http on this machine. */
export function address(name: string, what: string) {
  const error = `${name} must be ${what}, with https (http only on this machine), and without credentials, query or fragment.`;
  return z.string({ error }).refine(isSafeAddress, { error });
}

function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.search || url.hash) return false;
  const isLoopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback);
}

export const encryptionKeys = required(
  "ENCRYPTION_KEYS",
  "one or more keys of 32 bytes in base64, separated by commas (openssl rand -base64 32 makes one)",
)
  .transform((text) => text.split(",").map((each) => each.trim()))
  // Node's own decoder ends at the first padding: of two keys joined by a space it would drop the second.
  .refine((keys) => keys.every((key) => /^[A-Za-z0-9+/_-]{43}=?$/.test(key)), {
    error:
      "ENCRYPTION_KEYS: each key must be 32 bytes in base64 (openssl rand -base64 32 makes one), with commas between keys.",
  })
  .transform((keys) => keys.map((key) => Buffer.from(key, "base64")));

/** Growing pauses in seconds, at most a day each. */
export const pauses = z
  .string()
  .refine((text) => /^[1-9][0-9]{0,4}(,[1-9][0-9]{0,4}){2,9}$/.test(text.replaceAll(" ", "")), {
    error:
      "RAIL_LOOK_PAUSES must be 3 to 10 growing numbers of seconds, separated by commas, such as 5,30,120,600,3600.",
    abort: true,
  })
  .transform((text): Pauses => {
    const [first = 5, ...others] = text.split(",").map(Number);
    return [first, ...others];
  })
  .refine(
    (each) => each.every((seconds, index) => index === 0 || seconds > (each[index - 1] ?? 0)),
    {
      error: "RAIL_LOOK_PAUSES must grow: each pause is longer than the one before.",
    },
  );

export const quorum = (name: string) =>
  z
    .string()
    .refine((text) => /^[1-9][0-9]?$/.test(text), {
      error: `${name} must be a number from 1 to 99.`,
      abort: true,
    })
    .transform(Number);
