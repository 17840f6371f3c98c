import ky, { HTTPError, NetworkError, TimeoutError } from "ky";
import { z } from "zod";
import type { Finding } from "./finding.ts";
import { found, notTried } from "./finding.ts";

export interface RailServiceToAsk {
  /** The address includes the version prefix, such as `…/api/v1`. */
  baseUrl: string;
  token: string;
}

const page = z.object({
  data: z.array(z.object({ metadata: z.object({ external_id: z.array(z.unknown()).nullable() }) })),
  meta: z.object({ total: z.int() }),
});

/** `request/rules/outcome/tag.ts` writes a tag of this form into the metadata of every Rail that Signalbox creates. */
const TAG = /^signalbox:[0-9a-f-]{36}:[0-9a-f]{64}$/;

/** Reads the first page of Rails: does the service list them, and does a Rail of Signalbox carry its tag? */
export async function railService({ baseUrl, token }: RailServiceToAsk): Promise<Finding[]> {
  const listed = {
    what: "GET /rails",
    here: "a page of Rails and their total",
    remedy: "check RAIL_API_URL and RAIL_API_TOKEN",
  };
  const echoed = {
    what: "metadata of a Rail that Signalbox created",
    here: "echoed as metadata.external_id",
    remedy: "Rails of unknown outcome have to be found by people: see /rail health",
  };
  try {
    const { data } = await ky
      .get(`${baseUrl}/rails`, {
        headers: { authorization: `Bearer ${token}` },
        redirect: "manual",
        retry: 0,
      })
      .json(page);
    const isEchoed = data.some(({ metadata }) =>
      metadata.external_id?.some((item) => typeof item === "string" && TAG.test(item)),
    );
    return [
      found(listed, listed.here),
      isEchoed
        ? found(echoed, echoed.here)
        : notTried(echoed, "there is no such Rail on its first page"),
    ];
  } catch (error) {
    return [found(listed, whyNot(error)), notTried(echoed, "its Rails could not be read")];
  }
}

function whyNot(error: unknown): string {
  if (error instanceof HTTPError) return `refused: ${error.response.status}`;
  if (error instanceof NetworkError || error instanceof TimeoutError) return "no answer";
  return "an answer that cannot be read";
}
