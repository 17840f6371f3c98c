import { expect, test } from "vitest";
import { acmeSeed } from "../../src/sandbox/slack-workspace/seed.ts";
import { type Recorded, signatureOf } from "../harness/front.ts";
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
  return new Request("https://signalbox.example/slack/events", {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": String(at),
      "x-slack-signature": signatureOf(secret, at, body),
      ...headers,
    },
    body,
  });
}

type Forgery = (truth: Sent) => Sent;

/** Signed, with other values in its payload. */
function altered(values: object, teams?: RegExp): Forgery {
  return (truth) => {
    const payload = new URLSearchParams(truth.body).get("payload") ?? "";
    const moved = teams ? payload.replaceAll(teams, '"$1team_id":"T0OTHER"') : payload;
    const changed = JSON.stringify({ ...JSON.parse(moved), ...values });
    return { ...truth, body: String(new URLSearchParams({ payload: changed })) };
  };
}

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
    headers: signatureFor({ ...truth, body }),
  }),
  "a signature of another time": (truth) => ({
    ...truth,
    headers: signatureFor({ ...truth, at: truth.at - 1 }),
  }),
  "a time more than five minutes ago": (truth) => ({ ...truth, at: truth.at - 310 }),
  "a time more than five minutes ahead": (truth) => ({ ...truth, at: truth.at + 310 }),
  "a time in milliseconds": (truth) => ({ ...truth, at: truth.at * 1_000 }),
  "another app": altered({ api_app_id: "A0OTHER" }),
  "no app": altered({ api_app_id: "" }),
  "another team": altered({ team: { id: "T0OTHER" } }, /"(app_installed_)?team_id":"\w+"/g),
  "no team": altered({ team: null }),
};

const signatureFor = ({ at, secret, body }: Sent) => ({
  "x-slack-signature": signatureOf(secret, at, body),
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

const JSON_TYPE = { "content-type": "Application/JSON; charset=utf-8" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded;charset=utf-8" };
const UNSIGNED = { "x-slack-signature": "" };
const CHALLENGE = JSON.stringify({ type: "url_verification", challenge: "3eZb" });

/** What is answered; 500 is what was let in and cannot be read. */
const ANSWERS: readonly [status: number, body: string, headers?: Record<string, string>][] = [
  [400, "{", JSON_TYPE],
  [400, "[]", JSON_TYPE],
  [415, "a=1", { "content-type": "text/plain" }],
  [413, `a=${"a".repeat(1_100_000)}`],
  [500, "command=%2Frail"],
  [500, "command=%2Frail", FORM_TYPE],
  [200, CHALLENGE, JSON_TYPE],
  [401, CHALLENGE, { ...JSON_TYPE, ...UNSIGNED }],
  [200, "ssl_check=1", UNSIGNED],
  // It is not delivered.
  [200, "ssl_check=1&command=%2Frail", UNSIGNED],
  [401, "ssl_check=2", UNSIGNED],
  [401, "ssl_check=", UNSIGNED],
];

test("S77 what is not a delivery of Slack's is refused", async () => {
  await using stage = await openTeam();
  const truth = { at: Math.floor(stage.now() / 1_000), secret: stage.slack.signingSecret };
  const [app] = stage.processes();
  const statusOf = async (request: Request) => (await app?.fetch(request))?.status;

  for (const [status, body, headers = {}] of ANSWERS) {
    const sent = { ...truth, body, headers };
    expect.soft(await statusOf(signed(sent)), JSON.stringify(sent).slice(0, 200)).toBe(status);
  }
  expect(await statusOf(new Request("https://signalbox.example/slack/events"))).toBe(405);
  // Other bytes that read the same.
  const signature = signatureFor({ ...truth, body: CHALLENGE });
  const marked = { ...truth, body: `\ufeff${CHALLENGE}`, headers: { ...JSON_TYPE, ...signature } };
  expect(await statusOf(signed(marked))).toBe(401);
});
