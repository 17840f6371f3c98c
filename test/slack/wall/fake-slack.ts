import type { FetchFunction } from "@slack/web-api";

/** One call of the Web API, or one answer to a response_url. */
export interface Said {
  path: string;
  /** In whose name; undefined for an answer. */
  token: string | undefined;
  body: string;
}

export const SLACK = "https://slack.example";

/** Slack where nothing but the words counts: takes every call, and remembers it. */
export function createFakeSlack(): { fetch: FetchFunction; said: Said[] } {
  const said: Said[] = [];
  return {
    said,
    async fetch(url, init) {
      const { pathname } = new URL(String(url));
      const headers = new Headers(init?.headers as Record<string, string>);
      const token = headers.get("authorization")?.replace("Bearer ", "");
      said.push({ path: pathname, token, body: String(init?.body ?? "") });
      return Response.json(ANSWER);
    },
  };
}

const ANSWER = {
  ok: true,
  channel: "C0ANY",
  ts: "1700000000.000100",
  view: { id: "V0ANY", hash: "1.hash", root_view_id: "V0ANY" },
};

/** What was said: where the body is a form, each of its fields as it was meant. */
export function meaningOf({ body }: Said): unknown {
  if (body.startsWith("{")) return JSON.parse(body);
  const fields = [...new URLSearchParams(body)].map(([name, value]) => {
    const isStructured = name === "view" || name === "blocks";
    return [name, isStructured ? JSON.parse(value) : value];
  });
  return Object.fromEntries(fields);
}
