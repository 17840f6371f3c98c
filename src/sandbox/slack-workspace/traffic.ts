/** One call of the Web API, as the app made it and as it was answered. */
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

export interface Traffic {
  note(call: Call): void;
  /** Oldest first; only the latest thousand calls are kept. */
  calls(): readonly Call[];
}

const KEPT = 1_000;

export function createTraffic(): Traffic {
  const calls: Call[] = [];
  return {
    note(call) {
      calls.push(call);
      if (calls.length > KEPT) calls.shift();
    },
    calls: () => [...calls],
  };
}

export const masked = (token: string): string =>
  token ? `${token.slice(0, 5)}…${token.slice(-2)}` : "";
