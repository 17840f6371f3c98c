import { base58 } from "@scure/base";
import type { Random } from "../random.ts";
import { dig, isJson, type Json, textAt } from "./json.ts";

/** A Rail's place at one of its ends: a wallet or a bank account. */
export function placeAt(resource: unknown, end: "source" | "destination"): unknown {
  return dig(resource, end, "wallet") ?? dig(resource, end, "bank_account");
}

export const placeIdIn = (body: unknown) =>
  textAt(body, "destination", "wallet_id") || textAt(body, "destination", "bank_account_id");

export function answer(status: number, body: unknown): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { "content-type": "application/json" } });
}

/** The effect stays; the answer says it badly. */
export function spoil(response: Response, fault: string | null): Response {
  switch (fault) {
    case "500-after":
      return answer(500, { message: "Server Error" });
    case "empty":
      return answer(200, "");
    case "redirected":
      return new Response(null, { status: 302, headers: { location: "https://elsewhere.test/" } });
    case "cut":
      return new Response(cut(response), { status: 200, headers: response.headers });
    default:
      return response;
  }
}

/** The connection breaks in the middle of the body. */
function cut(response: Response): ReadableStream {
  const { body } = response;
  let isFirst = true;
  const broken = new TransformStream({
    transform(chunk: Uint8Array, controller) {
      if (isFirst) controller.enqueue(chunk.slice(0, chunk.length / 2));
      isFirst = false;
      controller.error(new TypeError("terminated"));
    },
  });
  return (body ?? new ReadableStream()).pipeThrough(broken);
}

export function newAccount(random: Random, hex: string): Json {
  const iban = newIban(random);
  return {
    ...{ id: `bka_${hex}`, display_name: "Acme", currency: "GBP", iban },
    ...{ account_number: iban.slice(14), sort_code: iban.slice(8, 14), bic_swift: "RAILGB2L" },
    reference: `REF${hex.toUpperCase()}`,
  };
}

export const newWallet = (random: Random, hex: string, network: string): Json => ({
  ...{ id: `wa_${hex}`, display_name: "Acme", is_custodial: true, network },
  address: newAddress(random),
});

/** A British IBAN with the right check digits. */
export function newIban(random: Random): string {
  const account = `RAIL${Array.from({ length: 14 }, () => random.below(10)).join("")}`;
  const digits = [...`${account}GB00`].map((sign) => Number.parseInt(sign, 36)).join("");
  return `GB${`${98n - (BigInt(digits) % 97n)}`.padStart(2, "0")}${account}`;
}

/** Gives one end of a Rail another address or IBAN. */
export function alterEnd(resource: Json, end: "source" | "destination", random: Random): void {
  const place = placeAt(resource, end);
  const asset = dig(resource, end);
  if (!isJson(place) || !isJson(asset)) return;
  const value = "iban" in place ? { iban: newIban(random) } : { address: newAddress(random) };
  asset["wallet" in asset ? "wallet" : "bank_account"] = { ...place, ...value };
}

export const newAddress = (random: Random) => base58.encode(random.bytes(32));
