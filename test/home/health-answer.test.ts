import type { App } from "@slack/bolt";
import { expect, it } from "vitest";
import { healthAnswer, retryAnswer } from "../../src/home/health-answer.ts";
import { action } from "../../src/platform/slack/blocks/ids.ts";
import type { Place } from "../../src/platform/slack/slack.ts";
import type { Context } from "../../src/request/context.ts";
import { listLostClicks } from "../../src/request/queries/acknowledged-clicks.ts";
import { saveApprovalsChannel } from "../../src/request/queries/setups.ts";
import { register } from "../../src/wiring/bind-slack.ts";
import { aWorld } from "../services/world.ts";
import { ANA, BEN, CAL, DAN } from "../support/builders.ts";
import { plainText } from "../support/plain-text.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();

const CHANNEL = "C0APPROVALS";
/** Approves nothing. */
const EVE = "U0EVE00001";

/** A workspace in which Eve is an administrator, and everything else can be broken. */
async function aCompany() {
  const world = await aWorld(database);
  const { deps } = world;
  const broken = {
    tried: 0,
    place: "ours" as Place,
    channel: CHANNEL as string | null,
    slack: { ok: true, scopes: ["chat:write"] } as const,
  };
  const queue = {
    deadLetters: async () => [],
    oldestWaiting: async () => null,
    waiting: async () => 0,
    async retryDeadLetters() {
      broken.tried += 1;
      return 2;
    },
  };
  const all = {
    ...deps,
    queue,
    command: "/rail",
    // Null where none is chosen.
    approvalsChannelOf: async () => broken.channel,
    messenger: { ...deps.messenger, placeOf: async () => broken.place },
    maySetUp: async (_: string, userId: string) => userId === EVE,
    slackProbe: async () => broken.slack,
    skewMs: () => 0,
    clockOffMs: () => 0,
    auditState: async () => ({ check: undefined, ends: undefined, canBeRewritten: false }),
    version: "0.1.0 (abcdef0)",
  };
  const health = async (userId: string) =>
    plainText((await healthAnswer(all, world.workspaceId, userId)).blocks);
  return { ...world, all, broken, health };
}

it("is for approvers and administrators, and what is tried again for approvers alone", async () => {
  const { all, broken, workspaceId, health } = await aCompany();

  expect(await health(ANA)).toMatch(
    /^Only approvers and administrators see this. The policy names the approvers/,
  );
  for (const who of [BEN, EVE]) expect(await health(who)).toContain("# System status");
  for (const who of [ANA, EVE]) {
    const answer = await retryAnswer(all, workspaceId, who, `of ${who}`);
    expect(plainText(answer?.blocks ?? [])).toContain("The policy names them.");
  }
  expect(broken.tried).toBe(0);
  const answer = await retryAnswer(all, workspaceId, BEN, "once");
  expect(plainText(answer?.blocks ?? [])).toContain("2 jobs tried again now.");
  expect(await retryAnswer(all, workspaceId, BEN, "once")).toBeUndefined();
  expect(broken.tried).toBe(1);
});

it("remembers the order to try things again before Slack is told that it has arrived", async () => {
  const { all, broken, workspaceId } = await aCompany();
  await saveApprovalsChannel(all.db, workspaceId, CHANNEL);
  const lost = () => listLostClicks(all.db, "2199-01-01T00:00:00.000Z", 10);
  const atAck: unknown[] = [];
  await pressing(
    all,
    {
      user: { id: BEN },
      team: { id: workspaceId },
      trigger_id: "1",
      actions: [{ action_id: action.retryDeadLetters }],
    },
    async () => void atAck.push(...(await lost())),
  );

  expect(atAck).toMatchObject([{ userId: BEN, workspaceId, what: "retry" }]);
  expect(await lost()).toEqual([]);
  expect(broken.tried).toBe(1);
});

/** Presses a button as Bolt hands it to its listener. */
async function pressing(
  deps: object,
  body: { actions: readonly [{ action_id: string }]; [name: string]: unknown },
  ack: () => Promise<void>,
): Promise<void> {
  const [action] = body.actions;
  let listener = async (_: object) => {};
  const bind = (id: unknown, bound: typeof listener) => {
    if (id instanceof RegExp && id.test(action.action_id)) listener = bound;
  };
  const app = { action: bind, view: bind, command: bind, shortcut: bind, event: bind, use() {} };
  register(app as unknown as App, deps as Context);
  await listener({ action, body, ack, respond: async () => {} });
}

it("looks at everything now, and says how what is broken is mended", async () => {
  const { broken, standings, token, health } = await aCompany();
  const well = await health(BEN);
  expect(well).toMatch(/🔴 Broken · Scopes: missing channels:read, .+users:read\. .+reinstalls/);
  expect(well).toMatch(/🟢 Fine · Approvals channel: <?#C0APPROVALS>?, and the bot is in it/);
  expect(well).toContain("🟢 Fine · Approvers of “Rails”: 3 people can approve, 2 needed.");
  expect(well).toMatch(/🟢 Fine · Token of the Rail service: \S+ was accepted just now/);
  expect(well).toContain("⚪ Not known yet · Matching of Rails: no Rail was created here yet");
  expect(well).toMatch(/🟢 Fine · Database: answered in \d+ ms/);
  expect(well).toContain("Version: 0.1.0 (abcdef0)");

  broken.place = "archived";
  standings[DAN] = "deactivated";
  token.value = "somebody-elses-token";
  const bad = await health(BEN);
  expect(bad).toMatch(/🔴 Broken · Approvals channel: .+archived: an administrator has to name/);
  expect(bad).toMatch(
    /🟠 Attention · Approvers of “Rails”: 2 people can approve, 2 needed\.\nNot counted: <?@U0DAN/,
  );
  expect(bad).toMatch(/🔴 Broken · Token of the Rail service: \S+ is refused\. .+\/rail setup/);
  expect(bad).not.toContain("somebody-elses-token");

  standings[CAL] = "guest";
  broken.channel = null;
  const worse = await health(BEN);
  expect(worse).toContain("🔴 Broken · Approvals channel: none is chosen.");
  expect(worse).toMatch(/🔴 Broken · Approvers of “Rails”: 1 person can approve, 2 needed\./);
});
