import { expect, test } from "vitest";
import { SURFACE } from "../../src/contents.ts";
import {
  ACME,
  acmeSeed,
  EVE,
  type SeedUser,
  SIGNALBOX,
} from "../../src/sandbox/slack-workspace/seed.ts";
import { MINUTE } from "../scenarios/creating.ts";
import { dump } from "../scenarios/processes.ts";
import { ANA, APPROVALS, BEN, CAL, openRegistered } from "../scenarios/team.ts";

const COMMANDS = [...SURFACE.commands.map(({ name }) => name), "destinations add"];

/** As Slack sends it. */
const from = (person: string, more: object) => ({
  ...{ api_app_id: SIGNALBOX, team: { id: ACME }, user: { id: person } },
  ...{ trigger_id: crypto.randomUUID(), channel: { id: APPROVALS }, ...more },
});

const typed = (person: string, text: string) => ({
  ...{ api_app_id: SIGNALBOX, command: "/rail", team_id: ACME, user_id: person, text },
  ...{ trigger_id: crypto.randomUUID(), channel_id: APPROVALS, response_url: "" },
});

const view = (id: string, metadata: object) => ({
  ...{ id: "V1", hash: "1.1", type: "modal", callback_id: id, root_view_id: "V1" },
  ...{ app_installed_team_id: ACME, previous_view_id: null },
  private_metadata: JSON.stringify(metadata),
  state: { values: { reason: { reason: { value: "Because" } } } },
});

/** Slack says each of these of an approver. */
const LOST: readonly Partial<SeedUser>[] = [
  { isGuest: true },
  { isBot: true },
  { isStranger: true },
  { isDeactivated: true },
];

test("S39 whoever is no active member, or not of the team, does and learns nothing by any command, button or form", async () => {
  const seed = structuredClone(acmeSeed);
  await using stage = await openRegistered({ seed, env: { TEAM: ANA } });
  const done = await stage.askForRail();
  await stage.approveAll(done);
  await stage.askForRail({ name: "Payroll second" });
  const pool = stage.database.openPool();
  const { rows } = await pool.query(
    "select id, digest, version, number from signalbox.requests where kind = 'create-rail'",
  );
  const tables = ["requests", "settings", "audit", "posts"].map((name) => `-tsignalbox.${name}`);
  const all = () => dump(stage.database.ownerUrl, "--data-only", ...tables);
  const before = await all();
  const told = stage.slack.traffic().length;
  const acks: unknown[] = [];

  async function tryAll(person: string): Promise<void> {
    const deliver = async (body: Record<string, unknown>) => {
      // More would be too much within a minute; and what Slack said is a minute old at most.
      if (acks.length % 50 === 0) await stage.jump(MINUTE + 1);
      acks.push(await stage.processes()[0]?.deliver(body));
      await stage.processes()[0]?.idle();
    };
    await stage.jump(MINUTE + 1);
    for (const name of COMMANDS) {
      for (const word of ["", "R-2", "Payroll"]) await deliver(typed(person, `${name} ${word}`));
    }
    for (const { id, digest, version } of rows) {
      for (const { verb } of SURFACE.buttons) {
        const actions = [{ action_id: verb, value: id }];
        await deliver(from(person, { type: "block_actions", actions }));
      }
      const carried = { request: id, version, digest, shown: digest, round: 1, answers: {} };
      for (const form of SURFACE.forms) {
        const shown = view(form.id, { ...carried, channel: null, kept: {} });
        await deliver(from(person, { type: "view_submission", view: shown }));
      }
    }
  }

  const cal = seed.users.find(({ id }) => id === CAL);
  for (const lost of LOST) {
    if (cal) Object.assign(cal, { isGuest: false, isBot: false, isStranger: false }, lost);
    await tryAll(CAL);
  }
  for (const person of ["U0NOBODY1", EVE]) await tryAll(person);

  expect(await all()).toBe(before);
  const said = JSON.stringify([acks, stage.slack.traffic().slice(told)]);
  expect(said).not.toMatch(/Payroll (float|second)|Treasury cold|7xKX|GB\d\d/);
  expect(said).toContain("Only full members of this workspace can use Signalbox");
  expect(said).toContain("You are not on the Signalbox team");
  expect(stage.madeRails()).toHaveLength(1);
  expect(rows.length * SURFACE.forms.length).toBeGreaterThan(40);

  // Those who may are not refused by the same bodies.
  await stage.approve(BEN, `R-${Math.max(...rows.map(({ number }) => Number(number)))}`);
}, 60_000);
