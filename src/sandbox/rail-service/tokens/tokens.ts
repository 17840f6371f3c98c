import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { newId } from "../ids.ts";
import { querying } from "../requests/query.ts";
import { StartError } from "../start-error.ts";

const tokenRow = z.object({
  /** `tok_…` */
  id: z.string(),
  company: z.string(),
  /** A person who holds several tokens tells them apart by these characters. */
  lastFour: z.string(),
  /** ISO 8601. */
  issuedAt: z.string(),
  revokedAt: z.string().nullable(),
});

export type IssuedToken = z.output<typeof tokenRow>;

interface Deps {
  /** The service never stores these tokens. */
  configured: readonly { name: string; token: string }[];
  /** Does nothing for a company that exists. */
  openCompany(name: string): void;
  /** ISO 8601 in UTC. */
  clock: () => string;
}

/**
 * The bearer tokens of all companies: those of the configuration, and those issued while the service runs. Throws a
 * StartError if a configured token belongs to another company or was issued.
 */
export function createTokens(database: DatabaseSync, { configured, openCompany, clock }: Deps) {
  const tokens = querying(
    database,
    tokenRow,
    `SELECT id, company, last_four AS lastFour, issued_at AS issuedAt, revoked_at AS revokedAt
     FROM tokens`,
  );
  const byHash = tokens("WHERE hash = ?");
  const byId = tokens("WHERE id = ?");
  const all = tokens("ORDER BY number");
  const insert = database.prepare(
    `INSERT INTO tokens (id, company, hash, last_four, issued_at)
     VALUES (:id, :company, :hash, :lastFour, :issuedAt)`,
  );
  const setRevoked = database.prepare(
    "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
  );
  const find = (token: string) => byHash.find(hashOf(token));

  const byToken = new Map<string, string>();
  for (const { name, token } of configured) {
    if (byToken.has(token)) {
      throw new StartError("token-repeated", `${name} has the token of another company.`);
    }
    const issued = find(token);
    if (issued !== undefined) {
      const what = `The configured token of ${name} is ${issued.id}, which was issued to ${issued.company}.`;
      throw new StartError("token-repeated", `${what} Configure another one.`);
    }
    byToken.set(token, name);
  }

  return {
    /** Returns undefined for an unknown or revoked token. */
    companyOf(token: string): string | undefined {
      const issued = find(token);
      if (issued === undefined) return byToken.get(token);
      return issued.revokedAt === null ? issued.company : undefined;
    },

    /** Makes the company if it is new. Only this answer has the token: the service keeps its hash. */
    issue(company: string): IssuedToken & { token: string } {
      openCompany(company);
      const token = `sandbox_${randomBytes(32).toString("base64url")}`;
      const issued = {
        id: newId("tok"),
        company,
        lastFour: token.slice(-4),
        issuedAt: clock(),
      };
      insert.run({ ...issued, hash: hashOf(token) });
      return { ...issued, revokedAt: null, token };
    },

    /** Revokes a token; a second time changes nothing. Returns undefined if no issued token has this id. */
    revoke(id: string): IssuedToken | undefined {
      setRevoked.run(clock(), id);
      return byId.find(id);
    },

    /** All tokens ever issued, oldest first. */
    issued: (): IssuedToken[] => all.all(),
    /** The companies with a configured token. */
    configured: (): string[] => [...byToken.values()],
  };
}

export type Tokens = ReturnType<typeof createTokens>;

/** A token has 256 random bits, so its hash needs no salt. */
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
