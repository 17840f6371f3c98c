import type { View } from "@slack/types";
import { WebClient } from "@slack/web-api";
import { expect, test } from "vitest";
import { createDatabase } from "../harness/postgres.ts";
import { START } from "./company.ts";
import { randomFrom } from "./random.ts";
import { createStage } from "./stage.ts";
import type { Lane, Strike } from "./step.ts";
import { openCampaignDatabase } from "./world/database.ts";
import { dig, listAt, textAt } from "./world/json.ts";
import { createOutside } from "./world/outside.ts";
import { createPerson } from "./world/person.ts";
import { createPool } from "./world/pool.ts";
import { createRailWorld, RAIL_BASE } from "./world/rail-world.ts";
import { BOT_TOKEN, createSlackWorld, read, SLACK_BASE } from "./world/slack-world.ts";

/** One process on the worlds; `strikes` are those of its steps, in their order. */
async function openWorlds(strikes: Strike[] = []) {
  const base = await createDatabase({ clock: true });
  const database = await openCampaignDatabase(base);
  const random = randomFrom(1);
  const lane: Lane = { name: "one", isAlive: true, suspendedUntil: 0, skew: 0 };
  const stage = createStage({
    ...{ start: START, random, onTime: (to) => database.setClock(to) },
    onStep: async () => strikes.shift() ?? { is: "none" },
    async kill() {
      lane.isAlive = false;
      stage.drop(lane);
      await pool.breakAll();
    },
  });
  const clock = { now: stage.now, mark: stage.mark };
  const rail = createRailWorld({ ...clock, random, token: "rail-token" });
  const slack = createSlackWorld({ ...clock, later: (ms, work) => void stage.later(ms, work) });
  slack.state.channels.set("C0ONE", { name: "one", isBotIn: true });
  const pool = createPool(stage, lane, database);
  const world = { stage, lane, rail, slack, pool: pool.pool, files: new Map(), random };
  const outside = createOutside(world);
  const client = new WebClient(BOT_TOKEN, {
    ...{ slackApiUrl: SLACK_BASE, fetch: outside.fetch, retryConfig: { retries: 0 } },
    rejectRateLimitedCalls: true,
  });
  const toRails = (path: string, body?: object) =>
    outside.fetch(`${RAIL_BASE}${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: "Bearer rail-token" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const end = async () => {
    await pool.breakAll();
    await database.end();
    await base.drop();
  };
  return { ...world, database, outside, client, toRails, [Symbol.asyncDispose]: end };
}

test("an hour of waiting takes no time, and the database's clock goes along", async () => {
  await using worlds = await openWorlds();
  const { stage, lane, outside, database } = worlds;
  await stage.play(outside.wait(3_600_000));
  const [row] = await database.rows("select extract(epoch from signalbox.clock()) as at");
  expect(Number(row?.at)).toBe(START / 1000 + 3_600);
  lane.suspendedUntil = stage.now() + 60_000;
  await stage.play(outside.wait(1_000));
  expect(stage.now()).toBe(START + 3_660_000);
});

test("a process that is killed leaves nothing of its transaction", async () => {
  const [go, die] = [{ is: "none" }, { is: "killed-before" }] as const;
  await using worlds = await openWorlds([go, go, go, die]);
  const { stage, outside, database } = worlds;
  const work = async () => {
    const client = await outside.pool.connect();
    await client.query({ text: "begin" });
    await client.query({ text: "insert into signalbox.workspaces (id) values ('lost')" });
    await client.query({ text: "commit" });
  };
  void work();
  await stage.play(stage.wait(null, 1_000));
  expect(await database.rows("select id from signalbox.workspaces")).toEqual([]);
});

test("a commit whose answer is lost is kept, and can be put back by a copy", async () => {
  const [go, lose] = [{ is: "none" }, { is: "lost-after" }] as const;
  await using worlds = await openWorlds([go, go, go, lose]);
  const { stage, outside, database } = worlds;
  await database.copy("nothing");
  const work = async () => {
    const client = await outside.pool.connect();
    await client.query({ text: "begin" });
    await client.query({ text: "insert into signalbox.workspaces (id) values ('kept')" });
    await client.query({ text: "commit" });
  };
  await expect(stage.play(work())).rejects.toThrow("Connection terminated");
  expect(await database.rows("select id from signalbox.workspaces")).toEqual([{ id: "kept" }]);
  await database.restore("nothing");
  expect(await database.rows("select id from signalbox.workspaces")).toEqual([]);
});

test("a statement that waits for a lock lets the others go on, and gives up in time", async () => {
  await using worlds = await openWorlds();
  const { stage, outside } = worlds;
  const insert = "insert into signalbox.workspaces (id) values ('one')";
  const hold = async (ms: number) => {
    const client = await outside.pool.connect();
    await client.query({ text: "begin" });
    await client.query({ text: insert });
    await outside.wait(ms);
    await client.query({ text: "rollback" });
  };
  const wait = async () => {
    await outside.wait(10);
    return (await outside.pool.connect()).query({ text: insert });
  };
  await expect(stage.play(Promise.all([hold(60_000), wait()]))).rejects.toThrow("canceling");
});

test("the Rail service pages its list, says what was sent, and loses only the answer", async () => {
  const [go, lose] = [{ is: "none" }, { is: "lost-after" }] as const;
  await using worlds = await openWorlds([go, lose]);
  const { stage, rail, toRails } = worlds;
  await stage.play(
    (async () => {
      const wallet = { name: "Cold", network_id: "SOLANA_DEVNET", address: "7xKX" };
      const made: unknown = await (await toRails("/wallets", wallet)).json();
      const body = {
        ...{ type: "ON_RAMP", metadata: ["tag"], source: { asset: "GBP" } },
        destination: { asset: "GBPA", wallet_id: textAt(made, "data", "id") },
      };
      await expect(toRails("/rails", body)).rejects.toThrow("fetch failed");
      for (let more = 0; more < 3; more += 1) expect((await toRails("/rails", body)).ok).toBe(true);
      const list: unknown = await (await toRails("/rails?page=2")).json();
      expect(dig(list, "meta", "total")).toBe(4);
      expect(listAt(list, "data").map((each) => textAt(each, "id"))).toEqual([rail.rails()[3]?.id]);
      const id = rail.rails()[0]?.id;
      const shown: unknown = await (await toRails(`/rails/${id}`)).json();
      expect(dig(shown, "data", "metadata", "external_id")).toEqual(["tag"]);
      expect(textAt(shown, "data", "destination", "wallet", "address")).toBe("7xKX");
      expect((await toRails("/rails/none")).status).toBe(404);
      expect((await toRails("/rails", {})).status).toBe(422);
    })(),
  );
  expect(rail.posts().map(({ answered }) => answered)).toEqual([200, null, 200, 200, 200, 422]);
});

test("a person fills in a modal that Slack's own client opened, and reads the message that came", async () => {
  const limit: Strike = { is: "world", fault: "429" };
  await using worlds = await openWorlds([limit]);
  const { stage, slack, client } = worlds;
  slack.state.people.set("U0ANA", "active");
  const given: unknown[] = [];
  const deliver = async (payload: Record<string, unknown>) => {
    given.push(payload);
    const trigger_id = textAt(payload, "trigger_id");
    if (payload.command) await client.views.open({ trigger_id, view: FORM });
    else await client.chat.postMessage({ channel: "C0ONE", text: "Done", blocks: CARD });
    return { body: {} };
  };
  const ana = createPerson({ id: "U0ANA", stage, slack, deliver, history: [] });
  await stage.play(
    (async () => {
      await expect(client.users.info({ user: "U0ANA" })).rejects.toThrow("rate-limit");
      await ana.command("/rail new", "C0ONE");
      await ana.fill("Name", "Float");
      await ana.fill("Type", "On");
      expect(await ana.submit()).toBe("closed");
    })(),
  );
  expect(dig(given[1], "view", "state", "values", "a", "a", "value")).toBe("Float");
  expect(dig(given[1], "view", "state", "values", "b", "b", "selected_option", "value")).toBe("on");
  expect(slack.messages().map((each) => read(each).header)).toEqual(["⏳ Rail R-1 · Waiting"]);
  await expect(stage.play(client.team.info())).rejects.toThrow("unknown_method");
  expect(slack.state.surprises).toEqual(["team.info: unknown_method"]);
});

const plain = <Text extends string>(text: Text) => ({ type: "plain_text", text }) as const;
const CARD = [{ type: "header", text: plain("⏳ Rail R-1 · Waiting") }];
const FORM = {
  type: "modal",
  title: plain("New Rail"),
  submit: plain("Review"),
  blocks: [
    {
      type: "input",
      block_id: "a",
      label: plain("Name"),
      element: { type: "plain_text_input", action_id: "a" },
    },
    {
      type: "input",
      block_id: "b",
      label: plain("Type"),
      element: {
        type: "radio_buttons",
        action_id: "b",
        options: [{ text: plain("On-ramp"), value: "on" }],
      },
    },
  ],
} satisfies View;
