import type { TestSandbox } from "../support/sandbox.ts";

/** Makes Rails at the service without the bot, as Acme could with the same token. Returns their ids in that order. */
export async function createRailsElsewhere(
  sandbox: TestSandbox,
  count: number,
  metadata: readonly string[] = [],
): Promise<string[]> {
  const wallet = await post(sandbox, "wallets", {
    name: "Elsewhere",
    network_id: "SOLANA_DEVNET",
    address: "4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE",
  });
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const rail = await post(sandbox, "rails", {
      type: "ON_RAMP",
      source: { asset: "GBP" },
      destination: { asset: "GBPA", wallet_id: wallet },
      ...(metadata.length > 0 && { metadata }),
    });
    ids.push(rail);
  }
  return ids;
}

async function post(
  { rails, railToken }: TestSandbox,
  path: string,
  body: object,
): Promise<string> {
  const response = await fetch(`${rails.baseUrl}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${railToken()}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data?: { id: string } };
  if (!data) throw new Error(`POST /${path} answered ${response.status}`);
  return data.id;
}
