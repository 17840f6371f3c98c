import type { FetchFunction } from "@slack/web-api";
import { z } from "zod";
import { parsedJson } from "../process/json.ts";
import type { Metrics } from "./metrics.ts";

type Outcome = "ok" | "refused" | "rate-limited" | "failed" | "no-answer";

/** What stands in an address of Slack's Web API after its base, such as `chat.postMessage`. */
const METHOD = /^[a-z]+(\.[A-Za-z]+)+$/;
/** Uploads and response URLs, in which secrets stand. */
const OTHER = "other";

const answerOfMethod = z.object({ ok: z.boolean(), error: z.string().optional() });

/**
 * `fetch` for Slack's clients, which times every call by method and outcome: `refused` is an answer with `ok: false`,
 * `failed` one that is not Slack's own. It takes the base address of the Web API, and changes neither answers nor errors.
 */
export function meteredFetch(
  { slackCalls }: Pick<Metrics, "slackCalls">,
  slackApiUrl: string,
): FetchFunction {
  return async (url, init) => {
    const method = methodOf(String(url), slackApiUrl);
    const end = slackCalls.startTimer({ method });
    try {
      const answer = await fetch(url, init);
      end({ outcome: await outcomeOf(answer, method) });
      return answer;
    } catch (error) {
      end({ outcome: "no-answer" });
      throw error;
    }
  };
}

function methodOf(url: string, slackApiUrl: string): string {
  const name = url.startsWith(slackApiUrl) ? url.slice(slackApiUrl.length).replace(/^\//, "") : "";
  return METHOD.test(name) ? name : OTHER;
}

async function outcomeOf(answer: Response, method: string): Promise<Outcome> {
  if (answer.status === 429) return "rate-limited";
  if (method === OTHER) return answer.ok ? "ok" : "failed";
  // The reader of the answer meets the same error.
  const said = await answer
    .clone()
    .text()
    .catch(() => undefined);
  if (said === undefined) return "no-answer";
  const read = answerOfMethod.safeParse(parsedJson(said));
  if (!answer.ok || !read.success) return "failed";
  if (read.data.ok) return "ok";
  return read.data.error === "ratelimited" ? "rate-limited" : "refused";
}
