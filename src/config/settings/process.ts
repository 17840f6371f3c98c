import { z } from "zod";
import type { AddressNetwork } from "../../platform/payment-details/address.ts";
import { ADDRESS_FAMILIES } from "../../platform/payment-details/payment-detail.ts";
import { USUAL_QUESTIONS_A_MINUTE } from "../../request/clicks/question-limit.ts";
import { USUAL_OPEN_LIMITS } from "../../request/rules/open-limits.ts";
import { type Pauses, USUAL_PAUSES } from "../../request/rules/outcome/pauses.ts";
import { address, list, number, required, type Setting } from "./setting.ts";

const CODE = /^[A-Za-z0-9_-]{1,40}$/;
const FAMILIES = ADDRESS_FAMILIES.map((family) => `:${family}`);
const atLeast = (least: number) => number(least, 999_999);

/** Every bot in a real Slack reads all of these. */
export const processSettings = {
  SLACK_API_URL: {
    says: "Another Slack, for example the sandbox's own",
    default: "https://slack.com/api/",
    read: address("an address"),
  },
  SLACK_COMMAND: {
    says: "The slash command, as it is spelled in the manifest",
    default: "/rail",
    read: z.string().regex(/^\/[a-z0-9_-]{1,31}$/, {
      error: "must be a slash command as in the manifest, for example /rail.",
    }),
  },
  PORT: {
    says: "Our own HTTP server: `/healthz`, `/readyz`, `/metrics` and, where Slack sends over HTTP, `/slack/events`. In the sandbox, the page",
    default: "3000",
    read: number(0, 65_535),
  },
  DATABASE_URL: {
    says: "`postgres://…`; required when `NODE_ENV=production`. Connect directly, or through a pooler that keeps sessions: locks belong to one. Over a network add `?sslmode=verify-full`. A process takes up to eight connections",
    isSecret: true,
    read: databaseUrl("the address of a PostgreSQL database").optional(),
  },
  DATA_DIR: {
    says: "Keep it, and keep it out of the database's backup: it says what happened last, so that Signalbox notices a restored database. The embedded database is there too, where there is no `DATABASE_URL`, and the sandbox's data",
    default: "./data",
    read: z.string(),
  },
  ENCRYPTION_KEYS: {
    says: "32 bytes in base64, several separated by commas: the first seals, all open; `npm run rotate-keys` seals everything anew",
    isSecret: true,
    read: required(
      "one or more keys of 32 bytes in base64, separated by commas (openssl rand -base64 32 makes one)",
    ).transform((text, context) => {
      const keys = text.split(",").map((each) => each.trim());
      const [first, ...others] = keys.map((key) => Buffer.from(key, "base64"));
      // Node's decoder ends at the first padding: it would drop the second of two keys joined by a space.
      if (first && keys.every((key) => /^[A-Za-z0-9+/_-]{43}=?$/.test(key))) {
        return [first, ...others] as const;
      }
      const message =
        ": each key must be 32 bytes in base64 (openssl rand -base64 32 makes one), with commas between keys.";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
  },
  AUDIT_SIGNING_KEY: {
    says: "Signs the audit daily and at each freeze, so that an export can be checked without us: 32 bytes in base64 (`openssl rand -base64 32`). Keep it out of the database and its backup. Without it nothing is signed or exported",
    isSecret: true,
    read: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=?$/, {
        error: "must be 32 bytes in base64 (openssl rand -base64 32 makes one).",
      })
      .transform((text) => new Uint8Array(Buffer.from(text, "base64")))
      .optional(),
  },
  AUDIT_TSA_URL: {
    says: "A time-stamp authority (RFC 3161), which then stamps each signed head of the audit",
    read: address("the address of a time-stamp authority").optional(),
  },
  RAIL_FIAT_ASSETS: {
    says: "Currency codes that the form offers",
    default: "GBP",
    read: list("currency codes separated by commas", CODE),
  },
  RAIL_STABLECOINS: {
    says: "Stablecoin codes that the form offers",
    default: "GBPA",
    read: list("stablecoin codes separated by commas", CODE),
  },
  RAIL_NETWORKS: {
    says: `Networks that the forms offer, each followed by ${FAMILIES.map((family) => `\`${family}\``).join(" or ")} where its addresses are of that family. Signalbox cannot check the format of others, and cards say so`,
    default: "SOLANA_DEVNET:solana",
    read: list(
      `network identifiers separated by commas, with ${FAMILIES.join(" or ")} after those whose addresses are of that family, for example SOLANA_DEVNET:solana`,
      new RegExp(`^[A-Za-z0-9_-]{1,40}(${FAMILIES.join("|")})?$`),
    )
      .transform((each) => each.map(toNetwork))
      .refine((each) => new Set(each.map(({ id }) => id)).size === each.length, {
        error: "names one twice.",
      }),
  },
  RAIL_LOOK_PAUSES: {
    says: "Seconds between looks for a Rail whose creation got no clear answer, and between tries that were not sent",
    usual: `\`${USUAL_PAUSES.join(",")}\``,
    read: z
      .string()
      .refine((text) => /^[1-9][0-9]{0,4}(,[1-9][0-9]{0,4}){2,9}$/.test(text.replaceAll(" ", "")), {
        error:
          "must be 3 to 10 growing numbers of seconds, separated by commas, for example 5,30,120,600,3600.",
        abort: true,
      })
      .transform((text): Pauses => {
        const [first = 5, ...others] = text.split(",").map(Number);
        return [first, ...others];
      })
      .refine(
        (each) => each.every((seconds, index) => index === 0 || seconds > (each[index - 1] ?? 0)),
        { error: "must grow: each pause is longer than the one before." },
      )
      .optional(),
  },
  METRICS_TOKEN: {
    says: "Opens `/metrics`, at least 16 characters; without it there is no such page",
    isSecret: true,
    // The characters of a bearer token (RFC 6750).
    read: z
      .string()
      .regex(/^[A-Za-z0-9._~+/-]{16,}=*$/, {
        error:
          "must be at least 16 letters, digits or any of . _ ~ + / - (openssl rand -hex 32 makes one).",
      })
      .optional(),
  },
  STOP_GRACE_SECONDS: {
    says: "Where Slack sends over HTTP: how long requests are still taken in after SIGTERM, 0 to 4",
    default: "3",
    // A process has to end within the ten seconds that Docker gives it.
    read: number(0, 4),
  },
  LOG_LEVEL: {
    says: "`trace` … `fatal`, or `silent`",
    default: "info",
    usual: "`info` (`warn` in the sandbox)",
    read: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be one of trace, debug, info, warn, error, fatal, silent.",
    }),
  },
  OPEN_REQUESTS_PER_PERSON: {
    says: "How many requests of one person may be open at once",
    default: String(USUAL_OPEN_LIMITS.perPerson),
    read: atLeast(1),
  },
  OPEN_REQUESTS_PER_WORKSPACE: {
    says: "How many may be open in a workspace. A full one still takes requests to retire a destination and to change the set-up",
    default: String(USUAL_OPEN_LIMITS.perWorkspace),
    read: atLeast(1),
  },
  DRAFTS_PER_PERSON: {
    says: "How many filled-in forms of one person are kept before they are sent for approval. One more removes the oldest, and submitting that one says so",
    default: "50",
    read: atLeast(1),
  },
  REVIEW_MONTHS: {
    says: "Every so many months each Rail, destination and approver comes up for review: 1 to 24, or `off`",
    default: "3",
    read: z
      .string()
      .regex(/^([1-9]|1[0-9]|2[0-4]|off)$/, { error: "must be a number from 1 to 24, or off." })
      .transform((text) => (text === "off" ? null : Number(text))),
  },
  QUESTIONS_A_MINUTE: {
    says: "How many questions a minute one person may ask about the policy, and as many about the freeze and about missing Rails. A proposed policy counts as one. Each has Slack look people up",
    default: String(USUAL_QUESTIONS_A_MINUTE),
    read: atLeast(1),
  },
  CONNECTIONS_PER_ADDRESS: {
    says: "How many connections to our own HTTP server one address may hold: a proxy in front counts as one",
    default: "256",
    read: atLeast(1),
  },
  INSTALLS_PER_ADDRESS: {
    says: "With `SLACK_CLIENT_ID`: how many installations one address may begin within ten minutes without finishing them",
    default: "10",
    read: atLeast(1),
  },
  INSTALLS_IN_ALL: {
    says: "With `SLACK_CLIENT_ID`: how many all addresses together may begin so",
    default: "1000",
    read: atLeast(1),
  },
  PROXIES_IN_FRONT: {
    says: "With `SLACK_CLIENT_ID`: how many proxies add an address to `X-Forwarded-For`. The entry of the outermost one is the person's address; `0` where people reach Signalbox directly",
    default: "1",
    read: atLeast(0),
  },
} satisfies Record<string, Setting>;

export function databaseUrl(what: string) {
  return required(what, /^postgres(ql)?:\/\//);
}

function toNetwork(text: string): AddressNetwork {
  const [id = text, named] = text.split(":");
  return { id, family: ADDRESS_FAMILIES.find((family) => family === named) ?? null };
}
