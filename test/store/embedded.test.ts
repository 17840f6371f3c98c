import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "../../src/platform/database/migrate.ts";
import type { OpenDatabase } from "../../src/platform/database/open-embedded.ts";
import { openEmbedded } from "../../src/platform/database/open-embedded.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { skipFirstStart, temporaryDirectory } from "../support/embedded.ts";

const SOON = { interval: 10 };
const MODULE = new URL("../../src/platform/database/open-embedded.ts", import.meta.url).href;
/** Opens the directory and keeps it; says how that went, by the message or the error's code. */
const OPENER = `
  const { openEmbedded } = await import(${JSON.stringify(MODULE)});
  try {
    await openEmbedded(process.argv[1]);
    process.stdout.write("open\\n");
    setInterval(() => {}, 1_000);
  } catch (error) {
    process.stdout.write(error.code + "\\n");
  }
`;

describe("the embedded directory", () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let dataDir: string;
  const children: ChildProcess[] = [];
  const opened: OpenDatabase[] = [];

  beforeEach(async () => {
    directory = await temporaryDirectory();
    dataDir = join(directory.path, "deep", "data");
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(killed));
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await directory.remove();
  });

  it("keeps what was written over a restart", async () => {
    skipFirstStart(dataDir);
    const first = await open();
    await migrate(first.db);
    await first.db
      .insertInto("workspaces")
      .values({ id: "T1", name: "Acme 🏦", last_audit_hash: null })
      .execute();
    await first.close();
    opened.length = 0;

    const { db } = await open();
    await migrate(db);

    expect(await db.selectFrom("workspaces").select("name").execute()).toEqual([
      { name: "Acme 🏦" },
    ]);
  });

  it("is refused at once to a second process, and given to it when the first is killed", async () => {
    skipFirstStart(dataDir);
    const holder = startOpener();
    await expect.poll(holder.said, SOON).toContain("open");

    await expect(openEmbedded(dataDir)).rejects.toMatchObject({
      name: "StoreError",
      code: "in-use",
      message: expect.stringMatching(/in use by another process.*DATA_DIR/),
    });
    await expect.poll(startOpener().said, SOON).toContain("in-use");

    await killed(holder.child);
    await open();
  });

  it("is refused to a second opening in the same process, and free again after closing", async () => {
    skipFirstStart(dataDir);
    const first = await open();
    await expect(openEmbedded(dataDir)).rejects.toMatchObject({ code: "in-use" });

    await first.close();
    opened.length = 0;
    await open();
  });

  it("opens after kills in the very first start, early and late", async () => {
    for (const file of ["PG_VERSION", "postgresql.conf"]) {
      const since = Date.now();
      const { child, said } = startOpener();
      // A slow machine may miss the moment of the file: the kill comes after the start then, which must hold too.
      await expect
        .poll(() => isWritten(file, since) || said().includes("open"), { interval: 1 })
        .toBe(true);
      await killed(child);
    }

    const { db } = await open();
    await migrate(db);

    expect(await readdir(dataDir)).not.toContainEqual(expect.stringMatching("unfinished"));
  }, 90_000);

  it("that cannot be read says what to do, and is let go", async () => {
    await mkdir(join(dataDir, "postgres"), { recursive: true });
    await writeFile(join(dataDir, "postgres", "PG_VERSION"), "9.6\n");

    for (let time = 0; time < 2; time += 1) {
      await expect(openEmbedded(dataDir)).rejects.toMatchObject({
        code: "cannot-open",
        message: expect.stringMatching(/cannot be opened.*move the directory away/),
      });
    }
  });

  it("that is a file, or lies in one, says so in words", async () => {
    const file = join(directory.path, "file");
    await writeFile(file, "not a directory");

    for (const place of [file, join(file, "data")]) {
      await expect(openEmbedded(place)).rejects.toMatchObject({
        name: "StoreError",
        code: "cannot-open",
        message: expect.stringMatching(/DATA_DIR/),
      });
    }
  });

  it("whose lock is no lock says so in words", async () => {
    await mkdir(join(dataDir, "lock"), { recursive: true });
    await expect(openEmbedded(dataDir)).rejects.toMatchObject({ code: "cannot-open" });
  });

  /** Whether the first start has come to this file; `since` in ms, as what a kill left behind may have it already. */
  function isWritten(file: string, since: number): boolean {
    const written = statSync(join(dataDir, "unfinished", file), { throwIfNoEntry: false });
    return written !== undefined && written.mtimeMs >= since;
  }

  async function open(): Promise<OpenDatabase> {
    const database = await openEmbedded(dataDir);
    opened.push(database);
    return database;
  }

  /** A process of its own with the directory; `said` is all that it has said. */
  function startOpener(): { child: ChildProcess; said: () => string } {
    const args = ["--input-type=module", "--no-warnings", "-e", OPENER, dataDir];
    const child = spawn(process.execPath, args, {
      env: childEnvironment(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    let said = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    return { child, said: () => said };
  }
});

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
