import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openPool } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { applySchema, checkWritable, readKeyNames } from "./platform/database/check-start.ts";
import { sqlState } from "./platform/database/database-error.ts";
import type { Database, Pool } from "./platform/database/db.ts";
import { createKeys } from "./platform/database/keys.ts";
import { openDatabase } from "./platform/database/open-database.ts";
import { messageOf } from "./platform/log/error-facts.ts";
import { createLogger } from "./platform/log/logger.ts";
import { createPeople } from "./platform/slack/people.ts";
import { createSlack } from "./platform/slack/slack.ts";
import { renewKeys } from "./request/store/renew-keys.ts";
import { deleteWorkspace, readInstallation, readWorkspaces } from "./request/store/workspaces.ts";
import { replaceSettings } from "./settings/replace-settings.ts";

interface Given {
  config: Config;
  pool: Pool;
  db: Database;
  /** What follows the command. */
  what: string | undefined;
  isMeant: boolean;
  workspace: string | undefined;
}

/** It was not done. A sentence for the operator. */
class Mistake extends Error {}

/** Each is run as the owner of the tables, and returns what was done. */
const COMMANDS: Readonly<Record<string, (given: Given) => Promise<string>>> = {
  async schema({ pool }) {
    await applySchema(pool);
    return "The tables are there and up to date.";
  },

  async settings({ config, db, what, workspace: named }) {
    const all = (await readWorkspaces(db)).map(({ id }) => id);
    const workspace = named ?? (all.length === 1 ? all[0] : undefined);
    if (workspace === undefined || !all.includes(workspace)) {
      throw new Mistake(`Say which workspace, with --workspace: ${all.join(", ") || "none yet"}.`);
    }
    const json = await (what === undefined ? text(process.stdin) : readFile(what, "utf8"));
    const people = createPeople({ slack: openSlack(config, db), now: Date.now });
    const replacing = { config, db, people, random: randomBytes };
    const version = await replaceSettings(replacing, workspace, json);
    return `Version ${version} of the settings is in force. Sending is stopped until people resume.`;
  },

  async "rotate-keys"({ db }) {
    await checkWritable(db);
    const renewed = await renewKeys(db);
    const others = (await readKeyNames(db)).filter((name) => name !== db.keys.first);
    const done = `Renewed under the first key: ${renewed}.`;
    if (others.length > 0) {
      throw new Mistake(
        `${done} Meanwhile a process wrote under ${others.join(", ")}. Start every process with ` +
          "the new key first, then run this again.",
      );
    }
    return `${done} All is under that key. Keep the others with the backups made until now.`;
  },

  async "delete-workspace"({ db, what: id, isMeant }) {
    if (id === undefined) throw new Mistake("Say which workspace: delete-workspace T0123ABCD");
    const counts = await deleteWorkspace(db, id, { isMeant });
    if (!counts) throw new Mistake(`There is no workspace ${id} in this database.`);
    const all = Object.entries(counts).map(([table, count]) => `${table} ${count}`);
    const rows = all.join(", ");
    const again = "If it starts again, sending is stopped until people resume, as after a restore.";
    if (isMeant) return `All rows of ${id} are deleted: ${rows}. ${again}`;
    throw new Mistake(`Nothing was deleted. With --yes all rows of ${id} go for good: ${rows}.`);
  },
};

async function operate(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { yes: { type: "boolean", default: false }, workspace: { type: "string" } },
  });
  const { yes: isMeant, workspace } = values;
  const [name = "", what, ...more] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || more.length > 0) throw new Mistake(USAGE);
  const config = readConfig(env);
  const pool = openPool(config.DATABASE_URL, () => {});
  try {
    const keys = createKeys(config.ENCRYPTION_KEYS, randomBytes);
    const isPooled = config.DATABASE_POOLER === "transaction";
    const db = openDatabase(pool, keys, { isPooled });
    return await command({ config, pool, db, what, isMeant, workspace });
  } finally {
    await pool.end();
  }
}

function openSlack({ SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: token }: Config, db: Database) {
  const log = createLogger({ level: "silent", secrets: [] });
  const wait = (ms: number) => pause(ms, undefined, { ref: false });
  const tokenOf = async (id: string) => token ?? (await readInstallation(db, id))?.token ?? "";
  return createSlack({ apiUrl, fetch, wait, now: Date.now, log, tokenOf });
}

const USAGE = `Say one of: ${Object.keys(COMMANDS).join(", ")}.`;

/** PostgreSQL's codes for what only the owner of the tables may do. */
const NOT_OWNER = "42501";

try {
  process.stdout.write(`${await operate(process.argv.slice(2), process.env)}\n`);
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [messageOf(error)];
  const remedy = sqlState(error) === NOT_OWNER ? ["DATABASE_URL must name the owner here."] : [];
  process.stderr.write(`${[...faults, ...remedy].join("\n")}\n`);
  process.exitCode = 1;
}
