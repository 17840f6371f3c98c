import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { newId } from "./ids.ts";
import { StartError } from "./start-error.ts";

export interface IssuedToken {
  /** `tok_…` */
  id: string;
  company: string;
  /** Of the token, for a person who holds several. */
  lastFour: string;
  /** ISO 8601. */
  issuedAt: string;
  revokedAt: string | null;
}

interface Deps {
  /** These are never written down. */
  configured: readonly { name: string; token: string }[];
  /** Does nothing for one that is there. */
  openCompany(name: string): void;
  /** ISO 8601 in UTC. */
  clock: () => string;
}

/**
 * The bearer tokens of all companies: those of the configuration, and those issued while the service runs. Throws a
 * StartError for a token of the configuration that is another company's, or that was issued.
 */
export function createTokens(database: DatabaseSync, { configured, openCompany, clock }: Deps) {
  const byHash = database.prepare("SELECT * FROM tokens WHERE hash = ?");
  const byId = database.prepare("SELECT * FROM tokens WHERE id = ?");
  const all = database.prepare("SELECT * FROM tokens ORDER BY number");
  const insert = database.prepare(
    `INSERT INTO tokens (id, company, hash, last_four, issued_at)
     VALUES (:id, :company, :hash, :lastFour, :issuedAt)`,
  );
  const setRevoked = database.prepare(
    "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
  );
  const find = (token: string) => optional(byHash.get(hashOf(token)));

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
    /** Whose token it is; undefined for one that is unknown or revoked. */
    companyOf(token: string): string | undefined {
      const issued = find(token);
      if (issued === undefined) return byToken.get(token);
      return issued.revokedAt === null ? issued.company : undefined;
    },

    /** Makes the company where it is new. The token is told here and never again: only its hash is kept. */
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

    /** From now on it is unknown; doing it again changes nothing. Undefined where no issued token has this id. */
    revoke(id: string): IssuedToken | undefined {
      setRevoked.run(clock(), id);
      return optional(byId.get(id));
    },

    /** All that were ever issued, oldest first. */
    issued: (): IssuedToken[] => all.all().map((row) => toToken.parse(row)),
    /** The companies that have a token of the configuration. */
    configured: (): string[] => [...byToken.values()],
  };
}

export type Tokens = ReturnType<typeof createTokens>;

const toToken = z
  .object({
    id: z.string(),
    company: z.string(),
    last_four: z.string(),
    issued_at: z.string(),
    revoked_at: z.string().nullable(),
  })
  .transform(
    ({ id, company, ...row }): IssuedToken => ({
      id,
      company,
      lastFour: row.last_four,
      issuedAt: row.issued_at,
      revokedAt: row.revoked_at,
    }),
  );

const optional = (row: unknown) => (row === undefined ? undefined : toToken.parse(row));

/** No salt: a token has 256 bits of its own. */
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
