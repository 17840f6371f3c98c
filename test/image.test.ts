import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, lstat, mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Image } from "./support/dockerfile.ts";
import { buildImage } from "./support/dockerfile.ts";
import { temporaryDirectory } from "./support/embedded.ts";
import { createDatabase, hasPostgres } from "./support/postgres.ts";
import { startProduction } from "./support/production.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MEGABYTES = 1_000_000;
/** Someone who owns nothing; whoever is not root cannot become another, and is kept out by the files' modes alone. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let image: Image;
beforeAll(async () => {
  directory = await temporaryDirectory();
  await chmod(directory.path, 0o755);
  await mkdir(join(directory.path, "app"));
  image = await buildImage(ROOT, join(directory.path, "app"));
  execFileSync("chmod", ["-R", "a-w", image.directory]);
  const data = join(image.directory, "data");
  await chmod(data, 0o700);
  if (NOBODY.uid !== undefined) await chown(data, NOBODY.uid, NOBODY.gid);
}, 300_000);
afterAll(async () => {
  execFileSync("chmod", ["-R", "u+w", directory.path]);
  await directory.remove();
});

describe("the image", () => {
  it("holds at most 35 MB beside its base, no sandbox, and nothing that production has no use for", async () => {
    expect(await sizeOf(image.directory)).toBeLessThan(35 * MEGABYTES);
    expect(existsSync(join(image.directory, "src/sandbox"))).toBe(false);
    for (const name of ["node", "vitest", "typescript", "@biomejs", "@electric-sql"]) {
      expect(existsSync(join(image.directory, "node_modules", name)), name).toBe(false);
    }
    const packages = await readdir(join(image.directory, "node_modules"), { recursive: true });
    expect(packages.filter((name) => /\.([mc]?ts|map)$/.test(name))).toEqual([]);
    expect(await readdir(join(image.directory, "cache"))).toHaveLength(1);
  });

  it("says what it is, which packages it holds, and that it is not root's", async () => {
    const read = async (path: string) => JSON.parse(await readFile(path, "utf8"));
    const { version } = await read(join(ROOT, "package.json"));
    expect(image.labels).toContain(`org.opencontainers.image.version="${version}"`);
    expect(image.user).toBe("1000:1000");
    const bill = await read(join(image.directory, "sbom.cdx.json"));
    const named = bill.components.map(({ name }: { name: string }) => name);
    expect(named).toEqual(expect.arrayContaining(["@slack/bolt", "pg-boss"]));
    expect(named).not.toContain("@electric-sql/pglite");
  });

  it.runIf(hasPostgres)(
    "starts on PostgreSQL where it can write to its data only, and stops on SIGTERM",
    async () => {
      const { url, drop } = await createDatabase();
      onTestFinished(drop);
      const production = await startProduction(url);
      onTestFinished(production.stop);
      // Its own: what stands in the image.
      const { DATA_DIR: _, ...ofProduction } = production.env;
      const settings = {
        cwd: image.directory,
        env: {
          PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
          ...ofProduction,
          ...image.env,
          NODE_DEBUG_NATIVE: "COMPILE_CACHE",
        },
        ...NOBODY,
      };
      await expect(promisify(execFile)("touch", ["src/new.ts"], settings)).rejects.toThrow();

      const [program = "", ...args] = image.command;
      const main = spawn(program, args, { ...settings, stdio: ["ignore", "pipe", "pipe"] });
      onTestFinished(() => void main.kill("SIGKILL"));
      const said = text(main.stderr);
      const ended = once(main, "exit");
      const port = await portOf(main.stdout);

      const [checker = "", ...check] = image.healthCheck;
      const env = { ...settings.env, PORT: String(port) };
      await promisify(execFile)(checker, check, { ...settings, env });
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      expect(await readdir(join(image.directory, "data"))).toEqual(["audit-marks", "signed-rows"]);

      main.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
      // Node looks in a directory that it names after its version and flags, and then after the user.
      const [, looked = ""] = /resolved path \S+ \+ (\S+)-\d+/.exec(await said) ?? [];
      const [shipped] = await readdir(join(image.directory, "cache"));
      expect(shipped?.replace(/-\d+$/, "")).toBe(looked);
    },
    120_000,
  );
});

/** As the log says it; throws where it ends without. */
async function portOf(log: NodeJS.ReadableStream): Promise<number> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: log })) {
    lines.push(line);
    const { msg, port } = JSON.parse(line) as { msg?: string; port?: number };
    if (msg === "Signalbox is running" && port !== undefined) {
      log.resume();
      return port;
    }
  }
  throw new Error(`It did not start:\n${lines.join("\n")}`);
}

/** In bytes, of what its files say: what they take on a disk depends on that. */
async function sizeOf(path: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) size += (await lstat(join(entry.parentPath, entry.name))).size;
  }
  return size;
}
