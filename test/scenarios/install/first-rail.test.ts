import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { runSql, startPostgres } from "../../harness/postgres.ts";
import { operate, runChildProcess, startChildProcess } from "../../harness/process.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, APPROVALS, BEN, CAL, openTeam } from "../team.ts";

const { command, states } = WORDS;
const ROLES = new URL("../../../deploy/roles.sql", import.meta.url).pathname;

/** A server on which nothing of ours is, and then what the README's seventh step makes there. */
async function openEmptyServer() {
  const server = await startPostgres();
  await runSql(server.url, "drop database with_tables");
  await runSql(server.url, "drop role signalbox_app");
  const env = { ...process.env, OWNER_PASSWORD: "of-the-owner", APP_PASSWORD: "of-the-app" };
  const how = ["--set=ON_ERROR_STOP=1", `--file=${ROLES}`, server.url];
  await promisify(execFile)("psql", how, { env });
  const as = (role: string) =>
    server.url.replace("//postgres@", `//${role}@`).replace(/[^/]*$/, "signalbox");
  return {
    owner: as("signalbox_owner"),
    app: as("signalbox_app"),
    [Symbol.asyncDispose]: server.stop,
  };
}

test("S85 from nothing to the first Rail over Socket Mode, as the README says", async () => {
  await using server = await openEmptyServer();
  const env = { DATABASE_URL: server.app, NODE_ENV: "production" };
  await using stage = await openTeam({ transport: "socket", processes: 0, env });

  expect((await runChildProcess(stage.env)).said).toContain("run npm run operate -- schema");
  expect(await operate({ ...stage.env, DATABASE_URL: server.owner }, ["schema"])).toEqual({
    said: "The tables are there and up to date.",
    code: 0,
  });
  await using _ = await startChildProcess(stage.env);
  await stage.until(async () => {
    await stage.as(BEN).say(APPROVALS, `${command} health`);
    return (await stage.told(BEN, APPROVALS)).startsWith("No problem found");
  }, "health without a fault");
  await stage.register();
  const number = await stage.askForRail();
  for (const by of [BEN, CAL]) await stage.approve(by, number);

  await stage.card(number, states.payable);
  const [rail] = stage.madeRails();
  const { iban = "", reference = "" } = rail?.source.bank_account ?? {};
  await stage.until(async () => {
    const [shown = ""] = await stage.instructionsOf(number);
    return shown.includes(iban) && shown.includes(reference);
  }, `instructions for ${ANA}`);
});
