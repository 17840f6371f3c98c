import { type Client, type Outside, type StartProcess, startProcess } from "./seam.ts";

/** Where a process stands still: what it had asked for has come, and it does not see it. */
export type Moment =
  /** The answer to `GET /rails` has come. */
  | "look"
  /** A claim is committed. */
  | "commit"
  /** The mark of a claim is written, or that of a restore. */
  | "claim"
  /** The token for the POST has been read, behind a look and its claim. */
  | "token"
  /** `POST /rails` is handed to the network, and no byte of it has left. */
  | "post"
  /** The answer to it has come. */
  | "answer"
  /** Slack has said what a channel is, to which a message goes next. */
  | "place";

/** The first process that starts can be suspended, as a machine's SIGSTOP does it. */
export function createSuspension() {
  let isFirst = true;
  let armed: { moment: Moment; stands: () => void } | null = null;
  let [hasLooked, hasClaimed] = [false, false];
  let back = 0;
  let gate = Promise.resolve();
  let resume = () => {};

  function reach(moment: Moment): void {
    if (armed?.moment !== moment) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    resume = resolve;
    armed.stands();
    armed = null;
  }

  /** Nothing is seen while the process is suspended. */
  async function seen<T>(coming: Promise<T>): Promise<T> {
    try {
      return await coming;
    } finally {
      for (let shut: unknown = null; shut !== gate; ) {
        shut = gate;
        await shut;
      }
    }
  }

  const suspendable = ({ fetch, wait, pool, kept, ...outside }: Outside): Outside => ({
    ...outside,
    now: () => outside.now() - back,
    wait: (...args) => seen(wait(...args)),
    async fetch(input, init) {
      const { method = "GET" } = input instanceof Request ? input : (init ?? {});
      const url = input instanceof Request ? input.url : String(input);
      const isList = url.includes("/rails") && !url.includes("/rails/");
      if (isList && method === "POST") {
        reach("post");
        await seen(Promise.resolve());
      }
      const answer = await fetch(input, init);
      if (isList && method === "GET") {
        hasLooked = true;
        reach("look");
      }
      if (isList && method === "POST") reach("answer");
      if (url.endsWith("/conversations.info")) reach("place");
      return seen(Promise.resolve(answer));
    },
    pool: {
      async connect() {
        const client: Client = await seen(pool.connect());
        return {
          async query(query) {
            const answer = await client.query(query);
            if (hasClaimed && query.text.includes("token as mark")) reach("token");
            if (hasLooked && !hasClaimed && query.text === "commit") {
              hasClaimed = true;
              reach("commit");
            }
            return seen(Promise.resolve(answer));
          },
          release: (destroy) => client.release(destroy),
        };
      },
      end: () => pool.end(),
    },
    kept: {
      read: (name) => seen(kept.read(name)),
      async write(name, text) {
        await kept.write(name, text);
        reach("claim");
        await seen(Promise.resolve());
      },
    },
  });

  /** For `StageOptions`. */
  const start: StartProcess = (env, outside, options) => {
    const own = isFirst ? suspendable(outside) : outside;
    isFirst = false;
    return startProcess(env, own, options);
  };
  return {
    start,
    /** Resolves once it stands still there. */
    suspendAt: (moment: Moment) =>
      new Promise<void>((stands) => {
        hasLooked = hasClaimed = false;
        armed = { moment, stands };
      }),
    resume: () => resume(),
    /** Somebody sets its clock back by so much. */
    setBack(ms: number): void {
      back = ms;
    },
  };
}
