import { Hono } from "hono";
import type { Env } from "../env.ts";
import { companyName, object } from "../requests/fields.ts";
import { readBody } from "../requests/read-body.ts";
import type { IssuedToken, Tokens } from "./tokens.ts";

const tokenBody = object({ company: companyName });

/**
 * The document does not show how tokens are issued. `npm run rail-service:tokens` calls these routes, outside its prefix.
 *
 * - `POST /sandbox/tokens` with `{ "company": "Globex" }` issues one, and makes the company if it is new:
 *   `{ "data": { id, company, last_four, issued_at, revoked_at, token } }`. Only this answer has the token itself.
 * - `GET /sandbox/tokens`: `{ "data": [...] }`, the same without `token`; one of the configuration has only its company,
 *   and null for the rest.
 * - `DELETE /sandbox/tokens/{id}` revokes an issued token for good: 200 with the same, or 404.
 */
export function tokenRoutes(tokens: Tokens) {
  return new Hono<Env>()
    .post("/sandbox/tokens", (c) => {
      const body = readBody(c, (json) => tokenBody.safeParse(json));
      if (!body.ok) return body.answer;
      const { token, ...issued } = tokens.issue(body.value.company);
      return c.json({ data: { ...tokenResource(issued), token } });
    })

    .get("/sandbox/tokens", (c) => {
      const configured = tokens.configured().map((company) => ({ ...NOT_ISSUED, company }));
      return c.json({ data: [...configured, ...tokens.issued().map(tokenResource)] });
    })

    .delete("/sandbox/tokens/:id", (c) => {
      const revoked = tokens.revoke(c.req.param("id"));
      if (revoked === undefined) return c.json({ message: "No issued token has this id." }, 404);
      return c.json({ data: tokenResource(revoked) });
    });
}

const NOT_ISSUED = { id: null, last_four: null, issued_at: null, revoked_at: null };

const tokenResource = ({ id, company, lastFour, issuedAt, revokedAt }: IssuedToken) => ({
  id,
  company,
  last_four: lastFour,
  issued_at: issuedAt,
  revoked_at: revokedAt,
});
