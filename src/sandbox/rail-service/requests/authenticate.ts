import { createMiddleware } from "hono/factory";
import type { Env } from "../env.ts";
import type { Tokens } from "../tokens/tokens.ts";

const UNAUTHENTICATED = { message: "Unauthenticated." };

/** The company whose bearer token the header carries, if any. */
export function companyOf(
  authorization: string | undefined,
  tokens: Pick<Tokens, "companyOf">,
): string | undefined {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return token === undefined ? undefined : tokens.companyOf(token);
}

/** Lets a known token through as its company. */
export function authenticate(tokens: Pick<Tokens, "companyOf">) {
  return createMiddleware<Env>(async (c, next) => {
    const company = companyOf(c.req.header("authorization"), tokens);
    if (company === undefined) return unauthenticated();
    c.set("company", company);
    return next();
  });
}

export function unauthenticated(): Response {
  return Response.json(UNAUTHENTICATED, {
    status: 401,
    headers: { "www-authenticate": "Bearer" },
  });
}
