import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { COMPANY } from "../harness/stage.ts";
import { WORDS } from "../harness/words.ts";
import { addressOf } from "../scenarios/creating.ts";
import { type ChildStage, cutConnections, dump, openChildStage } from "../scenarios/processes.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, TREASURY } from "../scenarios/team.ts";

const { states } = WORDS;

const PASSWORD = `canary-password-${randomBytes(9).toString("hex")}`;

/** The secrets of the settings, and each as it would look encoded. */
function canariesOf({ env }: ChildStage): Map<string, string> {
  const secrets = {
    "bot token": env.SLACK_BOT_TOKEN,
    "signing secret": env.SLACK_SIGNING_SECRET,
    "Rail token": COMPANY.token,
    "encryption key": env.ENCRYPTION_KEYS?.replace(/=$/, ""),
    "password of the database": PASSWORD,
  };
  const all = new Map<string, string>();
  for (const [name, secret = ""] of Object.entries(secrets)) {
    const bytes = Buffer.from(secret);
    all.set(name, secret);
    all.set(`${name}, for an address`, encodeURIComponent(secret));
    all.set(`${name}, in base64`, bytes.toString("base64").replace(/=*$/, ""));
    all.set(`${name}, in base64url`, bytes.toString("base64url"));
    all.set(`${name}, in hexadecimal digits`, bytes.toString("hex"));
  }
  const key = Buffer.from(env.ENCRYPTION_KEYS ?? "", "base64");
  return all.set("bytes of the key, in hexadecimal digits", key.toString("hex"));
}

/** All that people of the workspace see anywhere, as it came to them. */
async function seenIn(stage: ChildStage): Promise<string> {
  const seen: unknown[] = [];
  for (const id of [ANA, BEN, CAL, DEE]) {
    const person = stage.as(id);
    seen.push(await person.modal(), await person.home(), await person.direct());
    for (const channel of [TREASURY, APPROVALS]) seen.push(await person.messages(channel));
  }
  return JSON.stringify(seen);
}

const filesIn = (directory: string) =>
  readdirSync(directory)
    .map((name) => readFileSync(join(directory, name), "latin1"))
    .join("\n");

test("S76 no secret reaches log, message, error, file or the database in clear, whatever fails", async () => {
  const directory = mkdtempSync(join(tmpdir(), "signalbox-secrets-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  await using stage = await openChildStage();
  stage.env.DATABASE_URL = stage.env.DATABASE_URL?.replace("@", `:${PASSWORD}@`);
  const child = await stage.startChild({
    DATA_DIR: directory,
    LOG_LEVEL: "trace",
  });
  const { front, slack } = stage;

  await stage.register();
  // A service that repeats to people what it was sent.
  front.meet("POST /wallets", ({ authorization }) =>
    Response.json(
      { message: `Not with ${authorization}`, errors: { address: [`Not ${authorization}`] } },
      { status: 422 },
    ),
  );
  const refused = await stage.askForDestination({ name: "Float", wallet: addressOf("Float") });
  await stage.approveAll(refused, addressOf("Float"));
  await stage.card(refused, states.refused);
  front.meet("POST /wallets", ({ authorization }) => new Response(authorization, { status: 500 }));
  const unknown = await stage.askForDestination({ name: "Spare", wallet: addressOf("Spare") });
  await stage.approveAll(unknown, addressOf("Spare"));
  await stage.card(unknown, states.needsReview);

  front.meet("GET /rails", ({ authorization }) => new Response(`{"data": "${authorization}`));
  front.meet("GET /rails", () => "half");
  front.meet("POST /rails", async (_, pass) => {
    await cutConnections(stage.database.ownerUrl);
    return pass();
  });
  const number = await stage.askForRail();
  await stage.approve(BEN, number);
  await stage.approve(CAL, number);
  // Meanwhile the work that was cut off waits for its next take.
  slack.faults.isDown = true;
  await stage.as(CAL).say(TREASURY, "/rail list");
  await stage.as(CAL).say(TREASURY, "/rail show R-1");
  slack.faults.isDown = false;
  await stage.card(number, states.payable);
  await cutConnections(stage.database.ownerUrl);

  const answers = await Promise.all(
    ["/healthz", "/readyz", "/metrics", "/slack/events", "/nothing"].map(async (path) => {
      const answer = await fetch(`${child.url}${path}`, {
        method: path.includes("slack") ? "POST" : "GET",
      });
      return JSON.stringify([...answer.headers, await answer.text()]);
    }),
  );
  const places = {
    log: child.said(),
    Slack: await seenIn(stage),
    database: await dump(stage.database.ownerUrl, "--data-only"),
    DATA_DIR: filesIn(directory),
    HTTP: answers.join("\n"),
  };
  expect(places.log.split("\n").length).toBeGreaterThan(5);
  for (const [name, canary] of canariesOf(stage)) {
    for (const [place, text] of Object.entries(places)) {
      expect.soft(text.includes(canary), `${place}: ${name}`).toBe(false);
    }
  }
});
