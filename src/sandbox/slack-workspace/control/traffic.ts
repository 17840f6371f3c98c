import type { Envelope, Receipt } from "../delivery/socket-mode.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** One call of the Web API with its answer. */
export interface Call {
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  /** The last characters of the token, never the token. */
  token: string;
  args: Record<string, unknown>;
  ok: boolean;
  error?: string;
}

/** One slash command, interaction or event with the app's answer. */
export interface Delivery {
  /** Milliseconds since 1970. */
  at: number;
  appId: string;
  transport: "socket" | "http";
  envelope: Envelope;
  receipt: Receipt;
  /** Milliseconds until the app's answer, or until the sandbox gave up. */
  tookMs: number;
}

export type TrafficEntry = { number: number } & (
  | { kind: "call"; call: Call }
  | { kind: "delivery"; delivery: Delivery }
);

const KEPT = 1_000;

/**
 * The traffic between the workspace and its apps, without tokens and other secrets: the latest thousand each way. `tell`
 * is called for every entry.
 */
export function createTraffic(tell: () => void) {
  const calls: { number: number; kind: "call"; call: Call }[] = [];
  const deliveries: { number: number; kind: "delivery"; delivery: Delivery }[] = [];
  let last = 0;

  function keep<Entry>(entries: Entry[], entry: Entry): void {
    entries.push(entry);
    if (entries.length > KEPT) entries.shift();
    tell();
  }

  return {
    note(call: Call): void {
      last += 1;
      keep(calls, {
        number: last,
        kind: "call",
        call: { ...call, args: withoutSecrets(call.args) },
      });
    },
    noteDelivery(delivery: Delivery): void {
      last += 1;
      keep(deliveries, { number: last, kind: "delivery", delivery: withoutSecrets(delivery) });
    },
    /** Oldest first. */
    calls: (): readonly Call[] => calls.map(({ call }) => call),
    /** The entries of both ways after this number, oldest first. */
    after: (number: number): readonly TrafficEntry[] =>
      [...calls, ...deliveries]
        .filter((entry) => entry.number > number)
        .sort((one, other) => one.number - other.number),
  };
}

export type Traffic = ReturnType<typeof createTraffic>;

export const masked = (token: string): string =>
  token ? `${token.slice(0, 5)}…${token.slice(-2)}` : "";
