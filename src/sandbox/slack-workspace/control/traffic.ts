/** One call of the Web API with its answer. */
interface Call {
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  /** Its first and last characters, never the token. */
  token: string;
  args: Readonly<Record<string, unknown>>;
  ok: boolean;
  error?: string;
}

const KEPT = 1_000;

/** The latest thousand calls of the app, without its tokens and secrets. */
export function createTraffic() {
  const calls: Call[] = [];
  return {
    note({ args, ...call }: Call): void {
      const { client_secret: _, code: __, ...told } = args;
      calls.push({ ...call, args: told });
      if (calls.length > KEPT) calls.shift();
    },
    /** Oldest first. */
    calls: (): readonly Call[] => [...calls],
  };
}

export type Traffic = ReturnType<typeof createTraffic>;

export const masked = (token: string): string =>
  token ? `${token.slice(0, 5)}…${token.slice(-2)}` : "";
