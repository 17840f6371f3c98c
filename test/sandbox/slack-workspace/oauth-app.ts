import { once } from "node:events";
import { createServer } from "node:http";
import { type Installation, type InstallationStore, InstallProvider } from "@slack/oauth";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { silent } from "./bolt-app.ts";

/** What an app has stored, by workspace. */
export interface Installed extends InstallationStore {
  all: Map<string, Installation>;
}

export function createInstalled(): Installed {
  const all = new Map<string, Installation>();
  return {
    all,
    async storeInstallation(installation) {
      all.set(installation.team?.id ?? "", installation);
    },
    async fetchInstallation({ teamId = "" }) {
      const found = all.get(teamId);
      if (!found) throw new Error("not installed");
      return found;
    },
  };
}

/** The web server of an app that is installed with Slack's own `InstallProvider`. */
export async function startOAuthApp(workspace: SlackWorkspace) {
  const { clientId, clientSecret, addRedirectUrl } = workspace;
  const installed = createInstalled();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const redirectUri = `${url}/slack/oauth_redirect`;
  addRedirectUrl(`${url}/slack/`);

  const provider = new InstallProvider({
    clientId,
    clientSecret,
    stateSecret: "a secret of the test",
    installationStore: installed,
    directInstall: true,
    authorizationUrl: workspace.authorizeUrl,
    clientOptions: { slackApiUrl: workspace.apiUrl, retryConfig: { retries: 0 } },
    logger: silent,
  });
  const scopes = ["channels:read", "chat:write", "commands", "users:read"];
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/slack/install")) {
      void provider.handleInstallPath(request, response, {}, { scopes, redirectUri });
    } else {
      void provider.handleCallback(request, response, {
        success: (_installation, _options, _request, answer) => answer.end("installed"),
        failure: ({ code }, _options, _request, answer) => answer.writeHead(400).end(code),
      });
    }
  });

  return {
    provider,
    installed,
    url,
    redirectUri,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type OAuthApp = Awaited<ReturnType<typeof startOAuthApp>>;

/** What the authorize page says, and its answer to a form: without a browser. */
export async function openAuthorizePage(address: string) {
  const response = await fetch(address);
  const text = await response.text();
  const [, ticket = ""] = /name="ticket" value="(\w+)"/.exec(text) ?? [];
  const options = [...text.matchAll(/<option value="([^"]+)">\s*([^<]+?)\s*<\/option>/g)];
  return {
    status: response.status,
    headers: response.headers,
    text,
    ticket,
    installers: options.map(([, value = "", name = ""]) => ({ value, name })),
    async answer(decision: "allow" | "cancel", installer = "") {
      const answered = await fetch(new URL(address).origin + new URL(address).pathname, {
        method: "POST",
        body: new URLSearchParams({ ticket, installer, decision }),
        redirect: "manual",
      });
      return { status: answered.status, location: answered.headers.get("location") ?? "" };
    },
  };
}

/**
 * A person goes the whole way, from the app's own page and back to it; returns what the app says
 * then.
 */
export async function install(app: OAuthApp, name: string): Promise<string> {
  const start = await fetch(`${app.url}/slack/install`, { redirect: "manual" });
  const cookie = start.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const page = await openAuthorizePage(start.headers.get("location") ?? "");
  const installer = page.installers.find((each) => each.name === name);
  const { location } = await page.answer(installer ? "allow" : "cancel", installer?.value);
  const end = await fetch(location, { headers: { cookie } });
  return end.text();
}
