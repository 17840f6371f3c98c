import type { Stage } from "../../harness/stage.ts";

// What a browser does with our pages, without one.

const cookieOf = ({ headers }: Response) => headers.getSetCookie()[0]?.split(";")[0] ?? "";
const read = async (answer: Response) => ({ status: answer.status, text: await answer.text() });

/** The page of a link, and what its form says to a token. */
export async function openTokenPage({ env, settle }: Stage, link: string) {
  const page = await fetch(link);
  const { origin } = new URL(env.PUBLIC_URL ?? "");
  return {
    ...(await read(page)),
    async submit(token: string, others: Record<string, string> = {}) {
      const headers = { cookie: cookieOf(page), origin, ...others };
      const answer = await fetch(link, {
        ...{ method: "POST", headers },
        body: new URLSearchParams({ token }),
      });
      await settle();
      return read(answer);
    },
  };
}

/**
 * From our page to Slack's, where `installer` (workspace and person) decides; `finish` goes back to
 * ours.
 */
export async function beginInstallation(
  { env, slack }: Stage,
  installer: string,
  decision: string,
) {
  const how = { method: "POST", redirect: "manual" } as const;
  const begun = await fetch(`${env.PUBLIC_URL}/slack/install`, how);
  const cookie = cookieOf(begun);
  const asked = await (await fetch(begun.headers.get("location") ?? "")).text();
  const [, ticket = ""] = /name="ticket" value="(\w+)"/.exec(asked) ?? [];
  const body = new URLSearchParams({ ticket, installer, decision });
  const allowed = await fetch(slack.authorizeUrl, { ...how, body });
  const back = allowed.headers.get("location") ?? "";
  const finish = async (headers: Record<string, string> = { cookie }) =>
    read(await fetch(back, { headers }));
  return { back, finish, cookie };
}
