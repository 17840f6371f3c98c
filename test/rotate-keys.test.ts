import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { migrate } from "../src/platform/database/migrate.ts";
import type { DatabasePlace } from "../src/platform/database/open-database.ts";
import { openDatabase } from "../src/platform/database/open-database.ts";
import type { OpenDatabase } from "../src/platform/database/open-embedded.ts";
import { createSeal } from "../src/platform/database/seal.ts";
import { readAccess, saveWorkspace } from "../src/request/queries/companies.ts";
import { NOW } from "./support/builders.ts";
import { childEnvironment } from "./support/child-environment.ts";
import { temporaryDirectory } from "./support/embedded.ts";
import { createDatabase, hasPostgres } from "./support/postgres.ts";
import { saveCurrentConnection } from "./support/set-up.ts";

const ROTATE_KEYS = fileURLToPath(new URL("../src/rotate-keys.ts", import.meta.url));
const [older, newer, another] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [
  Buffer,
  Buffer,
  Buffer,
];
const underNewer = createSeal([newer]);
const WORKSPACES = ["T1", "T2", "T3"];

const ENGINES = [
  { engine: "the embedded engine", isHere: true, somewhere: aDirectory },
  { engine: "PostgreSQL", isHere: hasPostgres, somewhere: aServer },
];

describe.each(ENGINES)("npm run rotate-keys on $engine", ({ isHere, somewhere }) => {
  it.runIf(isHere)(
    "names what no key opens, and seals all anew with the key that does",
    async () => {
      const place = await somewhere();
      await withDatabase(place, keepTokens);

      const without = await rotate(place, [newer, another]).ended;
      expect(without).toMatchObject({ code: 1, out: "Sealed anew under the first key: 0.\n" });
      expect(without.err).toMatch(/none of the keys.*(\n- connections of workspace T[123]){3}\n$/);
      expect(without.err).not.toMatch(/token of|\n\s+at /);

      expect(await rotate(place, [newer, older]).ended).toEqual({
        code: 0,
        out: expect.stringMatching(/^Sealed anew under the first key: 3\.\nEverything in this/),
        err: "",
      });
      await withDatabase(place, expectUnderNewer);
    },
  );
});

describe.runIf(hasPostgres)("npm run rotate-keys that is killed", () => {
  it("is finished by the next one", async () => {
    const place = await aServer();
    await withDatabase(place, async (database) => {
      const { db } = database;
      await keepTokens(database);
      // It comes to this one last, and waits.
      const killed = await db.transaction().execute(async (trx) => {
        const last = trx.selectFrom("connections").orderBy("sealed_token", "desc").limit(1);
        await last.select("id").forUpdate().execute();
        const rotation = rotate(place, [newer, older]);
        await expect.poll(() => countUnderNewer(database)).toBe(2);
        rotation.child.kill("SIGKILL");
        // The server would still do what it was asked for.
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(trx);
        return rotation.ended;
      });
      expect(killed).toEqual({ code: null, out: "", err: "" });

      const { code, out } = await rotate(place, [newer, older]).ended;

      expect([code, out]).toEqual([0, expect.stringMatching(/^Sealed anew[^\n]+: 1\.\n/)]);
      await expectUnderNewer(database);
    });
  });
});

describe("npm run rotate-keys with the sandbox's settings", () => {
  it("says that there is nothing to rotate", async () => {
    const { code, err } = await run({}).ended;

    expect([code, err]).toEqual([1, expect.stringContaining("nothing to rotate")]);
  });
});

async function aDirectory(): Promise<DatabasePlace> {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  return { kind: "embedded", dataDir: path };
}

async function aServer(): Promise<DatabasePlace> {
  const { url, drop } = await createDatabase("with-tables");
  onTestFinished(drop);
  return { kind: "postgres", url };
}

async function withDatabase(
  place: DatabasePlace,
  work: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(place, () => {});
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function keepTokens({ db }: OpenDatabase): Promise<void> {
  await migrate(db);
  const seal = createSeal([older]);
  for (const workspaceId of WORKSPACES) {
    await saveWorkspace(db, workspaceId, workspaceId);
    await saveCurrentConnection(
      db,
      seal,
      workspaceId,
      connectionOf(workspaceId),
      tokenOf(workspaceId),
      NOW,
    );
  }
}

async function expectUnderNewer({ db }: OpenDatabase): Promise<void> {
  for (const workspaceId of WORKSPACES) {
    const { token } = await readAccess(db, underNewer, workspaceId, connectionOf(workspaceId).id);
    expect(token).toBe(tokenOf(workspaceId));
  }
}

async function countUnderNewer({ db }: OpenDatabase): Promise<number> {
  const rows = await db.selectFrom("connections").select("sealed_token").execute();
  return rows.filter(({ sealed_token }) => sealed_token.startsWith(underNewer.prefix)).length;
}

const tokenOf = (workspaceId: string) => `token of ${workspaceId}`;
const connectionOf = (workspaceId: string) => ({
  id: `con_${workspaceId}`,
  baseUrl: "https://rails.example/api/v1",
  environment: "sandbox" as const,
});

function rotate(place: DatabasePlace, keys: readonly Buffer[]) {
  return run({
    ...(place.kind === "postgres" ? { DATABASE_URL: place.url } : { DATA_DIR: place.dataDir }),
    SLACK_APP_TOKEN: "xapp-canary",
    SLACK_BOT_TOKEN: "xoxb-canary",
    ENCRYPTION_KEYS: keys.map((key) => key.toString("base64")).join(","),
    RAIL_API_URL: "http://127.0.0.1:9/api/v1",
    RAIL_API_TOKEN: "canary",
    RAIL_API_ENVIRONMENT: "sandbox",
    APPROVALS_CHANNEL: "C0APPROVALS",
    APPROVERS: "U0BEN,U0CAL,U0DEE",
  });
}

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function run(env: Record<string, string>): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [ROTATE_KEYS], {
    // Nothing of ours: a variable of this machine must not decide.
    env: { ...childEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const ended = said.then(([out, err]) => ({ code: child.exitCode, out, err }));
  return { child, ended };
}
