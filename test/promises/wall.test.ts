import { expect, test } from "vitest";
import { SURFACE } from "../../src/contents.ts";
import { SIGNALBOX } from "../../src/sandbox/slack-workspace/seed.ts";
import { acme, globex, openCompanies } from "../scenarios/install/companies.ts";
import { dump } from "../scenarios/processes.ts";

const CANARY = "Acme-canary";

/** As Slack sends what somebody does in Globex. */
const from = (person: string, more: object) => ({
  ...{ api_app_id: SIGNALBOX, team: { id: globex.team }, user: { id: person } },
  ...{ trigger_id: crypto.randomUUID(), channel: { id: globex.channel }, ...more },
});

const view = (id: string, metadata: object) => ({
  ...{ id: "V1", hash: "1.1", type: "modal", callback_id: id, root_view_id: "V1" },
  ...{ app_installed_team_id: globex.team, previous_view_id: null },
  private_metadata: JSON.stringify(metadata),
  state: { values: { reason: { reason: { value: "Because" } } } },
});

test("S78 no id of Acme's opens, shows or changes anything in Globex, on any screen", async () => {
  await using stage = await openCompanies();
  await stage.setUp(acme);
  await stage.register(acme, `${CANARY} wallet`);
  const railRequest = await stage.askForRail(acme, `${CANARY} float`, `${CANARY} wallet`);
  await stage.approveRail(acme, railRequest);
  const waiting = await stage.askForRail(acme, `${CANARY} second`, `${CANARY} wallet`);
  await stage.setUp(globex);
  await stage.settle();
  const [rail] = stage.railsOf(acme) as readonly { id: string }[];
  const { rows } = await stage.database
    .openPool()
    .query("select id, digest, version from signalbox.requests where kind = 'create-rail'");
  const tables = ["requests", "settings", "audit", "posts"].map((name) => `-tsignalbox.${name}`);
  const acmes = async () =>
    (await dump(stage.database.ownerUrl, "--data-only", ...tables))
      .split("\n")
      .filter((line) => line.includes(acme.team));
  const before = await acmes();
  const told = stage.slack.traffic().length;
  const answers: unknown[] = [];
  const deliver = async (body: Record<string, unknown>) => {
    // More would be too much within a minute.
    if (answers.length % 50 === 0) await stage.jump(61_000);
    answers.push(await stage.processes()[0]?.deliver(body));
    await stage.processes()[0]?.idle();
  };

  for (const { id, digest, version } of rows) {
    const carried = { request: id, version, digest, round: 1, channel: null, kept: {} };
    for (const { verb } of SURFACE.buttons) {
      for (const value of [id, rail?.id ?? ""]) {
        const actions = [{ action_id: verb, value }];
        await deliver(from(globex.admin, { type: "block_actions", actions }));
      }
    }
    for (const form of SURFACE.forms) {
      const submitted = view(form.id, { ...carried, shown: digest, answers: {} });
      await deliver(from(globex.admin, { type: "view_submission", view: submitted }));
    }
  }
  const words = [railRequest, waiting, CANARY, rail?.id ?? ""];
  for (const { name } of SURFACE.commands.filter((each) => each.name !== "freeze")) {
    for (const word of words) answers.push((await stage.say(globex, `${name} ${word}`)).text);
  }

  expect(await acmes()).toEqual(before);
  // What it says of a word that somebody typed repeats that word, and nothing else.
  const said = JSON.stringify([answers, stage.slack.traffic().slice(told)]);
  expect(said).not.toContain(`${CANARY} `);
  expect(answers.length).toBeGreaterThan(100);
  expect(stage.railsOf(acme)).toHaveLength(1);
});
