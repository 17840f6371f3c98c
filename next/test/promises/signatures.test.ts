import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { acmeSeed } from "../../../src/sandbox/slack-workspace/seed.ts";
import type { Recorded } from "../harness/front.ts";
import { startProcess } from "../harness/seam.ts";
import type { StageOptions } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { dump } from "../scenarios/processes.ts";
import { BEN, CAL, openTeam, type Team } from "../scenarios/team.ts";

const { states } = WORDS;

/** The sandbox's Slack does not know this method: it says which app a bot belongs to. */
const startKnowingApp: StageOptions["start"] = (env, outside, options) => {
  const answer = { ok: true, bot: { app_id: acmeSeed.app.id } };
  return startProcess(
    env,
    {
      ...outside,
      fetch(input, init) {
        const url = input instanceof Request ? input.url : String(input);
        if (url.endsWith("/bots.info")) return Promise.resolve(Response.json(answer));
        return outside.fetch(input, init);
      },
    },
    options,
  );
};

/** The last approval of a Rail as Slack would send it: it never arrived. */
async function lastApproval(stage: Team, number: string): Promise<Recorded> {
  await stage.approve(BEN, number);
  const cal = await stage.review(CAL, number);
  await stage.stop();
  await cal.submit();
  await stage.start();
  const request = stage.entrance.requests.at(-1);
  if (!request) throw new Error("Slack sent nothing");
  return request;
}

interface Sent {
  /** Seconds since 1970. */
  at: number;
  secret: string;
  body: string;
  /** Of these headers, in the place of the true ones. */
  headers?: Record<string, string>;
}

function signed({ at, secret, body, headers = {} }: Sent): Request {
  const signature = createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex");
  return new Request("https://signalbox.example/slack/events", {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": String(at),
      "x-slack-signature": `v0=${signature}`,
      ...headers,
    },
    body,
  });
}

/** The same delivery with other values in its payload. */
function altered(body: string, change: (payload: Payload) => void): string {
  const payload = JSON.parse(new URLSearchParams(body).get("payload") ?? "") as Payload;
  change(payload);
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}

interface Payload {
  api_app_id: string;
  team: { id: string } | null;
  user: { id: string; team_id: string };
  view: { team_id: string; app_installed_team_id: string };
}

type Forgery = (truth: Sent) => Sent;

const FORGERIES: Record<string, Forgery> = {
  "no signature": (truth) => ({ ...truth, headers: { "x-slack-signature": "" } }),
  "no time": (truth) => ({ ...truth, headers: { "x-slack-request-timestamp": "" } }),
  "a signature of another length": (truth) => ({
    ...truth,
    headers: { "x-slack-signature": "v0=" },
  }),
  "a signature by another secret": (truth) => ({ ...truth, secret: `${truth.secret}x` }),
  "a signature of other bytes": ({ body, ...truth }) => ({
    ...truth,
    body: `${body} `,
    headers: signatureOf({ ...truth, body }),
  }),
  "a signature of another time": (truth) => ({
    ...truth,
    headers: signatureOf({ ...truth, at: truth.at - 1 }),
  }),
  "a time more than five minutes ago": (truth) => ({ ...truth, at: truth.at - 310 }),
  "a time more than five minutes ahead": (truth) => ({ ...truth, at: truth.at + 310 }),
  "a time in milliseconds": (truth) => ({ ...truth, at: truth.at * 1_000 }),
  "another app": ({ body, ...truth }) => ({
    ...truth,
    body: altered(body, (payload) => {
      payload.api_app_id = "A0OTHER";
    }),
  }),
  "no app": ({ body, ...truth }) => ({
    ...truth,
    body: altered(body, (payload) => {
      payload.api_app_id = "";
    }),
  }),
  "another team": ({ body, ...truth }) => ({
    ...truth,
    body: altered(body, (payload) => {
      payload.team = { id: "T0OTHER" };
      payload.user.team_id = "T0OTHER";
      payload.view.team_id = "T0OTHER";
      payload.view.app_installed_team_id = "T0OTHER";
    }),
  }),
  "no team": ({ body, ...truth }) => ({
    ...truth,
    body: altered(body, (payload) => {
      payload.team = null;
    }),
  }),
};

const signatureOf = (sent: Sent) => ({
  "x-slack-signature": signed(sent).headers.get("x-slack-signature") ?? "",
});

test("S77 an approval that Slack did not sign now, for this app and team, changes nothing", async () => {
  await using stage = await openTeam({ start: startKnowingApp });
  await stage.register();
  const number = await stage.askForRail();
  const { body } = await lastApproval(stage, number);
  const deliver = async (sent: Sent) => {
    const answer = await stage.processes()[0]?.fetch(signed(sent));
    await stage.settle();
    return answer;
  };
  await stage.settle();
  const { text } = await stage.card(number);
  const before = await dump(stage.database.ownerUrl, "--data-only");

  for (const [what, forge] of Object.entries(FORGERIES)) {
    const at = Math.floor(stage.now() / 1_000);
    const answer = await deliver(forge({ at, secret: stage.slack.signingSecret, body }));
    expect.soft(answer?.status, what).toBeGreaterThanOrEqual(400);
    expect.soft(await answer?.text(), what).toBe("");
  }
  expect(await dump(stage.database.ownerUrl, "--data-only")).toBe(before);
  expect((await stage.card(number)).text).toBe(text);
  expect(stage.countCalls("POST /rails")).toBe(0);

  const at = Math.floor(stage.now() / 1_000) - 290;
  const answer = await deliver({ at, secret: stage.slack.signingSecret, body });
  expect(answer?.status).toBe(200);
  await stage.card(number, states.payable);
  expect(stage.countCalls("POST /rails")).toBe(1);
});

test("S77 what is not a delivery of Slack's is refused", async () => {
  await using stage = await openTeam();
  const at = Math.floor(stage.now() / 1_000);
  const secret = stage.slack.signingSecret;
  const [app] = stage.processes();
  const statusOf = async (request: Request) => (await app?.fetch(request))?.status;

  const json = { "content-type": "application/json" };
  expect(await statusOf(signed({ at, secret, body: "{", headers: json }))).toBe(400);
  expect(await statusOf(signed({ at, secret, body: "[]", headers: json }))).toBe(400);
  const other = { "content-type": "text/plain" };
  expect(await statusOf(signed({ at, secret, body: "a=1", headers: other }))).toBe(415);
  const long = "a".repeat(1_100_000);
  expect(await statusOf(signed({ at, secret, body: `a=${long}` }))).toBe(413);
  expect(await statusOf(new Request("https://signalbox.example/slack/events"))).toBe(405);
  expect(await statusOf(signed({ at, secret, body: "command=%2Frail" }))).toBe(500);
});
