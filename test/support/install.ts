import type { SlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";

/**
 * Adds the app to Slack as a browser does: `installer` is named as on Slack's page. Returns what our own page says then.
 * `publicUrl` is where the app is reached.
 */
export async function addToSlack(
  { authorizeUrl }: Pick<SlackWorkspace, "authorizeUrl">,
  publicUrl: string,
  installer: string,
): Promise<string> {
  const begun = await fetch(`${publicUrl}/slack/install`, { method: "POST", redirect: "manual" });
  const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const asked = await (await fetch(begun.headers.get("location") ?? "")).text();
  const [, ticket = ""] = /name="ticket" value="(\w+)"/.exec(asked) ?? [];
  const options = [...asked.matchAll(/<option value="([^"]+)">\s*([^<]+?)\s*<\/option>/g)];
  const chosen = options.find(([, , label]) => label === installer)?.[1];
  if (chosen === undefined) {
    throw new Error(`Nobody is called ${installer}: ${options.map(([, , each]) => each)}`);
  }
  const allowed = await fetch(authorizeUrl, {
    method: "POST",
    body: new URLSearchParams({ ticket, installer: chosen, decision: "allow" }),
    redirect: "manual",
  });
  const ended = await fetch(allowed.headers.get("location") ?? "", { headers: { cookie } });
  return ended.text();
}
