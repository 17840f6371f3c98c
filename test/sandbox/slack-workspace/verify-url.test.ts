import { App, HTTPReceiver } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { startListening } from "../support/listening-app.ts";
import { silent, startAcme } from "./bolt-app.ts";

const challengeIn = (body: string): string => JSON.parse(body).challenge;
const isForm = (body: string) => !body.startsWith("{");

describe("the address that Slack is to send to", () => {
  it("is taken where a real Bolt app listens", async () => {
    await using workspace = await startAcme();
    const { signingSecret, botToken, apiUrl } = workspace;
    const receiver = new HTTPReceiver({ signingSecret, logger: silent });
    new App({
      receiver,
      token: botToken,
      logger: silent,
      clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 } },
    });
    const server = await receiver.start({ port: 0, host: "127.0.0.1" });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;

    await workspace.verifyUrl(`http://127.0.0.1:${port}/slack/events`);

    server.closeAllConnections();
    await receiver.stop();
  });

  it("may answer the challenge bare, as JSON or as a form", async () => {
    await using workspace = await startAcme();
    for (const answer of [
      (challenge: string) => challenge,
      (challenge: string) => JSON.stringify({ challenge }),
      (challenge: string) => String(new URLSearchParams({ challenge })),
    ]) {
      await using app = await startListening(({ body }) =>
        isForm(body) ? {} : { body: answer(challengeIn(body)) },
      );

      await workspace.verifyUrl(app.url);

      expect(app.heard.map(({ headers }) => headers["x-slack-signature"] !== undefined)).toEqual([
        false,
        true,
      ]);
    }
  });

  it.each([
    ["ssl_check", "500 to ssl_check", (body: string) => ({ status: isForm(body) ? 500 : 200 })],
    [
      "the challenge at all",
      "401 to url_verification",
      (body: string) => ({ status: isForm(body) ? 200 : 401 }),
    ],
    ["the challenge with itself", "does not give the challenge", () => ({ body: "hello" })],
  ])("is refused where it does not answer %s", async (_, words, answerTo) => {
    await using workspace = await startAcme();
    await using app = await startListening(({ body }) => answerTo(body));

    await expect(workspace.verifyUrl(app.url)).rejects.toThrow(words);
  });

  it("is refused where nobody listens", async () => {
    await using workspace = await startAcme();
    const gone = await startListening(() => ({}));
    await gone[Symbol.asyncDispose]();

    await expect(workspace.verifyUrl(gone.url)).rejects.toThrow("does not answer ssl_check");
  });
});
