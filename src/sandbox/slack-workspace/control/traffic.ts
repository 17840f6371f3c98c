/** One call of the Web API with its answer. */
interface Call {
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  args: Readonly<Record<string, unknown>>;
  ok: boolean;
  error?: string;
}

const KEPT = 1_000;

/** The latest thousand calls of the app, without its tokens and secrets. */
export function createTraffic() {
  const calls: Call[] = [];
  return {
    note({ args: { token, client_secret, code, ...args }, ...call }: Call): void {
      calls.push({ ...call, args });
      if (calls.length > KEPT) calls.shift();
    },
    /** Oldest first. */
    calls: (): readonly Call[] => [...calls],
  };
}

export type Traffic = ReturnType<typeof createTraffic>;
