import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { StartError } from "../shared/open-sqlite.ts";
import { query } from "./database.ts";

/**
 * The bearer tokens of all companies: those of the configuration, which are not stored, and those
 * issued while the service runs. Throws a StartError if two companies have one token.
 */
export function createTokens(
  database: DatabaseSync,
  configured: readonly { name: string; token: string }[],
) {
  const byHash = query<{ company: string }>(database, "SELECT company FROM tokens WHERE hash = ?");
  const insert = database.prepare("INSERT INTO tokens VALUES (?, ?)");
  const byToken = new Map(configured.map(({ name, token }) => [token, name]));
  if (byToken.size < configured.length) throw new StartError("Two companies have the same token.");

  return {
    /** The company whose bearer token the header carries. */
    companyOf(authorization = ""): string | undefined {
      const [, token = ""] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
      return byToken.get(token) ?? byHash.find(hashOf(token))?.company;
    },

    /** Only this answer has the token: the service keeps its hash. */
    issue(company: string): string {
      const token = `sandbox_${randomBytes(32).toString("base64url")}`;
      insert.run(hashOf(token), company);
      return token;
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

/** A token has 256 random bits, so its hash needs no salt. */
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
