import { onTestFinished } from "vitest";
import type { Received } from "../support/lying-server.ts";
import { hangUp, json, startLyingServer } from "../support/lying-server.ts";
import type { TestStore } from "../support/store.ts";
import type { World } from "./world.ts";
import { aWorld } from "./world.ts";

/** What a test makes of the answer that shows one Rail. */
export type Spoil = (data: object) => object;

/** A world whose Rail service is reached through a server that alters what `GET /rails/{rail}` shows. */
export async function aSpoiledWorld(
  database: TestStore,
): Promise<{ world: World; spoil: { with: Spoil } }> {
  const spoil: { with: Spoil } = { with: (data) => data };
  const behind = { baseUrl: "" };
  const between = await startLyingServer((response, request, nth) => {
    forwarded(behind.baseUrl, request).then(
      ({ status, body }) => {
        const isOneRail = request.method === "GET" && /\/rails\/[^/?]+$/.test(request.url);
        const { data } = body;
        const said = isOneRail && data ? { ...body, data: spoil.with(data) } : body;
        json(status, said)(response, request, nth);
      },
      () => hangUp(response, request, nth),
    );
  });
  onTestFinished(() => between[Symbol.asyncDispose]());
  const world = await aWorld(database, { baseUrl: between.baseUrl });
  behind.baseUrl = world.rails.baseUrl;
  return { world, spoil };
}

async function forwarded(
  baseUrl: string,
  { method, url, authorization = "", body }: Received,
): Promise<{ status: number; body: { data?: object } }> {
  const answer = await fetch(`${new URL(baseUrl).origin}${url}`, {
    method,
    headers: { authorization, "content-type": "application/json", accept: "application/json" },
    ...(method === "POST" && { body }),
  });
  return { status: answer.status, body: (await answer.json()) as { data?: object } };
}
